import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { lineText } from '../../data/model/bounded.ts'
import { readPostcode } from '../../data/model/locality.ts'
import { NamedPark } from '../../data/model/placed-point.ts'
import { Problem } from '../../data/model/problem.ts'
import { readState, StateCode } from '../../data/model/state.ts'
import type { Directory } from '../directory/directory.ts'
import { namedParksNear } from '../geo/named-parks.ts'
import { fromDirectory } from '../http/caching.ts'
import { parsed, textual } from '../http/queries.ts'

const MAX_SUGGESTIONS = 4

const NamedParksQuery = z.strictObject({
  name: textual(lineText(200)).describe('What the park is called; at least three letters of one word.'),
  suburb: textual(lineText(100)),
  state: parsed((text) => readState(text) ?? text, StateCode).describe('A code in any case, or a name.'),
  postcode: parsed(readPostcode, lineText(20)).describe('Chooses between suburbs of the same name.'),
})

/** `/api/named-parks`: suggests where a park is that a person submits or reports. */
export const namedParkRoutes: FastifyPluginAsyncZod<{ directory: Directory }> = async (
  app,
  { directory },
) => {
  app.addHook('preHandler', fromDirectory(directory))
  app.get(
    '/api/named-parks',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Named parks, reserves and beaches near a suburb, which need not allow dogs',
        description: 'At most four within 6 km of the suburb. Empty if the suburb is not known.',
        querystring: NamedParksQuery,
        response: { 200: z.array(NamedPark), 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    async ({ copy: { gazetteer }, query: { name = '', suburb = '', state, postcode } }) => {
      const localities = state === undefined ? [] : gazetteer.localitiesOf(state, suburb)
      const locality = localities.find((one) => one.postcode === postcode) ?? localities[0]
      if (locality === undefined) return []
      return namedParksNear(locality, name, MAX_SUGGESTIONS).map(
        ({ name: parkName, latitude, longitude, accuracy, source }) => ({
          name: parkName,
          suburb: gazetteer.nearest(latitude, longitude)?.name ?? locality.name,
          latitude,
          longitude,
          accuracy,
          publisher: source.publisher,
          licence: source.licence,
        }),
      )
    },
  )
}
