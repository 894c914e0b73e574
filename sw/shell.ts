import { PrecacheController } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { withKeptResults } from './kept-results.ts'

/**
 * The page for the home screen, and the page for all other screens: the first screen is included in its HTML.
 */
const HOME = '/index.html'
const PAGE = '/page.html'
/**
 * Cache key for the lists of code files of the last versions. Not a URL of the app: the colon makes sure that
 * it is never requested.
 */
const BUILDS = '/builds:kept'
/** This version and the two before it: a tab that was left open continues with its own code. */
const MAX_KEPT_BUILDS = 3

/** The app shell on the device: its page and all code files. It does not handle data. */
export interface Shell {
  fill(event: ExtendableEvent): Promise<unknown>
  /** Deletes files that no version in use needs. */
  clean(): Promise<unknown>
  /** Whether a URL is a file of the app, of this version or another. */
  has(url: URL): boolean
  /** The page, from the cache even if the network is available, so that it opens immediately. */
  page(request: Request): Promise<Response>
  file(request: Request): Promise<Response>
}

/** Code files are named by their content hash, so a name means the same file in every version. */
const isCodeFile = (path: string) => path.startsWith('/assets/')

export function createShell(cacheName: string, entries: (PrecacheEntry | string)[]): Shell {
  const controller = new PrecacheController({ cacheName })
  controller.addToCacheList(entries)
  /** Falls back to the network if the browser has emptied the cache, or cannot read it. */
  const cachedOrFetched = async (url: string, request: Request) =>
    (await controller.matchPrecache(url).catch(() => undefined)) ?? fetch(request)

  /** The code files of the last versions, newest first, including this one. */
  async function builds(cache: Cache): Promise<string[][]> {
    const own = controller
      .getCachedURLs()
      .map((url) => new URL(url).pathname)
      .filter(isCodeFile)
    const known = await cache
      .match(BUILDS)
      .then((kept) => kept?.json() as Promise<string[][]> | undefined)
      .catch(() => undefined)
    return [own, ...(known ?? []).filter((files) => files.join() !== own.join())].slice(0, MAX_KEPT_BUILDS)
  }

  return {
    fill: (event) => controller.install(event),
    async clean() {
      const cache = await caches.open(cacheName)
      const kept = await builds(cache)
      await cache.put(BUILDS, new Response(JSON.stringify(kept)))
      const files = new Set(kept.flat())
      const own = new Set(controller.getURLsToCacheKeys().values())
      const inUse = ({ url }: Request) =>
        own.has(url) || files.has(new URL(url).pathname) || new URL(url).pathname === BUILDS
      await Promise.all(
        (await cache.keys()).filter((request) => !inUse(request)).map((request) => cache.delete(request)),
      )
    },
    has: (url) => isCodeFile(url.pathname) || controller.getCacheKeyForURL(url.href) !== undefined,
    async page(request) {
      const { pathname, search } = new URL(request.url)
      const page = await cachedOrFetched(pathname === '/' ? HOME : PAGE, request)
      const isOwnCode = (path: string) => isCodeFile(path) && controller.getCacheKeyForURL(path) !== undefined
      return pathname === '/' && search === '' ? withKeptResults(page, isOwnCode, caches) : page
    },
    async file(request) {
      const own = controller.getCacheKeyForURL(request.url)
      if (own !== undefined) return cachedOrFetched(request.url, request)
      // Code of an earlier version. Only the shell's cache is searched, because the others contain data.
      const cache = await caches.open(cacheName).catch(() => undefined)
      return (await cache?.match(request.url)) ?? fetch(request)
    },
  }
}
