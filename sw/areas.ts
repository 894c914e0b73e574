import { STATIC_MAP_PATH } from '../client/store/names.ts'
import { isPage } from '../client/store/page-reply.ts'

/** Images and map tiles of offline areas. */
export interface AreaCache {
  /** The downloaded file, or else the result of `fallback`. */
  answer(request: Request, fallback: () => Promise<Response>): Promise<Response>
}

/** Whether two URLs are the same map image apart from theme and pixel density. */
const isSameMap = (one: URL, other: URL) =>
  one.pathname === other.pathname &&
  ['lat', 'lng', 'zoom', 'width', 'height'].every(
    (name) => one.searchParams.get(name) === other.searchParams.get(name),
  )

/** Whether what is stored is better than a response. */
export const isFailure = (response: Response): boolean =>
  response.status >= 500 || response.status === 429 || isPage(response)

/**
 * Serves downloaded files first. If the network fails, a downloaded map image in another theme or density is
 * shown instead, but not given to a page that downloads the image, which would store it as the wanted one.
 */
export function createAreaCache(cacheName: string, storage: CacheStorage = caches): AreaCache {
  // Opening a cache creates it, and most devices have no offline areas.
  const openExisting = async () => ((await storage.has(cacheName)) ? storage.open(cacheName) : undefined)
  return {
    async answer(request, fallback) {
      const cache = await openExisting().catch(() => undefined)
      if (cache === undefined) return fallback()
      const downloaded = await cache.match(request.url).catch(() => undefined)
      if (downloaded) return downloaded
      const wanted = new URL(request.url)
      const similarPicture = async () => {
        if (wanted.pathname !== STATIC_MAP_PATH || request.destination === '') return undefined
        const similar = (await cache.keys()).find(({ url }) => isSameMap(new URL(url), wanted))
        return similar && cache.match(similar)
      }
      try {
        const response = await fallback()
        return isFailure(response) ? ((await similarPicture().catch(() => undefined)) ?? response) : response
      } catch (error) {
        const picture = await similarPicture()
        if (picture) return picture
        throw error
      }
    },
  }
}
