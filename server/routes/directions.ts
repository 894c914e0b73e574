import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { linesText } from '../../data/model/bounded.ts'
import { isInAustralia } from '../../data/model/australia.ts'
import { googleMapsDirections, parkAddressText, parkPlace } from '../../data/geo/map-links.ts'
import type { HandOffPlace } from '../../data/geo/map-links.ts'
import {
  Directions,
  DistanceUnit,
  ORIGIN_MAX_LENGTH,
  readTravelMode,
  TravelMode,
} from '../../data/model/directions.ts'
import type { DirectionsEnd } from '../../data/model/directions.ts'
import { ParkId } from '../../data/model/park.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { DirectionsService } from '../geo/directions.ts'
import { OriginUnknown } from '../geo/directions.ts'
import { NoRoute } from '../geo/router.ts'
import { UpstreamError } from '../geo/upstream.ts'
import { invalidInput, parkNotFound, ProblemError, serviceProblem } from '../http/problems.ts'
import { numeric, parsed, textual } from '../http/queries.ts'

const DirectionsQuery = z.strictObject({
  lat: numeric(z.number().min(-90).max(90)).describe('The destination; not needed with parkId.'),
  lng: numeric(z.number().min(-180).max(180)),
  mode: parsed((text) => readTravelMode(text) ?? text, TravelMode).describe(
    'By default driving. The names of the tabs (Drive, Walk, Bike, Transit) are accepted too.',
  ),
  origin: textual(linesText(ORIGIN_MAX_LENGTH)).describe(
    'An address, a suburb, a postcode, or latitude and longitude separated by a comma.',
  ),
  parkId: numeric(ParkId).describe(
    'The destination as a park. If only its suburb is known, Google Maps gets its name.',
  ),
  units: textual(DistanceUnit).describe('By default miles.'),
})

interface Destination {
  end: DirectionsEnd
  /** The destination for Google Maps. */
  handOff: HandOffPlace
}

const parkDestination = (park: DirectoryPark): Destination => ({
  end: {
    label: parkAddressText(park),
    latitude: park.latitude,
    longitude: park.longitude,
    approximate: park.accuracy === 'suburb',
  },
  handOff: parkPlace(park),
})

/** Whether a browser opens the URL as a page, rather than a program requesting data. */
const wantsPage = (accept: string | undefined) =>
  /\btext\/html\b/.test(accept ?? '') && !/\bapplication\/json\b/.test(accept ?? '')

export interface DirectionsRoutesOptions {
  directions: DirectionsService
  /** @throws DatabaseUnavailable */
  parkOf: (id: number) => Promise<DirectoryPark | undefined>
}

/**
 * `/api/directions`: the route to a park as data or, for a browser that opens the URL, a redirect to Google
 * Maps.
 */
export const directionsRoutes: FastifyPluginAsyncZod<DirectionsRoutesOptions> = async (
  app,
  { directions, parkOf },
) => {
  const destinationOf = async ({
    lat,
    lng,
    parkId,
  }: z.infer<typeof DirectionsQuery>): Promise<Destination> => {
    if (parkId !== undefined) {
      const park = await parkOf(parkId)
      if (!park) throw parkNotFound(parkId)
      return parkDestination(park)
    }
    if (lat === undefined || lng === undefined)
      throw invalidInput(lat === undefined ? 'lat' : 'lng', 'lat and lng, or parkId, must say where to.')
    const place = { latitude: lat, longitude: lng }
    if (!isInAustralia(place)) throw invalidInput('lat', 'lat and lng must be a place in Australia.')
    return { end: { label: `${lat}, ${lng}`, ...place, approximate: false }, handOff: place }
  }

  app.get(
    '/api/directions',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The route to a park',
        description:
          'application/json: the route. text/html: a redirect to Google Maps with the same request.',
        querystring: DirectionsQuery,
        response: {
          200: Directions,
          302: z.undefined(),
          400: Problem,
          404: Problem,
          502: Problem,
          503: Problem,
          504: Problem,
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const { mode = 'driving', origin = '', units = 'miles' } = query
      // The reply contains where a person is and goes.
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      const { end, handOff } = await destinationOf(query)
      if (wantsPage(request.headers.accept))
        return reply.redirect(googleMapsDirections(origin, handOff, mode), 302)
      if (origin === '') throw invalidInput('origin', 'Please enter a starting location.')
      return directions.find({ origin, destination: end, mode, unit: units }).catch((error: unknown) => {
        throw asProblem(error, (failure) =>
          request.log.warn({ err: failure }, 'a service for directions failed'),
        )
      })
    },
  )
}

function asProblem(error: unknown, log: (failure: UpstreamError) => void): unknown {
  if (error instanceof OriginUnknown) {
    return new ProblemError({
      code: 'place-not-found',
      field: 'origin',
      message: 'Could not calculate directions. Please check your starting address and try again.',
    })
  }
  if (error instanceof NoRoute)
    return new ProblemError({ code: 'no-route', message: 'No route was found from there to the park.' })
  if (error instanceof UpstreamError) {
    log(error)
    return serviceProblem(error, {
      busy: 'Too many people are asking for directions. Try again in a moment.',
      unavailable: 'Directions are not available right now, because the route service failed.',
    })
  }
  return error
}
