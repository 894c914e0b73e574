import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import {
  DecisionNote,
  InboxCounts,
  ParkFacts,
  ReportAcceptance,
  ReportDesk,
  SubmissionDesk,
} from '../../data/model/inbox.ts'
import type { LetterKind } from '../../data/model/inbox.ts'
import { ParkId } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import {
  LetterStatus,
  ReceivedMessage,
  ReceivedReport,
  ReceivedSubmission,
} from '../../data/model/submission.ts'
import type { Directory } from '../directory/directory.ts'
import type { Geocoder } from '../geo/geocoder.ts'
import { acceptMessage, acceptReport, acceptSubmission, reject } from '../inbox/decisions.ts'
import { draftOf } from '../inbox/draft.ts'
import { notFound } from '../http/problems.ts'
import { NoQuery, ParkParams as NumberParams, textual, pageOf as pageQuery } from '../http/queries.ts'
import { publicPark } from '../repositories/directory.ts'
import {
  countInboxItems,
  inboxCounts,
  messageOf,
  messages,
  reportOf,
  reports,
  submissionOf,
  submissions,
} from '../repositories/inbox.ts'
import type { InboxPage } from '../repositories/inbox.ts'
import { reviewOf } from '../repositories/reviews.ts'
import type { Store } from '../repositories/store.ts'

/** Letters of one answer: each may have 20 kB. */
const LETTERS_AT_ONCE = 100
const LettersQuery = z.strictObject({
  ...pageQuery(LETTERS_AT_ONCE).shape,
  status: textual(LetterStatus).describe('All when it is not given.'),
})
const pageOf = ({
  status,
  offset = 0,
  limit = LETTERS_AT_ONCE,
}: z.infer<typeof LettersQuery>): InboxPage => ({
  status,
  offset,
  limit,
})

const REFUSALS = { 400: Problem, 401: Problem, 403: Problem, 503: Problem }
const DECISION_REFUSALS = { ...REFUSALS, 404: Problem, 409: Problem }

const Decided = z.strictObject({ id: z.int() })

export interface InboxParts {
  store: Store
  directory: Directory
  geocoder: Geocoder
  clock: () => Date
}

/**
 * `/api/admin/{submissions,reports,messages}`: what came in, for administrators to decide on. It comes in through `/api/sync`. What has been
 * decided stays so: a second decision answers 409 `taken`.
 */
