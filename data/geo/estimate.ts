import type { Directions, DirectionsEnd, DistanceUnit, TravelMode } from '../model/directions.ts'
import { bearingDegrees, compassPoint } from './earth.ts'
import { distanceText, durationRangeText, estimateSeconds } from './travel.ts'
import { distanceMetres, roundCoordinate } from '../model/point.ts'

/**
 * Directions along the straight line, with a duration range from the mode's typical speeds. The reply is
 * marked as an estimate, not a route.
 */
export function estimate(
  origin: DirectionsEnd,
  destination: DirectionsEnd,
  mode: TravelMode,
  unit: DistanceUnit,
): Directions {
  const metres = distanceMetres(origin, destination)
  const range = estimateSeconds(mode, metres)
  const bearing = bearingDegrees(origin, destination)
  const distance = distanceText(metres, unit)
  const duration = durationRangeText(range)
  const figures = { distance, duration, metres: Math.round(metres), seconds: range[1] }
  return {
    ...figures,
    summary: 'Straight line',
    steps: [
      {
        instructions: `Head ${compassPoint(bearing)}: ${distance} in a straight line. This is an estimate, not a route along streets.`,
        ...figures,
      },
    ],
    geometry: {
      type: 'LineString',
      coordinates: [
        [roundCoordinate(origin.longitude), roundCoordinate(origin.latitude)],
        [roundCoordinate(destination.longitude), roundCoordinate(destination.latitude)],
      ],
    },
    mode,
    source: 'estimate',
    attribution: '',
    origin,
    destination,
    alternatives: [],
    otherOrigins: [],
    doubtful: false,
    estimate: { bearing: (Math.round(bearing * 10) / 10) % 360, seconds: range },
  }
}
