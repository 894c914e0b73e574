import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Council } from '../../data/model/council.ts'
import { Problem } from '../../data/model/problem.ts'
import { councils } from '../../data/sources/councils.ts'
import { contentHash, matches, SHARED } from '../http/caching.ts'
import { NoQuery } from '../http/queries.ts'

/** `/api/councils`: the council areas, for devices without the directory. */
export const councilRoutes: FastifyPluginAsyncZod = async (app) => {
  // Without centres: apps of an earlier version accept no other properties.
  const listed = councils().map(({ centre: _centre, ...council }) => council)
  const etag = `W/"${contentHash(JSON.stringify(listed))}"`
  app.get(
    '/api/councils',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Every council area, with its website and general rules for dogs where they are known',
        querystring: NoQuery,
        response: { 200: z.array(Council), 304: z.undefined(), 400: Problem },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', SHARED).header('etag', etag).header('vary', 'accept-encoding')
      return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : listed
    },
  )
}
