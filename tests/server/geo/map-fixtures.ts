import { createCanvas, loadImage } from '@napi-rs/canvas'
import Database from 'better-sqlite3'

/** A picture as pixels: colours as [red, green, blue] by CSS pixel. */
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

/** Euclidean distance of two colours; anything below about 12 looks the same on a map. */
export const colourDistance = (one: Colour, other: Colour) => Math.hypot(...one.map((value, part) => value - other[part]!))

/** '#17604a' as numbers. */
export const colour = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Colour

/** A tile of one colour that tells which tile it is: red by column, green by row. */
export async function tileOf(z: number, x: number, y: number, format: 'png' | 'webp' | 'jpeg' = 'png'): Promise<Buffer> {
  const canvas = createCanvas(256, 256)
  const context = canvas.getContext('2d')
  context.fillStyle = `rgb(${tileColour(z, x, y).join(',')})`
  context.fillRect(0, 0, 256, 256)
  return format === 'png' ? canvas.encode('png') : format === 'webp' ? canvas.encode('webp', 100) : canvas.encode('jpeg', 95)
}

export const tileColour = (z: number, x: number, y: number): Colour => [(x % 5) * 50, (y % 5) * 50, z * 10]

/** Writes a raster MBTiles with these tiles (north-west counting) to `path`. */
export function writeMbtiles(path: string, metadata: Record<string, string>, tiles: { z: number; x: number; y: number; bytes: Buffer }[]): void {
  const database = new Database(path)
  database.exec('create table metadata (name text, value text); create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);')
  const put = database.prepare('insert into metadata values (?, ?)')
  for (const [name, value] of Object.entries(metadata)) put.run(name, value)
  const add = database.prepare('insert into tiles values (?, ?, ?, ?)')
  for (const { z, x, y, bytes } of tiles) add.run(z, x, 2 ** z - 1 - y, bytes)
  database.close()
}
