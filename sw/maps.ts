import { isFailure } from './areas.ts'
import { MAP_OFFER_PATH, STATIC_MAP_PATH } from '../client/store/names.ts'
import { isPage } from '../client/store/page-reply.ts'
import { isSubstitute, maxAge } from '../data/map/substitute.ts'
import type { MapOffer } from '../data/model/map.ts'

/** A cache of map images and tiles that were seen before, for use without a connection. */
export interface MapCache {
  /** Whether a URL is a map image, map tile or the map offer. */
  has(url: URL): boolean
  answer(request: Request): Promise<Response>
}

/** Maximum number of map images and tiles; the oldest are deleted first. About 3 and 10 MB. */
const MAX_IMAGES = 150
const MAX_TILES = 500

/** A map that was seen before is shown if the network takes longer. What arrives later is cached. */
const MAX_WAIT_MS = 3_000

const TILES_PATH = '/api/maps/tiles/'
/** The operator's own vector tiles, whose addresses change with their content. */
const STREETS_PATH = '/api/maps/streets/'

const cacheControl = ({ headers }: Response) => headers.get('cache-control')

/** Whether a response is from our own origin, complete and successful. */
const isCacheable = (response: Response) =>
  response.type === 'basic' && response.status === 200 && !isPage(response)

/**
 * Serves maps from the network, or from the cache if that fails or takes long. A map image that is still fresh is served
 * from the cache, because it does not change. Tiles are cached only if the server's offer says that their
 * owner allows it.
 */
export function createMapCache(
  cacheName: string,
  storage: CacheStorage = caches,
  network: (request: Request) => Promise<Response> = fetch,
  now: () => number = Date.now,
): MapCache {
  async function addToCache(
    cache: Cache,
    request: Request,
    response: Response,
    pathPrefix: string,
    maxEntries: number,
  ): Promise<void> {
    // Deleted and added again, so that it counts as the newest.
    await cache.delete(request)
    await cache.put(request, response)
    const cached = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(pathPrefix))
    for (const oldest of cached.slice(0, Math.max(0, cached.length - maxEntries))) await cache.delete(oldest)
  }

  async function mayCacheTiles(cache: Cache): Promise<boolean> {
    const offer = await cache.match(MAP_OFFER_PATH)
    if (offer === undefined) return false
    // Not validated: importing the schemas would treble the size of the service worker.
    const { tiles } = (await offer.json()) as MapOffer
    return tiles?.offlineAllowed === true
  }

  async function cacheIfAllowed(cache: Cache, request: Request, response: Response): Promise<void> {
    const { pathname } = new URL(request.url)
    if (!isCacheable(response)) return
    if (pathname === MAP_OFFER_PATH) await cache.put(MAP_OFFER_PATH, response)
    else if (pathname === STATIC_MAP_PATH && !isSubstitute(cacheControl(response)))
      await addToCache(cache, request, response, STATIC_MAP_PATH, MAX_IMAGES)
    else if (pathname.startsWith(TILES_PATH) && (await mayCacheTiles(cache)))
      await addToCache(cache, request, response, TILES_PATH, MAX_TILES)
    else if (pathname.startsWith(STREETS_PATH))
      await addToCache(cache, request, response, STREETS_PATH, MAX_TILES)
  }

  const isFresh = (response: Response) =>
    now() - Date.parse(response.headers.get('date') ?? '') < maxAge(cacheControl(response)) * 1000

  return {
    has: ({ pathname }) =>
      [MAP_OFFER_PATH, STATIC_MAP_PATH].includes(pathname) ||
      [TILES_PATH, STREETS_PATH].some((path) => pathname.startsWith(path)),
    async answer(request) {
      const cache = await storage.open(cacheName).catch(() => undefined)
      if (cache === undefined) return network(request)
      const { pathname } = new URL(request.url)
      const seen = await cache
        .match(pathname === MAP_OFFER_PATH ? MAP_OFFER_PATH : request)
        .catch(() => undefined)
      const isUnchanging = pathname === STATIC_MAP_PATH || pathname.startsWith(STREETS_PATH)
      if (seen && isUnchanging && isFresh(seen)) return seen
      const fetchAndCache = async () => {
        const response = await network(request)
        // Maps are shown even if they cannot be cached because the device is full.
        if (isCacheable(response))
          await cacheIfAllowed(cache, request, response.clone()).catch(() => undefined)
        return response
      }
      if (seen === undefined) return fetchAndCache()
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, MAX_WAIT_MS)
      })
      const response = await Promise.race([fetchAndCache(), late]).catch(() => undefined)
      clearTimeout(timer)
      return response === undefined || isFailure(response) ? seen : response
    },
  }
}
