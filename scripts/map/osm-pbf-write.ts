import { open } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { ByteWriter } from '../../data/map/bytes.ts'
import { MEMBER_TYPES } from '../../server/import/osm-pbf.ts'
import type { Member } from '../../server/import/osm-pbf.ts'

/** An element of OpenStreetMap. Coordinates in units of 1e-7 degrees. */
export interface OsmNode {
  id: number
  latitude: number
  longitude: number
  tags: ReadonlyMap<string, string>
  /** Of the last edit, in seconds since 1970; for all nodes of a block or none. */
  edited?: number
}
export interface OsmWay {
  id: number
  refs: readonly number[]
  tags: ReadonlyMap<string, string>
}
export interface OsmRelation {
  id: number
  members: readonly Member[]
  tags: ReadonlyMap<string, string>
}

/** Elements in a block, as osmium writes them. */
export const BLOCK_ELEMENTS = 8_000

const field = (writer: ByteWriter, tag: number, wire: number) => writer.unsigned(tag * 8 + wire)
const embed = (writer: ByteWriter, tag: number, bytes: Uint8Array) => {
  field(writer, tag, 2)
  writer.unsigned(bytes.length)
  writer.put(bytes)
}
const bytesOf = (write: (writer: ByteWriter) => void) => {
  const writer = new ByteWriter()
  write(writer)
  return writer.finish()
}
const packed = (writer: ByteWriter, tag: number, values: readonly number[]) => {
  if (values.length === 0) return
  embed(
    writer,
    tag,
    bytesOf((inner) => values.forEach((value) => inner.unsigned(value))),
  )
}
const packedDeltas = (writer: ByteWriter, tag: number, values: readonly number[]) =>
  embed(
    writer,
    tag,
    bytesOf((inner) => values.forEach((value, index) => inner.signed(value - (values[index - 1] ?? 0)))),
  )

/**
 * Writes OpenStreetMap's PBF format: nodes first, then ways, then relations, each in the order of their ids.
 */
export async function createPbfFile(
  path: string,
  /** Degrees. */
  bounds: { west: number; south: number; east: number; north: number },
  /** zlib's compression level. */
  level = 5,
) {
  const file = await open(path, 'w')
  const write = async (type: string, content: Uint8Array) => {
    const blob = bytesOf((writer) => {
      field(writer, 2, 0)
      writer.unsigned(content.length)
      embed(writer, 3, deflateSync(content, { level }))
    })
    const header = bytesOf((writer) => {
      embed(writer, 1, new TextEncoder().encode(type))
      field(writer, 3, 0)
      writer.unsigned(blob.length)
    })
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    await file.write(Buffer.concat([length, header, blob]))
  }
  const writeBlock = (group: (writer: ByteWriter, index: (text: string) => number) => void) => {
    const strings = new Map<string, number>([['', 0]])
    const index = (text: string) => {
      const known = strings.get(text)
      if (known !== undefined) return known
      strings.set(text, strings.size)
      return strings.size - 1
    }
    const groupBytes = bytesOf((writer) => group(writer, index))
    return write(
      'OSMData',
      bytesOf((writer) => {
        embed(
          writer,
          1,
          bytesOf((table) => {
            for (const text of strings.keys()) embed(table, 1, new TextEncoder().encode(text))
          }),
        )
        embed(writer, 2, groupBytes)
      }),
    )
  }

  const nano = (degrees: number) => Math.round(degrees * 1e9)
  await write(
    'OSMHeader',
    bytesOf((writer) => {
      embed(
        writer,
        1,
        bytesOf((box) => {
          for (const [tag, value] of [bounds.west, bounds.east, bounds.north, bounds.south].entries()) {
            field(box, tag + 1, 0)
            box.signed(nano(value))
          }
        }),
      )
      for (const feature of ['OsmSchema-V0.6', 'DenseNodes'])
        embed(writer, 4, new TextEncoder().encode(feature))
      embed(writer, 5, new TextEncoder().encode('Sort.Type_then_ID'))
      embed(writer, 16, new TextEncoder().encode('Offlead'))
    }),
  )
  const tagFields = (
    writer: ByteWriter,
    tags: ReadonlyMap<string, string>,
    index: (text: string) => number,
  ) => {
    packed(writer, 2, [...tags.keys()].map(index))
    packed(writer, 3, [...tags.values()].map(index))
  }
  return {
    /** Writes one block; at most {@link BLOCK_ELEMENTS}. */
    nodes: (nodes: readonly OsmNode[]) =>
      writeBlock((writer, index) => {
        const pairs: number[] = []
        for (const { tags } of nodes) {
          for (const [key, value] of tags) pairs.push(index(key), index(value))
          pairs.push(0)
        }
        embed(
          writer,
          2,
          bytesOf((dense) => {
            packedDeltas(
              dense,
              1,
              nodes.map(({ id }) => id),
            )
            if (nodes[0]?.edited !== undefined)
              embed(
                dense,
                5,
                bytesOf((info) =>
                  packedDeltas(
                    info,
                    2,
                    nodes.map(({ edited = 0 }) => edited),
                  ),
                ),
              )
            packedDeltas(
              dense,
              8,
              nodes.map(({ latitude }) => latitude),
            )
            packedDeltas(
              dense,
              9,
              nodes.map(({ longitude }) => longitude),
            )
            if (pairs.length > nodes.length) packed(dense, 10, pairs)
          }),
        )
      }),
    ways: (ways: readonly OsmWay[]) =>
      writeBlock((writer, index) => {
        for (const { id, refs, tags } of ways)
          embed(
            writer,
            3,
            bytesOf((way) => {
              field(way, 1, 0)
              way.unsigned(id)
              tagFields(way, tags, index)
              packedDeltas(way, 8, refs)
            }),
          )
      }),
    relations: (relations: readonly OsmRelation[]) =>
      writeBlock((writer, index) => {
        for (const { id, members, tags } of relations)
          embed(
            writer,
            4,
            bytesOf((relation) => {
              field(relation, 1, 0)
              relation.unsigned(id)
              tagFields(relation, tags, index)
              packed(
                relation,
                8,
                members.map(({ role }) => index(role)),
              )
              packedDeltas(
                relation,
                9,
                members.map(({ ref }) => ref),
              )
              packed(
                relation,
                10,
                members.map(({ type }) => MEMBER_TYPES.indexOf(type)),
              )
            }),
          )
      }),
    close: async () => {
      await file.sync()
      await file.close()
    },
  }
}
