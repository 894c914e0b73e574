import { open } from 'node:fs/promises'
import { PMTiles, TileType } from 'pmtiles'
import * as z from 'zod/mini'
import { plainAttribution } from '../../data/geo/attribution.ts'
import type { TileFile } from './tiles.ts'

/**
 * A file that is not a PMTiles archive with raster tiles. The message continues a sentence that begins with
 * the file name.
 */
export class PmtilesError extends Error {
  override name = 'PmtilesError'
}

const RASTER_TYPES: ReadonlySet<TileType> = new Set([TileType.Png, TileType.Jpeg, TileType.Webp])
const TYPE_NAMES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Mvt]: 'mvt',
  [TileType.Avif]: 'avif',
}
/**
 * Limit on a single read in bytes: larger than any directory or tile, and a protection against a corrupt
 * length.
 */
const MAX_READ_BYTES = 16 * 2 ** 20

const Metadata = z.object({ attribution: z.optional(z.string()) })

/**
 * Opens a PMTiles archive (specification version 3, https://github.com/protomaps/PMTiles) read-only.
 * @throws PmtilesError
 */
export async function openPmtiles(path: string): Promise<TileFile> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new PmtilesError('cannot be opened', { cause })
  })
  try {
    const { size } = await file.stat()
    const archive = new PMTiles({
      getKey: () => path,
      async getBytes(offset, length) {
        const wanted = Math.min(length, size - offset)
        if (!(wanted > 0) || wanted > MAX_READ_BYTES)
          throw new RangeError(`no ${length} bytes can be read from ${offset}`)
        const data = new ArrayBuffer(wanted)
        await file.read(new Uint8Array(data), 0, wanted, offset)
        return { data }
      },
    })
    const { tileType, minZoom, maxZoom } = await archive.getHeader()
    if (!RASTER_TYPES.has(tileType))
      throw new PmtilesError(
        `has tiles of format '${TYPE_NAMES[tileType] ?? 'unknown'}'; png, jpg and webp can be drawn`,
      )
    const { data } = Metadata.safeParse(await archive.getMetadata())
    return {
      attribution: plainAttribution(data?.attribution ?? ''),
      minZoom,
      maxZoom,
      async tile({ z: zoom, x, y }) {
        const found = await archive.getZxy(zoom, x, y)
        return found && Buffer.from(found.data)
      },
      close: () => file.close(),
    }
  } catch (cause) {
    await file.close()
    throw cause instanceof PmtilesError ? cause : new PmtilesError('is not a PMTiles file', { cause })
  }
}
