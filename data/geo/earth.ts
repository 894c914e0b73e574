import { EARTH_RADIUS_METRES } from '../model/constants.ts'
import type { LatLng } from '../model/point.ts'

const RADIANS = Math.PI / 180

/**
 * Initial bearing of the shortest route, degrees clockwise from true north, 0 ≤ bearing < 360. 0 if both
 * places are the same.
 */
export function bearingDegrees(from: LatLng, to: LatLng): number {
  const dLng = (to.longitude - from.longitude) * RADIANS
  const y = Math.sin(dLng) * Math.cos(to.latitude * RADIANS)
  const x =
    Math.cos(from.latitude * RADIANS) * Math.sin(to.latitude * RADIANS) -
    Math.sin(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * Math.cos(dLng)
  // The outer remainder handles a tiny negative angle: adding 360 to it gives exactly 360.
  return ((Math.atan2(y, x) / RADIANS + 360) % 360) % 360
}

const COMPASS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const
export type CompassPoint = (typeof COMPASS)[number]

/** The nearest of the eight compass points to a bearing in degrees. */
export function compassPoint(bearing: number): CompassPoint {
  return COMPASS[Math.round((((bearing % 360) + 360) % 360) / 45) % 8]!
}

/**
 * The place reached from `from` along a great circle after `metres`, starting in the direction `bearing`
 * (degrees clockwise from north).
 */
export function destinationPoint(from: LatLng, bearing: number, metres: number): LatLng {
  const angle = metres / EARTH_RADIUS_METRES
  const lat = from.latitude * RADIANS
  const sinLat =
    Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing * RADIANS)
  const lng =
    from.longitude * RADIANS +
    Math.atan2(
      Math.sin(bearing * RADIANS) * Math.sin(angle) * Math.cos(lat),
      Math.cos(angle) - Math.sin(lat) * sinLat,
    )
  return {
    latitude: Math.asin(Math.max(-1, Math.min(1, sinLat))) / RADIANS,
    longitude: ((lng / RADIANS + 540) % 360) - 180,
  }
}
