import { estimate, roundDegrees } from '../../data/geo/estimate.ts'
import { distanceText, durationText } from '../../data/geo/travel.ts'
import type {
  Directions,
  DirectionsEnd,
  DirectionsRoute,
  DistanceUnit,
  TravelMode,
} from '../../data/model/directions.ts'
import type { FoundAddress, Geocoder } from './geocoder.ts'
import type { FoundRoute, Router } from './router.ts'

export interface DirectionsQuestion {
  origin: string
  destination: DirectionsEnd
  mode: TravelMode
  unit: DistanceUnit
}

/** The start address is no place in Australia that anyone knows. */
export class OriginUnknown extends Error {
  override name = 'OriginUnknown'
}

export interface DirectionsService {
  /** @throws OriginUnknown, NoRoute, UpstreamError */
  find(question: DirectionsQuestion, signal?: AbortSignal): Promise<Directions>
}

function written(
  { metres, seconds, summary, steps, coordinates }: FoundRoute,
  unit: DistanceUnit,
): DirectionsRoute {
  const measured = (one: { metres: number; seconds: number }) => ({
    distance: distanceText(one.metres, unit),
    duration: durationText(one.seconds),
    metres: Math.round(one.metres),
    seconds: Math.round(one.seconds),
  })
  return {
    ...measured({ metres, seconds }),
    summary,
    steps: steps.map((step) => ({ instructions: step.instructions, ...measured(step) })),
    geometry: {
      type: 'LineString',
      coordinates: coordinates.map(([longitude, latitude]) => [
        roundDegrees(longitude),
        roundDegrees(latitude),
      ]),
    },
  }
}

const asEnd = ({ label, latitude, longitude, approximate }: FoundAddress): DirectionsEnd => ({
  label,
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
  approximate,
})

/** Directions from the router where it knows the mode; else the estimate. A router that fails is an error, not an estimate in disguise. */
export function openDirections(geocoder: Geocoder, router: Router | undefined): DirectionsService {
  return {
    async find({ origin, destination, mode, unit }, signal) {
      const [found] = await geocoder.find(origin, signal)
      if (!found) throw new OriginUnknown('no such place')
      const start = asEnd(found)
      if (!router?.modes.has(mode)) return estimate(start, destination, mode, unit)
      const [best, ...others] = (await router.routes({ origin: start, destination, mode }, signal)).map(
        (route) => written(route, unit),
      )
      return {
        ...best!,
        mode,
        source: router.source,
        attribution: router.attribution,
        origin: start,
        destination,
        alternatives: others,
        estimate: null,
      }
    },
  }
}
