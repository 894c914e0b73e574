import { ByteWriter } from '../../data/map/bytes.ts'
import { TILE_EXTENT } from '../../data/map/schema.ts'
import type { MAP_LAYERS } from '../../data/map/schema.ts'

/** Mapbox Vector Tile 2.1, https://github.com/mapbox/vector-tile-spec/tree/master/2.1 */

/** Points as x0, y0, x1, y1, … in the tile's units, y downwards. */
type TileLine = readonly number[]

export interface TileFeature {
  type: 'point' | 'line' | 'polygon'
  /**
   * One point or line each. Of a polygon: rings without a repeated last point, each exterior ring followed by
   * its holes.
   */
  geometry: readonly TileLine[]
  attributes: Readonly<Record<string, string | number | true>>
}

const TYPES = { point: 1, line: 2, polygon: 3 } as const
const MOVE_TO = 1
const LINE_TO = 2
const CLOSE_PATH = 7

const field = (writer: ByteWriter, tag: number, wire: number) => writer.unsigned(tag * 8 + wire)
const embed = (writer: ByteWriter, tag: number, write: (inner: ByteWriter) => void) => {
  const inner = new ByteWriter()
  write(inner)
  const bytes = inner.finish()
  field(writer, tag, 2)
  writer.unsigned(bytes.length)
  writer.put(bytes)
}

function writeGeometry(writer: ByteWriter, { type, geometry }: TileFeature): void {
  let x = 0
  let y = 0
  const point = (line: TileLine, at: number) => {
    writer.signed(line[at]! - x)
    writer.signed(line[at + 1]! - y)
    x = line[at]!
    y = line[at + 1]!
  }
  if (type === 'point') writer.unsigned(MOVE_TO + geometry.length * 8)
  for (const line of geometry) {
    if (type !== 'point') writer.unsigned(MOVE_TO + 8)
    point(line, 0)
    if (type === 'point') continue
    writer.unsigned(LINE_TO + (line.length / 2 - 1) * 8)
    for (let at = 2; at < line.length; at += 2) point(line, at)
    if (type === 'polygon') writer.unsigned(CLOSE_PATH + 8)
  }
}

/** Encodes the layers that have features. @returns an empty array if none has */
export function encodeTile(
  layers: Readonly<Partial<Record<keyof typeof MAP_LAYERS, readonly TileFeature[]>>>,
): Uint8Array {
  const tile = new ByteWriter()
  for (const [name, features] of Object.entries(layers)) {
    if (features.length === 0) continue
    embed(tile, 3, (layer) => {
      const keys = new Map<string, number>()
      const values = new Map<string | number | true, number>()
      const indexIn = <T>(map: Map<T, number>, key: T) => {
        if (!map.has(key)) map.set(key, map.size)
        return map.get(key)!
      }
      field(layer, 15, 0)
      layer.unsigned(2)
      embed(layer, 1, (inner) => inner.put(new TextEncoder().encode(name)))
      for (const feature of features) {
        embed(layer, 2, (inner) => {
          const tags = Object.entries(feature.attributes)
          if (tags.length > 0)
            embed(inner, 2, (list) => {
              for (const [key, value] of tags) {
                list.unsigned(indexIn(keys, key))
                list.unsigned(indexIn(values, value))
              }
            })
          field(inner, 3, 0)
          inner.unsigned(TYPES[feature.type])
          embed(inner, 4, (list) => writeGeometry(list, feature))
        })
      }
      for (const key of keys.keys()) embed(layer, 3, (inner) => inner.put(new TextEncoder().encode(key)))
      for (const value of values.keys())
        embed(layer, 4, (inner) => {
          if (typeof value === 'string') {
            field(inner, 1, 2)
            inner.text(value)
          } else if (value === true) {
            field(inner, 7, 0)
            inner.unsigned(1)
          } else {
            field(inner, 5, 0)
            inner.unsigned(value)
          }
        })
      field(layer, 5, 0)
      layer.unsigned(TILE_EXTENT)
    })
  }
  return tile.finish()
}
