import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { HelpfulVote, PublishedReview, Review } from '../../data/model/review.ts'
import { Problem } from '../../data/model/problem.ts'
import { ProblemError } from '../http/problems.ts'
import { NoQuery, pageOf, ParkParams } from '../http/queries.ts'
import { isKnownPark } from '../repositories/favourites.ts'
import { reviewsOfPark } from '../repositories/reviews.ts'
import type { Store } from '../repositories/store.ts'
import type { Sync } from '../sync/service.ts'

const { parkId: _parkId, ...words } = Review.shape

/** Reviews of one answer: so many unless told, and so many at most. A review has up to 12,000 characters. */
const REVIEWS = { usually: 20, most: 50 }

/** `/api/parks/{id}/reviews`: what people wrote of a park. */
export const reviewRoutes: FastifyPluginAsyncZod<{ sync: Sync; store: Store }> = async (
  app,
  { sync, store },
) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get(
    '/api/parks/:id/reviews',
    {
      config: { access: 'public' },
      schema: {
        summary: 'What people wrote of a park, the latest first',
        description: 'X-Total-Count: how many there are.',
        params: ParkParams,
        querystring: pageOf(REVIEWS.most),
        response: { 200: z.array(PublishedReview), 400: Problem, 404: Problem, 503: Problem },
      },
    },
    async ({ params, query: { offset = 0, limit = REVIEWS.usually } }, reply) => {
      const found = await store.read(async (db) =>
        (await isKnownPark(db, params.id)) ? reviewsOfPark(db, params.id, { offset, limit }) : undefined,
      )
      if (found === undefined)
        throw new ProblemError({ code: 'park-not-found', message: `There is no park ${params.id}.` })
      reply.header('x-total-count', found.total)
      return found.reviews
    },
  )

  app.post(
    '/api/parks/:id/reviews',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Reviews a park, in place of what the same person wrote of it before',
        params: ParkParams,
        body: z.strictObject(words),
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
        summary: 'Says whether a review helped; a later word replaces an earlier one',
        params: ParkParams,
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
