import { project, unproject } from '../../data/geo/mercator.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import type { ParkPoint } from '../search-worker/messages.ts'
import type { ClusterMark, Clusters } from './clusters.ts'

export interface NumberedPark extends ParkPoint {
  /** Its place in the list. */
  number: number
}

/** Parks of the list that stand so near to each other that they share a mark, and parks of other pages that stand there too. */
export interface NumberedGroup extends LatLng {
  parks: NumberedPark[]
  others: ParkPoint[]
}

export interface Marks {
  groups: NumberedGroup[]
  singles: ParkPoint[]
  clusters: Extract<ClusterMark, { kind: 'cluster' }>[]
}

/** Nearer to each other than this, pixels, two marks are one: what would be left of a target is too small for a thumb. */
const TOGETHER = 30
/** A cluster keeps so far from a mark with a number, pixels; where its parks are lies between many places anyway. */
const CLEAR = 52

/** Ways round a mark in which a cluster is tried, the nearest to its own first. Radians. */
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4].map((eighth) => (eighth * Math.PI) / 4)

/** What stands where on the map so that no target covers another: parks of the list first, the others around them. */
export function layOutMarks(
  numbered: readonly NumberedPark[],
  found: readonly ClusterMark[],
  clusters: Clusters,
  zoom: number,
): Marks {
  const groups: NumberedGroup[] = []
  const apart = (one: LatLng, other: LatLng) => {
    const a = project(one, zoom)
    const b = project(other, zoom)
    return { x: b.x - a.x, y: b.y - a.y, pixels: Math.hypot(b.x - a.x, b.y - a.y) }
  }
  const groupAt = (place: LatLng, within: number) =>
    groups.find((group) => apart(group, place).pixels < within)

  for (const park of numbered) {
    const group = groupAt(park, TOGETHER)
    if (group) group.parks.push(park)
    else groups.push({ latitude: park.latitude, longitude: park.longitude, parks: [park], others: [] })
  }

  const singles: ParkPoint[] = []
  const placed: Marks['clusters'] = []
  for (const mark of found) {
    if (mark.kind === 'park') {
      const group = groupAt(mark.park, TOGETHER)
      if (group) group.others.push(mark.park)
      else singles.push(mark.park)
      continue
    }
    const group = groupAt(mark, CLEAR)
    if (group && clusters.opensAt(mark.id) === null) {
      group.others.push(...clusters.parksOf(mark.id))
    } else if (group) {
      const { x, y } = apart(group, mark)
      const from = project(group, zoom)
      const towards = Math.atan2(y, x)
      const spots = TURNS.map((turn) =>
        unproject(
          { x: from.x + Math.cos(towards + turn) * CLEAR, y: from.y + Math.sin(towards + turn) * CLEAR },
          zoom,
        ),
      )
      const taken: LatLng[] = [
        ...groups.filter((other) => other !== group),
        ...placed,
        ...found.flatMap((other) => (other === mark || other.kind === 'park' ? [] : [other])),
      ]
      const free = spots.find((spot) => taken.every((other) => apart(spot, other).pixels >= CLEAR))
      placed.push({ ...mark, ...(free ?? spots[0]!) })
    } else {
      placed.push(mark)
    }
  }
  return { groups, singles, clusters: placed }
}

/** Numbers written on a mark; more of them are an ellipsis. */
const MOST_NUMBERS = 3

/** '3', '1·2', '1·2·3… +4'. */
export function sayGroup({ parks, others }: NumberedGroup): string {
  const numbers = parks
    .slice(0, MOST_NUMBERS)
    .map(({ number }) => number)
    .join('·')
  return `${numbers}${parks.length > MOST_NUMBERS ? '…' : ''}${others.length > 0 ? ` +${others.length}` : ''}`
}
