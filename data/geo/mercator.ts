import type { LatLng } from '../model/point.ts'

/**
 * Web Mercator (EPSG:3857) as used by tile servers and Leaflet: pixels from the north-west corner; the world
 * is 256 px wide at zoom 0.
 */

export const TILE_SIZE = 256
/** The latitude at which the projected world is a square. */
const MAX_LATITUDE = 85.0511287798066
/** Equatorial radius of WGS 84 in metres: the radius of the Web Mercator sphere. */
const SEMI_MAJOR_AXIS = 6_378_137

export interface Pixel {
  x: number
  y: number
}

const worldSize = (zoom: number) => TILE_SIZE * 2 ** zoom

/**
 * Position in pixels at `zoom`, which may be fractional. Latitudes beyond {@link MAX_LATITUDE} are clamped.
 */
export function project({ latitude, longitude }: LatLng, zoom: number): Pixel {
  const size = worldSize(zoom)
  const sin = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180)
  return {
    x: (longitude / 360 + 0.5) * size,
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size,
  }
}

/** The inverse of {@link project}. */
export function unproject({ x, y }: Pixel, zoom: number): LatLng {
  const size = worldSize(zoom)
  return {
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI,
    longitude: (x / size - 0.5) * 360,
  }
}

/** Metres on the ground per pixel at a latitude. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (Math.cos((latitude * Math.PI) / 180) * 2 * Math.PI * SEMI_MAJOR_AXIS) / worldSize(zoom)
}

export interface Tile {
  z: number
  x: number
  y: number
}

/**
 * The tiles that cover a rectangle, given in world pixels at the integer zoom `z`. Columns wrap around the
 * world; rows beyond it are left out.
 */
export function tilesCovering(
  left: number,
  top: number,
  width: number,
  height: number,
  z: number,
): (Tile & { left: number; top: number })[] {
  const count = 2 ** z
  const tiles: (Tile & { left: number; top: number })[] = []
  for (
    let row = Math.max(0, Math.floor(top / TILE_SIZE));
    row < Math.min(count, Math.ceil((top + height) / TILE_SIZE));
    row++
  ) {
    for (
      let column = Math.floor(left / TILE_SIZE);
      column < Math.ceil((left + width) / TILE_SIZE);
      column++
    ) {
      tiles.push({
        z,
        x: ((column % count) + count) % count,
        y: row,
        left: column * TILE_SIZE - left,
        top: row * TILE_SIZE - top,
      })
    }
  }
  return tiles
}
