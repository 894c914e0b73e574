import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { INBOX_ITEMS_PER_REPLY } from '../../data/model/admin-lists.ts'
import {
  DecisionNote,
  InboxCounts,
  ParkFacts,
  ReportAcceptance,
  ReportDetails,
  SubmissionDetails,
} from '../../data/model/inbox.ts'
import type { InboxItemKind } from '../../data/model/inbox.ts'
import { ParkId } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import {
  InboxItemStatus,
  ReceivedMessage,
  ReceivedReport,
  ReceivedSubmission,
} from '../../data/model/submission.ts'
import type { Directory } from '../directory/directory.ts'
import type { Geocoder } from '../geo/geocoder.ts'
import { acceptMessage, acceptReport, acceptSubmission, reject } from '../inbox/decisions.ts'
import { addressSource, draftOf } from '../inbox/draft.ts'
import { noStore } from '../http/caching.ts'
import { ADMIN_PROBLEMS, notFound } from '../http/problems.ts'
import { IdParams, NoQuery, pageOf, textual } from '../http/queries.ts'
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
import { reviewOf } from '../repositories/reviews.ts'
import type { Store } from '../repositories/store.ts'

const InboxQuery = z.strictObject({
  ...pageOf(INBOX_ITEMS_PER_REPLY).shape,
  status: textual(InboxItemStatus).describe('All if missing.'),
})

const DECISION_PROBLEMS = { ...ADMIN_PROBLEMS, 404: Problem, 409: Problem }

const Decided = z.strictObject({ id: z.int() })

export interface InboxParts {
  store: Store
  directory: Directory
  geocoder: Geocoder
  clock: () => Date
}

/**
 * `/api/admin/{submissions,reports,messages}`: items for administrators to decide on, received through
 * `/api/sync`. A decision is final: a second one gets 409 `taken`.
 */
export const adminInboxRoutes: FastifyPluginAsyncZod<InboxParts> = async (
  app,
  { store, directory, geocoder, clock },
) => {
  app.addHook('onRequest', noStore)
  const config = { access: 'admin' } as const

  app.get(
    '/api/admin/inbox',
    {
      config,
      schema: {
        summary: 'Numbers of items without a decision',
        querystring: NoQuery,
        response: { 200: InboxCounts, ...ADMIN_PROBLEMS },
      },
    },
    async () => store.view(inboxCounts),
  )

  const lists = [
    {
      kind: 'submissions',
      summary: 'Submitted parks, latest first',
      row: ReceivedSubmission,
      list: submissions,
    },
    {
      kind: 'reports',
      summary: 'Reports of errors, latest first',
      row: ReceivedReport,
      list: reports,
    },
    {
      kind: 'messages',
      summary: 'Contact messages, latest first',
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
          description: 'X-Total-Count: number of items on all pages.',
          querystring: InboxQuery,
          response: { 200: z.array(row), ...ADMIN_PROBLEMS },
        },
      },
      async ({ query: { status, offset = 0, limit = INBOX_ITEMS_PER_REPLY } }, reply) => {
        const { rows, total } = await store.view(async (db) => ({
          rows: await list(db, { status, offset, limit }),
          total: await countInboxItems(db, kind, status),
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
        summary: 'A submission, and a draft of its park with data from the gazetteer',
        params: IdParams,
        querystring: NoQuery,
        response: { 200: SubmissionDetails, ...ADMIN_PROBLEMS, 404: Problem },
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
        summary: 'A report, and the park or review it is about',
        params: IdParams,
        querystring: NoQuery,
        response: { 200: ReportDetails, ...ADMIN_PROBLEMS, 404: Problem },
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
          position: _position,
          council: _council,
          createdAt: _createdAt,
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
        params: IdParams,
        querystring: NoQuery,
        response: { 200: ReceivedMessage, ...ADMIN_PROBLEMS, 404: Problem },
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
        summary: 'Add the park of a submission to the directory',
        params: IdParams,
        body: ParkFacts,
        querystring: NoQuery,
        response: { 200: z.strictObject({ id: z.int(), parkId: ParkId }), ...DECISION_PROBLEMS },
      },
    },
    async ({ params, body, user }) => {
      const decider = { userId: user!.id, at: clock() }
      const submission = await store.read((db) => submissionOf(db, params.id))
      if (submission === undefined) throw notFound()
      const ofAddress = await addressSource(submission, body, await directory.current(), geocoder, decider.at)
      return {
        id: params.id,
        parkId: await directory.write((db) => acceptSubmission(db, params.id, body, ofAddress, decider)),
      }
    },
  )

  app.post(
    '/api/admin/reports/:id/accept',
    {
      config,
      schema: {
        summary: 'Accept a report: edit or remove the park, or mark the review as moderated',
        params: IdParams,
        body: ReportAcceptance,
        querystring: NoQuery,
        response: { 200: Decided, ...DECISION_PROBLEMS },
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
        summary: 'Mark a message as dealt with',
        params: IdParams,
        body: DecisionNote,
        querystring: NoQuery,
        response: { 200: Decided, ...DECISION_PROBLEMS },
      },
    },
    async ({ params, body, user }) => {
      const decider = { userId: user!.id, at: clock() }
      await store.write((db) => acceptMessage(db, params.id, body.note ?? '', decider))
      return { id: params.id }
    },
  )

  for (const kind of ['submissions', 'reports', 'messages'] as const satisfies readonly InboxItemKind[]) {
    app.post(
      `/api/admin/${kind}/:id/reject`,
      {
        config,
        schema: {
          summary: 'Reject an item; nothing else changes',
          params: IdParams,
          body: DecisionNote,
          querystring: NoQuery,
          response: { 200: Decided, ...DECISION_PROBLEMS },
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
