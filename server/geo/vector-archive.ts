import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression, PMTiles } from 'pmtiles'
import * as z from 'zod/mini'
import type { Tile } from '../../data/geo/mercator.ts'
import { MAX_READ_BYTES, openDirectoryCache, openPmtilesFile, PmtilesError } from './pmtiles-file.ts'
import type { PmtilesFile } from './pmtiles-file.ts'

const decompress = promisify(gunzip)

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

function archiveOf(file: PmtilesFile, path: string) {
  const tiles = new WeakSet<ArrayBuffer>()
  let tileData: { from: number; to: number } | undefined
  const archive = new PMTiles(
    {
      getKey: () => path,
      async getBytes(offset, length) {
        const data = await file.bytes(offset, length)
        if (tileData && offset >= tileData.from && offset < tileData.to) tiles.add(data)
        return { data }
      },
    },
    openDirectoryCache(),
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
export const openVectorArchive = (path: string): Promise<VectorArchive> =>
  openPmtilesFile(path, async (file) => {
    const { archive, hasTilesAt } = archiveOf(file, path)
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
  })
