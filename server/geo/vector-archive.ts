import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, PMTiles } from 'pmtiles'
import * as z from 'zod/mini'
import type { Tile } from '../../data/geo/mercator.ts'
import { PmtilesError } from './pmtiles.ts'

const decompress = promisify(gunzip)

/** Limit on a single read and on a decompressed tile, in bytes: a protection against a corrupt file. */
const MAX_READ_BYTES = 16 * 2 ** 20

const Metadata = z.object({
  version: z.string(),
  attribution: z.optional(z.string()),
})

/** An archive of our own: vector tiles, or packs of them. */
export interface VectorArchive {
  /** A hash of the content. */
  version: string
  attribution: string
  minZoom: number
  maxZoom: number
  /** West, south, east, north, in degrees. */
  bounds: [number, number, number, number]
  /** A tile as it is stored, compressed with gzip; `undefined` if there is none. */
  compressed(tile: Tile): Promise<Buffer | undefined>
  /** A tile, not compressed. */
  tile(tile: Tile): Promise<Buffer | undefined>
  close(): Promise<void>
}

function archiveOf(file: FileHandle, path: string, size: number) {
  const tiles = new WeakSet<ArrayBuffer>()
  let tileData: { from: number; to: number } | undefined
  const archive = new PMTiles(
    {
      getKey: () => path,
      async getBytes(offset, length) {
        const wanted = Math.min(length, size - offset)
        if (!(wanted > 0) || wanted > MAX_READ_BYTES)
          throw new RangeError(`no ${length} bytes can be read from ${offset}`)
        const data = new ArrayBuffer(wanted)
        await file.read(new Uint8Array(data), 0, wanted, offset)
        if (tileData && offset >= tileData.from && offset < tileData.to) tiles.add(data)
        return { data }
      },
    },
    undefined,
    // Tiles are sent as they are stored; only directories and metadata are decompressed.
    async (buffer) => {
      if (tiles.has(buffer)) return buffer
      const { buffer: content, byteOffset, byteLength } = await decompress(buffer)
      return content.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    },
  )
  return {
    archive,
    /** Called once the header is known. */
    hasTilesAt: (from: number, length: number) => (tileData = { from, to: from + length }),
  }
}

/**
 * Opens an archive that `npm run map` or `scripts/sources/base-map.ts` has written, read-only.
 * @throws PmtilesError
 */
export async function openVectorArchive(path: string): Promise<VectorArchive> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new PmtilesError('cannot be opened', { cause })
  })
  try {
    const { size } = await file.stat()
    const { archive, hasTilesAt } = archiveOf(file, path, size)
    const header = await archive.getHeader()
    const metadata = Metadata.safeParse(await archive.getMetadata())
    if (!metadata.success || header.tileCompression !== Compression.Gzip)
      throw new PmtilesError('was not written by this product')
    hasTilesAt(header.tileDataOffset, header.tileDataLength ?? 0)
    const { version, attribution = '' } = metadata.data
    const compressed = async ({ z: zoom, x, y }: Tile) => {
      if (zoom < header.minZoom || zoom > header.maxZoom || x >= 2 ** zoom || y >= 2 ** zoom) return undefined
      const found = await archive.getZxy(zoom, x, y)
      return found && Buffer.from(found.data)
    }
    return {
      version,
      attribution,
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      compressed,
      async tile(tile) {
        const bytes = await compressed(tile)
        return bytes && decompress(bytes, { maxOutputLength: MAX_READ_BYTES })
      },
      close: () => file.close(),
    }
  } catch (cause) {
    await file.close()
    throw cause instanceof PmtilesError ? cause : new PmtilesError('is not a PMTiles file', { cause })
  }
}

/** A file that may appear, disappear or be replaced while the server runs. */
export interface Replaceable<T> {
  /** What the file contains now, or `undefined` if there is none. */
  current(): Promise<T | undefined>
  close(): Promise<void>
}

/** Milliseconds after which the file's time is compared again. */
const CHECK_EVERY_MS = 1_000
/** Milliseconds that a replaced file stays open for the requests that read it. */
const CLOSE_AFTER_MS = 30_000

/**
 * Opens a file when it is first needed, and again after it was replaced. A file that cannot be used counts as
 * absent until it changes.
 * @param onError called once for each such file
 */
export function openReplaceable<T extends { close(): Promise<void> }>(
  path: string,
  openFile: (path: string) => Promise<T>,
  onError: (error: unknown) => void,
): Replaceable<T> {
  let identity: string | undefined
  let opened: T | undefined
  let checkedAt = -Infinity
  let checking: Promise<void> | undefined
  const closing = new Set<NodeJS.Timeout>()
  const replaced = new Set<T>()

  const retire = (old: T) => {
    replaced.add(old)
    const timer = setTimeout(() => {
      closing.delete(timer)
      replaced.delete(old)
      void old.close().catch(() => undefined)
    }, CLOSE_AFTER_MS)
    timer.unref()
    closing.add(timer)
  }
  const check = async () => {
    const found = await stat(path).catch(() => undefined)
    const now = found && `${found.ino} ${found.size} ${found.mtimeMs}`
    if (now === identity) return
    identity = now
    const old = opened
    opened = undefined
    if (now !== undefined)
      try {
        opened = await openFile(path)
      } catch (error) {
        onError(error)
      }
    if (old) retire(old)
  }
  return {
    async current() {
      if (checking === undefined && performance.now() - checkedAt >= CHECK_EVERY_MS) {
        checking = check().finally(() => {
          checkedAt = performance.now()
          checking = undefined
        })
      }
      await checking
      return opened
    },
    async close() {
      await checking
      for (const timer of closing) clearTimeout(timer)
      await Promise.all([...replaced, ...(opened ? [opened] : [])].map((one) => one.close()))
    },
  }
}
