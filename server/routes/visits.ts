import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Problem } from '../../data/model/problem.ts'
import { RecordedVisit, Visit } from '../../data/model/visit.ts'
import { noStore } from '../http/caching.ts'
import { NoQuery, pageOf } from '../http/queries.ts'
import type { Store } from '../repositories/store.ts'
import { visitsOf, visitUsage } from '../repositories/visits.ts'
import type { Sync } from '../sync/service.ts'

/** Visits on a page. */
const PAGE_SIZE = { default: 50, max: 100 }

/** `/api/user/visits`: the user's own visits. */
export const visitRoutes: FastifyPluginAsyncZod<{ sync: Sync; store: Store }> = async (
  app,
  { sync, store },
) => {
  app.addHook('onRequest', noStore)

  app.get(
    '/api/user/visits',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The user’s visits, latest first',
        description: 'X-Total-Count: number of visits on all pages.',
        querystring: pageOf(PAGE_SIZE.max),
        response: { 200: z.array(RecordedVisit), 400: Problem, 401: Problem, 503: Problem },
      },
    },
    async ({ user, query: { offset = 0, limit = PAGE_SIZE.default } }, reply) => {
      const { visits, total } = await store.read(async (db) => ({
        visits: await visitsOf(db, user!.id, { offset, limit }),
        total: (await visitUsage(db, user!.id)).visits,
      }))
      reply.header('x-total-count', total)
      return visits
    },
  )

  app.post(
    '/api/user/visits',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Record a visit',
        body: Visit,
        querystring: NoQuery,
        response: {
          201: z.strictObject({ id: z.int() }),
          400: Problem,
          401: Problem,
          404: Problem,
          409: Problem,
          503: Problem,
        },
      },
    },
    async ({ user, body }, reply) => {
      const { id } = await sync.change({ kind: 'visit', userId: user!.id, args: body })
      return reply.code(201).send({ id: id! })
    },
  )
}
