import { estimate } from '../../data/geo/estimate.ts'
import { SUBURB_END } from '../../data/routing/instructions.ts'
import { distanceText, durationText } from '../../data/geo/travel.ts'
import { doubtAbout } from '../../data/model/directions.ts'
import type {
  Directions,
  DirectionsEnd,
  DirectionsRoute,
  DistanceUnit,
  TravelMode,
} from '../../data/model/directions.ts'
import type { FoundAddress, Geocoder } from './geocoder.ts'
import type { FoundRoute, Router } from './router.ts'
import { roundCoordinate, wholeMetresBetween } from '../../data/model/point.ts'

/** Results of an address service that are nearer to each other than this are the same place. Metres. */
const SAME_PLACE_METRES = 1_000

interface DirectionsQuestion {
  origin: string
  destination: DirectionsEnd
  mode: TravelMode
  unit: DistanceUnit
}

/** The start address was not found in Australia. */
export class OriginUnknown extends Error {
  override name = 'OriginUnknown'
}

export interface DirectionsService {
  /** @throws OriginUnknown, NoRoute, UpstreamError */
  find(question: DirectionsQuestion, signal?: AbortSignal): Promise<Directions>
}

function toDirectionsRoute(
  { metres, seconds, summary, steps, coordinates }: FoundRoute,
  destination: DirectionsEnd,
  unit: DistanceUnit,
): DirectionsRoute {
  const formatted = (figures: { metres: number; seconds: number }) => ({
    distance: distanceText(figures.metres, unit),
    duration: durationText(figures.seconds),
    metres: Math.round(figures.metres),
    seconds: Math.round(figures.seconds),
  })
  return {
    ...formatted({ metres, seconds }),
    summary,
    // The last step of a service is the arrival.
    steps: steps.map((step, at) => ({
      instructions: destination.approximate && at === steps.length - 1 ? SUBURB_END : step.instructions,
      ...formatted(step),
    })),
    geometry: {
      type: 'LineString',
      coordinates: coordinates.map(([longitude, latitude]) => [
        roundCoordinate(longitude),
        roundCoordinate(latitude),
      ]),
    },
  }
}

const toEnd = ({ label, latitude, longitude, approximate }: FoundAddress): DirectionsEnd => ({
  label,
  latitude: roundCoordinate(latitude),
  longitude: roundCoordinate(longitude),
  approximate,
})

/**
 * The results of an address service at other places. Several results are often the same place in different
 * detail.
 */
function elsewhere(first: DirectionsEnd, others: readonly DirectionsEnd[]): DirectionsEnd[] {
  const places = [first]
  for (const other of others)
    if (places.every((place) => wholeMetresBetween(place, other) > SAME_PLACE_METRES)) places.push(other)
  return places.slice(1)
}

/**
 * Directions from the router if it supports the mode, otherwise an estimate. If the router fails, that is an
 * error and not replaced by an estimate.
 */
export function openDirections(geocoder: Geocoder, router: Router | undefined): DirectionsService {
  return {
    async find({ origin, destination, mode, unit }, signal) {
      const [found, ...others] = await geocoder.find(origin, destination, signal)
      if (!found) throw new OriginUnknown('no such place')
      const start = toEnd(found)
      const doubt = doubtAbout(
        {
          origin: start,
          others: found.guessed === undefined ? elsewhere(start, others.map(toEnd)) : others.map(toEnd),
          guessed: found.guessed === true,
        },
        destination,
      )
      if (!router?.modes.has(mode)) return { ...estimate(start, destination, mode, unit), ...doubt }
      const [best, ...alternatives] = (await router.routes({ origin: start, destination, mode }, signal)).map(
        (route) => toDirectionsRoute(route, destination, unit),
      )
      return {
        ...best!,
        mode,
        source: router.source,
        attribution: router.attribution,
        origin: start,
        destination,
        alternatives,
        ...doubt,
        estimate: null,
      }
    },
  }
}
