import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { homeSearch, isSearchPath } from '../../data/screens/home-search.ts'
import { matchScreen } from '../../data/screens/screens.ts'
import { isApi } from '../auth/access.ts'
import { isFile } from './builds.ts'
import type { Builds } from './builds.ts'
import { contentHash, matches } from '../http/caching.ts'
import { cachedReply, encodedFor } from '../directory/compression.ts'
import type { CachedReply } from '../directory/compression.ts'
import type { Directory } from '../directory/directory.ts'
import { withPart } from '../../data/screens/document-parts.ts'
import { openFirstScreens } from './first-screens.ts'
import { originOf } from '../http/origin.ts'
import { headOf, withHead } from './page-head.ts'

/** Whether a path is a screen's. Park ids and slugs contain no dot. */
const isScreen = (path: string) => matchScreen(path) !== undefined && !path.includes('.')

/** Whether the path is of a file. A missing file gets 404, not the document. */
const isFilePath = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)

/**
 * The URL for the router, which refuses a path that it cannot decode (`/park/%`) before any hook runs. Percent signs of
 * such a page's path are escaped, so that it gets the document of an unknown page. Other URLs are unchanged.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url
  const path = url.split(/[?#]/, 1)[0]!
  if (isApi(path)) return url
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The service worker is installed only with unchanged documents, so a proxy may not rewrite them. */
const REVALIDATE = 'no-cache, no-transform'
/** For the service worker: with an old one from a cache, the app could not be updated. */
const NO_STORE = 'no-store'
/** Whether a path is of the service worker or a part of it. Files may be sent in their compressed form. */
const isServiceWorker = (path: string) => /^\/sw(-[a-z]+)?\.js(\.(br|gz))?$/.test(path)

/**
 * Compression of documents: that of `/` must fit into the ten packets of the initial window (RFC 6928). Takes
 * 1 to 3 ms on the thread pool.
 */
const QUALITY = { br: 6, gzip: 6 }
/** Size of the cache of compressed documents. */
const DOCUMENT_CACHE_BYTES = 16 * 2 ** 20

export interface ShellParts {
  clientDir: string
  directory: Directory
  /** The site's origin; that of the request if `undefined`. */
  publicUrl: string | undefined
  builds: Builds
  /** False: installed service workers are replaced with one that unregisters itself (docs/operations.md). */
  serviceWorker: boolean
  clock: () => Date
  /** Whether one more screen may be rendered for the address a request comes from. */
  mayRender: (request: FastifyRequest) => Promise<boolean>
}

/**
 * Serves the built client: its files, and its document for every screen with that screen's head and
 * prerendered HTML. Replies 503 if the client is not built. Without a directory the document is still served,
 * with the general head and no parks.
 */
export async function serveClient(
  app: FastifyInstance,
  { clientDir, directory, publicUrl, builds, serviceWorker, clock, mayRender }: ShellParts,
): Promise<void> {
  const firstScreen = openFirstScreens(
    join(clientDir, '..', 'first-screen', 'first-screen.js'),
    directory,
    clock,
  )
  const shell = openShell(join(clientDir, 'index.html'), () => builds.keep())
  await builds.keep()
  const documents = new LRUCache<string, CachedReply>({
    maxSize: DOCUMENT_CACHE_BYTES,
    sizeCalculation: ({ plain }) => 2 * plain.length,
  })
  const isAsset = (path: string) => path.startsWith(join(clientDir, 'assets')) || !path.startsWith(clientDir)

  await app.register(fastifyStatic, {
    serve: false,
    root: clientDir,
    suppressWarning: true,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // File names in assets contain a hash of their content.
      reply.header(
        'cache-control',
        isAsset(path) ? IMMUTABLE : isServiceWorker(path.slice(clientDir.length)) ? NO_STORE : REVALIDATE,
      )
      reply.header('vary', 'accept-encoding')
    },
  })

  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = `/${request.params['*']}`
    if (isSearchPath(path))
      return reply.redirect(homeSearch(new URL(request.url, 'http://localhost').searchParams), 302)
    // An installed app requests a new service worker long before it requests a page.
    if (isServiceWorker(path)) await builds.keep()
    if (path === '/sw.js' && !serviceWorker) return reply.sendFile('sw-off.js')
    if (path.startsWith('/assets/') && !(await isFile(join(clientDir, path)))) {
      const folder = await builds.folderOf(request.params['*'])
      if (folder !== undefined) return reply.sendFile(request.params['*'], folder)
    }
    if (isFilePath(path)) return reply.sendFile(request.params['*'])
    // An address that was changed by routableUrl is no screen's, even if it looks like one now.
    return sendShell(request, reply, isScreen(path) && request.url === request.originalUrl)
  })

  /** @param isPage whether the path is of a screen; if not, or if its subject does not exist, the status is 404 */
  async function sendShell(request: FastifyRequest, reply: FastifyReply, isPage: boolean) {
    const template = await shell()
    if (template === undefined) {
      reply.code(503).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      return 'Offlead is not built yet: npm start builds it.\n'
    }
    const origin = originOf(request, publicUrl)
    const path = request.url.split('?', 1)[0]!
    const screen = await firstScreen(isPage ? path : '', request.url !== path, () => mayRender(request))
    // Read after the first screen, which waits for the directory.
    const head = headOf(path, directory.last(), origin)
    const status = isPage && head.exists ? 200 : 404
    const document = withHead(template, head, origin)
    const text = withPart(document, 'screen', screen) ?? document
    const hash = contentHash(text)
    const etag = `W/"${hash}"`
    reply.header('cache-control', REVALIDATE).header('vary', 'accept-encoding').header('etag', etag)
    if (status === 200 && matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    let compressed = documents.get(hash)
    if (!compressed) {
      compressed = cachedReply(Buffer.from(text), QUALITY)
      documents.set(hash, compressed)
    }
    const bytes = await encodedFor(request, reply, compressed)
    return reply.code(status).type('text/html; charset=utf-8').send(bytes)
  }
}

/**
 * Reads the document again after a new build, without a restart. `onChange` runs before the new one is used.
 */
function openShell(path: string, onChange: () => Promise<void>): () => Promise<string | undefined> {
  let loadedVersion = ''
  let document: string | undefined
  return async () => {
    const found = await stat(path).catch(() => undefined)
    if (!found) return undefined
    const version = `${found.ino}:${found.mtimeMs}:${found.size}`
    if (version !== loadedVersion || document === undefined) {
      await onChange()
      document = await readFile(path, 'utf8')
      loadedVersion = version
    }
    return document
  }
}
