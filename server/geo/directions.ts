import { bearingDegrees, compassPoint, distanceMetres } from '../../data/geo/earth.ts'
import { distanceText, durationRangeText, durationText, estimateSeconds } from '../../data/geo/travel.ts'
import type { Directions, DirectionsEnd, DirectionsRoute, DistanceUnit, TravelMode } from '../../data/model/directions.ts'
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

/** Coordinates in answers, decimals: a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

function written({ metres, seconds, summary, steps, coordinates }: FoundRoute, unit: DistanceUnit): DirectionsRoute {
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
    geometry: { type: 'LineString', coordinates: coordinates.map(([longitude, latitude]) => [round(longitude), round(latitude)]) },
  }
}

/** The straight line, and what it may take at the mode's speeds. Says of itself that it is no route. */
export function estimate(origin: DirectionsEnd, destination: DirectionsEnd, mode: TravelMode, unit: DistanceUnit): Directions {
  const metres = distanceMetres(origin, destination)
  const range = estimateSeconds(mode, metres)
  const bearing = bearingDegrees(origin, destination)
  const distance = distanceText(metres, unit)
  const duration = durationRangeText(range)
  const figures = { distance, duration, metres: Math.round(metres), seconds: range[1] }
  return {
    ...figures,
    summary: 'Straight line',
    steps: [{ instructions: `Head ${compassPoint(bearing)}: ${distance} in a straight line. No route service has looked at the streets.`, ...figures }],
    geometry: {
      type: 'LineString',
      coordinates: [[round(origin.longitude), round(origin.latitude)], [round(destination.longitude), round(destination.latitude)]],
    },
    mode,
    source: 'estimate',
    attribution: '',
    origin,
    destination,
    alternatives: [],
    estimate: { bearing: Math.round(bearing * 10) / 10 % 360, seconds: range },
  }
}

const asEnd = ({ label, latitude, longitude, approximate }: FoundAddress): DirectionsEnd => ({
  label, latitude: round(latitude), longitude: round(longitude), approximate,
})

/** Directions from the router where it knows the mode; else the estimate. A router that fails is an error, not an estimate in disguise. */
export function openDirections(geocoder: Geocoder, router: Router | undefined): DirectionsService {
  return {
    async find({ origin, destination, mode, unit }, signal) {
      const [found] = await geocoder.find(origin, signal)
      if (!found) throw new OriginUnknown('no such place')
      const start = asEnd(found)
      if (!router?.modes.has(mode)) return estimate(start, destination, mode, unit)
      const [best, ...others] = (await router.routes({ origin: start, destination, mode }, signal)).map((route) => written(route, unit))
      return {
        ...best!, mode, source: router.source, attribution: router.attribution, origin: start, destination, alternatives: others, estimate: null,
      }
    },
  }
}
