import { roundCoordinate } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'

/**
 * The mean of the coordinates of some points, degrees, rounded like all coordinates so that the order of the
 * points does not change the result.
 */
export function centreOf(points: readonly LatLng[]): LatLng {
  let latitude = 0
  let longitude = 0
  for (const point of points) {
    latitude += point.latitude
    longitude += point.longitude
  }
  return {
    latitude: roundCoordinate(latitude / points.length),
    longitude: roundCoordinate(longitude / points.length),
  }
}
