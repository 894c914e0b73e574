import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Problem } from '../../data/model/problem.ts'
import { ReceivedMessage, ReceivedReport, ReceivedSubmission } from '../../data/model/submission.ts'
import { PageQuery } from '../queries.ts'
import type { Store } from '../repositories/store.ts'
import { messages, reports, submissions } from '../repositories/submissions.ts'
import type { Page } from '../repositories/submissions.ts'

const pageOf = ({ offset, limit }: z.infer<typeof PageQuery>): Page => ({ offset: offset ?? 0, limit: limit ?? 100 })

/** `/api/admin/{submissions,messages,reports}`: what came in, for administrators. It comes in through `/api/sync`. */
export const submissionRoutes: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  const refusals = { 400: Problem, 401: Problem, 403: Problem, 503: Problem }

  app.get(
    '/api/admin/submissions',
    {
      config: { access: 'admin' },
      schema: { summary: 'Parks people want in the directory, the latest first', querystring: PageQuery, response: { 200: z.array(ReceivedSubmission), ...refusals } },
    },
    async ({ query }) => store.read((db) => submissions(db, pageOf(query))),
  )

  app.get(
    '/api/admin/messages',
    {
      config: { access: 'admin' },
      schema: { summary: 'What people wrote to us, the latest first', querystring: PageQuery, response: { 200: z.array(ReceivedMessage), ...refusals } },
    },
    async ({ query }) => store.read((db) => messages(db, pageOf(query))),
  )

  app.get(
    '/api/admin/reports',
    {
      config: { access: 'admin' },
      schema: { summary: 'What people say is wrong, the latest first', querystring: PageQuery, response: { 200: z.array(ReceivedReport), ...refusals } },
    },
    async ({ query }) => store.read((db) => reports(db, pageOf(query))),
  )
}
