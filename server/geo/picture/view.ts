import type { Box } from '../../../data/geo/labels.ts'
import { STATIC_MAP_HEIGHT, STATIC_MAP_WIDTH } from '../../../data/model/constants.ts'
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

/**
 * The part of a picture that cards show: the smallest card (320 px wide), without the attribution that covers its
 * lower edge (client/map/static-map.tsx).
 */
export const CARD_CROP: Box = {
  x: STATIC_MAP_WIDTH / 2,
  y: STATIC_MAP_HEIGHT / 2 - 9,
  width: 192,
  height: 78,
}

/** The box that names have to be in, in CSS pixels: pictures of the size that cards show are cropped. */
export const shownPart = ({ width, height }: PictureRequest): Box =>
  width === STATIC_MAP_WIDTH && height === STATIC_MAP_HEIGHT
    ? CARD_CROP
    : { x: width / 2, y: height / 2, width, height }

/** Radius of the circle of a place that is not known exactly, in CSS pixels. */
export const areaPixels = (areaRadius: number, { metresPerPixel: scale }: View) =>
  Math.max(MIN_AREA_PIXELS, areaRadius / scale)
const MIN_AREA_PIXELS = 14

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
