import { project, unproject } from '../../../data/geo/mercator.ts'
import type { LatLng } from '../../../data/model/point.ts'
import type { ParkPoint } from '../../search-worker/messages.ts'
import type { ClusterMark, Clusters } from './clusters.ts'

export interface NumberedPark extends ParkPoint {
  /** Its position in the list, from 1. */
  number: number
}

/**
 * Parks of the current page that are too close for marks of their own, with parks of other pages at the same
 * position.
 */
export interface NumberedGroup extends LatLng {
  parks: NumberedPark[]
  others: ParkPoint[]
}

export interface Marks {
  groups: NumberedGroup[]
  singles: ParkPoint[]
  clusters: Extract<ClusterMark, { kind: 'cluster' }>[]
}

/** Marks closer than this are merged: overlapping targets would be too small to tap. */
const MERGE_DISTANCE_PX = 30
/**
 * Minimum distance of a cluster to a numbered mark. Moving a cluster is harmless, because its position is an
 * average.
 */
const CLUSTER_DISTANCE_PX = 52

/** Offsets in radians from a cluster's own direction that are tried around a mark, the smallest first. */
const ANGLE_OFFSETS = [0, 1, -1, 2, -2, 3, -3, 4].map((eighth) => (eighth * Math.PI) / 4)

/**
 * Lays out the marks of a map so that no target covers another. Parks of the current page keep their
 * position; clusters move around them.
 */
export function layOutMarks(
  numbered: readonly NumberedPark[],
  found: readonly ClusterMark[],
  clusters: Clusters,
  zoom: number,
): Marks {
  const groups: NumberedGroup[] = []
  const offsetBetween = (one: LatLng, other: LatLng) => {
    const a = project(one, zoom)
    const b = project(other, zoom)
    return { x: b.x - a.x, y: b.y - a.y, pixels: Math.hypot(b.x - a.x, b.y - a.y) }
  }
  const groupAt = (place: LatLng, within: number) =>
    groups.find((group) => offsetBetween(group, place).pixels < within)

  for (const park of numbered) {
    const group = groupAt(park, MERGE_DISTANCE_PX)
    if (group) group.parks.push(park)
    else groups.push({ latitude: park.latitude, longitude: park.longitude, parks: [park], others: [] })
  }

  const singles: ParkPoint[] = []
  const placed: Marks['clusters'] = []
  for (const mark of found) {
    if (mark.kind === 'park') {
      const group = groupAt(mark.park, MERGE_DISTANCE_PX)
      if (group) group.others.push(mark.park)
      else singles.push(mark.park)
      continue
    }
    const group = groupAt(mark, CLUSTER_DISTANCE_PX)
    if (group && clusters.opensAt(mark.id) === null) {
      group.others.push(...clusters.parksOf(mark.id))
    } else if (group) {
      const { x, y } = offsetBetween(group, mark)
      const center = project(group, zoom)
      const direction = Math.atan2(y, x)
      const spots = ANGLE_OFFSETS.map((offset) =>
        unproject(
          {
            x: center.x + Math.cos(direction + offset) * CLUSTER_DISTANCE_PX,
            y: center.y + Math.sin(direction + offset) * CLUSTER_DISTANCE_PX,
          },
          zoom,
        ),
      )
      const taken: LatLng[] = [
        ...groups.filter((other) => other !== group),
        ...placed,
        ...found.flatMap((other) => (other === mark || other.kind === 'park' ? [] : [other])),
      ]
      const free = spots.find((spot) =>
        taken.every((other) => offsetBetween(spot, other).pixels >= CLUSTER_DISTANCE_PX),
      )
      placed.push({ ...mark, ...(free ?? spots[0]!) })
    } else {
      placed.push(mark)
    }
  }
  return { groups, singles, clusters: placed }
}

/** Numbers shown on a mark; further ones become an ellipsis. */
const MAX_NUMBERS = 3

/** The text on a group's mark: '3', '1·2', '1·2·3… +4'. */
export function groupLabel({ parks, others }: NumberedGroup): string {
  const numbers = parks
    .slice(0, MAX_NUMBERS)
    .map(({ number }) => number)
    .join('·')
  return `${numbers}${parks.length > MAX_NUMBERS ? '…' : ''}${others.length > 0 ? ` +${others.length}` : ''}`
}
