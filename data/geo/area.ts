import { distanceMetres } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import { metresPerPixel } from './mercator.ts'

/** Smallest and largest radius drawn for a locality, metres. */
const MIN_RADIUS_METRES = 600
const MAX_RADIUS_METRES = 5_000
/** Rows nearer than this are the same place under another postcode or name. Metres. */
const SAME_PLACE_METRES = 150
/**
 * Radius as a share of the distance to the nearest locality. Above one half, so that the circles of
 * neighbouring localities overlap a little and leave no gaps.
 */
const RADIUS_SHARE = 0.6

/**
 * Radius in metres of a circle about as large as the locality around `center`, estimated from the distance to
 * the nearest other locality.
 */
export function localityRadius(center: LatLng, localities: Iterable<LatLng>): number {
  let nearest = Infinity
  for (const locality of localities) {
    // A degree of latitude is 111 km, so this skips most of the country without trigonometry.
    if (Math.abs(locality.latitude - center.latitude) > 0.1) continue
    const metres = distanceMetres(center, locality)
    if (metres > SAME_PLACE_METRES && metres < nearest) nearest = metres
  }
  return Math.round(Math.max(MIN_RADIUS_METRES, Math.min(MAX_RADIUS_METRES, nearest * RADIUS_SHARE)))
}

/**
 * The highest zoom, from `zoom` down to `lowest`, at which a circle of `radius` metres fits into `pixels`
 * pixels; `lowest` if none does.
 */
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
