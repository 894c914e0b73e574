import { open } from 'node:fs/promises'
import { inflate } from 'node:zlib'
import { promisify } from 'node:util'
import { ByteReader } from '../../data/map/bytes.ts'

/**
 * Reads OpenStreetMap's PBF format (https://wiki.openstreetmap.org/wiki/PBF_Format) block by block, without
 * creating an object for each node: an extract of a country has a hundred million.
 */

const decompress = promisify(inflate)

/** The limits of the format, in bytes. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_BLOB_BYTES = 32 * 2 ** 20

/** A file that is not an OpenStreetMap extract in PBF format. The message continues a sentence about it. */
export class PbfError extends Error {
  override name = 'PbfError'
}

/** Calls `field` with each field of a message; it must read the value from the reader. */
function eachField(reader: ByteReader, field: (tag: number, wire: number) => void): void {
  while (reader.at < reader.end) {
    const key = reader.unsigned()
    field(key >>> 3, key & 7)
  }
}

function skip(reader: ByteReader, wire: number): void {
  if (wire === 0) reader.unsigned()
  else if (wire === 1) reader.at += 8
  else if (wire === 2) reader.take(reader.unsigned())
  else if (wire === 5) reader.at += 4
  else throw new PbfError(`has an unknown field type ${wire}`)
}

/** A reader of the next embedded message, which is then skipped. */
function message(reader: ByteReader): ByteReader {
  const length = reader.unsigned()
  const inner = new ByteReader(reader.bytes, reader.at, reader.at + length)
  if (inner.end > reader.end) throw new PbfError('is damaged')
  reader.at = inner.end
  return inner
}

interface RawBlob {
  type: string
  data: Uint8Array
  /** Bytes read so far, including this blob. */
  read: number
}

async function* blobsOf(path: string): AsyncGenerator<RawBlob> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    let at = 0
    const readBytes = async (length: number) => {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await file.read(bytes, 0, length, at)
      if (bytesRead !== length) throw new PbfError('ends within a block')
      at += length
      return bytes
    }
    for (;;) {
      if (at >= size) return
      const headerLength = new DataView((await readBytes(4)).buffer).getUint32(0)
      if (headerLength > MAX_HEADER_BYTES) throw new PbfError('is not in PBF format')
      const header = new ByteReader(await readBytes(headerLength))
      let type = ''
      let length = 0
      eachField(header, (tag, wire) => {
        if (tag === 1 && wire === 2) type = header.text()
        else if (tag === 3 && wire === 0) length = header.unsigned()
        else skip(header, wire)
      })
      if (length > MAX_BLOB_BYTES || type === '') throw new PbfError('is not in PBF format')
      yield { type, data: await readBytes(length), read: at }
    }
  } finally {
    await file.close()
  }
}

async function unpack(blob: Uint8Array): Promise<Uint8Array> {
  const reader = new ByteReader(blob)
  let raw: Uint8Array | undefined
  let compressed: Uint8Array | undefined
  eachField(reader, (tag, wire) => {
    if (tag === 1 && wire === 2) raw = reader.take(reader.unsigned())
    else if (tag === 3 && wire === 2) compressed = reader.take(reader.unsigned())
    else skip(reader, wire)
  })
  if (raw) return raw
  if (!compressed) throw new PbfError('is compressed in a way that is not supported; only zlib is')
  return decompress(compressed, { maxOutputLength: MAX_BLOB_BYTES })
}

/** Reading ahead this many blocks keeps the decompression threads busy. */
const READ_AHEAD = 4