export const adminInboxRoutes: FastifyPluginAsyncZod<InboxParts> = async (
  app,
  { store, directory, geocoder, clock },
) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  const config = { access: 'admin' } as const

  app.get(
    '/api/admin/inbox',
    {
      config,
      schema: {
        summary: 'How many wait for a decision',
        querystring: NoQuery,
        response: { 200: InboxCounts, ...REFUSALS },
      },
    },
    async () => store.view(inboxCounts),
  )

  const lists = [
    {
      kind: 'submissions',
      summary: 'Parks people want in the directory, the latest first',
      row: ReceivedSubmission,
      list: submissions,
    },
    {
      kind: 'reports',
      summary: 'What people say is wrong, the latest first',
      row: ReceivedReport,
      list: reports,
    },
    {
      kind: 'messages',
      summary: 'What people wrote to us, the latest first',
      row: ReceivedMessage,
      list: messages,
    },
  ] as const
  for (const { kind, summary, row, list } of lists) {
    app.get(
      `/api/admin/${kind}`,
      {
        config,
        schema: {
          summary,
          description: 'X-Total-Count: how many there are.',
          querystring: LettersQuery,
          response: { 200: z.array(row), ...REFUSALS },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await store.view(async (db) => ({
          rows: await list(db, pageOf(query)),
          total: await countInboxItems(db, kind, query.status),
        }))
        reply.header('x-total-count', total)
        return rows as never
      },
    )
  }

  app.get(
    '/api/admin/submissions/:id',
    {
      config,
      schema: {
        summary: 'A submission, and the park it could become with what the gazetteer knows',
        params: NumberParams,
        querystring: NoQuery,
        response: { 200: SubmissionDesk, ...REFUSALS, 404: Problem },
      },
    },
    async ({ params }) => {
      const submission = await store.read((db) => submissionOf(db, params.id))
      if (submission === undefined) throw notFound()
      return { submission, ...(await draftOf(submission, await directory.current(), geocoder)) }
    },
  )

  app.get(
    '/api/admin/reports/:id',
    {
      config,
      schema: {
        summary: 'A report, and what it is of',
        params: NumberParams,
        querystring: NoQuery,
        response: { 200: ReportDesk, ...REFUSALS, 404: Problem },
      },
    },
    async ({ params }) =>
      store.view(async (db) => {
        const report = await reportOf(db, params.id)
        if (report === undefined) throw notFound()
        if (report.subject === 'review')
          return { report, park: null, review: (await reviewOf(db, report.subjectId)) ?? null }
        const park = await publicPark(db, report.subjectId)
        if (park === undefined) return { report, park: null, review: null }
        const {
          area: _area,
          lacks: _lacks,
          rating: _rating,
          imageUrl: _image,
          createdAt: _made,
          ...facts
        } = park
        return { report, park: facts, review: null }
      }),
  )

  app.get(
    '/api/admin/messages/:id',
    {
      config,
      schema: {
        summary: 'A message',
        params: NumberParams,
        querystring: NoQuery,
        response: { 200: ReceivedMessage, ...REFUSALS, 404: Problem },
      },
    },
    async ({ params }) => {
      const message = await store.read((db) => messageOf(db, params.id))
      if (message === undefined) throw notFound()
      return message
    },
  )

  app.post(
    '/api/admin/submissions/:id/accept',
    {
      config,
      schema: {
        summary: 'Makes a park of a submission',
        params: NumberParams,
        body: ParkFacts,
        querystring: NoQuery,
        response: { 200: z.strictObject({ id: z.int(), parkId: ParkId }), ...DECISION_REFUSALS },
      },
    },
    async ({ params, body, user }) => {
      const decider = { userId: user!.id, at: clock() }
      return {
        id: params.id,
        parkId: await directory.write((db) => acceptSubmission(db, params.id, body, decider)),
      }
    },
  )

  app.post(
    '/api/admin/reports/:id/accept',
    {
      config,
      schema: {
        summary: 'Does what a report asks for: edits the park, takes it away, or marks the review',
        params: NumberParams,
        body: ReportAcceptance,
        querystring: NoQuery,
        response: { 200: Decided, ...DECISION_REFUSALS },
      },
    },
    async ({ params, body, user }) => {
      const decider = { userId: user!.id, at: clock() }
      await directory.write((db) => acceptReport(db, params.id, body, decider))
      return { id: params.id }
    },
  )

  app.post(
    '/api/admin/messages/:id/accept',
    {
      config,
      schema: {
        summary: 'Notes that a message has been dealt with',
        params: NumberParams,
        body: DecisionNote,
        querystring: NoQuery,
        response: { 200: Decided, ...DECISION_REFUSALS },
      },
    },
    async ({ params, body, user }) => {
      const decider = { userId: user!.id, at: clock() }
      await store.write((db) => acceptMessage(db, params.id, body.note ?? '', decider))
      return { id: params.id }
    },
  )

  for (const kind of ['submissions', 'reports', 'messages'] as const satisfies readonly LetterKind[]) {
    app.post(
      `/api/admin/${kind}/:id/reject`,
      {
        config,
        schema: {
          summary: 'Turns it down; nothing changes',
          params: NumberParams,
          body: DecisionNote,
          querystring: NoQuery,
          response: { 200: Decided, ...DECISION_REFUSALS },
        },
      },
      async ({ params, body, user }) => {
        const decider = { userId: user!.id, at: clock() }
        await store.write((db) => reject(db, kind, params.id, body.note ?? '', decider))
        return { id: params.id }
      },
    )
  }
}
