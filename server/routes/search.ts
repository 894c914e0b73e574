import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Park, toPark } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { SearchRequest, Understood } from '../../data/model/search.ts'
import { fromDirectory } from '../caching.ts'
import type { Directory, DirectoryCopy } from '../directory.ts'
import { SearchQuery } from '../queries.ts'

/** Lists of parks are written as they are: they come from the model's own function, and checking thousands of rows again serves nobody. */
export const PARK_LIST = { serializerCompiler: () => (payload: unknown) => JSON.stringify(payload) }

/** Characters of the header that says how the text was understood: servers and proxies take 8 kB of headers altogether. */
const UNDERSTOOD_MAX_LENGTH = 4096

/** JSON, percent-encoded, with as many of the other places as fit. */
function encodeUnderstood({ others, ...understood }: Understood): string {
  for (let kept = others.length; ; kept -= 1) {
    const text = encodeURIComponent(JSON.stringify({ ...understood, others: others.slice(0, kept) }))
    if (text.length <= UNDERSTOOD_MAX_LENGTH || kept === 0) return text
  }
}

/** Asks the engine, and says in the headers what a list of parks cannot. */
export function answerSearch({ engine }: DirectoryCopy, request: SearchRequest, reply: FastifyReply): Park[] {
  const { hits, total, maybe, understood } = engine.search(request)
  reply.headers({ 'x-total-count': total, 'x-maybe-count': maybe, 'x-understood': encodeUnderstood(understood) })
  return hits.map(({ id, distanceMetres }) => toPark(engine.park(id)!, distanceMetres))
}

/** `/api/search`: the specification's search with every parameter. */
export const searchRoutes: FastifyPluginAsyncZod<{ directory: Directory; clock: () => Date }> = async (app, { directory, clock }) => {
  app.addHook('preHandler', fromDirectory(directory))

  app.get(
    '/api/search',
    {
      ...PARK_LIST,
      config: { access: 'public' },
      schema: {
        summary: 'Parks that answer a text, a position and filters, best first',
        description:
          'X-Total-Count: parks that answer, all pages. X-Maybe-Count: parks that would if what is unknown of them were so. ' +
          'X-Understood: how the text was read, as percent-encoded JSON.',
        querystring: SearchQuery,
        response: { 200: z.array(Park), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query }, reply) => {
      if (query.open === undefined || query.now !== undefined) return answerSearch(copy, query, reply)
      // What is open changes by the minute; such an answer is nobody's for later.
      reply.removeHeader('etag').header('cache-control', 'no-store')
      return answerSearch(copy, { ...query, now: clock().getTime() }, reply)
    },
  )
}