/** The wanted blocks of a file with data, decompressed, in their order. */
async function* blocksOf(
  path: string,
  isWanted: (index: number) => boolean,
): AsyncGenerator<{ index: number; bytes: Uint8Array; read: number }> {
  const pending: { index: number; bytes: Promise<Uint8Array>; read: number }[] = []
  let count = 0
  try {
    for await (const { type, data, read } of blobsOf(path)) {
      if (type !== 'OSMData') continue
      const index = count++
      if (!isWanted(index)) continue
      const bytes = unpack(data)
      // A failure is reported when the block is taken.
      bytes.catch(() => undefined)
      pending.push({ index, bytes, read })
      if (pending.length < READ_AHEAD) continue
      const next = pending.shift()!
      yield { ...next, bytes: await next.bytes }
    }
    for (const next of pending) yield { ...next, bytes: await next.bytes }
  } catch (error) {
    throw error instanceof RangeError ? new PbfError('is damaged', { cause: error }) : error
  }
}

const decoder = new TextDecoder()
/** The texts of a block. Decoded when the first is used: most blocks of nodes have none that matter. */
type Texts = () => readonly string[]

function stringsOf(table: ByteReader): string[] {
  const strings: string[] = []
  eachField(table, (tag, wire) => {
    if (tag === 1 && wire === 2) strings.push(decoder.decode(table.take(table.unsigned())))
    else skip(table, wire)
  })
  return strings
}

export type Tags = ReadonlyMap<string, string>

/**
 * The instant of an element's last edit, as milliseconds since 1970, if the file has it; some write 0 if not.
 */
type Edited = () => number | undefined

export const MEMBER_TYPES = ['node', 'way', 'relation'] as const
export interface Member {
  type: (typeof MEMBER_TYPES)[number]
  ref: number
  role: string
}

export interface OsmReader {
  /** @param refs ids of its nodes; valid during the call only */
  way?(id: number, refs: readonly number[], tags: Tags, edited: Edited): void
  /**
   * Coordinates in units of 1e-7 degrees. `tags` and `edited` must be called during the call, if at all.
   */
  node?(id: number, latitude: number, longitude: number, tags: (() => Tags) | undefined, edited: Edited): void
  /** `members` must be called during the call, if at all. */
  relation?(id: number, members: () => Member[], tags: Tags, edited: Edited): void
  /**
   * Only elements of blocks whose tags contain this text are reported. It saves most of the time if few
   * elements are wanted.
   */
  mention?: string
  /** Bytes of the file that have been read. */
  progress?(bytes: number): void
}

const NO_TAGS: Tags = new Map()

const NEVER_EDITED: Edited = () => undefined

/** The timestamp in the `Info` of an element. */
function editedOf(info: ByteReader | undefined, scale: Scale): Edited {
  if (!info) return NEVER_EDITED
  return () => {
    let timestamp: number | undefined
    const reader = new ByteReader(info.bytes, info.at, info.end)
    eachField(reader, (tag, wire) => {
      if (tag === 2 && wire === 0) timestamp = reader.unsigned()
      else skip(reader, wire)
    })
    return timestamp ? timestamp * scale.dateGranularity : undefined
  }
}

/** The timestamps in the `DenseInfo` of many nodes. */
function timestampsOf(info: ByteReader): number[] {
  const timestamps: number[] = []
  eachField(info, (tag, wire) => {
    if (tag !== 2 || wire !== 2) return skip(info, wire)
    const inner = message(info)
    let timestamp = 0
    while (inner.at < inner.end) timestamps.push((timestamp += inner.signed()))
  })
  return timestamps
}

