import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { HelpfulVote, PublishedReview, Review } from '../../data/model/review.ts'
import { Problem } from '../../data/model/problem.ts'
import { noStore } from '../http/caching.ts'
import { parkNotFound } from '../http/problems.ts'
import { IdParams, NoQuery, pageOf } from '../http/queries.ts'
import { isKnownPark } from '../repositories/favourites.ts'
import { reviewsOfPark } from '../repositories/reviews.ts'
import type { Store } from '../repositories/store.ts'
import type { Sync } from '../sync/service.ts'

const { parkId: _parkId, ...reviewFields } = Review.shape

/** Reviews on a page. A review has up to 12,000 characters. */
const PAGE_SIZE = { default: 20, max: 50 }

/** `/api/parks/{id}/reviews`: the reviews of a park. */
export const reviewRoutes: FastifyPluginAsyncZod<{ sync: Sync; store: Store }> = async (
  app,
  { sync, store },
) => {
  app.addHook('onRequest', noStore)

  app.get(
    '/api/parks/:id/reviews',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The reviews of a park, latest first',
        description: 'X-Total-Count: number of reviews on all pages.',
        params: IdParams,
        querystring: pageOf(PAGE_SIZE.max),
        response: { 200: z.array(PublishedReview), 400: Problem, 404: Problem, 503: Problem },
      },
    },
    async ({ params, query: { offset = 0, limit = PAGE_SIZE.default } }, reply) => {
      const found = await store.read(async (db) =>
        (await isKnownPark(db, params.id)) ? reviewsOfPark(db, params.id, { offset, limit }) : undefined,
      )
      if (found === undefined) throw parkNotFound(params.id)
      reply.header('x-total-count', found.total)
      return found.reviews
    },
  )

  app.post(
    '/api/parks/:id/reviews',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Review a park; replaces the user’s earlier review',
        params: IdParams,
        body: z.strictObject(reviewFields),
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
    async ({ user, params, body }, reply) => {
      const { id } = await sync.change({
        kind: 'review',
        userId: user!.id,
        args: Review.parse({ ...body, parkId: params.id }),
      })
      return reply.code(201).send({ id: id! })
    },
  )

  app.post(
    '/api/reviews/:id/helpful',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Vote on whether a review is helpful; replaces the user’s earlier vote',
        params: IdParams,
        body: z.strictObject({ isHelpful: z.boolean() }),
        querystring: NoQuery,
        response: { 200: HelpfulVote, 400: Problem, 401: Problem, 404: Problem, 503: Problem },
      },
    },
    async ({ user, params, body }) => {
      const vote = { reviewId: params.id, isHelpful: body.isHelpful }
      await sync.change({ kind: 'helpful-vote', userId: user!.id, args: vote })
      return vote
    },
  )
}
