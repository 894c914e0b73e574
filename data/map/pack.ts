import { tilesAround } from '../geo/area-tiles.ts'
import type { Circle } from '../geo/area-tiles.ts'
import { TILE_SIZE, unproject } from '../geo/mercator.ts'
import type { Tile } from '../geo/mercator.ts'
import { distanceMetres } from '../model/point.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { BASE_ZOOMS, STREET_ZOOMS } from './schema.ts'

/**
 * A pack is one file with all tiles below a cell, for use offline: the cell is a tile at a level's first
 * zoom, and the pack has the tiles from there to the level's last zoom. The packs of the deepest street level
 * also have the cell's walking graph.
 */

export interface PackLevel {
  from: number
  to: number
}

/** Each pack of the base is below 60 kB, each pack of streets in a city about 200 kB. */
export const BASE_LEVELS: readonly PackLevel[] = [
  { from: BASE_ZOOMS.min, to: 4 },
  { from: 5, to: 6 },
  { from: 7, to: BASE_ZOOMS.max },
]
export const STREET_LEVELS: readonly PackLevel[] = [
  { from: STREET_ZOOMS.min, to: 9 },
  { from: 10, to: 11 },
  { from: 12, to: 12 },
  { from: 13, to: STREET_ZOOMS.max },
]

/** The cell whose pack has a tile, or `undefined` if the zoom is in no level. */
export function packCellOf({ z, x, y }: Tile, levels: readonly PackLevel[]): Tile | undefined {
  const level = levels.find(({ from, to }) => z >= from && z <= to)
  if (!level) return undefined
  const factor = 2 ** (z - level.from)
  return { z: level.from, x: Math.floor(x / factor), y: Math.floor(y / factor) }
}

/** The tiles below a cell, the cell itself first. */
export function* tilesInPack(cell: Tile, levels: readonly PackLevel[]): Generator<Tile> {
  const level = levels.find(({ from }) => from === cell.z)
  if (!level) return
  for (let z = level.from; z <= level.to; z++) {
    const width = 2 ** (z - level.from)
    for (let row = 0; row < width; row++)
      for (let column = 0; column < width; column++)
        yield { z, x: cell.x * width + column, y: cell.y * width + row }
  }
}

/** Whether a tile reaches into a circle. */
function touches({ z, x, y }: Tile, circle: Circle): boolean {
  const northWest = unproject({ x: x * TILE_SIZE, y: y * TILE_SIZE }, z)
  const southEast = unproject({ x: (x + 1) * TILE_SIZE, y: (y + 1) * TILE_SIZE }, z)
  const nearest = {
    latitude: Math.max(southEast.latitude, Math.min(northWest.latitude, circle.latitude)),
    longitude: Math.max(northWest.longitude, Math.min(southEast.longitude, circle.longitude)),
  }
  return distanceMetres(nearest, circle) <= circle.radius
}

/** The cells whose packs cover some circles, each once. */
export function cellsOfCircles(circles: readonly Circle[], levels: readonly PackLevel[]): Tile[] {
  const cells = new Map<string, Tile>()
  for (const circle of circles)
    for (const { from } of levels)
      for (const cell of tilesAround(circle, from))
        if (touches(cell, circle)) cells.set(`${cell.z}/${cell.x}/${cell.y}`, cell)
  return [...cells.values()]
}

export interface Pack {
  /** Not compressed; only tiles that have content. */
  tiles: readonly (Tile & { bytes: Uint8Array })[]
  /** The walking graph (data/routing/cell.ts), empty if the cell has none. */
  walking: Uint8Array
}

const FORMAT = 1
const NO_WALKING = new Uint8Array(0)

/** The content of a pack, which is then compressed with gzip. */
export function encodePack({ tiles, walking }: Pack): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter()
  writer.unsigned(FORMAT)
  writer.unsigned(tiles.length)
  for (const { z, x, y, bytes } of tiles) {
    writer.unsigned(z)
    writer.unsigned(x)
    writer.unsigned(y)
    writer.unsigned(bytes.length)
  }
  writer.unsigned(walking.length)
  for (const { bytes } of tiles) writer.put(bytes)
  writer.put(walking)
  return writer.finish()
}

/** @throws RangeError if the bytes are not a pack in this format */
export function decodePack(content: Uint8Array): Pack {
  const reader = new ByteReader(content)
  const format = reader.unsigned()
  if (format !== FORMAT) throw new RangeError(`a pack in the unknown format ${format}`)
  const entries = Array.from({ length: reader.unsigned() }, () => ({
    z: reader.unsigned(),
    x: reader.unsigned(),
    y: reader.unsigned(),
    length: reader.unsigned(),
  }))
  const walkingLength = reader.unsigned()
  const tiles = entries.map(({ z, x, y, length }) => ({ z, x, y, bytes: reader.take(length) }))
  return { tiles, walking: walkingLength > 0 ? reader.take(walkingLength) : NO_WALKING }
}
