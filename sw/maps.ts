import type { MapOffer } from '../data/model/map.ts'

/** Pictures of places and map tiles that were seen, for when there is no signal. */
export interface SeenMaps {
  /** Whether an address is a map's. */
  has(url: URL): boolean
  answer(request: Request): Promise<Response>
}

/** How many pictures of parks and tiles are kept: the oldest go first. About 3 and 10 MB. */
const MOST_PICTURES = 150
const MOST_TILES = 500
/** A picture that may be kept for less than this, in seconds, stands in for another one. */
const LASTING = 3_600

const OFFER = '/api/maps'
const PICTURE = '/api/maps/static'
const TILES = '/api/maps/tiles/'

const maxAge = (response: Response) =>
  Number(/\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0)

/** Of our own origin, whole, and good. */
const isKept = (response: Response) => response.type === 'basic' && response.status === 200

/**
 * Maps from the network, and where that fails the one seen before. A picture that is still fresh is taken as it is: it is the same on every
 * visit. Tiles are kept only when the server's offer says that their owner allows it.
 */
export function createSeenMaps(
  cacheName: string,
  storage: CacheStorage = caches,
  network: (request: Request) => Promise<Response> = fetch,
  now: () => number = Date.now,
): SeenMaps {
  async function keep(
    cache: Cache,
    request: Request,
    response: Response,
    under: string,
    most: number,
  ): Promise<void> {
    // Put anew, it is the youngest.
    await cache.delete(request)
    await cache.put(request, response)
    const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(under))
    for (const old of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(old)
  }

  async function tilesMayBeKept(cache: Cache): Promise<boolean> {
    const offer = await cache.match(OFFER)
    if (offer === undefined) return false
    // What is kept was read as an offer by the page; the schemas would treble what every start of the service worker has to read.
    const { tiles } = (await offer.json()) as MapOffer
    return tiles?.offlineAllowed === true
  }

  async function keepIfAllowed(cache: Cache, request: Request, response: Response): Promise<void> {
    const { pathname } = new URL(request.url)
    if (!isKept(response)) return
    if (pathname === OFFER) await cache.put(OFFER, response)
    else if (pathname === PICTURE && maxAge(response) >= LASTING)
      await keep(cache, request, response, PICTURE, MOST_PICTURES)
    else if (pathname.startsWith(TILES) && (await tilesMayBeKept(cache)))
      await keep(cache, request, response, TILES, MOST_TILES)
  }

  const isFresh = (response: Response) =>
    now() - Date.parse(response.headers.get('date') ?? '') < maxAge(response) * 1000

  return {
    has: ({ pathname }) => pathname === OFFER || pathname === PICTURE || pathname.startsWith(TILES),
    async answer(request) {
      const cache = await storage.open(cacheName).catch(() => undefined)
      if (cache === undefined) return network(request)
      const { pathname } = new URL(request.url)
      const seen = await cache.match(pathname === OFFER ? OFFER : request)
      if (seen && pathname === PICTURE && isFresh(seen)) return seen
      try {
        const response = await network(request)
        // A device that is full shows its maps all the same.
        if (isKept(response)) await keepIfAllowed(cache, request, response.clone()).catch(() => undefined)
        return seen && response.status >= 500 ? seen : response
      } catch (error) {
        if (seen) return seen
        throw error
      }
    },
  }
}
