import { pointToPolygonDistance, polygon } from '@turf/turf'
import type { Outline } from '../../data/model/outline.ts'
import type { LatLng } from '../../data/model/point.ts'

/** An entrance may be a little outside the outline; farther away, it is the outline of another place. Metres. */
const MAX_METRES_FROM_OUTLINE = 200

/** The distance from a point to an outline; 0 inside. Metres. */
function metresFromOutline({ latitude, longitude }: LatLng, { geometry }: Outline): number {
  const distances = geometry.coordinates.map((rings) =>
    pointToPolygonDistance([longitude, latitude], polygon(rings), { units: 'meters' }),
  )
  return Math.max(0, Math.min(...distances))
}

/** Whether a park at this position can have this outline. */
export const isAtOutline = (position: LatLng, outline: Outline) =>
  metresFromOutline(position, outline) <= MAX_METRES_FROM_OUTLINE
