import * as z from 'zod/mini'
import type { TravelMode } from '../../data/model/directions.ts'
import { sentence } from './osrm-instructions.ts'
import { checkedRoutes, MOST_ROUTES, NoRoute, ROUTER_LIMITS } from './router.ts'
import type { FoundRoute, Router } from './router.ts'
import { openUpstream, readJson, UpstreamError } from './upstream.ts'

const figure = z.number().check(z.gte(0))
const Coordinates = z.array(z.tuple([z.number(), z.number()])).check(z.minLength(2))

/** What is read of the route service (https://project-osrm.org/docs/v5.24.0/api/#route-service). */
const OsrmAnswer = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(
      z.object({
        distance: figure,
        duration: figure,
        geometry: z.object({ coordinates: Coordinates }),
        legs: z.array(
          z.object({
            summary: z.optional(z.string()),
            steps: z.array(
              z.object({
                distance: figure,
                duration: figure,
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
/** No way, or no street anywhere near an end. */
const NO_WAY = new Set(['NoRoute', 'NoSegment'])

/** In the configured address, it stands for the profile: one OSRM has one, and takes no notice of the one in the question. */
export const PROFILE = '{profile}'
const PROFILES: Readonly<Partial<Record<TravelMode, string>>> = {
  driving: 'car',
  walking: 'foot',
  bicycling: 'bike',
}

export interface RouterOptions {
  /** Of OSRM, with or without {@link PROFILE} in its path; without it, it is taken for one that drives. */
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
    async routes(question, signal) {
      const { origin, destination, mode } = question
      const ends = [origin, destination]
        .map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`)
        .join(';')
      const path = `/route/v1/${PROFILES[mode]}/${ends}?alternatives=${MOST_ROUTES - 1}&steps=true&geometries=geojson&overview=full`
      const answer = await services
        .get(mode)!
        .get(path, signal)
        .catch((error: unknown) => {
          const { data } = OsrmProblem.safeParse(problemIn(error))
          throw data && NO_WAY.has(data.code) ? new NoRoute(data.code) : error
        })
      const { routes } = readJson(answer, OsrmAnswer, 'OSRM')
      const found = routes.map(({ distance, duration, geometry, legs }): FoundRoute => ({
        metres: distance,
        seconds: duration,
        summary: legs[0]?.summary ?? '',
        steps: legs
          .flatMap((leg) => leg.steps)
          .map((step) => ({
            instructions: sentence(step.maneuver, step.name || step.ref || ''),
            metres: step.distance,
            seconds: step.duration,
          })),
        coordinates: geometry.coordinates,
      }))
      return checkedRoutes(found, question)
    },
  }
}

/** The JSON that came with a service's error; `undefined` when there is none. */
export function problemIn(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || !error.body) return undefined
  try {
    return JSON.parse(error.body.toString('utf8'))
  } catch {
    return undefined
  }
}
