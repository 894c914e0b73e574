import { download as downloadFile, HttpStatusError } from '../client/store/download.ts'
import { openPacks } from '../client/store/map-packs.ts'
import { AREAS_CACHE, BASE_MAP_CACHE } from '../client/store/names.ts'
import { isPage } from '../client/store/page-reply.ts'
import { savesData } from '../client/store/saves-data.ts'
import type { Tile } from '../data/geo/mercator.ts'
import { BASE_LEVELS, packCellOf } from '../data/map/pack.ts'

/** Serves vector tiles from the packs on this device. */
export interface VectorTiles {
  /** Whether a URL is a tile of the built-in map or of the streets. */
  has(url: URL): boolean
  /**
   * The tile from a stored pack, or else the result of `fallback`. The pack of a region of the built-in map
   * is downloaded when its first tile is needed, and kept until the server has a newer one.
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

/**
 * How the download of a region ended. `empty`: this version of the map has nothing there. `unknown`: the server has
 * another version.
 */
type Outcome = 'stored' | 'empty' | 'unknown' | 'failed'

/** The version of the built-in map that a pack is of. */
const versionOf = (url: string) => new URL(url).pathname.split('/')[4]

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
  const loading = new Map<string, Promise<Outcome>>()
  /** Versions that the stored regions were compared with since this worker has started. */
  const compared = new Set<string>()

  async function download(url: string): Promise<Outcome> {
    const fetch = (address: string, init?: RequestInit) => network(new Request(address, init))
    const pack = await downloadFile(url, { fetch, cache: 'default' }).catch((error: unknown) => {
      if (error instanceof HttpStatusError && error.status === 404) return undefined
      throw error
    })
    if (!pack) return 'unknown'
    const { response, bytes } = pack
    if (response.status === 204) return 'empty'
    if (response.status !== 200 || isPage(response)) return 'failed'
    const cache = await storage.open(BASE_MAP_CACHE)
    await cache.put(url, new Response(bytes))
    return 'stored'
  }

  const regionUrl = ({ z, x, y }: Tile, version: string, origin: string) =>
    `${origin}/api/maps/base-packs/${version}/${z}/${x}/${y}`

  /** Downloads the pack that has a tile of the built-in map. */
  async function loadRegion(tile: Tile, version: string, origin: string): Promise<Outcome> {
    const cell = packCellOf(tile, BASE_LEVELS)
    if (!cell) return 'failed'
    const url = regionUrl(cell, version, origin)
    let known = loading.get(url)
    if (!known) {
      known = download(url)
      loading.set(url, known)
      known.then(
        (outcome) => outcome === 'failed' && loading.delete(url),
        () => loading.delete(url),
      )
    }
    return known
  }

  /**
   * Downloads the stored regions of other versions in this one, and deletes the others when all are there: until then an
   * older map is better than none.
   */
  async function replaceRegions(version: string, origin: string): Promise<void> {
    if (!(await storage.has(BASE_MAP_CACHE))) return
    const cache = await storage.open(BASE_MAP_CACHE)
    const others = (await cache.keys()).filter(({ url }) => versionOf(url) !== version)
    for (const { url } of others) {
      const [z, x, y] = url.split('/').slice(-3).map(Number) as [number, number, number]
      if (await cache.match(regionUrl({ z, x, y }, version, origin))) continue
      const outcome = await loadRegion({ z, x, y }, version, origin)
      if (outcome !== 'stored' && outcome !== 'empty') return
    }
    for (const request of others) await cache.delete(request)
    if (others.length > 0) packs.base.refresh()
  }

  /** The same once for each version, as what fails is tried again when the worker starts the next time. */
  function replaceRegionsOnce(version: string, origin: string): void {
    if (compared.has(version) || savesData()) return
    compared.add(version)
    replaceRegions(version, origin).catch(() => undefined)
  }

  /**
   * Downloads the packs of lower zoom levels, so that the map can be zoomed out to the whole country without a
   * network.
   */
  function loadLowerZooms(tile: Tile, version: string, origin: string): void {
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
      if (map === 'base') replaceRegionsOnce(version!, origin)
      if (stored) return tileResponse(stored)
      if (map === 'base') loadLowerZooms(tile, version!, origin)
      const outcome = map === 'base' && (await loadRegion(tile, version!, origin).catch(() => 'failed'))
      if (outcome && outcome !== 'failed') {
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
      replaceRegionsOnce(version!, origin)
    },
  }
}
