import { PrecacheController } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { STORAGE_PREFIX } from '../data/model/constants.ts'

/** The one page of the app. */
const PAGE = '/index.html'

/** The app itself on the device: its page and every piece of its code, all of one version. Data is none of its business. */
export interface Shell {
  fill(event: ExtendableEvent): Promise<unknown>
  /** Drops what belongs to versions before this one; other caches of the origin are not ours to touch. */
  clean(event: ExtendableEvent): Promise<unknown>
  has(url: URL): boolean
  /** The page, from the device even when the server could answer: it opens at once whatever the network does. */
  page(request: Request): Promise<Response>
  file(request: Request): Promise<Response>
}

/** @param others caches of the app that outlive its versions */
export function createShell(cacheName: string, entries: (PrecacheEntry | string)[], others: readonly string[] = [], storage: CacheStorage = caches): Shell {
  const controller = new PrecacheController({ cacheName })
  controller.addToCacheList(entries)
  /** A cache the browser has emptied leaves the network. */
  const cachedOrFetched = async (url: string, request: Request) => (await controller.matchPrecache(url)) ?? fetch(request)

  return {
    fill: (event) => controller.install(event),
    async clean(event) {
      await controller.activate(event)
      const names = await storage.keys()
      await Promise.all(names.filter((name) => name.startsWith(`${STORAGE_PREFIX}-`) && name !== cacheName && !others.includes(name)).map((name) => storage.delete(name)))
    },
    has: (url) => controller.getCacheKeyForURL(url.href) !== undefined,
    page: (request) => cachedOrFetched(PAGE, request),
    file: (request) => cachedOrFetched(request.url, request),
  }
}
