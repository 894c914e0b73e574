import { pointToPolygonDistance, polygon } from '@turf/turf'
import type { Outline } from '../../data/model/outline.ts'
import type { LatLng } from '../../data/model/point.ts'

/** The distance from a point to an outline; 0 inside. Metres. */
export function metresFromOutline({ latitude, longitude }: LatLng, { geometry }: Outline): number {
  const distances = geometry.coordinates.map((rings) =>
    pointToPolygonDistance([longitude, latitude], polygon(rings), { units: 'meters' }),
  )
  return Math.max(0, Math.min(...distances))
}
