import type { Shape } from '../sources/coastline.ts'
import { project, unproject, worldSize } from './mercator.ts'
import type { Pixel } from './mercator.ts'
import type { LatLng } from '../model/point.ts'

/** A rectangle of the projected world: `origin` is the world pixel of its top left corner at `zoom`. */
export interface Frame {
  zoom: number
  origin: Pixel
  width: number
  height: number
}

/** Points nearer than this to the previous one are skipped because the difference is invisible. Pixels. */
const MIN_POINT_DISTANCE = 0.4

/**
 * A coast or border as x, y, x, y … in pixels of the frame, once for each copy of the world within `margin`
 * pixels of it. Not clipped to the frame; data/geo/clip.ts does that.
 */
export function outlinesInFrame(
  { line, west, east, south, north }: Shape,
  { zoom, origin, width, height }: Frame,
  margin: number,
): number[][] {
  const size = worldSize(zoom)
  const topLeft = project({ latitude: north, longitude: west }, zoom)
  const bottomRight = project({ latitude: south, longitude: east }, zoom)
  const copies: number[][] = []
  for (const shift of [-size, 0, size]) {
    const left = origin.x - shift - margin
    const top = origin.y - margin
    if (
      topLeft.x > left + width + 2 * margin ||
      bottomRight.x < left ||
      topLeft.y > top + height + 2 * margin ||
      bottomRight.y < top
    )
      continue
    const pixels: number[] = []
    let before = { x: Infinity, y: Infinity }
    for (let at = 0; at < line.length; at += 2) {
      const pixel = project({ longitude: line[at]!, latitude: line[at + 1]! }, zoom)
      const last = at === line.length - 2
      if (
        !last &&
        Math.abs(pixel.x - before.x) < MIN_POINT_DISTANCE &&
        Math.abs(pixel.y - before.y) < MIN_POINT_DISTANCE
      )
        continue
      pixels.push(pixel.x - origin.x + shift, pixel.y - origin.y)
      before = pixel
    }
    copies.push(pixels)
  }
  return copies
}

const GRATICULE_STEPS_DEGREES = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** Coordinates in degrees of the meridians and parallels to draw in a frame, 100 to 250 pixels apart. */
export function graticuleIn({ zoom, origin, width, height }: Frame): {
  meridians: number[]
  parallels: number[]
} {
  const wanted = 150 / (worldSize(zoom) / 360)
  const step = GRATICULE_STEPS_DEGREES.find((one) => one <= wanted) ?? GRATICULE_STEPS_DEGREES.at(-1)!
  const northWest: LatLng = unproject(origin, zoom)
  const southEast: LatLng = unproject({ x: origin.x + width, y: origin.y + height }, zoom)
  const multiples = (from: number, to: number) => {
    const found: number[] = []
    for (let line = Math.ceil(from / step); line * step <= to; line++) found.push(line * step)
    return found
  }
  return {
    meridians: multiples(northWest.longitude, southEast.longitude),
    parallels: multiples(southEast.latitude, northWest.latitude),
  }
}
