import { distanceText, durationText } from '../geo/travel.ts'
import type { Directions, DirectionsEnd, DistanceUnit } from '../model/directions.ts'
import { roundCoordinate } from '../model/point.ts'
import type { WalkingCell } from './cell.ts'
import { mainStreet, walkSteps } from './instructions.ts'
import { joinCells } from './network.ts'
import { findWalk } from './walk.ts'

const figures = (metres: number, seconds: number, unit: DistanceUnit) => ({
  distance: distanceText(metres, unit),
  duration: durationText(seconds),
  metres: Math.round(metres),
  seconds: Math.round(seconds),
})

/**
 * Directions on foot from downloaded walking graphs, calculated on this device.
 * @param cells all cells around both places
 * @param attribution of the data that the graphs were built from
 * @returns `undefined` if there is no way in these cells
 */
export function directionsOnFoot(
  cells: Iterable<WalkingCell>,
  origin: DirectionsEnd,
  destination: DirectionsEnd,
  unit: DistanceUnit,
  attribution: string,
): Directions | undefined {
  const walk = findWalk(joinCells(cells), origin, destination)
  if (!walk) return undefined
  const steps = walkSteps(walk, origin, destination)
  const metres = steps.reduce((sum, step) => sum + step.metres, 0)
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0)
  const coordinates: [number, number][] = []
  const add = (latitude: number, longitude: number) => {
    const point: [number, number] = [roundCoordinate(longitude), roundCoordinate(latitude)]
    const last = coordinates.at(-1)
    if (last === undefined || last[0] !== point[0] || last[1] !== point[1]) coordinates.push(point)
  }
  for (const { points } of walk.parts)
    for (let at = 0; at < points.length; at += 2) add(points[at]!, points[at + 1]!)
  if (coordinates.length === 0) {
    // Without a part on a way, one walks straight to the park.
    add(origin.latitude, origin.longitude)
    add(destination.latitude, destination.longitude)
  }
  // A line has at least two points, also if they are the same.
  if (coordinates.length === 1) coordinates.push(coordinates[0]!)
  return {
    ...figures(metres, seconds, unit),
    summary: mainStreet(walk),
    steps: steps.map(({ instructions, metres, seconds: time }) => ({
      instructions,
      ...figures(metres, time, unit),
    })),
    geometry: { type: 'LineString', coordinates },
    mode: 'walking',
    source: 'device',
    attribution,
    origin,
    otherOrigins: [],
    doubtful: false,
    destination,
    alternatives: [],
    estimate: null,
  }
}
