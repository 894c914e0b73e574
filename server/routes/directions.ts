import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { linesText } from '../../data/model/bounded.ts'
import { isInAustralia } from '../../data/geo/australia.ts'
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
import { invalidInput, ProblemError, serviceProblem } from '../http/problems.ts'
import { numeric, read, textual } from '../http/queries.ts'

const DirectionsQuery = z.strictObject({
  lat: numeric(z.number().min(-90).max(90)).describe('Where to; not needed with parkId.'),
  lng: numeric(z.number().min(-180).max(180)),
  mode: read((text) => readTravelMode(text) ?? text, TravelMode).describe(
    'driving unless told; the names of the tabs (Drive, Walk, Bike, Transit) are read, too.',
  ),
  origin: textual(linesText(ORIGIN_MAX_LENGTH)).describe(
    'An address, a suburb, a postcode, or latitude and longitude with a comma between.',
  ),
  parkId: numeric(ParkId).describe('The park there. A park known only by its suburb is gone to by its name.'),
  units: textual(DistanceUnit).describe('miles unless told.'),
})

interface Destination {
  end: DirectionsEnd
  handOff: HandOffPlace
}

const toPark = (park: DirectoryPark): Destination => ({
  end: {
    label: parkAddressText(park),
    latitude: park.latitude,
    longitude: park.longitude,
    approximate: park.accuracy === 'suburb',
  },
  handOff: parkPlace(park),
})

/** A browser opening the address shows pages; a program asks for data. */
const wantsPage = (accept: string | undefined) =>
  /\btext\/html\b/.test(accept ?? '') && !/\bapplication\/json\b/.test(accept ?? '')

export interface DirectionsRoutesOptions {
  directions: DirectionsService
  /** @throws DatabaseUnavailable */
  parkOf: (id: number) => Promise<DirectoryPark | undefined>
}

/** `/api/directions`: the way to a park as data, or, for a browser that opens the address, Google Maps with the same question. */
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
      if (!park) throw new ProblemError({ code: 'park-not-found', message: `There is no park ${parkId}.` })
      return toPark(park)
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
        summary: 'The way to a park',
        description:
          'application/json: the route. text/html: a redirect to Google Maps with the same question.',
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
      // Where someone is and goes is nobody else's business.
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

function asProblem(error: unknown, note: (failure: UpstreamError) => void): unknown {
  if (error instanceof OriginUnknown) {
    return new ProblemError({
      code: 'place-not-found',
      field: 'origin',
      message: 'Could not calculate directions. Please check your starting address and try again.',
    })
  }
  if (error instanceof NoRoute)
    return new ProblemError({ code: 'no-route', message: 'There is no way known from there to the park.' })
  if (error instanceof UpstreamError) {
    note(error)
    return serviceProblem(error, {
      busy: 'Too many people ask for directions just now. Try again in a moment.',
      away: 'Directions cannot be had just now: the route service does not answer as it should.',
    })
  }
  return error
}
