import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMap, useMapEvents } from 'react-leaflet'
import { wholeMetresBetween, type LatLng } from '../../../data/model/point.ts'
import { milesOf } from '../../../data/model/park.ts'
import type { Park } from '../../../data/model/park.ts'
import type { SearchArea } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { useResultPoints, type ParkPoint } from '../../queries/map.ts'
import { prefersReducedMotion } from '../../platform/settings-store.ts'
import { Button } from '../../ui/button.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { clusterParks } from './clusters.ts'
import { startOf, useFittedMap, useLeftMap, type LeftMap } from './fitted-map.ts'
import { MapFrame } from '../../map/frame.tsx'
import { MapCard, PlaceCard } from './map-card.tsx'
import { useView, type View } from '../../map/view.ts'
import { ParkAreas, ParkMarks } from './map-marks.tsx'
import { layOutMarks, type Marks, type NumberedPark } from './marks.ts'
import { numberKeys } from './number-keys.ts'
import { INTERACTIVE_MAP_TEXTS } from '../../map/interactive-texts.ts'

export interface ResultsMapProps {
  request: SearchRequest
  /** The parks of this page of the list, in its order: these are the numbered ones. */
  parks: readonly Park[]
  /** Number of the first of them. */
  first: number
  /** Position of the search, shown if there are no results. */
  centre: LatLng | null
  /** What the distances of the list are measured from, if it shows any. */
  origin: LatLng | null
  /** The park hovered or focused in the list or on the map. */
  active: number | null
  onActive(id: number | null): void
  /** The park selected on the map. */
  picked: number | null
  onPick(id: number | null): void
  /** Searches what the map shows: an area as it is written into an address. */
  onSearchArea(area: SearchArea): void
}

/** Map of the search results, in sync with the list. */
export default function ResultsMap(props: ResultsMapProps) {
  const { parks, first, centre, request } = props
  const numbered = useMemo(
    () =>
      parks.map((park, index): NumberedPark => ({
        id: park.id,
        name: park.name,
        accuracy: park.locationAccuracy,
        latitude: Number(park.latitude),
        longitude: Number(park.longitude),
        number: first + index,
      })),
    [parks, first],
  )
  const shown =
    numbered.length > 0 ? numbered.map(({ id }) => id).join(' ') : JSON.stringify(request.area ?? centre)
  const left = useLeftMap(shown)
  const [start] = useState(() => left?.start ?? startOf(numbered, request, centre))
  const [others, setOthers] = useState<readonly LatLng[]>([])
  const avoid = useMemo(() => [...numbered, ...others], [numbered, others])
  return (
    <MapFrame label={INTERACTIVE_MAP_TEXTS.results} start={start} avoid={avoid} isMain>
      <ResultsOnMap {...props} numbered={numbered} shown={shown} left={left} onOthers={setOthers} />
    </MapFrame>
  )
}

interface ResultsOnMapProps extends ResultsMapProps {
  numbered: NumberedPark[]
  /** The parks of the page, or the place without parks. */
  shown: string
  /** How this map was left before the user came back to it. */
  left: LeftMap | undefined
  /** Called with the positions of the marks without a number. */
  onOthers(places: readonly LatLng[]): void
}

