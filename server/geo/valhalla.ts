import * as z from 'zod/mini'
import { decodePolyline } from '../../data/geo/polyline.ts'
import type { TravelMode } from '../../data/model/directions.ts'
import { errorBody } from './osrm.ts'
import type { RouterOptions } from './osrm.ts'
import { checkedRoutes, MAX_ROUTES, NoRoute, ROUTER_LIMITS } from './router.ts'
import type { FoundRoute, Router } from './router.ts'
import { openUpstream, readJson, UpstreamError } from './upstream.ts'

const nonNegative = z.number().check(z.gte(0))

/**
 * The part of a reply from the route service that is used
 * (https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/). Lengths are in the requested unit,
 * kilometres.
 */
const Trip = z.object({
  summary: z.object({ length: nonNegative, time: nonNegative }),
  legs: z
    .array(
      z.object({
        shape: z.string(),
        maneuvers: z.array(
          z.object({
            instruction: z.string(),
            length: nonNegative,
            time: nonNegative,
            street_names: z.optional(z.array(z.string())),
            travel_mode: z.optional(z.string()),
          }),
        ),
      }),
    )
    .check(z.minLength(1)),
})
type Trip = z.infer<typeof Trip>
const ValhallaAnswer = z.object({ trip: Trip, alternates: z.optional(z.array(z.object({ trip: Trip }))) })
const ValhallaProblem = z.object({ error_code: z.int() })
/** Too far (150–159), no street near an end (170–172), no path (440–449). */
const isNoRouteCode = (code: number) =>
  (code >= 150 && code < 160) || (code >= 170 && code < 173) || (code >= 440 && code < 450)

const COSTINGS: Readonly<Record<TravelMode, string>> = {
  driving: 'auto',
  walking: 'pedestrian',
  bicycling: 'bicycle',
  transit: 'multimodal',
}
const METRES_PER_KM = 1000
const POLYLINE_PRECISION = 6

function readTrip({ summary, legs }: Trip): FoundRoute {
  const manoeuvres = legs.flatMap((leg) => leg.maneuvers)
  const [longest] = manoeuvres.toSorted((one, other) => other.length - one.length)
  let coordinates: [number, number][]
  try {
    coordinates = legs.flatMap((leg) => decodePolyline(leg.shape, POLYLINE_PRECISION))
  } catch (cause) {
    throw new UpstreamError('invalid', 'Valhalla replied with a line that cannot be read', { cause })
  }
  const inWorld = coordinates.every(
    ([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
  )
  if (coordinates.length < 2 || !inWorld)
    throw new UpstreamError('invalid', 'Valhalla replied with an empty line')
  return {
    metres: summary.length * METRES_PER_KM,
    seconds: summary.time,
    summary: longest?.street_names?.[0] ?? '',
    steps: manoeuvres.map(({ instruction, length, time }) => ({
      instructions: instruction,
      metres: length * METRES_PER_KM,
      seconds: time,
    })),
    coordinates,
  }
}

export function valhalla({ url, userAgent, timeout = ROUTER_LIMITS.timeout }: RouterOptions): Router {
  const upstream = openUpstream(new URL(url), { ...ROUTER_LIMITS, timeout }, userAgent)
  return {
    source: 'valhalla',
    attribution: '© OpenStreetMap contributors',
    modes: new Set(['driving', 'walking', 'bicycling', 'transit'] satisfies TravelMode[]),
    async routes(query, signal) {
      const { origin, destination, mode } = query
      const body = {
        locations: [origin, destination].map(({ latitude, longitude }) => ({
          lat: latitude,
          lon: longitude,
        })),
        costing: COSTINGS[mode],
        units: 'kilometers',
        language: 'en-GB',
        ...(mode === 'transit' ? {} : { alternates: MAX_ROUTES - 1 }),
      }
      const answer = await upstream.post('/route', body, signal).catch((error: unknown) => {
        const { data } = ValhallaProblem.safeParse(errorBody(error))
        throw data && isNoRouteCode(data.error_code) ? new NoRoute(`Valhalla ${data.error_code}`) : error
      })
      const { trip, alternates = [] } = readJson(answer, ValhallaAnswer, 'Valhalla')
      // Without timetables, Valhalla's "multimodal" route is a walk.
      if (
        mode === 'transit' &&
        !trip.legs.some((leg) => leg.maneuvers.some((one) => one.travel_mode === 'transit'))
      ) {
        throw new NoRoute('no public transport is known there')
      }
      return checkedRoutes([trip, ...alternates.map((one) => one.trip)].map(readTrip), query)
    },
  }
}
