import * as z from 'zod/mini'
import type { TravelMode } from '../../data/model/directions.ts'
import { instructionFor } from './osrm-instructions.ts'
import { checkedRoutes, MAX_ROUTES, NoRoute, ROUTER_LIMITS } from './router.ts'
import type { FoundRoute, Router } from './router.ts'
import { openUpstream, readJson, UpstreamError } from './upstream.ts'

const nonNegative = z.number().check(z.gte(0))
const Coordinates = z.array(z.tuple([z.number(), z.number()])).check(z.minLength(2))

/**
 * The part of a reply from the route service that is used
 * (https://project-osrm.org/docs/v5.24.0/api/#route-service).
 */
const OsrmAnswer = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        distance: nonNegative,
        duration: nonNegative,
        geometry: z.object({ coordinates: Coordinates }),
        legs: z.array(
          z.object({
            summary: z.optional(z.string()),
            steps: z.array(
              z.object({
                distance: nonNegative,
                duration: nonNegative,
                name: z.optional(z.string()),
                ref: z.optional(z.string()),
                maneuver: z.object({
                  type: z.string(),
                  modifier: z.optional(z.string()),
                  exit: z.optional(z.int()),
                }),
              }),
            ),
          }),
        ),
      }),
    )
    .check(z.minLength(1)),
})
const OsrmProblem = z.object({ code: z.string() })
/** No route, or no street near one of the ends. */
const NO_ROUTE_CODES = new Set(['NoRoute', 'NoSegment'])

/**
 * Placeholder for the profile in the configured URL. Each OSRM instance has a single profile and ignores the
 * one in the request path.
 */
const PROFILE = '{profile}'
const PROFILES: Readonly<Partial<Record<TravelMode, string>>> = {
  driving: 'car',
  walking: 'foot',
  bicycling: 'bike',
}

export interface RouterOptions {
  /** URL of OSRM, with or without {@link PROFILE} in its path. Without it, only driving is supported. */
  url: string
  userAgent: string
  timeout?: number
}

export function osrm({ url, userAgent, timeout = ROUTER_LIMITS.timeout }: RouterOptions): Router {
  const modes = (Object.keys(PROFILES) as TravelMode[]).filter(
    (mode) => mode === 'driving' || url.includes(PROFILE),
  )
  const services = new Map(
    modes.map((mode) => [
      mode,
      openUpstream(
        new URL(url.replaceAll(PROFILE, PROFILES[mode]!)),
        { ...ROUTER_LIMITS, timeout },
        userAgent,
      ),
    ]),
  )
  return {
    source: 'osrm',
    attribution: '© OpenStreetMap contributors',
    modes: new Set(modes),
    async routes(query, signal) {
      const { origin, destination, mode } = query
      const ends = [origin, destination]
        .map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`)
        .join(';')
      const path = `/route/v1/${PROFILES[mode]}/${ends}?alternatives=${MAX_ROUTES - 1}&steps=true&geometries=geojson&overview=full`
      const answer = await services
        .get(mode)!
        .get(path, signal)
        .catch((error: unknown) => {
          const { data } = OsrmProblem.safeParse(errorBody(error))
          throw data && NO_ROUTE_CODES.has(data.code) ? new NoRoute(data.code) : error
        })
      const { routes } = readJson(answer, OsrmAnswer, 'OSRM')
      const found = routes.map(({ distance, duration, geometry, legs }): FoundRoute => ({
        metres: distance,
        seconds: duration,
        summary: legs[0]?.summary ?? '',
        steps: legs
          .flatMap((leg) => leg.steps)
          .map((step) => ({
            instructions: instructionFor(step.maneuver, step.name || step.ref || ''),
            metres: step.distance,
            seconds: step.duration,
          })),
        coordinates: geometry.coordinates,
      }))
      return checkedRoutes(found, query)
    },
  }
}

/** The JSON body of a service's error reply; `undefined` if there is none. */
export function errorBody(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || !error.body) return undefined
  try {
    return JSON.parse(error.body.toString('utf8'))
  } catch {
    return undefined
  }
}
