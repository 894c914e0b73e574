import { ByteReader } from '../../data/map/bytes.ts'

/** Features of each layer of a vector tile: their geometry type and attributes. */
export type DecodedTile = Map<string, { type: string; attributes: Record<string, unknown>; points: number }[]>

const TYPES = ['unknown', 'point', 'line', 'polygon']

function* fields(reader: ByteReader) {
  while (reader.at < reader.end) {
    const key = reader.unsigned()
    const wire = key & 7
    if (wire === 2) yield { tag: key >>> 3, bytes: reader.take(reader.unsigned()), number: 0 }
    else if (wire === 0) yield { tag: key >>> 3, bytes: new Uint8Array(0), number: reader.unsigned() }
    else yield { tag: key >>> 3, bytes: reader.take(wire === 1 ? 8 : 4), number: 0 }
  }
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function valueOf(bytes: Uint8Array): unknown {
  for (const { tag, bytes: inner, number } of fields(new ByteReader(bytes))) {
    if (tag === 1) return new TextDecoder().decode(inner)
    if (tag === 2) return view(inner).getFloat32(0, true)
    if (tag === 3) return view(inner).getFloat64(0, true)
    if (tag === 7) return number === 1
    return number
  }
  return undefined
}

/** Decodes a Mapbox Vector Tile 2.1, without the coordinates. */
export function decodeVectorTile(bytes: Uint8Array): DecodedTile {
  const tile: DecodedTile = new Map()
  for (const { bytes: layerBytes } of fields(new ByteReader(bytes))) {
    let name = ''
    const keys: string[] = []
    const values: unknown[] = []
    const features: { type: string; tags: number[]; points: number }[] = []
    for (const { tag, bytes: inner, number } of fields(new ByteReader(layerBytes))) {
      if (tag === 1) name = new TextDecoder().decode(inner)
      if (tag === 3) keys.push(new TextDecoder().decode(inner))
      if (tag === 4) values.push(valueOf(inner))
      if (tag === 5 && number !== 4096) throw new Error(`extent ${number}`)
      if (tag !== 2) continue
      const feature = { type: '', tags: [] as number[], points: 0 }
      for (const { tag: part, bytes: content, number: value } of fields(new ByteReader(inner))) {
        const reader = new ByteReader(content)
        if (part === 3) feature.type = TYPES[value]!
        if (part === 2) while (reader.at < reader.end) feature.tags.push(reader.unsigned())
        if (part === 4)
          while (reader.at < reader.end) {
            const command = reader.unsigned()
            if ((command & 7) === 7) continue
            for (let count = command >> 3; count > 0; count--) {
              reader.signed()
              reader.signed()
              feature.points++
            }
          }
      }
      features.push(feature)
    }
    tile.set(
      name,
      features.map(({ type, tags, points }) => ({
        type,
        points,
        attributes: Object.fromEntries(
          tags.flatMap((key, at) => (at % 2 === 0 ? [[keys[key]!, values[tags[at + 1]!]]] : [])),
        ),
      })),
    )
  }
  return tile
}
