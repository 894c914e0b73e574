import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Park } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { SearchRequest } from '../../data/model/search.ts'
import { fromDirectory } from '../caching.ts'
import type { Directory } from '../directory.ts'
import { ProblemError } from '../problems.ts'
import { ListQuery, NearbyQuery, ParkParams, TextQuery } from '../queries.ts'
import { answerSearch, sendPark, sendParks } from './search.ts'

/** Parks that `nearby` answers when no number is asked for. */
const NEARBY = 50

/** `/api/parks`: all of them, one of them, those of a text, those around a position. */
export const parkRoutes: FastifyPluginAsyncZod<{ directory: Directory }> = async (app, { directory }) => {
  app.addHook('preHandler', fromDirectory(directory))

  app.get(
    '/api/parks',
    {
      config: { access: 'public' },
      schema: {
        summary: 'All parks, by id',
        querystring: ListQuery,
        response: { 200: z.array(Park), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query: { offset = 0, limit } }, reply) => {
      const parks = copy.engine.all()
      reply.header('x-total-count', parks.length)
      const page = parks.slice(offset, limit === undefined ? undefined : offset + limit)
      return sendParks(
        page.map((park) => copy.parkText(park, null)),
        reply,
      )
    },
  )

  app.get(
    '/api/parks/:id',
    {
      config: { access: 'public' },
      schema: {
        summary: 'One park',
        params: ParkParams,
        querystring: z.strictObject({}),
        response: { 200: Park, 400: Problem, 404: Problem, 503: Problem },
      },
    },
    async ({ copy, params }, reply) => {
      const park = copy.engine.park(params.id)
      if (!park) throw new ProblemError({ code: 'park-not-found', message: `There is no park ${params.id}.` })
      return sendPark(copy.parkText(park, null), reply)
    },
  )

  app.get(
    '/api/parks/search',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Parks of a text: a place, words of a park, or both',
        querystring: TextQuery('q'),
        response: { 200: z.array(Park), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query }, reply) => answerSearch(copy, { query: query.q }, reply),
  )

  app.get(
    '/api/parks/nearby',
    {
      config: { access: 'public' },
      schema: {
        summary: `The nearest parks to a position, ${NEARBY} unless another number is asked for`,
        querystring: NearbyQuery,
        response: { 200: z.array(Park), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query: { lat, lng, ...rest } }, reply) => {
      const request: SearchRequest = { limit: NEARBY, ...rest, latitude: lat, longitude: lng }
      return answerSearch(copy, request, reply)
    },
  )
}
