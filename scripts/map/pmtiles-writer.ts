import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { Compression, zxyToTileId } from 'pmtiles'
import type { TileType } from 'pmtiles'
import type { Tile } from '../../data/geo/mercator.ts'

/** Specification version 3, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER_BYTES = 127
/** Header and root directory must be within the first 16 kB. */
const ROOT_BYTES = 16_384
/** Entries in a leaf directory, if the root directory would be too large. */
const LEAF_ENTRIES = 4_096

/** Characters of a version: 96 bits. */
const VERSION_LENGTH = 16

interface Entry {
  tileId: number
  runLength: number
  offset: number
  length: number
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  const varint = (value: number) => {
    let rest = value
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) + 0x80)
      rest = Math.floor(rest / 0x80)
    }
    bytes.push(rest)
  }
  varint(entries.length)
  let last = 0
  for (const { tileId } of entries) {
    varint(tileId - last)
    last = tileId
  }
  for (const { runLength } of entries) varint(runLength)
  for (const { length } of entries) varint(length)
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1]
    varint(before && offset === before.offset + before.length ? 0 : offset + 1)
  }
  return gzipSync(Uint8Array.from(bytes))
}

/** @returns the root directory, and the leaf directories that it refers to, which may be empty */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directory(entries)
  if (root.length <= ROOT_BYTES - HEADER_BYTES) return { root, leaves: Buffer.alloc(0) }
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Buffer[] = []
    const pointers: Entry[] = []
    let offset = 0
    for (let start = 0; start < entries.length; start += size) {
      const leaf = directory(entries.slice(start, start + size))
      pointers.push({ tileId: entries[start]!.tileId, runLength: 0, offset, length: leaf.length })
      leaves.push(leaf)
      offset += leaf.length
    }
    const short = directory(pointers)
    if (short.length <= ROOT_BYTES - HEADER_BYTES) return { root: short, leaves: Buffer.concat(leaves) }
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
 * (`zxyToTileId`); tiles with the same bytes are stored once. The file is complete and on the disk when the
 * promise resolves.
 */
export async function writePmtiles(
  path: string,
  { metadata, minZoom, maxZoom, bounds, type }: Archive,
  tiles: Iterable<Tile & { bytes: Uint8Array }> | AsyncIterable<Tile & { bytes: Uint8Array }>,
): Promise<{ tiles: number; bytes: number; version: string }> {
  const file = await open(path, 'w')
  try {
    const entries: Entry[] = []
    const known = new Map<string, { offset: number; length: number }>()
    const all = createHash('sha256')
    let dataBytes = 0
    let count = 0
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
        known.set(hash, place)
        await file.write(bytes, 0, bytes.length, ROOT_BYTES + dataBytes)
        dataBytes += bytes.length
      }
      const before = entries.at(-1)
      if (before && before.offset === place.offset && before.tileId + before.runLength === tileId)
        before.runLength++
      else entries.push({ tileId, runLength: 1, ...place })
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
      entries.length,
      known.size,
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
