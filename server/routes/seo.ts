import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { STATE_CODES } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { fromDirectory } from '../caching.ts'
import type { Directory, DirectoryCopy } from '../directory.ts'
import { nothingHere } from '../problems.ts'

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
export const seoRoutes: FastifyPluginAsync<{ directory: Directory; publicUrl: string | undefined }> = async (
  app,
  { directory, publicUrl },
) => {
  const originOf = (request: FastifyRequest) => publicUrl ?? `${request.protocol}://${request.host}`

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return `${ROBOTS.join('\n')}Sitemap: ${originOf(request)}/sitemap.xml\n`
  })

  app.register(async (maps) => {
    maps.addHook('preHandler', fromDirectory(directory))
    maps.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
      const origin = originOf(request)
      const paths = pathsOf(request.copy)
      reply.type('application/xml; charset=utf-8')
      if (paths.length <= ADDRESSES_PER_FILE) return urlSet(paths.map((path) => origin + path))
      const files = Math.ceil(paths.length / ADDRESSES_PER_FILE)
      return index(Array.from({ length: files }, (_, file) => `${origin}/sitemap-${file + 1}.xml`))
    })
    maps.get<{ Params: { file: string } }>(
      '/sitemap-:file.xml',
      { schema: { hide: true } },
      async (request, reply) => {
        const start = (Number(request.params.file) - 1) * ADDRESSES_PER_FILE
        const paths = /^[1-9]\d{0,3}$/.test(request.params.file)
          ? pathsOf(request.copy).slice(start, start + ADDRESSES_PER_FILE)
          : []
        if (paths.length === 0) throw nothingHere()
        const origin = originOf(request)
        reply.type('application/xml; charset=utf-8')
        return urlSet(paths.map((path) => origin + path))
      },
    )
  })
}
