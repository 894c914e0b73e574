import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Tile } from '../../data/geo/mercator.ts'
import { BASE_LEVELS, encodePack, tilesInPack } from '../../data/map/pack.ts'
import { openVectorArchive } from './vector-archive.ts'
import type { VectorArchive } from './vector-archive.ts'

const compress = promisify(gzip)

const BASE_MAP = fileURLToPath(new URL('../../data/sources/base-map.pmtiles', import.meta.url))

/** The built-in map: coast, borders and places. */
export interface BaseMap extends VectorArchive {
  /** The pack of a cell of {@link BASE_LEVELS}; `undefined` if it has no tiles. */
  pack(cell: Tile): Promise<Buffer | undefined>
}

/** @throws PmtilesError if the file that comes with the product is damaged */
export async function openBaseMap(): Promise<BaseMap> {
  const archive = await openVectorArchive(BASE_MAP)
  // All packs of the country together are about a megabyte.
  const packs = new Map<string, Promise<Buffer | undefined>>()
  const cut = async (cell: Tile) => {
    const tiles: (Tile & { bytes: Buffer })[] = []
    for (const tile of tilesInPack(cell, BASE_LEVELS)) {
      const bytes = await archive.tile(tile)
      if (bytes) tiles.push({ ...tile, bytes })
    }
    if (tiles.length === 0) return undefined
    return compress(encodePack({ tiles, walking: new Uint8Array(0) }), { level: 9 })
  }
  return {
    ...archive,
    async pack(cell) {
      if (!(await archive.compressed(cell))) return undefined
      const key = `${cell.z}/${cell.x}/${cell.y}`
      let pack = packs.get(key)
      if (!pack) {
        pack = cut(cell)
        packs.set(key, pack)
        // A failed read is tried again at the next request.
        pack.catch(() => packs.delete(key))
      }
      return pack
    },
  }
}
