import { lineString, simplify } from '@turf/turf'
import { metresBetween } from '../../data/import/distance.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { DirectionsSource, TravelMode } from '../../data/model/directions.ts'
import { UpstreamError } from './upstream.ts'

/** A route as numbers; texts are generated where the user's units are known. */
export interface FoundRoute {
  metres: number
  seconds: number
  summary: string
  steps: { instructions: string; metres: number; seconds: number }[]
  /** Longitude and latitude, degrees. */
  coordinates: [number, number][]
}

export interface RouteQuery {
  origin: LatLng
  destination: LatLng
  mode: TravelMode
}

/** A routing service. */
export interface Router {
  source: Exclude<DirectionsSource, 'device' | 'estimate'>
  attribution: string
  modes: ReadonlySet<TravelMode>
  /**
   * The best route first, then alternatives.
   * @throws NoRoute, UpstreamError
   */
  routes(question: RouteQuery, signal?: AbortSignal): Promise<FoundRoute[]>
}

/** There is no route, or none the service knows. */
export class NoRoute extends Error {
  override name = 'NoRoute'
}

export const ROUTER_LIMITS = { timeout: 8_000, maxBytes: 8_000_000, concurrency: 6 }
/** Number of routes requested, including the best one. */
export const MAX_ROUTES = 3

/**
 * A route that begins or ends farther than this from the requested place is rejected, because the service's
 * map ends before. Metres.
 */
const MAX_END_DISTANCE_METRES = 5_000
const MAX_POINTS = 2_000
/** First tolerance when simplifying a route, in degrees: about 3 m. */
const FIRST_TOLERANCE_DEGREES = 0.000_03

/**
 * Simplifies a line to at most {@link MAX_POINTS} points.
 * @throws UpstreamError for a line so jagged that simplifying it exceeds the call stack
 */
function simplified(coordinates: [number, number][]): [number, number][] {
  let line = coordinates
  try {
    for (let tolerance = FIRST_TOLERANCE_DEGREES; line.length > MAX_POINTS; tolerance *= 2)
      line = simplify(lineString(line), { tolerance, highQuality: true }).geometry.coordinates as typeof line
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new UpstreamError('invalid', 'the route cannot be simplified', { cause })
  }
  return line
}

/**
 * Checks and simplifies the routes of a service.
 * @throws NoRoute if no route leads from the origin to the destination; UpstreamError if a line cannot be
 * simplified
 */
export function checkedRoutes(
  routes: readonly FoundRoute[],
  { origin, destination }: RouteQuery,
): FoundRoute[] {
  const isComplete = ({ coordinates }: FoundRoute) => {
    const [first, last] = [coordinates[0]!, coordinates.at(-1)!].map(([longitude, latitude]) => ({
      latitude,
      longitude,
    }))
    return (
      metresBetween(first!, origin) <= MAX_END_DISTANCE_METRES &&
      metresBetween(last!, destination) <= MAX_END_DISTANCE_METRES
    )
  }
  const complete = routes.filter(isComplete)
  if (complete.length === 0) throw new NoRoute('the service knows no streets there')
  return complete.map((route) => ({ ...route, coordinates: simplified(route.coordinates) }))
}
