import { PrecacheController } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { SCREEN, SCREEN_CACHE } from '../client/store/names.ts'
import { writeKnown, type KeptScreen } from '../data/model/first-screen.ts'

/** The app's page as the home screen needs it, and as all the others do: the first screen is written into it. */
const HOME = '/index.html'
const PAGE = '/page.html'
/** Where the cache remembers which code the last versions were made of. No address of the app: the colon keeps it from ever being asked for. */
const BUILDS = '/builds:kept'
/** This version and the two before it: a tab that was left open goes on with its own code. */
const KEPT_BUILDS = 3

/** The app itself on the device: its page and every piece of its code. Data is none of its business. */
export interface Shell {
  fill(event: ExtendableEvent): Promise<unknown>
  /** Drops what no version in use is made of. */
  clean(): Promise<unknown>
  /** Whether an address is a file of the app, of this version or another. */
  has(url: URL): boolean
  /** The page, from the device even when the server could answer: it opens at once whatever the network does. */
  page(request: Request): Promise<Response>
  file(request: Request): Promise<Response>
}

/** What is named by its content: one name is one file, whichever version asks. */
const isPiece = (path: string) => path.startsWith('/assets/')

/** The list of results that the home page was built with: bones. */
const RESULTS = /<section[^>]*data-results[^]*?<\/section>/

/** The document with the results this device showed last, where they are of this very build. */
async function withResults(page: Response, storage: CacheStorage): Promise<Response> {
  if (!(await storage.has(SCREEN_CACHE))) return page
  const kept = await (await storage.open(SCREEN_CACHE)).match(SCREEN)
  if (kept === undefined) return page
  const { build, results, known } = (await kept.json()) as KeptScreen
  const document = await page.clone().text()
  if (!document.includes(`<link rel="app-code" href="${build}"`)) return page
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(
    document.replace(RESULTS, () => results + writeKnown(known)),
    { headers },
  )
}

export function createShell(
  cacheName: string,
  entries: (PrecacheEntry | string)[],
  storage: CacheStorage = caches,
): Shell {
  const controller = new PrecacheController({ cacheName })
  controller.addToCacheList(entries)
  /** A cache the browser has emptied leaves the network. */
  const cachedOrFetched = async (url: string, request: Request) =>
    (await controller.matchPrecache(url)) ?? fetch(request)

  /** The pieces of the last versions, the latest first; this one among them. */
  async function builds(cache: Cache): Promise<string[][]> {
    const own = controller
      .getCachedURLs()
      .map((url) => new URL(url).pathname)
      .filter(isPiece)
    const known = await cache
      .match(BUILDS)
      .then((kept) => kept?.json() as Promise<string[][]> | undefined)
      .catch(() => undefined)
    return [own, ...(known ?? []).filter((pieces) => pieces.join() !== own.join())].slice(0, KEPT_BUILDS)
  }

  return {
    fill: (event) => controller.install(event),
    async clean() {
      const cache = await storage.open(cacheName)
      const kept = await builds(cache)
      await cache.put(BUILDS, Response.json(kept))
      const pieces = new Set(kept.flat())
      const own = new Set(controller.getURLsToCacheKeys().values())
      const inUse = ({ url }: Request) =>
        own.has(url) || pieces.has(new URL(url).pathname) || new URL(url).pathname === BUILDS
      await Promise.all(
        (await cache.keys()).filter((request) => !inUse(request)).map((request) => cache.delete(request)),
      )
    },
    has: (url) => isPiece(url.pathname) || controller.getCacheKeyForURL(url.href) !== undefined,
    async page(request) {
      const { pathname, search } = new URL(request.url)
      const page = await cachedOrFetched(pathname === '/' ? HOME : PAGE, request)
      return pathname === '/' && search === '' ? withResults(page, storage).catch(() => page) : page
    },
    async file(request) {
      const own = controller.getCacheKeyForURL(request.url)
      if (own !== undefined) return cachedOrFetched(request.url, request)
      // The code of a version before: `caches.match` of the shell alone, for data has nothing in it.
      const cache = await storage.open(cacheName).catch(() => undefined)
      return (await cache?.match(request.url)) ?? fetch(request)
    },
  }
}
