import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { Compression, zxyToTileId } from 'pmtiles'
import { ByteWriter } from '../../data/map/bytes.ts'
import type { TileType } from 'pmtiles'
import type { Tile } from '../../data/geo/mercator.ts'
import { Numbers } from './numbers.ts'

/** Specification version 3, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER_BYTES = 127
/** Header and root directory must be within the first 16 kB. */
const ROOT_BYTES = 16_384
/** More entries need leaf directories: each takes at least a byte. */
const MAX_ROOT_ENTRIES = ROOT_BYTES
/** Entries in a leaf directory, if the root directory would be too large. */
const LEAF_ENTRIES = 4_096

/** Characters of a version: 96 bits. */
const VERSION_LENGTH = 16

/** Larger tiles differ from each other, so they are not compared. */
const MAX_SHARED_BYTES = 512
/** Different small tiles that are kept to be compared with. */
const MAX_KNOWN = 50_000

/** Entries of a directory, as columns: an archive of a country has a million. */
class Entries {
  readonly ids = new Numbers()
  readonly runs = new Numbers()
  readonly offsets = new Numbers()
  readonly lengths = new Numbers()

  get count(): number {
    return this.ids.length
  }

  push(id: number, run: number, offset: number, length: number): void {
    this.ids.push(id)
    this.runs.push(run)
    this.offsets.push(offset)
    this.lengths.push(length)
  }

  /** Counts a tile to the last entry, if it follows that entry's tiles and has the same content. */
  extend(id: number, offset: number): boolean {
    const last = this.count - 1
    const run = this.runs.values[last]
    if (run === undefined || this.offsets.values[last] !== offset || this.ids.values[last]! + run !== id)
      return false
    this.runs.values[last] = run + 1
    return true
  }

  /** The entries from `start` to before `end`, encoded and compressed. */
  directory(start = 0, end = this.count): Buffer {
    const writer = new ByteWriter()
    const [ids, runs, offsets, lengths] = [this.ids, this.runs, this.offsets, this.lengths].map(
      ({ values }) => values.subarray(start, end),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array]
    writer.unsigned(ids.length)
    for (const [at, id] of ids.entries()) writer.unsigned(id - (ids[at - 1] ?? 0))
    for (const run of runs) writer.unsigned(run)
    for (const length of lengths) writer.unsigned(length)
    for (const [at, offset] of offsets.entries())
      writer.unsigned(at > 0 && offset === offsets[at - 1]! + lengths[at - 1]! ? 0 : offset + 1)
    return gzipSync(writer.finish())
  }
}

/** @returns the root directory, and the leaf directories that it refers to, which may be empty */
function directories(entries: Entries): { root: Buffer; leaves: Buffer } {
  if (entries.count <= MAX_ROOT_ENTRIES) {
    const root = entries.directory()
    if (root.length <= ROOT_BYTES - HEADER_BYTES) return { root, leaves: Buffer.alloc(0) }
  }
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Buffer[] = []
    const pointers = new Entries()
    let offset = 0
    for (let start = 0; start < entries.count; start += size) {
      const leaf = entries.directory(start, Math.min(start + size, entries.count))
      pointers.push(entries.ids.values[start]!, 0, offset, leaf.length)
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = pointers.directory()
    if (root.length <= ROOT_BYTES - HEADER_BYTES) return { root, leaves: Buffer.concat(leaves) }
  }
}

export interface Archive {
  /** @param version a hash of all tiles */
  metadata: (version: string) => Readonly<Record<string, unknown>>
  minZoom: number
  maxZoom: number
  /** West, south, east, north, in degrees. */
  bounds: readonly [number, number, number, number]
  type: TileType
}

/**
 * Writes a PMTiles archive. The tiles must be compressed with gzip and come in the order of their ids
 * (`zxyToTileId`); small tiles with the same bytes are stored once. The file is complete and on the disk when the
 * promise resolves.
 */
export async function writePmtiles(
  path: string,
  { metadata, minZoom, maxZoom, bounds, type }: Archive,
  tiles: Iterable<Tile & { bytes: Uint8Array }> | AsyncIterable<Tile & { bytes: Uint8Array }>,
): Promise<{ tiles: number; bytes: number; version: string }> {
  const file = await open(path, 'w')
  try {
    const entries = new Entries()
    const known = new Map<string, { offset: number; length: number }>()
    const all = createHash('sha256')
    let dataBytes = 0
    let count = 0
    let contents = 0
    let lastId = -1
    for await (const { z, x, y, bytes } of tiles) {
      const tileId = zxyToTileId(z, x, y)
      if (tileId <= lastId) throw new RangeError('tiles must come in the order of their ids')
      lastId = tileId
      count++
      const hash = createHash('sha256').update(bytes).digest('base64')
      all.update(`${tileId} ${hash}\n`)
      let place = known.get(hash)
      if (!place) {
        place = { offset: dataBytes, length: bytes.length }
        if (bytes.length <= MAX_SHARED_BYTES && known.size < MAX_KNOWN) known.set(hash, place)
        await file.write(bytes, 0, bytes.length, ROOT_BYTES + dataBytes)
        dataBytes += bytes.length
        contents++
      }
      if (!entries.extend(tileId, place.offset)) entries.push(tileId, 1, place.offset, place.length)
    }

    const { root, leaves } = directories(entries)
    const version = all.digest('base64url').slice(0, VERSION_LENGTH)
    const json = gzipSync(JSON.stringify(metadata(version)))
    const leavesOffset = ROOT_BYTES + dataBytes
    const metadataOffset = leavesOffset + leaves.length
    const header = Buffer.alloc(HEADER_BYTES)
    header.write('PMTiles', 0, 'latin1')
    header.writeUInt8(3, 7)
    const numbers = [
      HEADER_BYTES,
      root.length,
      metadataOffset,
      json.length,
      leavesOffset,
      leaves.length,
      ROOT_BYTES,
      dataBytes,
      count,
      entries.count,
      contents,
    ]
    for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
    header.writeUInt8(1, 96)
    header.writeUInt8(Compression.Gzip, 97)
    header.writeUInt8(Compression.Gzip, 98)
    header.writeUInt8(type, 99)
    header.writeUInt8(minZoom, 100)
    header.writeUInt8(maxZoom, 101)
    const [west, south, east, north] = bounds.map((degrees) => Math.round(degrees * 1e7)) as [
      number,
      number,
      number,
      number,
    ]
    for (const [index, value] of [west, south, east, north].entries())
      header.writeInt32LE(value, 102 + 4 * index)
    header.writeUInt8(maxZoom, 118)
    header.writeInt32LE(Math.round((west + east) / 2), 119)
    header.writeInt32LE(Math.round((south + north) / 2), 123)
    await file.write(header, 0, header.length, 0)
    await file.write(root, 0, root.length, HEADER_BYTES)
    await file.write(leaves, 0, leaves.length, leavesOffset)
    await file.write(json, 0, json.length, metadataOffset)
    await file.sync()
    return { tiles: count, bytes: metadataOffset + json.length, version }
  } finally {
    await file.close()
  }
}
