import { join } from 'node:path'
import { openReplaceable } from './replaceable-file.ts'
import type { Replaceable } from './replaceable-file.ts'
import { openVectorArchive } from './vector-archive.ts'
import type { VectorArchive } from './vector-archive.ts'

/** The files of the street map, which `npm run map` writes into the data folder. */
export const streetFiles = (dataDir: string) => ({
  tiles: join(dataDir, 'map.pmtiles'),
  packs: join(dataDir, 'map-packs.pmtiles'),
  /** Intermediate files of a build. */
  building: join(dataDir, 'map-build'),
})

/** The streets that the operator has built, if any; replaced while the server runs. */
export interface StreetMap {
  tiles: Replaceable<VectorArchive>
  /** The packs of the same build as `tiles`, for offline areas. */
  packs: Replaceable<VectorArchive>
  close(): Promise<void>
}

/** @param onError called once for each file that cannot be used */
export function openStreetMap(dataDir: string, onError: (error: unknown) => void): StreetMap {
  const files = streetFiles(dataDir)
  const tiles = openReplaceable(files.tiles, openVectorArchive, onError)
  const packs = openReplaceable(files.packs, openVectorArchive, onError)
  return {
    tiles,
    packs: {
      async current() {
        const [map, found] = await Promise.all([tiles.current(), packs.current()])
        return map?.version === found?.version ? found : undefined
      },
      close: () => packs.close(),
    },
    async close() {
      await Promise.all([tiles.close(), packs.close()])
    },
  }
}
