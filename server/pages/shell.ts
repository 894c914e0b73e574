import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchScreen } from '../../data/screens/screens.ts'
import type { Builds } from './builds.ts'
import { matches } from '../http/caching.ts'
import { encodedFor, keptAnswer } from '../directory/compression.ts'
import type { KeptAnswer } from '../directory/compression.ts'
import type { Directory } from '../directory/directory.ts'
import { byteCache } from '../geo/byte-cache.ts'
import { openFirstScreens, withScreen } from './first-screens.ts'
import { originOf } from '../http/origin.ts'
import { headOf, withHead } from './page-head.ts'

/** Whether a path is a screen's. Park ids and slugs contain no dot. */
const isScreen = (path: string) => matchScreen(path) !== undefined && !path.includes('.')

/** What is a file, there or not: it never gets the document, which a script or a picture would choke on. */
const isFile = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/** The service worker decides over all the rest: no cache on the way may ever hold an old one. */
const NEVER = 'no-store'
const isServiceWorker = (path: string) => /^\/sw(-[a-z]+)?\.js$/.test(path)

/** That of `/` is to fit into the ten packets that a server may send before it hears back (RFC 6928). Takes 1 to 3 ms on the thread pool. */
const QUALITY = { br: 6, gzip: 6 }
/** Bytes of documents that are kept as they were sent, compressed. */
const DOCUMENTS_KEPT = 16 * 2 ** 20

export interface ShellParts {
  clientDir: string
  directory: Directory
  /** Origin the product is known by; that of the request where it is not told. */
  publicUrl: string | undefined
  /** The builds before this one. */
  builds: Builds
  /** False: who has the app's service worker gets one that takes itself away (docs/operations.md). */
  serviceWorker: boolean
  clock: () => Date
  /** Whether the address a request comes from may have one more screen made for it. */
  mayDraw: (request: FastifyRequest) => Promise<boolean>
}

/**
 * The built client: its files, and its one document for every screen, with the head of that screen in it for whoever reads no scripts, and the
 * screen itself as it is before any script has run. Works, and says so, when it is not built; a directory that cannot be read costs the head and
 * what the screen says of parks, not the page.
 */
export async function serveClient(
  app: FastifyInstance,
  { clientDir, directory, publicUrl, builds, serviceWorker, clock, mayDraw }: ShellParts,
): Promise<void> {
  const firstScreen = openFirstScreens(
    join(clientDir, '..', 'first-screen', 'first-screen.js'),
    directory,
    clock,
  )
  const shell = openShell(join(clientDir, 'index.html'), () => builds.keep())
  await builds.keep()
  const documents = byteCache<KeptAnswer>(DOCUMENTS_KEPT, ({ plain }) => 2 * plain.length)
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
      // Vite names what it puts into assets by its content.
      reply.header(
        'cache-control',
        isAsset(path) ? IMMUTABLE : isServiceWorker(path.slice(clientDir.length)) ? NEVER : REVALIDATE,
      )
      reply.header('vary', 'accept-encoding')
    },
  })

  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = `/${request.params['*']}`
    if (path === '/search') return reply.redirect(homeSearch(request.query), 302)
    // An installed app hears of a new build by its service worker, long before it asks for a page.
    if (isServiceWorker(path)) await builds.keep()
    if (path === '/sw.js' && !serviceWorker) return reply.sendFile('sw-off.js')
    if (path.startsWith('/assets/') && !(await exists(join(clientDir, path)))) {
      const folder = await builds.folderOf(request.params['*'])
      if (folder !== undefined) return reply.sendFile(request.params['*'], folder)
    }
    if (isFile(path)) return reply.sendFile(request.params['*'])
    return sendShell(request, reply, isScreen(path) ? 200 : 404)
  })

  async function sendShell(request: FastifyRequest, reply: FastifyReply, status: number) {
    const template = await shell()
    if (template === undefined) {
      reply.code(503).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
      return 'Offlead is not built yet: npm start builds it.\n'
    }
    const origin = originOf(request, publicUrl)
    const path = request.url.split('?', 1)[0]!
    const screen = await firstScreen(status === 200 ? path : '', request.url !== path, () => mayDraw(request))
    const text = withScreen(withHead(template, headOf(path, directory.last(), origin), origin), screen)
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const etag = `W/"${hash}"`
    reply.header('cache-control', REVALIDATE).header('vary', 'accept-encoding').header('etag', etag)
    if (status === 200 && matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    let document = documents.get(hash)
    if (!document) {
      document = keptAnswer(Buffer.from(text), QUALITY)
      documents.set(hash, document)
    }
    const bytes = await encodedFor(request, reply, document)
    return reply.code(status).type('text/html; charset=utf-8').send(bytes)
  }
}

/** The site's metadata names `/search?q=` (specification 2.24); the home screen is where the search is. */
function homeSearch(query: unknown): string {
  const q =
    typeof query === 'object' && query !== null && 'q' in query && typeof query.q === 'string' ? query.q : ''
  return q === '' ? '/' : `/?q=${encodeURIComponent(q)}`
}

const exists = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Reads the document anew when it has changed, and tells: a new build needs no restart. */
function openShell(path: string, changed: () => Promise<void>): () => Promise<string | undefined> {
  let seen = ''
  let document: string | undefined
  return async () => {
    const found = await stat(path).catch(() => undefined)
    if (!found) return undefined
    const now = `${found.ino}:${found.mtimeMs}:${found.size}`
    if (now !== seen || document === undefined) {
      // Before anyone is told of a build's code, it is kept for when there is a newer one.
      await changed()
      document = await readFile(path, 'utf8')
      seen = now
    }
    return document
  }
}
