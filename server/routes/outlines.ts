import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { OutlineOfPark, OUTLINES_AT_ONCE } from '../../data/model/outline.ts'
import { ParkId } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import { fromDirectory, isForManyPeople } from '../http/caching.ts'
import { sendJson, jsonText, serialized } from '../directory/json-text.ts'
import type { Directory } from '../directory/directory.ts'
import { numberList } from '../http/queries.ts'

const OutlineQuery = z.strictObject({
  ids: numberList(z.array(ParkId).min(1).max(OUTLINES_AT_ONCE)).describe(
    'Ids of parks, separated by commas.',
  ),
})

/** `/api/outlines`: the outlines of parks, for devices without the directory. */
export const outlineRoutes: FastifyPluginAsyncZod<{ directory: Directory }> = async (app, { directory }) => {
  app.get(
    '/api/outlines',
    {
      preHandler: fromDirectory(directory, { shared: isForManyPeople }),
      config: { access: 'public' },
      schema: {
        summary: 'The outlines of some parks, of those that have one',
        querystring: OutlineQuery,
        response: { 200: serialized(z.array(OutlineOfPark)), 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    async ({ copy, query }, reply) => {
      const found = (query.ids ?? []).flatMap((id) => {
        const outline = copy.outlines.get(id)
        return outline ? [{ id, outline } satisfies OutlineOfPark] : []
      })
      // Outlines were checked when they were stored, and checking thousands of points again takes too long.
      return sendJson(jsonText(found), reply)
    },
  )
}
