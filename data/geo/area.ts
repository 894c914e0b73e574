import { distanceMetres } from './earth.ts'
import type { LatLng } from './earth.ts'
import { metresPerPixel } from './mercator.ts'

/** Suburbs are drawn at least and at most this large, metres. */
const SMALLEST = 600
const LARGEST = 5_000
/** Rows nearer than this are the same place under another postcode or name, metres. */
const SAME_PLACE = 150
/** Neighbouring suburbs overlap a little, as circles must to leave nothing out. */
const SHARE = 0.6

/** Radius in metres of a circle as large as the suburb around `center`, judged by how far the nearest other suburb is. */
export function suburbRadius(center: LatLng, suburbs: Iterable<LatLng>): number {
  let nearest = Infinity
  for (const suburb of suburbs) {
    // A degree of latitude is 111 km: most of the country is passed over without trigonometry.
    if (Math.abs(suburb.latitude - center.latitude) > 0.1) continue
    const metres = distanceMetres(center, suburb)
    if (metres > SAME_PLACE && metres < nearest) nearest = metres
  }
  return Math.round(Math.max(SMALLEST, Math.min(LARGEST, nearest * SHARE)))
}

/** The largest zoom up to `zoom` at which a circle of `radius` metres fits into so many pixels; not below `lowest`. */
export function zoomToFit(
  center: LatLng,
  radius: number,
  pixels: number,
  zoom: number,
  lowest: number,
): number {
  let fitting = zoom
  while (fitting > lowest && (2 * radius) / metresPerPixel(center.latitude, fitting) > pixels) fitting--
  return fitting
}
