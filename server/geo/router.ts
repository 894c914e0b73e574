import { distanceMetres } from '../../data/geo/earth.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import { simplify } from '../../data/geo/simplify.ts'
import type { DirectionsSource, TravelMode } from '../../data/model/directions.ts'

/** A route in figures; texts are made of it where the person's units are known. */
export interface FoundRoute {
  metres: number
  seconds: number
  summary: string
  steps: { instructions: string; metres: number; seconds: number }[]
  /** Longitude and latitude, degrees. */
  coordinates: [number, number][]
}

export interface RouteQuestion {
  origin: LatLng
  destination: LatLng
  mode: TravelMode
}

/** A service that knows streets. */
export interface Router {
  source: Exclude<DirectionsSource, 'estimate'>
  attribution: string
  modes: ReadonlySet<TravelMode>
  /**
   * The best route first, then alternatives.
   * @throws NoRoute, UpstreamError
   */
  routes(question: RouteQuestion, signal?: AbortSignal): Promise<FoundRoute[]>
}

/** There is no way, or none the service knows of. */
export class NoRoute extends Error {
  override name = 'NoRoute'
}

export const ROUTER_LIMITS = { timeout: 8_000, maxBytes: 8_000_000, concurrency: 6 }
/** Routes asked for, the best one included. */
export const MOST_ROUTES = 3

/** Farther from where it should begin or end than this, in metres, a route is not the one asked for: the service's map ends before. */
const FARTHEST_END = 5_000
const MOST_POINTS = 2_000
/** Degrees, about 3 m. */
const FINEST = 0.000_03

/** The line with at most {@link MOST_POINTS} points. */
function thinned(coordinates: readonly [number, number][]): [number, number][] {
  let line = coordinates.flat()
  for (let tolerance = FINEST; line.length > 2 * MOST_POINTS; tolerance *= 2) line = simplify(line, tolerance)
  return Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at]!, line[2 * at + 1]!])
}

/**
 * Routes as they may be passed on.
 * @throws NoRoute when the best one does not lead from the one place to the other.
 */
export function checkedRoutes(
  routes: readonly FoundRoute[],
  { origin, destination }: RouteQuestion,
): FoundRoute[] {
  const leads = ({ coordinates }: FoundRoute) => {
    const [first, last] = [coordinates[0]!, coordinates.at(-1)!].map(([longitude, latitude]) => ({
      latitude,
      longitude,
    }))
    return (
      distanceMetres(first!, origin) <= FARTHEST_END && distanceMetres(last!, destination) <= FARTHEST_END
    )
  }
  const leading = routes.filter(leads)
  if (leading.length === 0) throw new NoRoute('the service knows no streets there')
  return leading.map((route) => ({ ...route, coordinates: thinned(route.coordinates) }))
}
