import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Problem } from '../../data/model/problem.ts'
import { NotedVisit, Visit } from '../../data/model/visit.ts'
import { NothingElse } from '../queries.ts'
import type { Store } from '../repositories/store.ts'
import { visitsOf } from '../repositories/visits.ts'
import type { Sync } from '../sync/service.ts'

/** `/api/user/visits`: where one has been. Nobody else reads it. */
export const visitRoutes: FastifyPluginAsyncZod<{ sync: Sync; store: Store }> = async (
  app,
  { sync, store },
) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get(
    '/api/user/visits',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Where one has been, the latest first',
        querystring: NothingElse,
        response: { 200: z.array(NotedVisit), 401: Problem, 503: Problem },
      },
    },
    async ({ user }) => store.read((db) => visitsOf(db, user!.id)),
  )

  app.post(
    '/api/user/visits',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Notes a visit',
        body: Visit,
        querystring: NothingElse,
        response: {
          201: z.strictObject({ id: z.int() }),
          400: Problem,
          401: Problem,
          404: Problem,
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