function readDense(dense: ByteReader, texts: Texts, scale: Scale, reader: OsmReader): void {
  let ids = dense
  let latitudes = dense
  let longitudes = dense
  let keyValues: ByteReader | undefined
  let info: ByteReader | undefined
  let timestamps: number[] | undefined
  eachField(dense, (tag, wire) => {
    if (tag === 1) ids = message(dense)
    else if (tag === 5) info = message(dense)
    else if (tag === 8) latitudes = message(dense)
    else if (tag === 9) longitudes = message(dense)
    else if (tag === 10) keyValues = message(dense)
    else skip(dense, wire)
  })
  if (keyValues && keyValues.end === keyValues.at) keyValues = undefined
  let id = 0
  let latitude = 0
  let longitude = 0
  let at = -1
  const pairs: number[] = []
  const edited: Edited = () => {
    timestamps ??= info ? timestampsOf(info) : []
    const timestamp = timestamps[at]
    return timestamp ? timestamp * scale.dateGranularity : undefined
  }
  const tagsOfNode = (): Tags => {
    const tags = new Map<string, string>()
    const strings = texts()
    for (let index = 0; index < pairs.length; index += 2)
      tags.set(strings[pairs[index]!] ?? '', strings[pairs[index + 1]!] ?? '')
    return tags
  }
  while (ids.at < ids.end) {
    at += 1
    id += ids.signed()
    latitude += latitudes.signed()
    longitude += longitudes.signed()
    pairs.length = 0
    if (keyValues) {
      for (let key = keyValues.unsigned(); key !== 0; key = keyValues.unsigned())
        pairs.push(key, keyValues.unsigned())
    }
    reader.node!(
      id,
      Math.round((scale.latitude + scale.granularity * latitude) / 100),
      Math.round((scale.longitude + scale.granularity * longitude) / 100),
      pairs.length > 0 ? tagsOfNode : undefined,
      edited,
    )
  }
}

/** Coordinates in nanodegrees, times in milliseconds. */
interface Scale {
  granularity: number
  latitude: number
  longitude: number
  dateGranularity: number
}

function packed(reader: ByteReader): number[] {
  const values: number[] = []
  const inner = message(reader)
  while (inner.at < inner.end) values.push(inner.unsigned())
  return values
}

function tagsOf(keys: readonly number[], values: readonly number[], texts: Texts): Tags {
  if (keys.length === 0) return NO_TAGS
  const strings = texts()
  return new Map(keys.map((key, index) => [strings[key] ?? '', strings[values[index]!] ?? '']))
}

function readNode(node: ByteReader, texts: Texts, scale: Scale, reader: OsmReader): void {
  let id = 0
  let latitude = 0
  let longitude = 0
  let keys: number[] = []
  let values: number[] = []
  let info: ByteReader | undefined
  eachField(node, (tag, wire) => {
    if (tag === 1) id = node.signed()
    else if (tag === 2) keys = packed(node)
    else if (tag === 3) values = packed(node)
    else if (tag === 4) info = message(node)
    else if (tag === 8) latitude = node.signed()
    else if (tag === 9) longitude = node.signed()
    else skip(node, wire)
  })
  reader.node!(
    id,
    Math.round((scale.latitude + scale.granularity * latitude) / 100),
    Math.round((scale.longitude + scale.granularity * longitude) / 100),
    keys.length > 0 ? () => tagsOf(keys, values, texts) : undefined,
    editedOf(info, scale),
  )
}

const refs: number[] = []
function readWay(way: ByteReader, texts: Texts, scale: Scale, reader: OsmReader): void {
  let id = 0
  let keys: number[] = []
  let values: number[] = []
  let info: ByteReader | undefined
  refs.length = 0
  eachField(way, (tag, wire) => {
    if (tag === 1) id = way.unsigned()
    else if (tag === 2) keys = packed(way)
    else if (tag === 3) values = packed(way)
    else if (tag === 4) info = message(way)
    else if (tag === 8) {
      const inner = message(way)
      let ref = 0
      while (inner.at < inner.end) refs.push((ref += inner.signed()))
    } else skip(way, wire)
  })
  reader.way!(id, refs, tagsOf(keys, values, texts), editedOf(info, scale))
}

