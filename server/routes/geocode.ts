import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { METRES_PER_MILE } from '../../data/model/constants.ts'
import { Problem } from '../../data/model/problem.ts'
import { NEARBY_METRES, Place } from '../../data/model/search.ts'
import type { GazetteerPlace } from '../../data/search/index.ts'
import { fromDirectory } from '../http/caching.ts'
import type { Directory } from '../directory/directory.ts'
import type { AddressService, FoundAddress, Geocoder } from '../geo/geocoder.ts'
import { UpstreamError } from '../geo/upstream.ts'
import { serviceProblem } from '../http/problems.ts'
import { PositionQuery, TextQuery } from '../http/queries.ts'

/** A place with its postal name: "Bondi NSW 2026, Australia". */
const FoundPlace = z.strictObject({ formatted_address: z.string(), ...Place.shape })

const withAddress = (place: Place): z.infer<typeof FoundPlace> => {
  const words =
    place.kind === 'state'
      ? [place.name]
      : [place.kind === 'postcode' ? undefined : place.name, place.state, place.postcode]
  return { formatted_address: `${words.filter((word) => word).join(' ')}, Australia`, ...place }
}

/**
 * A house, street or other point from the configured address service. `approximate`: the middle of an area.
 */
const FoundStreet = z.strictObject({
  formatted_address: z.string(),
  kind: z.literal('address'),
  latitude: z.number(),
  longitude: z.number(),
  approximate: z.boolean(),
})

const asStreet = ({
  label,
  latitude,
  longitude,
  approximate,
}: FoundAddress): z.infer<typeof FoundStreet> => ({
  formatted_address: `${label}, Australia`,
  kind: 'address',
  latitude,
  longitude,
  approximate,
})

const Results = z.array(z.union([FoundPlace, FoundStreet]))
const OTHER_REPLIES = { 304: z.undefined(), 400: Problem, 502: Problem, 503: Problem, 504: Problem }

/**
 * `/api/geocode` and `/api/reverse-geocode`: from the configured address service, which knows houses. If
 * there is none, it finds nothing or it fails, from the gazetteer of suburbs, postcodes, regions and states.
 */
export const geocodeRoutes: FastifyPluginAsyncZod<{ directory: Directory; geocoder: Geocoder }> = async (
  app,
  { directory, geocoder: { streets } },
) => {
  // The reply of the service contains where a person is or goes, and does not depend on the directory only.
  app.addHook('preHandler', fromDirectory(directory, { uncached: () => streets !== null }))

  /**
   * The results of the service, if there is one. Its failure is thrown only if the gazetteer has no result.
   */
  async function fromService(
    request: FastifyRequest,
    hasOther: boolean,
    ask: (service: AddressService, signal: AbortSignal) => Promise<FoundAddress[]>,
  ): Promise<FoundAddress[]> {
    if (!streets) return []
    try {
      return await ask(streets, request.signal)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      request.log.warn({ err: error }, 'the address service failed')
      if (hasOther) return []
      throw serviceProblem(error, {
        busy: 'Too many people are looking up addresses. Try again in a moment.',
        unavailable: 'Addresses cannot be looked up right now, because the address service failed.',
      })
    }
  }

  app.get(
    '/api/geocode',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The place of an address',
        description:
          'results: the likeliest place first. postcodes: those of the likeliest place. Both are empty if no place is found.',
        querystring: TextQuery('address'),
        response: {
          200: z.strictObject({ postcodes: z.array(z.string()), results: Results }),
          ...OTHER_REPLIES,
        },
      },
    },
    async (request) => {
      const {
        copy: { gazetteer, engine },
        query,
      } = request
      const parksNear = ({ place: { latitude, longitude } }: GazetteerPlace) =>
        engine.search({ latitude, longitude, distance: NEARBY_METRES / METRES_PER_MILE, limit: 0 }).total
      const { place, others } = gazetteer.readPlaces(query.address, undefined, parksNear)
      const found = await fromService(request, place !== null, (service, signal) =>
        service.find(query.address, undefined, signal),
      )
      const [first] = found
      if (first) {
        // Not that of `place`: the service may have found the address elsewhere. Near the border of a suburb,
        // the nearest centre may be that of another one.
        const postcode =
          /\b\d{4}$/.exec(first.label)?.[0] ?? gazetteer.nearest(first.latitude, first.longitude)?.postcode
        return { postcodes: postcode === undefined ? [] : [postcode], results: found.map(asStreet) }
      }
      const postcodes = place?.postcode
        ? [place.postcode]
        : place?.kind === 'locality'
          ? gazetteer.postcodesOf(place.state, place.name)
          : []
      return { postcodes, results: place ? [place, ...others].map(withAddress) : [] }
    },
  )

  app.get(
    '/api/reverse-geocode',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The address at a position, or the suburb or town with the nearest centre within 100 km',
        querystring: PositionQuery,
        response: {
          200: z.strictObject({ results: Results }),
          ...OTHER_REPLIES,
        },
      },
    },
    async (request) => {
      const {
        copy: { gazetteer },
        query: { lat, lng },
      } = request
      const nearest = gazetteer.nearest(lat, lng)
      const found = await fromService(request, nearest !== undefined, (service, signal) =>
        service.at({ latitude: lat, longitude: lng }, signal),
      )
      if (found.length > 0) return { results: found.map(asStreet) }
      if (!nearest) return { results: [] }
      const { name, state, postcode, latitude, longitude } = nearest
      return { results: [withAddress({ kind: 'locality', name, state, postcode, latitude, longitude })] }
    },
  )
}
