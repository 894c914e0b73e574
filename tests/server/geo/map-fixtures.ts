import { writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import Database from 'better-sqlite3'
import { zxyToTileId } from 'pmtiles'
import { onTestFinished } from 'vitest'
import { openBaseMap } from '../../../server/geo/base-map.ts'
import { openStreetMap } from '../../../server/geo/street-map.ts'
import { temporaryFolder } from '../harness.ts'

/** An image as pixels: colours as [red, green, blue] by CSS pixel. */
export async function readPicture(bytes: Buffer, scale = 1) {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const at = (x: number, y: number): [number, number, number] => {
    const start = (Math.round(y * scale) * image.width + Math.round(x * scale)) * 4
    return [data[start]!, data[start + 1]!, data[start + 2]!]
  }
  return { width: image.width, height: image.height, at }
}

export type Colour = [number, number, number]

/** Euclidean distance of two colours; below about 12 they look the same on a map. */
export const colourDistance = (one: Colour, other: Colour) =>
  Math.hypot(...one.map((value, part) => value - other[part]!))

/** Parses a colour such as '#17604a'. */
export const colour = (hex: string): Colour =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Colour

/** A single-colour tile whose colour identifies it: red by column, green by row. */
export async function tileOf(
  z: number,
  x: number,
  y: number,
  format: 'png' | 'webp' | 'jpeg' = 'png',
): Promise<Buffer> {
  const canvas = createCanvas(256, 256)
  const context = canvas.getContext('2d')
  context.fillStyle = `rgb(${tileColour(z, x, y).join(',')})`
  context.fillRect(0, 0, 256, 256)
  return format === 'png'
    ? canvas.encode('png')
    : format === 'webp'
      ? canvas.encode('webp', 100)
      : canvas.encode('jpeg', 95)
}

export const tileColour = (z: number, x: number, y: number): Colour => [(x % 5) * 50, (y % 5) * 50, z * 10]

/** Writes a raster MBTiles file with these tiles (rows counted from the north) to `path`. */
export function writeMbtiles(
  path: string,
  metadata: Record<string, string>,
  tiles: { z: number; x: number; y: number; bytes: Buffer }[],
): void {
  const database = new Database(path)
  database.exec(
    'create table metadata (name text, value text); create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);',
  )
  const put = database.prepare('insert into metadata values (?, ?)')
  for (const [name, value] of Object.entries(metadata)) put.run(name, value)
  const add = database.prepare('insert into tiles values (?, ?, ?, ?)')
  for (const { z, x, y, bytes } of tiles) add.run(z, x, 2 ** z - 1 - y, bytes)
  database.close()
}

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]

/**
 * Writes a PMTiles archive (version 3, uncompressed) with these tiles (rows counted from the north) to `path`.
 * @param tileType as in the specification: 1 vector, 2 PNG
 * @param hasLeaf whether the root directory refers to a leaf directory, as in a large archive
 */
export function writePmtiles(
  path: string,
  attribution: string,
  tiles: { z: number; x: number; y: number; bytes: Buffer }[],
  tileType = 2,
  hasLeaf = false,
): void {
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes }))
    .sort((one, other) => one.id - other.id)
  const starts: number[] = []
  let end = 0
  for (const { bytes } of sorted) {
    starts.push(end)
    end += bytes.length
  }
  const entries = Buffer.from([
    ...varint(sorted.length),
    ...sorted.flatMap(({ id }, at) => varint(id - (sorted[at - 1]?.id ?? 0))),
    ...sorted.flatMap(() => varint(1)),
    ...sorted.flatMap(({ bytes }) => varint(bytes.length)),
    ...starts.flatMap((start) => varint(start + 1)),
  ])
  const toLeaf = [1, sorted[0]?.id ?? 0, 0, entries.length, 1].flatMap(varint)
  const [root, leaf] = hasLeaf ? [Buffer.from(toLeaf), entries] : [entries, Buffer.alloc(0)]
  const metadata = Buffer.from(JSON.stringify({ attribution }))
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  const places: [number, number][] = [
    [127, root.length],
    [127 + root.length, metadata.length],
    [127 + root.length + metadata.length, leaf.length],
    [127 + root.length + metadata.length + leaf.length, end],
  ]
  for (const [at, [offset, length]] of places.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * at)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * at)
  }
  const zooms = tiles.map(({ z }) => z)
  // Clustered, both compressions off, the tile type, and the zoom range.
  header.set([1, 1, 1, tileType, Math.min(...zooms), Math.max(...zooms)], 96)
  writeFileSync(path, Buffer.concat([header, root, metadata, leaf, ...sorted.map(({ bytes }) => bytes)]))
}

/** The built-in map, and a data folder without streets. */
export async function vectorMaps() {
  const base = await openBaseMap()
  const streets = openStreetMap(temporaryFolder(), () => undefined)
  onTestFinished(async () => {
    await Promise.all([base.close(), streets.close()])
  })
  return { base, streets }
}