function readRelation(relation: ByteReader, texts: Texts, scale: Scale, reader: OsmReader): void {
  let id = 0
  let keys: number[] = []
  let values: number[] = []
  let roles: number[] = []
  let types: number[] = []
  let memberIds: ByteReader | undefined
  let info: ByteReader | undefined
  eachField(relation, (tag, wire) => {
    if (tag === 1) id = relation.unsigned()
    else if (tag === 2) keys = packed(relation)
    else if (tag === 3) values = packed(relation)
    else if (tag === 4) info = message(relation)
    else if (tag === 8) roles = packed(relation)
    else if (tag === 9) memberIds = message(relation)
    else if (tag === 10) types = packed(relation)
    else skip(relation, wire)
  })
  const members = () => {
    const strings = texts()
    let ref = 0
    return types.map((type, index): Member => {
      ref += memberIds?.signed() ?? 0
      return { type: MEMBER_TYPES[type] ?? 'node', ref, role: strings[roles[index]!] ?? '' }
    })
  }
  reader.relation!(id, members, tagsOf(keys, values, texts), editedOf(info, scale))
}

/** Whether the texts of a block contain a text, as a whole or within one of them. */
const mentions = (table: ByteReader | undefined, text: string) =>
  table !== undefined &&
  Buffer.from(table.bytes.buffer, table.bytes.byteOffset + table.at, table.end - table.at).includes(text)

/** Reports the elements of a block. @returns which kinds of elements it has */
function readBlock(bytes: Uint8Array, reader: OsmReader): BlockKinds[number] {
  const block = new ByteReader(bytes)
  let table: ByteReader | undefined
  let strings: string[] | undefined
  const texts = () => (strings ??= table ? stringsOf(table) : [])
  const groups: ByteReader[] = []
  const scale: Scale = { granularity: 100, latitude: 0, longitude: 0, dateGranularity: 1000 }
  eachField(block, (tag, wire) => {
    if (tag === 1) table = message(block)
    else if (tag === 2) groups.push(message(block))
    else if (tag === 17) scale.granularity = block.unsigned()
    else if (tag === 18) scale.dateGranularity = block.unsigned()
    else if (tag === 19) scale.latitude = block.unsigned()
    else if (tag === 20) scale.longitude = block.unsigned()
    else skip(block, wire)
  })
  // A negative offset is a number of ten bytes. No known program writes offsets at all.
  if (Math.max(scale.latitude, scale.longitude) > 180e9)
    throw new PbfError('has offsets that are not supported')
  const found = { nodes: false, ways: false, relations: false }
  const isWanted = reader.mention === undefined || mentions(table, reader.mention)
  for (const group of groups) {
    eachField(group, (tag, wire) => {
      if (tag === 1 || tag === 2) found.nodes = true
      if (tag === 3) found.ways = true
      if (tag === 4) found.relations = true
      if (!isWanted) skip(group, wire)
      else if (tag === 1 && reader.node) readNode(message(group), texts, scale, reader)
      else if (tag === 2 && reader.node) readDense(message(group), texts, scale, reader)
      else if (tag === 3 && reader.way) readWay(message(group), texts, scale, reader)
      else if (tag === 4 && reader.relation) readRelation(message(group), texts, scale, reader)
      else skip(group, wire)
    })
  }
  return found
}

/** What a first pass found in each block, so that a second pass need not read the others. */
export type BlockKinds = { nodes: boolean; ways: boolean; relations: boolean }[]

/**
 * Reads a file, calling the reader's functions for what they are there for.
 * @param known the result of an earlier pass over the same file
 * @throws PbfError, and what `open` throws
 */
export async function readPbfFile(path: string, reader: OsmReader, known?: BlockKinds): Promise<BlockKinds> {
  const kinds: BlockKinds = []
  const isWanted = (index: number) => {
    const kind = known?.[index]
    return (
      !kind ||
      (kind.nodes && reader.node !== undefined) ||
      (kind.ways && reader.way !== undefined) ||
      (kind.relations && reader.relation !== undefined)
    )
  }
  for await (const { index, bytes, read } of blocksOf(path, isWanted)) {
    kinds[index] = readBlock(bytes, reader)
    reader.progress?.(read)
  }
  return kinds
}
