import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Park } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Understood } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { fromDirectory, isForManyPeople, isForThisMoment } from '../http/caching.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'
import { sendJsonArray, serialized } from '../directory/json-text.ts'
import type { JsonText } from '../directory/json-text.ts'
import { SearchQuery } from '../http/queries.ts'

/** Characters of the X-Understood header: servers and proxies allow 8 kB for all headers. */
const UNDERSTOOD_MAX_LENGTH = 4096

/** Percent-encoded JSON, with as many of the other places as fit. */
function encodeUnderstood({ others, ...understood }: Understood): string {
  for (let kept = others.length; ; kept -= 1) {
    const text = encodeURIComponent(JSON.stringify({ ...understood, others: others.slice(0, kept) }))
    if (text.length <= UNDERSTOOD_MAX_LENGTH || kept === 0) return text
  }
}

const MINUTE_MS = 60_000

/**
 * The request, for the current time if it needs one and has none. Opening hours change at whole minutes, so the
 * requests of a minute have the same time, for which the engine evaluates the hours of each park once.
 */
export function atCurrentMinute(request: SearchRequest, clock: () => Date): SearchRequest {
  if (request.open === undefined || request.now !== undefined) return request
  return { ...request, now: Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS }
}

/** Runs a search and sends the parks, with the totals and the interpretation of the text in headers. */
export function answerSearch(
  { engine, parkText }: DirectoryCopy,
  request: SearchRequest,
  reply: FastifyReply,
): JsonText<Park[]> | Promise<Buffer> {
  const { hits, total, maybe, understood } = engine.search(request)
  reply.headers({
    'x-total-count': total,
    'x-maybe-count': maybe,
    'x-understood': encodeUnderstood(understood),
  })
  return sendJsonArray(hits, ({ id, distanceMetres }) => parkText(engine.park(id)!, distanceMetres), reply)
}

/** `/api/search`: the search with every parameter (specification 17.20). */
export const searchRoutes: FastifyPluginAsyncZod<{ directory: Directory; clock: () => Date }> = async (
  app,
  { directory, clock },
) => {
  app.addHook('preHandler', fromDirectory(directory, { shared: isForManyPeople, uncached: isForThisMoment }))

  app.get(
    '/api/search',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Parks that match a text, a position and filters, best first',
        description:
          'X-Total-Count: matching parks on all pages. X-Maybe-Count: parks that may match but whose facts are unknown. ' +
          'X-Understood: how the text was interpreted, as percent-encoded JSON.',
        querystring: SearchQuery,
        response: { 200: serialized(z.array(Park)), 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    ({ copy, query }, reply) => answerSearch(copy, atCurrentMinute(query, clock), reply),
  )
}
