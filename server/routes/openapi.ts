import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { matches } from '../http/caching.ts'
import { encodedFor, cachedReply } from '../directory/compression.ts'
import type { CachedReply } from '../directory/compression.ts'
import { NoQuery } from '../http/queries.ts'

/** `/api/openapi.json`: this API, described from the schemas it checks with. */
export const openapiRoutes: FastifyPluginAsyncZod = async (app) => {
  /** The routes are the same as long as the server runs: written and compressed once. */
  let kept: { answer: CachedReply; etag: string } | undefined

  app.get(
    '/api/openapi.json',
    { config: { access: 'public' }, schema: { hide: true, querystring: NoQuery } },
    async (request, reply) => {
      if (!kept) {
        const bytes = Buffer.from(JSON.stringify(app.swagger()))
        const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
        kept = { answer: cachedReply(bytes, { br: 9, gzip: 9 }), etag }
      }
      reply.header('cache-control', 'no-cache').header('etag', kept.etag)
      if (matches(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
      const bytes = await encodedFor(request, reply, kept.answer)
      return reply.type('application/json; charset=utf-8').send(bytes)
    },
  )
}
