import { EARTH_RADIUS_METRES } from './constants.ts'

/** A point on the Earth, degrees (WGS 84). */
export interface LatLng {
  latitude: number
  longitude: number
}

/** A rectangle between two parallels and two meridians, degrees. */
export interface Bounds {
  south: number
  north: number
  west: number
  east: number
}

const RADIANS = Math.PI / 180

/**
 * Great-circle distance in metres on a sphere of the Earth's mean radius, by the haversine formula
 * (R. W. Sinnott, "Virtues of the Haversine", Sky & Telescope 68, 1984). Differs from the distance on the
 * ellipsoid by at most 0.5 %.
 */
export function distanceMetres(from: LatLng, to: LatLng): number {
  const dLat = (to.latitude - from.latitude) * RADIANS
  const dLng = (to.longitude - from.longitude) * RADIANS
  const haversine =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** {@link distanceMetres} rounded to whole metres, as the search engine compares distances. */
export const wholeMetresBetween = (from: LatLng, to: LatLng) => Math.round(distanceMetres(from, to))

/** Coordinates are stored as integers in units of 0.00001 degrees (1.1 m). */
export const COORDINATE_SCALE = 1e5

/** Rounds a coordinate in degrees to the 5 decimals that the directory stores. */
export const roundCoordinate = (degrees: number) => Math.round(degrees * COORDINATE_SCALE) / COORDINATE_SCALE

/** Whether a point is within the bounds or on their edge. */
export const isWithin = ({ latitude, longitude }: LatLng, { south, north, west, east }: Bounds) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east
