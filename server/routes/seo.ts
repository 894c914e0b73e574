import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { STATE_CODES } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { SCREENS } from '../../data/screens/screens.ts'
import { fromDirectory } from '../http/caching.ts'
import { encodedFor, cachedReply } from '../directory/compression.ts'
import type { CachedReply } from '../directory/compression.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'
import { originOf } from '../http/origin.ts'
import { notFound } from '../http/problems.ts'
import type { RequestCount } from '../http/problems.ts'

/** The protocol allows 50,000 (https://www.sitemaps.org/protocol.html). */
const URLS_PER_FILE = 40_000

/** Screens that are not indexed: those of a person, of administration, and directions. */
const PRIVATE_PATHS = new Set(
  SCREENS.filter(({ head }) => !head).map(({ path }) => `/${path.split('/', 2)[1]}`),
)
/** Pictures of indexed pages and of shared links. The longest rule that fits a path decides. */
const PICTURE_PATHS = ['/api/pictures/', '/icons/']
const ROBOTS = [
  'User-agent: *',
  ...PICTURE_PATHS.map((path) => `Allow: ${path}`),
  ...['/api/', ...PRIVATE_PATHS].map((path) => `Disallow: ${path}`),
  '',
]

/** Screens that are indexed and not about a park or place. */
const FIXED_PATHS = SCREENS.filter(({ head, path }) => head && !path.includes('$')).map(({ path }) => path)

/** Cached files. Limited because, without PUBLIC_URL, clients can send any number of host names. */
const CACHED_FILES = 8

/** The public paths: fixed screens, states, suburbs that have a park, and parks. */
function pathsOf(copy: DirectoryCopy): string[] {
  const parks = copy.engine.all()
  const cities = new Set(parks.map(({ state, city }) => `/state/${state.toLowerCase()}/${citySlug(city)}`))
  return [
    ...FIXED_PATHS,
    ...STATE_CODES.map((code) => `/state/${code.toLowerCase()}`),
    ...[...cities].sort(),
    ...parks.map(({ id }) => `/park/${id}`),
  ]
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlSet = (urls: readonly string[]) =>
  `${XML}<urlset ${NAMESPACE}>\n${urls.map((url) => `<url><loc>${url}</loc></url>`).join('\n')}\n</urlset>\n`
const sitemapIndex = (urls: readonly string[]) =>
  `${XML}<sitemapindex ${NAMESPACE}>\n${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`

/** `robots.txt` and `sitemap.xml`: one file, or an index of several if there are too many URLs for one. */
export const seoRoutes: FastifyPluginAsync<{
  directory: Directory
  publicUrl: string | undefined
  /** Counts a request against the limit of its IP address. */
  count: RequestCount
}> = async (app, { directory, publicUrl, count }) => {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return `${ROBOTS.join('\n')}Sitemap: ${originOf(request, publicUrl)}/sitemap.xml\n`
  })

  /** Files of the newest version, cached: a sitemap of 20,000 parks takes some milliseconds. */
  let cache: { copy: DirectoryCopy; paths: string[]; files: LRUCache<string, CachedReply> } | undefined
  const cacheOf = (copy: DirectoryCopy) => {
    if (cache?.copy !== copy)
      cache = { copy, paths: pathsOf(copy), files: new LRUCache({ max: CACHED_FILES }) }
    return cache
  }

  /** @param file 0 for `sitemap.xml` @returns `undefined` if there is no such file */
  const fileOf = (copy: DirectoryCopy, origin: string, file: number): CachedReply | undefined => {
    const { paths, files } = cacheOf(copy)
    const key = `${file} ${origin}`
    const known = files.get(key)
    if (known) return known
    const count = Math.ceil(paths.length / URLS_PER_FILE)
    if (file > count) return undefined
    const start = Math.max(0, file - 1) * URLS_PER_FILE
    const text =
      file === 0 && count > 1
        ? sitemapIndex(Array.from({ length: count }, (_, at) => `${origin}/sitemap-${at + 1}.xml`))
        : urlSet(paths.slice(start, start + URLS_PER_FILE).map((path) => origin + path))
    const reply = cachedReply(Buffer.from(text), { br: 5, gzip: 6 })
    files.set(key, reply)
    return reply
  }

  app.register(async (maps) => {
    maps.addHook('onRequest', count)
    // The files contain the host name, so it must be part of the ETag.
    maps.addHook(
      'preHandler',
      fromDirectory(directory, {
        also: (request) =>
          createHash('sha256').update(originOf(request, publicUrl)).digest('base64url').slice(0, 11),
      }),
    )
    const send = async (request: FastifyRequest, reply: FastifyReply, file: number) => {
      const sitemap = fileOf(request.copy, originOf(request, publicUrl), file)
      if (!sitemap) throw notFound()
      const bytes = await encodedFor(request, reply, sitemap)
      return reply.type('application/xml; charset=utf-8').send(bytes)
    }
    maps.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) => send(request, reply, 0))
    maps.get<{ Params: { file: string } }>(
      '/sitemap-:file.xml',
      { schema: { hide: true } },
      async (request, reply) => {
        if (!/^[1-9]\d{0,3}$/.test(request.params.file)) throw notFound()
        return send(request, reply, Number(request.params.file))
      },
    )
  })
}
