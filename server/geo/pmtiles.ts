import { PMTiles, TileType } from 'pmtiles'
import * as z from 'zod/mini'
import { plainAttribution } from '../../data/geo/attribution.ts'
import { openDirectoryCache, openPmtilesFile, PmtilesError } from './pmtiles-file.ts'
import type { TileFile } from './tiles.ts'

const RASTER_TYPES: ReadonlySet<TileType> = new Set([TileType.Png, TileType.Jpeg, TileType.Webp])
const TYPE_NAMES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Mvt]: 'mvt',
  [TileType.Avif]: 'avif',
}

const Metadata = z.object({ attribution: z.optional(z.string()) })

/**
 * Opens a PMTiles archive of raster tiles (specification version 3, https://github.com/protomaps/PMTiles)
 * read-only.
 * @throws PmtilesError
 */
export const openPmtiles = (path: string): Promise<TileFile> =>
  openPmtilesFile(path, async (file) => {
    const archive = new PMTiles(
      {
        getKey: () => path,
        getBytes: async (offset, length) => ({ data: await file.bytes(offset, length) }),
      },
      openDirectoryCache(),
    )
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
  })
