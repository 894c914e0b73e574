import type { Tile } from '../../data/geo/mercator.ts'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { MapPacks, OTHER_VERSION_HEADER } from '../../data/model/map.ts'
import { deadline } from '../store/deadline.ts'
import { read } from './request.ts'

/**
 * Fetches a vector tile, not compressed, within {@link REQUEST_TIMEOUT}; `undefined` if there is none.
 * @param url template with `{z}`, `{x}` and `{y}`
 * @param onOutdated called if the server has another version of the map by now, or none
 * @throws Error if the server cannot be reached or fails
 */
export async function fetchVectorTile(
  url: string,
  { z, x, y }: Tile,
  onOutdated: () => void,
): Promise<ArrayBuffer | undefined> {
  const { signal, clear } = deadline(REQUEST_TIMEOUT)
  try {
    const response = await fetch(
      url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)),
      { signal },
    )
    if (response.status === 404 || response.headers.has(OTHER_VERSION_HEADER)) onOutdated()
    if (response.status === 204 || response.status === 404) return undefined
    if (!response.ok) throw new Error(`The map tile ${z}/${x}/${y} got status ${response.status}.`)
    return await response.arrayBuffer()
  } finally {
    clear()
  }
}

/** `GET /api/maps/packs`: the packs of some cells ('13/7535/4917'), at most `MAX_PACK_CELLS`. */
export const fetchMapPacks = async (cells: readonly string[], signal?: AbortSignal) =>
  (await read(`/api/maps/packs?cells=${cells.join()}`, MapPacks, signal)).data.packs
