import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { METRES_PER_MILE } from '../../data/model/constants.ts'
import { Problem } from '../../data/model/problem.ts'
import { Place } from '../../data/model/search.ts'
import { NEARBY_METRES } from '../../data/search/index.ts'
import type { GazetteerPlace } from '../../data/search/index.ts'
import { fromDirectory } from '../caching.ts'
import type { Directory } from '../directory.ts'
import { PositionQuery, TextQuery } from '../queries.ts'

/** A place with its name as it stands on an envelope: "Bondi NSW 2026, Australia". */
const FoundPlace = z.strictObject({ formatted_address: z.string(), ...Place.shape })

const withAddress = (place: Place): z.infer<typeof FoundPlace> => {
  const words = place.kind === 'state' ? [place.name] : [place.kind === 'postcode' ? undefined : place.name, place.state, place.postcode]
  return { formatted_address: `${words.filter((word) => word).join(' ')}, Australia`, ...place }
}

/** `/api/geocode` and `/api/reverse-geocode`, from the gazetteer: suburbs, postcodes, regions and states, no houses. */
export const geocodeRoutes: FastifyPluginAsyncZod<{ directory: Directory }> = async (app, { directory }) => {
  app.addHook('preHandler', fromDirectory(directory))

  app.get(
    '/api/geocode',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The place an address is in',
        description: 'results: the likeliest place first. postcodes: those of the likeliest place. Both empty when no place is read.',
        querystring: TextQuery('address'),
        response: { 200: z.strictObject({ postcodes: z.array(z.string()), results: z.array(FoundPlace) }), 400: Problem, 503: Problem },
      },
    },
    async ({ copy: { gazetteer, engine }, query }) => {
      const parksNear = ({ place: { latitude, longitude } }: GazetteerPlace) =>
        engine.search({ latitude, longitude, distance: NEARBY_METRES / METRES_PER_MILE, limit: 0 }).total
      const { place, others } = gazetteer.readPlaces(query.address, undefined, parksNear)
      if (!place) return { postcodes: [], results: [] }
      const postcodes = place.postcode ? [place.postcode] : place.kind === 'locality' ? gazetteer.postcodesOf(place.state, place.name) : []
      return { postcodes, results: [place, ...others].map(withAddress) }
    },
  )

  app.get(
    '/api/reverse-geocode',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The suburb or town whose centre is nearest to a position; none beyond 100 km',
        querystring: PositionQuery,
        response: { 200: z.strictObject({ results: z.array(FoundPlace) }), 400: Problem, 503: Problem },
      },
    },
    async ({ copy: { gazetteer }, query }) => {
      const nearest = gazetteer.nearest(query.lat, query.lng)
      if (!nearest) return { results: [] }
      const { name, state, postcode, latitude, longitude } = nearest
      return { results: [withAddress({ kind: 'locality', name, state, postcode, latitude, longitude })] }
    },
  )
}
