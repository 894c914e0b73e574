import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Problem } from '../../data/model/problem.ts'
import { readState, STATE_CODES, StateCode } from '../../data/model/state.ts'
import { fromDirectory, isForManyPeople, SHARED } from '../http/caching.ts'
import type { Directory } from '../directory/directory.ts'
import { ProblemError } from '../http/problems.ts'
import { CityParams, NoQuery, StateParams } from '../http/queries.ts'

function stateOf(text: string): StateCode {
  const state = readState(text)
  if (!state)
    throw new ProblemError({
      code: 'place-not-found',
      message: `There is no state or territory ${text}.`,
      field: 'state',
    })
  return state
}

/** The replies of the routes that list cities or postcodes. */
const LIST_REPLIES = {
  200: z.array(z.string()),
  304: z.undefined(),
  400: Problem,
  404: Problem,
  503: Problem,
}

/** `/api/states`: the states, their cities, and the postcodes of a city. */
export const stateRoutes: FastifyPluginAsyncZod<{ directory: Directory }> = async (app, { directory }) => {
  app.get(
    '/api/states',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Codes of the states and territories',
        querystring: NoQuery,
        response: { 200: z.array(StateCode), 400: Problem },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', SHARED).header('vary', 'accept-encoding')
      return [...STATE_CODES]
    },
  )

  await app.register(async (places: typeof app) => {
    places.addHook('preHandler', fromDirectory(directory, { shared: isForManyPeople }))

    places.get(
      '/api/states/:state/cities',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Names of the suburbs and towns of a state, in alphabetical order',
          params: StateParams,
          querystring: NoQuery,
          response: LIST_REPLIES,
        },
      },
      async ({ copy, params }) => copy.gazetteer.regions(stateOf(params.state)).map((region) => region.name),
    )

    places.get(
      '/api/states/:state/cities/:city/postcodes',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Postcodes of a suburb or town; none if the gazetteer does not know it',
          params: CityParams,
          querystring: NoQuery,
          response: LIST_REPLIES,
        },
      },
      async ({ copy, params }) => copy.gazetteer.postcodesOf(stateOf(params.state), params.city),
    )
  })
}
