import { deflateSync } from 'node:zlib'

/** The protocol buffers of an OpenStreetMap extract (https://wiki.openstreetmap.org/wiki/PBF_Format). */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = BigInt(value)
  do {
    bytes.push(Number(left & 127n) | (left > 127n ? 128 : 0))
    left >>= 7n
  } while (left > 0n)
  return Buffer.from(bytes)
}
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)
const number = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)])
const bytes = (field: number, value: Buffer | string) =>
  Buffer.concat([varint((field << 3) | 2), varint(Buffer.byteLength(value)), Buffer.from(value)])
const packed = (field: number, values: readonly number[]) => bytes(field, Buffer.concat(values.map(varint)))
const blob = (type: string, content: Buffer) => {
  const body = Buffer.concat([number(2, content.length), bytes(3, deflateSync(content))])
  const header = Buffer.concat([bytes(1, type), number(3, body.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, body])
}

export interface OsmElement {
  kind: 'node' | 'way' | 'relation'
  id: number
  tags?: Readonly<Record<string, string>>
  at?: readonly [longitude: number, latitude: number]
  refs?: readonly number[]
}

const KIND = { node: 1, way: 3, relation: 4 } as const

/** Encodes a small extract. Members of relations are ways. */
export function extract(elements: readonly OsmElement[]): Buffer {
  const strings = ['', 'outer', ...new Set(elements.flatMap(({ tags = {} }) => Object.entries(tags).flat()))]
  const of = (texts: readonly string[]) => texts.map((text) => strings.indexOf(text))
  const groups = elements.map(({ kind, id, tags = {}, at = [0, 0], refs = [] }) => {
    const fields = [
      number(1, kind === 'node' ? zigzag(id) : id),
      packed(2, of(Object.keys(tags))),
      packed(3, of(Object.values(tags))),
    ]
    const deltas = refs.map((ref, index) => zigzag(ref - (refs[index - 1] ?? 0)))
    if (kind === 'node')
      fields.push(number(8, zigzag(Math.round(at[1] * 1e7))), number(9, zigzag(Math.round(at[0] * 1e7))))
    if (kind === 'way') fields.push(packed(8, deltas))
    if (kind === 'relation')
      fields.push(
        packed(
          8,
          refs.map(() => 1),
        ),
        packed(9, deltas),
        packed(
          10,
          refs.map(() => 1),
        ),
      )
    return bytes(2, bytes(KIND[kind], Buffer.concat(fields)))
  })
  const block = Buffer.concat([bytes(1, Buffer.concat(strings.map((text) => bytes(1, text)))), ...groups])
  return Buffer.concat([
    blob('OSMHeader', Buffer.concat([bytes(4, 'OsmSchema-V0.6')])),
    blob('OSMData', block),
  ])
}
