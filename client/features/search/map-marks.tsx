import { useMemo } from 'react'
import { NEAR_METRES } from '../../../data/model/park.ts'
import { isWithin } from '../../../data/model/point.ts'
import { INTERACTIVE_MAP_TEXTS } from '../../map/interactive-texts.ts'
import { OutlineShape } from '../../map/outline-layer.tsx'
import { Area, ClusterPin, GroupPin, Pin } from '../../map/pins.tsx'
import type { View } from '../../map/view.ts'
import { useLocalityRadii, type ParkPoint } from '../../queries/map.ts'
import { useOutlines } from '../../queries/outlines.ts'
import { groupLabel, type Marks } from './marks.ts'

/** The park hovered or focused in the list or on the map, and the one selected on the map. */
interface Highlighted {
  active: number | null
  picked: number | null
}

/** From this zoom, parks are large enough for their outlines to be seen: 5 m to a pixel. */
const OUTLINE_ZOOM = 15

/** The outlines of parks in view, and circles around the parks whose exact position is not known. */
export function ParkAreas({
  parks,
  view,
  active,
  picked,
}: Highlighted & { parks: readonly ParkPoint[]; view: View }) {
  const approximateParks = useMemo(() => parks.filter(({ accuracy }) => accuracy !== 'exact'), [parks])
  const places = useMemo(
    () => approximateParks.map(({ latitude, longitude }) => ({ latitude, longitude })),
    [approximateParks],
  )
  const radii = useLocalityRadii(places)
  const outlinedIds = useMemo(
    () =>
      view.zoom < OUTLINE_ZOOM ? [] : parks.filter((park) => isWithin(park, view.bounds)).map(({ id }) => id),
    [parks, view],
  )
  const outlines = useOutlines(outlinedIds)
  return (
    <>
      {outlinedIds.map((id) => {
        const outline = outlines.get(id)
        return outline && <OutlineShape key={`o${id}`} outline={outline} />
      })}
      {approximateParks.map((park, index) => (
        <Area
          key={park.id}
          place={park}
          radius={park.accuracy === 'near' ? NEAR_METRES : (radii[index] ?? 0)}
          zoom={view.zoom}
          active={park.id === active || park.id === picked}
        />
      ))}
    </>
  )
}

const labelOf = ({ name, accuracy }: ParkPoint) =>
  accuracy === 'exact' ? name : INTERACTIVE_MAP_TEXTS[accuracy === 'near' ? 'near' : 'approximate'](name)

interface ParkMarksProps extends Highlighted {
  marks: Marks
  onActive(id: number | null): void
  onPick(id: number): void
  /** Called with the parks of a mark for several. */
  onPickGroup(parks: ParkPoint[]): void
  onOpenCluster(cluster: Marks['clusters'][number]): void
}

/** The marks of the parks of this page, with their numbers, and of those of other pages. */
export function ParkMarks({
  marks,
  active,
  picked,
  onActive,
  onPick,
  onPickGroup,
  onOpenCluster,
}: ParkMarksProps) {
  return (
    <>
      {marks.clusters.map((cluster) => (
        <ClusterPin
          key={`c${cluster.id}`}
          place={cluster}
          count={cluster.count}
          label={INTERACTIVE_MAP_TEXTS.cluster(cluster.count)}
          onPick={() => onOpenCluster(cluster)}
        />
      ))}
      {marks.singles.map((park) => (
        <Pin
          key={park.id}
          place={park}
          shape="dot"
          active={park.id === picked}
          label={labelOf(park)}
          onPick={() => onPick(park.id)}
        />
      ))}
      {marks.groups.map((group) => {
        const [park] = group.parks
        const isActive = group.parks.some(({ id }) => id === active || id === picked)
        if (park === undefined || group.parks.length + group.others.length > 1) {
          return (
            <GroupPin
              key={`g${park?.id}`}
              place={group}
              text={groupLabel(group)}
              label={INTERACTIVE_MAP_TEXTS.group(
                groupLabel(group),
                group.parks.map(labelOf),
                group.others.length,
              )}
              active={isActive}
              onPick={() => onPickGroup([...group.parks, ...group.others])}
            />
          )
        }
        return (
          <Pin
            key={park.id}
            place={park}
            number={park.number}
            shape={park.accuracy === 'exact' ? 'pin' : 'area'}
            active={isActive}
            label={INTERACTIVE_MAP_TEXTS.numbered(park.number, labelOf(park))}
            onPick={() => onPick(park.id)}
            onHover={(over) => onActive(over ? park.id : null)}
          />
        )
      })}
    </>
  )
}
