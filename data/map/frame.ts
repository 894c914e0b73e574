import { Labeler, paint } from 'protomaps-leaflet'
import type { Bbox, PreparedTile, View } from 'protomaps-leaflet'
import type { Box } from '../geo/labels.ts'
import { project, TILE_SIZE } from '../geo/mercator.ts'
import type { Pixel, Tile } from '../geo/mercator.ts'
import type { MapRules } from './rules.ts'
import type { MapSource } from './style.ts'
import type { Pen } from './shapes.ts'

export type MapViews = ReadonlyMap<MapSource, View>

/** A rectangle of the projected world: `origin` is the world pixel of its top left corner at `zoom`. */
export interface Frame {
  zoom: number
  origin: Pixel
  width: number
  height: number
}

/** Whether a tile touches the bounds: west, south, east and north, in degrees. */
export function isInBounds({ z, x, y }: Tile, bounds: readonly number[]): boolean {
  const [west, south, east, north] = bounds as [number, number, number, number]
  const topLeft = project({ latitude: north, longitude: west }, z)
  const bottomRight = project({ latitude: south, longitude: east }, z)
  return (
    (x + 1) * TILE_SIZE >= topLeft.x &&
    x * TILE_SIZE <= bottomRight.x &&
    (y + 1) * TILE_SIZE >= topLeft.y &&
    y * TILE_SIZE <= bottomRight.y
  )
}

const boxOf = ({ origin, width, height }: Frame) => ({
  minX: origin.x,
  minY: origin.y,
  maxX: origin.x + width,
  maxY: origin.y + height,
})

/** Keeps names off boxes, in world pixels at the labeler's zoom. */
export function reserve(labeler: Labeler, boxes: readonly Bbox[], anchor: PreparedTile['origin']) {
  for (const box of boxes) {
    const place = anchor.clone()
    place.x = box.minX
    place.y = box.minY
    labeler.index.insert({ anchor: place, bboxes: [box], draw: () => undefined }, RESERVED, 'reserved')
  }
}

/** Before every label rule, so that no name can replace a reserved box. */
const RESERVED = -1

/** The names and marks in a frame. */
export interface FrameLabels {
  names: ReadonlySet<string>
  /** The boxes of each label, in CSS pixels of the frame. */
  labels: Box[][]
}

/** Wider than a name, in pixels. */
const MARGIN_PIXELS = 600

/** Boxes around the part of a frame that is shown, so that no name is cut off at its edge. */
const outside = ({ x, y, width, height }: Box): Box[] => {
  const across = { x, width: width + 2 * MARGIN_PIXELS, height: MARGIN_PIXELS }
  const along = { y, width: MARGIN_PIXELS, height }
  return [
    { y: y - (height + MARGIN_PIXELS) / 2, ...across },
    { y: y + (height + MARGIN_PIXELS) / 2, ...across },
    { x: x - (width + MARGIN_PIXELS) / 2, ...along },
    { x: x + (width + MARGIN_PIXELS) / 2, ...along },
  ]
}

/**
 * Draws the map into a frame at an integer zoom. Names are placed for the whole frame at once.
 * @param pen scaled to CSS pixels, with its origin at the frame's top left corner
 * @param free boxes that no name may cover, in CSS pixels of the frame
 * @param shown the part of the frame that names have to be in, if not all of it is shown
 * @throws what reading a tile throws
 */
export async function drawFrame(
  pen: Pen,
  frame: Frame,
  views: MapViews,
  rules: MapRules,
  free: readonly Box[] = [],
  shown: Box = { x: frame.width / 2, y: frame.height / 2, width: frame.width, height: frame.height },
): Promise<FrameLabels> {
  // Whole pixels, so that there are no seams between tiles.
  const whole = { ...frame, origin: { x: Math.round(frame.origin.x), y: Math.round(frame.origin.y) } }
  const box = boxOf(whole)
  const tiles = new Map<string, PreparedTile[]>(
    await Promise.all(
      [...views].map(
        async ([source, view]) => [source, await view.getBbox(whole.zoom, box)] as [string, PreparedTile[]],
      ),
    ),
  )
  pen.fillStyle = rules.background
  pen.fillRect(0, 0, whole.width, whole.height)
  const [tile] = [...tiles.values()].flat()
  if (tile === undefined) return { names: new Set(), labels: [] }
  const origin = tile.origin.clone()
  origin.x = whole.origin.x
  origin.y = whole.origin.y
  const labeler = new Labeler(whole.zoom, pen, rules.labels, Infinity)
  reserve(
    labeler,
    [...free, ...outside(shown)].map(({ x, y, width, height }) => ({
      minX: origin.x + x - width / 2,
      minY: origin.y + y - height / 2,
      maxX: origin.x + x + width / 2,
      maxY: origin.y + y + height / 2,
    })),
    origin,
  )
  labeler.add(tiles)
  paint(pen, whole.zoom, tiles, labeler.index, rules.paint, box, origin, true)
  const labels = [...labeler.index.searchBbox(box, Infinity)].filter(({ order }) => order !== RESERVED)
  return {
    names: new Set(labels.flatMap(({ deduplicationKey }) => deduplicationKey ?? [])),
    labels: labels.map(({ bboxes }) =>
      bboxes.map(({ minX, minY, maxX, maxY }) => ({
        x: (minX + maxX) / 2 - origin.x,
        y: (minY + maxY) / 2 - origin.y,
        width: maxX - minX,
        height: maxY - minY,
      })),
    ),
  }
}
