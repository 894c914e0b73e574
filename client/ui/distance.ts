import { METRES_PER_MILE } from '../../data/model/constants.ts'
import type { DistanceUnit } from '../../data/model/directions.ts'
import type { Park } from '../../data/model/park.ts'
import { sayCount } from './number.ts'

export const KM_PER_MILE = METRES_PER_MILE / 1000

/**
 * Says a distance, given in miles: tenths below ten, whole ones from there. What is known only by its suburb is told in whole ones and
 * 'about', because its point may be a suburb's breadth away.
 */
export function sayDistance(
  miles: number,
  unit: DistanceUnit,
  accuracy: Park['locationAccuracy'] = 'exact',
): string {
  const [far, name] = unit === 'km' ? [miles * KM_PER_MILE, 'km'] : [miles, 'mi']
  if (accuracy === 'suburb') return far < 1 ? `about 1 ${name}` : `about ${sayCount(Math.round(far))} ${name}`
  if (far < 0.1) return `under 0.1 ${name}`
  return far < 9.95 ? `${far.toFixed(1)} ${name}` : `${sayCount(Math.round(far))} ${name}`
}
