import type { LatLng } from '../../../data/model/point.ts'
import type { Place } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'

/**
 * What the distances of a search and its distance filter are measured from: the place it names, unless that
 * is a state, which has no single point; else the position in the request. `null` without either.
 */
export function distanceOrigin(place: Place | null, { latitude, longitude }: SearchRequest): LatLng | null {
  if (place && place.kind !== 'state') return place
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}
