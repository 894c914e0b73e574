import type { Outline } from '../../../data/model/outline.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { metresPerPixel, project } from '../../../data/geo/mercator.ts'
import type { Pixel } from '../../../data/geo/mercator.ts'
import type { DistanceUnit } from '../../../data/model/directions.ts'
import type { PictureTheme } from './palette.ts'

/** What an image shows. Sizes are CSS pixels; the image has `scale` times as many. */
export interface PictureRequest {
  center: LatLng
  /** Integer, 3 to 18. */
  zoom: number
  width: number
  height: number
  scale: 1 | 2
  theme: PictureTheme
  /** Unit of distances. */
  unit: DistanceUnit
  /** Radius in metres of the circle for a place known only by its suburb; `null` for a pin. */
  areaRadius: number | null
  /** The outline of the park at `center`, if there is one. */
  outline: Pick<Outline, 'geometry' | 'source'> | null
  format: 'webp' | 'png'
}

/** The frame of an image on the projected world. */
export interface View extends PictureRequest {
  /** World pixel of the image's top left corner. */
  origin: Pixel
  metresPerPixel: number
  at(place: LatLng): Pixel
}

export function viewOf(request: PictureRequest): View {
  const { center, zoom, width, height } = request
  const centrePixel = project(center, zoom)
  const origin = { x: centrePixel.x - width / 2, y: centrePixel.y - height / 2 }
  return {
    ...request,
    origin,
    metresPerPixel: metresPerPixel(center.latitude, zoom),
    at: (place) => {
      const { x, y } = project(place, zoom)
      return { x: x - origin.x, y: y - origin.y }
    },
  }
}
