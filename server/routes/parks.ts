import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Park } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { fromDirectory, isForManyPeople, isForThisMoment } from '../http/caching.ts'
import { JSON_TYPE, jsonArrayBytes, sendJson, sendJsonArray, serialized } from '../directory/json-text.ts'
import { encodedFor, cachedReply } from '../directory/compression.ts'
import type { CachedReply } from '../directory/compression.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'
import { parkNotFound } from '../http/problems.ts'
import { IdParams, ListQuery, NearbyQuery, TextQuery } from '../http/queries.ts'
import { answerSearch, atCurrentMinute } from './search.ts'

/** Default number of parks in `nearby`. */
const NEARBY_LIMIT = 50

/**
 * Pages of up to this many parks are serialized for the request; longer ones are cut out of the whole list.
 */
const MAX_SERIALIZED = 200

/** All parks of a version as one text, by id. */
interface WholeList {
  whole: CachedReply
  /** The JSON of the parks from one place in the list to another. */
  cut(from: number, to: number): Buffer
}

/** Serializes all parks, once for each version. */
async function serializeAll({ engine, parkText }: DirectoryCopy): Promise<WholeList> {
  const { bytes, starts } = await jsonArrayBytes(engine.all(), (park) => parkText(park, null))
  const place = (index: number) => starts[index] ?? bytes.length
  return {
    whole: cachedReply(bytes, { br: 5, gzip: 6 }),
    cut: (from, to) =>
      Buffer.concat([Buffer.from('['), bytes.subarray(place(from), place(to) - 1), Buffer.from(']')]),
  }
}

/** `/api/parks`: all parks, one park, parks for a text, parks near a position. */
export const parkRoutes: FastifyPluginAsyncZod<{ directory: Directory; clock: () => Date }> = async (
  app,
  { directory, clock },
) => {
  app.addHook('preHandler', fromDirectory(directory, { shared: isForManyPeople, uncached: isForThisMoment }))
  let list: { copy: DirectoryCopy; whole: Promise<WholeList> } | undefined
  const listOf = (copy: DirectoryCopy) => {
    if (list?.copy !== copy) list = { copy, whole: serializeAll(copy) }
    return list.whole
  }

  app.get(
    '/api/parks',
    {
      config: { access: 'public' },
      schema: {
        summary: 'All parks, by id',
        querystring: ListQuery,
        response: { 200: serialized(z.array(Park)), 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const { copy, query } = request
      if (query.open !== undefined) return answerSearch(copy, atCurrentMinute(query, clock), reply)
      const { offset = 0, limit } = query
      const parks = copy.engine.all()
      reply.header('x-total-count', parks.length)
      const end = limit === undefined ? parks.length : Math.min(parks.length, offset + limit)
      const isWhole = offset === 0 && end === parks.length
      if (!isWhole && end - offset <= MAX_SERIALIZED)
        return sendJsonArray(parks.slice(offset, end), (park) => copy.parkText(park, null), reply)
      const list = await listOf(copy)
      reply.type(JSON_TYPE)
      if (isWhole) return reply.send(await encodedFor(request, reply, list.whole))
      // Not compressed: there are too many possible pages to cache.
      return reply.send(list.cut(offset, end))
    },
  )

  app.get(
    '/api/parks/:id',
    {
      config: { access: 'public' },
      schema: {
        summary: 'One park',
        params: IdParams,
        querystring: z.strictObject({}),
        response: { 200: serialized(Park), 304: z.undefined(), 400: Problem, 404: Problem, 503: Problem },
      },
    },
    async ({ copy, params }, reply) => {
      const park = copy.engine.park(params.id)
      if (!park) throw parkNotFound(params.id, copy.tombstones.get(params.id))
      return sendJson(copy.parkText(park, null), reply)
    },
  )

  app.get(
    '/api/parks/search',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Parks for a text: a place, words from a park, or both',
        querystring: TextQuery('q'),
        response: { 200: serialized(z.array(Park)), 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query }, reply) => answerSearch(copy, { query: query.q }, reply),
  )

  app.get(
    '/api/parks/nearby',
    {
      config: { access: 'public' },
      schema: {
        summary: `The nearest parks to a position, by default ${NEARBY_LIMIT}`,
        querystring: NearbyQuery,
        response: { 200: serialized(z.array(Park)), 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query: { lat, lng, ...rest } }, reply) => {
      const request: SearchRequest = { limit: NEARBY_LIMIT, ...rest, latitude: lat, longitude: lng }
      return answerSearch(copy, request, reply)
    },
  )
}
