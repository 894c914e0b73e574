import { distance } from '@turf/turf'
import type { LatLng } from '../model/point.ts'

/**
 * Great-circle distance in metres, for imports and scripts. The search engine and the client have
 * `distanceMetres` of data/model/point.ts: the same formula on the same sphere, without the size of this
 * package.
 */
export const metresBetween = (from: LatLng, to: LatLng): number =>
  distance([from.longitude, from.latitude], [to.longitude, to.latitude], { units: 'meters' })
