import { distanceMetres } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import type { Outline } from '../model/outline.ts'

type Geometry = Outline['geometry']

/**
 * Whether a point is in an outline, by the even-odd rule: a line from the point to the east crosses the rings an
 * odd number of times. Holes therefore need no rule of their own. Degrees are treated as plane coordinates, which
 * differs from the sphere by less than a millimetre on the edges of parks.
 */
export function isInOutline({ latitude, longitude }: LatLng, { coordinates }: Geometry): boolean {
  let inside = false
  for (const ring of coordinates.flat()) {
    for (let at = 1; at < ring.length; at += 1) {
      const [fromX, fromY] = ring[at - 1]!
      const [toX, toY] = ring[at]!
      if (fromY > latitude === toY > latitude) continue
      if (longitude < fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside
    }
  }
  return inside
}

/** The distance from a point to the farthest point of an outline. Metres. */
export function outlineRadius(center: LatLng, { coordinates }: Geometry): number {
  let farthest = 0
  for (const [longitude, latitude] of coordinates.flat(2))
    farthest = Math.max(farthest, distanceMetres(center, { latitude, longitude }))
  return farthest
}

/** 'about 850 m²', 'about 1.2 ha': two significant digits, because outlines are not exact either. */
export function areaText(squareMetres: number): string {
  const rounded = Number(squareMetres.toPrecision(2))
  return rounded < 10_000
    ? `about ${rounded.toLocaleString('en-AU')} m²`
    : `about ${(rounded / 10_000).toLocaleString('en-AU')} ha`
}