/** What is on the map, which has to be inside of it to read where it is. */
function ResultsOnMap({
  request,
  parks,
  centre,
  origin,
  active,
  onActive,
  picked,
  onPick,
  onSearchArea,
  numbered,
  shown,
  left,
  onOthers,
}: ResultsOnMapProps) {
  const map = useMap()
  const view = useView()
  const points = useResultPoints(request)
  const [group, setGroup] = useState<ParkPoint[] | null>(null)

  const select = (id: number) => {
    setGroup(null)
    onPick(id)
  }
  const selectGroup = (parks: ParkPoint[]) => {
    onPick(null)
    setGroup(parks)
  }
  const clearSelection = () => {
    onPick(null)
    setGroup(null)
  }

  const { moved, takeArea } = useFittedMap({ request, numbered, centre, shown, left, onFit: clearSelection })
  useMapEvents({ click: clearSelection })
  useMapKeys(numbered, select, clearSelection)

  const { marks, clusters } = useMarks(numbered, points, view)
  const marked = useMemo(() => [...numbered, ...marks.singles], [numbered, marks])
  useEffect(() => onOthers([...marks.singles, ...marks.clusters]), [marks, onOthers])

  /** Miles to a park as the list shows them, or would on its page; `null` if the list shows none. */
  const distanceTo = (id: number) => {
    const listed = parks.find((park) => park.id === id)
    if (listed) return listed.distance
    const point = points.find((park) => park.id === id)
    const hasDistances = parks.some(({ distance }) => distance !== null)
    return point && origin && hasDistances ? milesOf(wholeMetresBetween(origin, point)) : null
  }

  usePannedTo(picked, (id) => numbered.find((one) => one.id === id) ?? points.find((one) => one.id === id))

  /** For controls that disappear when they are used. */
  const focusMap = () => map.getContainer().focus({ preventScroll: true })
  const searchArea = () => {
    focusMap()
    onSearchArea(takeArea())
  }
  const openCluster = ({ id, latitude, longitude }: Marks['clusters'][number]) => {
    const zoom = clusters.opensAt(id)
    if (zoom === null) return selectGroup(clusters.parksOf(id))
    onPick(null)
    focusMap()
    map.setView([latitude, longitude], zoom)
  }

  return (
    <>
      <ParkAreas parks={marked} view={view} active={active} picked={picked} />
      <ParkMarks
        marks={marks}
        active={active}
        picked={picked}
        onActive={onActive}
        onPick={select}
        onPickGroup={selectGroup}
        onOpenCluster={openCluster}
      />
      {moved && (
        <OverMap className="inset-x-16 top-12 mx-auto w-fit">
          <Button className="rounded-full! shadow-lifted" onClick={searchArea}>
            <SearchIcon size={20} /> {INTERACTIVE_MAP_TEXTS.searchArea}
          </Button>
        </OverMap>
      )}
      {picked !== null && group === null && (
        <OverMap className={CARD}>
          <MapCard
            key={picked}
            id={picked}
            near={marked}
            distance={distanceTo(picked)}
            onClose={() => {
              focusMap()
              onPick(null)
            }}
          />
        </OverMap>
      )}
      {group !== null && (
        <OverMap className={CARD}>
          <PlaceCard
            parks={group}
            onClose={() => {
              focusMap()
              setGroup(null)
            }}
          />
        </OverMap>
      )}
    </>
  )
}

/** The marks of what the map shows, and the groups of the parks that are not numbered. */
function useMarks(numbered: readonly NumberedPark[], points: readonly ParkPoint[], { bounds, zoom }: View) {
  const onPage = useMemo(() => new Set(numbered.map(({ id }) => id)), [numbered])
  const clusters = useMemo(() => clusterParks(points.filter(({ id }) => !onPage.has(id))), [points, onPage])
  const marks = useMemo(
    () => layOutMarks(numbered, clusters.within(bounds, zoom), clusters, zoom),
    [numbered, clusters, bounds, zoom],
  )
  return { marks, clusters }
}

/** Moves the map so that the picked park is in view and not behind its card. */
function usePannedTo(picked: number | null, find: (id: number) => LatLng | undefined): void {
  const map = useMap()
  const panIntoView = useEffectEvent((id: number) => {
    const park = find(id)
    // The park's card covers the lower part of the map.
    if (park)
      map.panInside([park.latitude, park.longitude], {
        paddingTopLeft: [80, 60],
        paddingBottomRight: [60, Math.min(330, map.getSize().y * 0.73)],
        animate: !prefersReducedMotion(),
      })
  })
  useEffect(() => {
    if (picked !== null) panIntoView(picked)
  }, [picked])
}

/**
 * While the map has the focus, the number of a park selects it, and Esc clears the selection.
 * @param parks those in view have a key
 */
function useMapKeys(parks: readonly NumberedPark[], onPick: (id: number) => void, onClear: () => void): void {
  const map = useMap()
  const pick = useEffectEvent((number: number) => {
    const park = parks.find((one) => one.number === number)
    if (park !== undefined) onPick(park.id)
  })
  const clear = useEffectEvent(onClear)
  const isVisible = useEffectEvent((number: number) =>
    parks.some((one) => one.number === number && map.getBounds().contains([one.latitude, one.longitude])),
  )
  useEffect(() => {
    const read = numberKeys()
    const container = map.getContainer()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) clear()
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const number = read(event.key, event.timeStamp, isVisible)
      if (number !== null) pick(number)
    }
    container.addEventListener('keydown', onKeyDown)
    return () => container.removeEventListener('keydown', onKeyDown)
  }, [map])
}

/** Leaves room for the back-to-top button in the corner. */
const CARD = 'inset-x-2 bottom-[4.75rem] xl:right-[4.5rem] xl:bottom-7'

/** Content over the map, but outside its element, so that events inside do not reach the map. */
function OverMap({ className, children }: { className: string; children: ReactNode }) {
  const map = useMap()
  return createPortal(
    <div className={`absolute z-1000 ${className}`}>{children}</div>,
    map.getContainer().parentElement!,
  )
}
