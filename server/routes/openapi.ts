import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { Problem } from '../../data/model/problem.ts'
import { contentHash, matches } from '../http/caching.ts'
import { encodedFor, cachedReply } from '../directory/compression.ts'
import type { CachedReply } from '../directory/compression.ts'
import { NoQuery } from '../http/queries.ts'

/** Describes a route, with the reply to too many requests if the route has a limit. */
export const describeRoute: typeof jsonSchemaTransform = (document) => {
  const { schema, route } = document
  // Routes that are not described may have no schema.
  const response = schema?.response
  if (!response || route.config?.rateLimit === false) return jsonSchemaTransform(document)
  return jsonSchemaTransform({ ...document, schema: { ...schema, response: { 429: Problem, ...response } } })
}

/** `/api/openapi.json`: a description of this API, generated from its schemas. */
export const openapiRoutes: FastifyPluginAsyncZod = async (app) => {
  /** Generated once: the routes do not change while the server runs. */
  let document: { reply: CachedReply; etag: string } | undefined

  app.get(
    '/api/openapi.json',
    { config: { access: 'public' }, schema: { hide: true, querystring: NoQuery } },
    async (request, reply) => {
      if (!document) {
        const bytes = Buffer.from(JSON.stringify(app.swagger()))
        const etag = `W/"${contentHash(bytes)}"`
        document = { reply: cachedReply(bytes, { br: 9, gzip: 9 }), etag }
      }
      reply.header('cache-control', 'no-cache').header('etag', document.etag)
      if (matches(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
      const bytes = await encodedFor(request, reply, document.reply)
      return reply.type('application/json; charset=utf-8').send(bytes)
    },
  )
}
