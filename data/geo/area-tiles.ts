import type { LatLng } from '../model/point.ts'
import { metresPerPixel, project, tilesCovering } from './mercator.ts'
import type { Tile } from './mercator.ts'

/** A circle on the Earth: centre in degrees, radius in metres. */
export interface Circle extends LatLng {
  radius: number
}

const keyOf = ({ z, x, y }: Tile) => `${z}/${x}/${y}`

/** The tiles of one zoom level that the circle's bounding square touches. */
export function tilesAround(circle: Circle, z: number): Tile[] {
  const { x, y } = project(circle, z)
  const radiusPixels = circle.radius / metresPerPixel(circle.latitude, z)
  return tilesCovering(x - radiusPixels, y - radiusPixels, 2 * radiusPixels, 2 * radiusPixels, z).map(
    ({ z, x, y }) => ({ z, x, y }),
  )
}

/**
 * The tiles needed to view the circles offline, each once: all zoom levels from `from` up to the highest one,
 * at most `to`, at which the total stays within `most` tiles.
 */
export function tilesOfArea(
  circles: readonly Circle[],
  { from, to, most }: { from: number; to: number; most: number },
): Tile[] {
  const tiles = new Map<string, Tile>()
  for (let z = from; z <= to; z++) {
    const next = new Map<string, Tile>()
    for (const circle of circles) for (const tile of tilesAround(circle, z)) next.set(keyOf(tile), tile)
    if (tiles.size + next.size > most) break
    for (const [key, tile] of next) tiles.set(key, tile)
  }
  return [...tiles.values()]
}
