import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AdminLogEntry } from '../../data/model/admin-log.ts'
import { Problem } from '../../data/model/problem.ts'
import { PageQuery } from '../http/queries.ts'
import { adminLog } from '../repositories/admin-log.ts'
import type { Store } from '../repositories/store.ts'

/** `/api/admin/log`: what administrators did. */
export const adminLogRoutes: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/admin/log',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'What administrators did, latest first',
        querystring: PageQuery,
        response: { 200: z.array(AdminLogEntry), 400: Problem, 401: Problem, 403: Problem, 503: Problem },
      },
    },
    async ({ query: { offset = 0, limit = 100 } }, reply) => {
      const { entries, total } = await store.read((db) => adminLog(db, { offset, limit }))
      reply.header('cache-control', 'no-store').header('x-total-count', total)
      return entries
    },
  )
}
