import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { STATE_CODES } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { fromDirectory } from '../http/caching.ts'
import { encodedFor, cachedReply } from '../directory/compression.ts'
import type { CachedReply } from '../directory/compression.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'
import { originOf } from '../http/origin.ts'
import { notFound } from '../http/problems.ts'
import type { RequestCount } from '../http/problems.ts'

/** Most addresses in one file (https://www.sitemaps.org/protocol.html allows 50,000). */
const ADDRESSES_PER_FILE = 40_000

/** Screens that are a person's own or a tool's are not for search engines. */
const ROBOTS = [
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /admin',
  'Disallow: /auth',
  'Disallow: /profile',
  'Disallow: /outbox',
  '',
]

/** Files of a version of the directory that are kept, of whatever host. Without PUBLIC_URL anybody can name any number of hosts. */
const FILES_KEPT = 8

/** Every address worth finding: the fixed screens, the states, each suburb that has a park, and each park. */
function pathsOf(copy: DirectoryCopy): string[] {
  const parks = copy.engine.all()
  const cities = new Set(parks.map(({ state, city }) => `/state/${state.toLowerCase()}/${citySlug(city)}`))
  return [
    '/',
    '/state',
    '/states',
    ...STATE_CODES.map((code) => `/state/${code.toLowerCase()}`),
    ...[...cities].sort(),
    ...parks.map(({ id }) => `/park/${id}`),
  ]
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlSet = (addresses: readonly string[]) =>
  `${XML}<urlset ${NAMESPACE}>\n${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('\n')}\n</urlset>\n`
const index = (addresses: readonly string[]) =>
  `${XML}<sitemapindex ${NAMESPACE}>\n${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('\n')}\n</sitemapindex>\n`

/** `robots.txt` and `sitemap.xml`: one file, or an index of files where one would hold too many addresses. */
export const seoRoutes: FastifyPluginAsync<{
  directory: Directory
  publicUrl: string | undefined
  /** Counts a request against the limit of its address. */
  count: RequestCount
}> = async (app, { directory, publicUrl, count }) => {
  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return `${ROBOTS.join('\n')}Sitemap: ${originOf(request, publicUrl)}/sitemap.xml\n`
  })

  /** The paths of the newest version, and the files made of them: a sitemap of 20,000 parks takes some milliseconds to write. */
  let made: { copy: DirectoryCopy; paths: string[]; files: Map<string, CachedReply> } | undefined
  const madeOf = (copy: DirectoryCopy) => {
    if (made?.copy !== copy) made = { copy, paths: pathsOf(copy), files: new Map() }
    return made
  }

  /** @param file 0 for `sitemap.xml` @returns `undefined` when there is no such file */
  const fileOf = (copy: DirectoryCopy, origin: string, file: number): CachedReply | undefined => {
    const { paths, files } = madeOf(copy)
    const key = `${file} ${origin}`
    const known = files.get(key)
    if (known) return known
    const count = Math.ceil(paths.length / ADDRESSES_PER_FILE)
    if (file > count) return undefined
    const start = Math.max(0, file - 1) * ADDRESSES_PER_FILE
    const text =
      file === 0 && count > 1
        ? index(Array.from({ length: count }, (_, at) => `${origin}/sitemap-${at + 1}.xml`))
        : urlSet(paths.slice(start, start + ADDRESSES_PER_FILE).map((path) => origin + path))
    const answer = cachedReply(Buffer.from(text), { br: 5, gzip: 6 })
    if (files.size >= FILES_KEPT) files.delete(files.keys().next().value!)
    files.set(key, answer)
    return answer
  }

  app.register(async (maps) => {
    maps.addHook('onRequest', count)
    // The files name the host, so a tag of the directory alone would be the same for two hosts.
    maps.addHook(
      'preHandler',
      fromDirectory(directory, (request) =>
        createHash('sha256').update(originOf(request, publicUrl)).digest('base64url').slice(0, 11),
      ),
    )
    const send = async (request: FastifyRequest, reply: FastifyReply, file: number) => {
      const answer = fileOf(request.copy, originOf(request, publicUrl), file)
      if (!answer) throw notFound()
      const bytes = await encodedFor(request, reply, answer)
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
