import type { DistanceUnit } from '../../data/model/directions.ts'
import { areApart, formatWholeDistance } from '../../data/geo/labels.ts'
import type { Box, NamedPlace } from '../../data/geo/labels.ts'
import type { MapLabels } from './vector-layer.ts'

/** A place, its centre in pixels of the map, and its distance in metres from the map's centre. */
export interface Beyond {
  place: Pick<NamedPlace, 'name'>
  x: number
  y: number
  metres: number
}

export interface Signpost extends Box {
  label: string
  /** Degrees clockwise from straight up. */
  angle: number
}

const HEIGHT = 22
/** Estimated width of a letter in pixels. */
const LETTER_WIDTH = 6.4
/** Pixels for the arrow and the padding. */
const PADDING = 34
/** Smallest angle between two signposts, in degrees. */
const MIN_ANGLE = 40
/** Distance to the map's edges in pixels. At the bottom there is more, for the attribution. */
const EDGE = { side: 6, top: 8, bottom: 24 }

/**
 * The boxes of what is written on a map, in pixels of the map.
 * @param topLeft the map's top left corner in world pixels at `zoom`, which may be between two whole zooms
 */
export function labelBoxes(
  labels: Pick<MapLabels, 'boxes' | 'zoom'>,
  zoom: number,
  topLeft: { x: number; y: number },
): Box[] {
  const scale = 2 ** (zoom - labels.zoom)
  return labels.boxes.map(({ minX, minY, maxX, maxY }) => ({
    x: (scale * (minX + maxX)) / 2 - topLeft.x,
    y: (scale * (minY + maxY)) / 2 - topLeft.y,
    width: scale * (maxX - minX),
    height: scale * (maxY - minY),
  }))
}

/**
 * Signposts at the map's edges to places outside it: the nearest in each direction, with its distance in
 * whole miles or kilometres. `taken`: boxes that must not be covered.
 */
export function signposts(
  places: readonly Beyond[],
  { width, height }: { width: number; height: number },
  taken: readonly Box[],
  unit: DistanceUnit,
): Signpost[] {
  const maxPosts = Math.max(3, Math.round((width + height) / 190))
  const posts: Signpost[] = []
  const controls: Box[] = [
    { x: 30, y: 58, width: 60, height: 116 },
    { x: 62, y: height - 22, width: 124, height: 50 },
  ]
  for (const { place, x, y, metres } of places.toSorted((one, other) => one.metres - other.metres)) {
    if (posts.length >= maxPosts) break
    if (x >= 0 && y >= 0 && x <= width && y <= height) continue
    const dx = x - width / 2
    const dy = y - height / 2
    const angle = (Math.atan2(dx, -dy) * 180) / Math.PI
    if (posts.some((other) => Math.abs(((angle - other.angle + 540) % 360) - 180) < MIN_ANGLE)) continue
    const label = `${place.name} ${formatWholeDistance(metres, unit)}`
    const labelWidth = label.length * LETTER_WIDTH + PADDING
    const across = width / 2 - labelWidth / 2 - EDGE.side
    const along = dy < 0 ? height / 2 - HEIGHT / 2 - EDGE.top : height / 2 - HEIGHT / 2 - EDGE.bottom
    if (across <= 0 || along <= 0) continue
    const reach = Math.min(across / Math.abs(dx || 1e-9), along / Math.abs(dy || 1e-9))
    const box = { x: width / 2 + dx * reach, y: height / 2 + dy * reach, width: labelWidth, height: HEIGHT }
    if ([...taken, ...controls, ...posts].every((other) => areApart(box, other, 4)))
      posts.push({ ...box, label, angle })
  }
  return posts
}
