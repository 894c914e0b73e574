import type { Park } from '../../data/model/park.ts'

/**
 * Says a distance in miles: tenths below ten, whole miles from there. What is known only by its suburb is told in whole miles and 'about',
 * because its point may be a suburb's breadth away.
 */
export function sayDistance(miles: number, accuracy: Park['locationAccuracy'] = 'exact'): string {
  if (accuracy === 'suburb') return miles < 1 ? 'about 1 mi' : `about ${Math.round(miles).toLocaleString('en-AU')} mi`
  if (miles < 0.1) return 'under 0.1 mi'
  return miles < 9.95 ? `${miles.toFixed(1)} mi` : `${Math.round(miles).toLocaleString('en-AU')} mi`
}
