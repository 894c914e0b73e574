import { openPacks } from '../client/store/map-packs.ts'
import { AREAS_CACHE, BASE_MAP_CACHE } from '../client/store/names.ts'
import { isPage } from '../client/store/page-reply.ts'
import type { Tile } from '../data/geo/mercator.ts'
import { BASE_LEVELS, packCellOf } from '../data/map/pack.ts'

/** Serves vector tiles from the packs on this device. */
export interface VectorTiles {
  /** Whether a URL is a tile of the built-in map or of the streets. */
  has(url: URL): boolean
  /**
   * The tile from a stored pack, or else the result of `fallback`. The pack of a region of the built-in map
   * is downloaded when its first tile is needed, and kept.
   */
  answer(request: Request, fallback: () => Promise<Response>): Promise<Response>
  /**
   * Downloads the built-in map of the whole country, without its details, so that a map that was never opened
   * with a network still shows the coast.
   * @param template the address of its tiles, with `{z}`, `{x}` and `{y}`
   */
  storeCountry(template: string): Promise<void>
}

const TILE_PATH = /^\/api\/maps\/(base|streets)\/([^/]+)\/(\d+)\/(\d+)\/(\d+)$/

const tileResponse = (bytes: Uint8Array) =>
  bytes.length === 0
    ? new Response(null, { status: 204 })
    : new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'content-type': 'application/vnd.mapbox-vector-tile' },
      })

/** @param network called for packs of the built-in map */
export function createVectorTiles(
  storage: CacheStorage = caches,
  network: (request: Request) => Promise<Response> = fetch,
): VectorTiles {
  const packs = {
    base: openPacks('base', [AREAS_CACHE, BASE_MAP_CACHE], storage),
    streets: openPacks('streets', [AREAS_CACHE], storage),
  }
  /** Packs that are being downloaded, and those that the server does not have: regions of the sea. */
  const loading = new Map<string, Promise<boolean>>()

  async function download(url: string, version: string): Promise<boolean> {
    const response = await network(new Request(url))
    if (response.status !== 200 || isPage(response)) return response.status === 204 || response.status === 404
    const cache = await storage.open(BASE_MAP_CACHE)
    await cache.put(url, response)
    // Regions of older versions would not fit to the new ones at their borders.
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.split('/')[4] !== version) await cache.delete(request)
    return true
  }

  /** Downloads the pack that has a tile of the built-in map. @returns whether the tile is then settled */
  async function loadRegion(tile: Tile, version: string, origin: string): Promise<boolean> {
    const cell = packCellOf(tile, BASE_LEVELS)
    if (!cell) return false
    const url = `${origin}/api/maps/base-packs/${version}/${cell.z}/${cell.x}/${cell.y}`
    let known = loading.get(url)
    if (!known) {
      known = download(url, version)
      loading.set(url, known)
      known.then(
        (isSettled) => !isSettled && loading.delete(url),
        () => loading.delete(url),
      )
    }
    return known
  }

  /**
   * Downloads the packs of lower zoom levels, so that one can zoom out to the whole country without a
   * network.
   */
  function loadOutline(tile: Tile, version: string, origin: string): void {
    for (const { from, to } of BASE_LEVELS) {
      if (to >= tile.z) continue
      const factor = 2 ** (tile.z - from)
      const cell = { z: from, x: Math.floor(tile.x / factor), y: Math.floor(tile.y / factor) }
      loadRegion(cell, version, origin).catch(() => undefined)
    }
  }

  return {
    has: ({ pathname }) => TILE_PATH.test(pathname),
    async answer(request, fallback) {
      const { origin, pathname } = new URL(request.url)
      const [, name, version, ...numbers] = TILE_PATH.exec(pathname)!
      const [z, x, y] = numbers.map(Number) as [number, number, number]
      const tile = { z, x, y }
      const map = name === 'base' ? 'base' : 'streets'
      // What cannot be read here is requested, as if it were not stored.
      const stored = await packs[map].tile(tile).catch(() => undefined)
      if (stored) return tileResponse(stored)
      if (map === 'base') loadOutline(tile, version!, origin)
      if (map === 'base' && (await loadRegion(tile, version!, origin).catch(() => false))) {
        packs.base.refresh()
        const loaded = await packs.base.tile(tile).catch(() => undefined)
        if (loaded) return tileResponse(loaded)
      }
      try {
        return await fallback()
      } catch (error) {
        // The pack may have been stored a moment ago.
        packs[map].refresh()
        const late = await packs[map].tile(tile).catch(() => undefined)
        if (late) return tileResponse(late)
        throw error
      }
    },
    async storeCountry(template) {
      const { origin, pathname } = new URL(template.replaceAll(/\{[zxy]\}/g, '0'), location.href)
      const [, , version] = TILE_PATH.exec(pathname)!
      await loadRegion({ z: 0, x: 0, y: 0 }, version!, origin)
    },
  }
}
