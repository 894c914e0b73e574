import { METRES_PER_MILE } from '../../data/model/constants.ts'
import type { DistanceUnit } from '../../data/model/directions.ts'
import type { Park } from '../../data/model/park.ts'
import { formatCount } from '../platform/number.ts'

export const KM_PER_MILE = METRES_PER_MILE / 1000

/**
 * Formats a distance in the given unit: one decimal below ten, whole numbers from ten. A position known only
 * by its suburb gets whole numbers and 'about', because the park may be a suburb's width away, and one within
 * about 500 m gets halves.
 */
export function formatDistance(
  miles: number,
  unit: DistanceUnit,
  accuracy: Park['locationAccuracy'] = 'exact',
): string {
  const [distance, symbol] = unit === 'km' ? [miles * KM_PER_MILE, 'km'] : [miles, 'mi']
  const rounded = `${formatCount(Math.round(distance))} ${symbol}`
  if (accuracy === 'suburb') return distance < 1 ? `about 1 ${symbol}` : `about ${rounded}`
  if (accuracy === 'near') {
    if (distance < 0.5) return `under 0.5 ${symbol}`
    return distance < 9.5
      ? `about ${(Math.round(distance * 2) / 2).toFixed(1)} ${symbol}`
      : `about ${rounded}`
  }
  if (distance < 0.1) return `under 0.1 ${symbol}`
  return distance < 9.95 ? `${distance.toFixed(1)} ${symbol}` : rounded
}

/** A distance in words: "489 miles", "1 mile", "0.4 miles", "12 kilometres". */
export function distanceWords(miles: number, unit: DistanceUnit): string {
  const [distance, one, many] =
    unit === 'km' ? [miles * KM_PER_MILE, 'kilometre', 'kilometres'] : [miles, 'mile', 'miles']
  const rounded = distance < 9.95 ? Number(distance.toFixed(1)) : Math.round(distance)
  return `${formatCount(rounded)} ${rounded === 1 ? one : many}`
}
