import type { LatLng } from './earth.ts'
import { metresPerPixel, project, tilesCovering } from './mercator.ts'
import type { Tile } from './mercator.ts'

/** A circle on the Earth: degrees, and metres. */
export interface Circle extends LatLng {
  radius: number
}

const keyOf = ({ z, x, y }: Tile) => `${z}/${x}/${y}`

/** The tiles of one zoom that a circle's bounding square touches. */
export function tilesAround(circle: Circle, z: number): Tile[] {
  const { x, y } = project(circle, z)
  const reach = circle.radius / metresPerPixel(circle.latitude, z)
  return tilesCovering(x - reach, y - reach, 2 * reach, 2 * reach, z).map(({ z, x, y }) => ({ z, x, y }))
}

/**
 * The tiles to walk about in some circles with, each once, from `from` to the closest zoom at which there are at most `most` of them, `to` at
 * the closest.
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
