import { PrecacheController } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { withKeptResults } from './kept-results.ts'
import { isPage } from '../client/store/page-reply.ts'

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
/**
 * Files that are fetched at the same time. One after the other, a network with a long round trip takes most of the
 * time. Half of the connections that a browser opens to a server are left for what the person does meanwhile.
 */
const FETCHED_AT_ONCE = 3
/** This version and the two before it: a tab that was left open continues with its own code. */
const MAX_KEPT_BUILDS = 3

/** The app shell on the device: its page and all code files. It does not handle data. */
export interface Shell {
  fill(event: ExtendableEvent): Promise<unknown>
  /** Deletes files that no version in use needs, unless a newer version is storing its own. */
  clean(registration: Pick<ServiceWorkerRegistration, 'installing' | 'waiting'>): Promise<unknown>
  /** Whether a URL is a file of the app, of this version or another. */
  has(url: URL): boolean
  /** The page, from the cache even if the network is available, so that it opens immediately. */
  page(request: Request): Promise<Response>
  file(request: Request): Promise<Response>
}

/** Code files are named by their content hash, so a name means the same file in every version. */
const isCodeFile = (path: string) => path.startsWith('/assets/')

/** Whether a reply is the page of a proxy or of a public Wi-Fi instead of a file. Documents have hashes of their own. */
const isPageInsteadOf = (url: string, response: Response) =>
  isPage(response) && !new URL(url, location.href).pathname.endsWith('.html')

function createController(cacheName: string, entries: (PrecacheEntry | string)[]): PrecacheController {
  const controller = new PrecacheController({
    cacheName,
    plugins: [
      {
        // An installation that gets anything else fails, and is tried again with the next check for a new version.
        cacheWillUpdate: async ({ request, response }) =>
          response.status === 200 && !isPageInsteadOf(request.url, response) ? response : null,
        // Earlier versions of the app have stored such pages, and an installation keeps the files that it finds.
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse && !isPageInsteadOf(request.url, cachedResponse) ? cachedResponse : null,
      },
    ],
  })
  controller.addToCacheList(entries)
  return controller
}

export function createShell(cacheName: string, entries: (PrecacheEntry | string)[]): Shell {
  const controller = createController(cacheName, entries)

  /** Stores the files that are not in the cache. A controller fetches its own one after the other. */
  const install = (event: ExtendableEvent) =>
    Promise.all(
      Array.from({ length: FETCHED_AT_ONCE }, (_, first) =>
        createController(
          cacheName,
          entries.filter((_entry, at) => at % FETCHED_AT_ONCE === first),
        ).install(event),
      ),
    )

  async function isComplete(): Promise<boolean> {
    const cache = await caches.open(cacheName)
    const stored = new Set((await cache.keys()).map(({ url }) => url))
    return [...controller.getURLsToCacheKeys().values()].every((key) => stored.has(key))
  }

  /**
   * Stores a missing file again, if what the server sends is certainly of this version: a document is compared
   * with its hash, and a code file is named by it.
   */
  async function restore(url: string): Promise<void> {
    const key = controller.getCacheKeyForURL(url)!
    const integrity = controller.getIntegrityForCacheKey(key)
    if (integrity === undefined && !isCodeFile(new URL(key).pathname)) return
    const cache = await caches.open(cacheName)
    const response = await fetch(url, integrity === undefined ? {} : { integrity })
    if (response.ok && (integrity !== undefined || !isPage(response))) await cache.put(key, response)
  }

  /** Falls back to the network if the file is missing in the cache, or the cache cannot be read. */
  async function cachedOrFetched(url: string, request: Request): Promise<Response> {
    const cached = await controller.matchPrecache(url).catch(() => undefined)
    if (cached) return cached
    const response = await fetch(request)
    restore(url).catch(() => undefined)
    return response
  }

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
    async fill(event) {
      await install(event)
      // An earlier release that took over meanwhile has deleted the files that it does not know.
      if (!(await isComplete())) await install(event)
    },
    async clean(registration) {
      const cache = await caches.open(cacheName)
      const kept = await builds(cache)
      await cache.put(BUILDS, new Response(JSON.stringify(kept)))
      const cached = await cache.keys()
      // Its files are in the same cache, and it deletes what it does not need when it takes over.
      if (registration.installing || registration.waiting) return
      const files = new Set(kept.flat())
      const own = new Set(controller.getURLsToCacheKeys().values())
      const inUse = ({ url }: Request) =>
        own.has(url) || files.has(new URL(url).pathname) || new URL(url).pathname === BUILDS
      await Promise.all(cached.filter((request) => !inUse(request)).map((request) => cache.delete(request)))
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
