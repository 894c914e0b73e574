import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NothingElse } from '../queries.ts'

/** `/api/openapi.json`: this API, described from the schemas it checks with. */
export const openapiRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/openapi.json',
    { config: { access: 'public' }, schema: { hide: true, querystring: NothingElse } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      return app.swagger()
    },
  )
}
