import { kinks, lineString, polygon, simplify } from '@turf/turf'
import type { Feature, Polygon as GeoJsonPolygon, Position } from 'geojson'
import { EARTH_RADIUS_METRES } from '../../data/model/constants.ts'
import { OUTLINE_MAX_POINTS } from '../../data/model/outline.ts'
import type { Outline } from '../../data/model/outline.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { closedRings } from './shape.ts'
import type { Polygon } from './shape.ts'

/** The area of a row: its polygons, as the file has them, and their area in square metres. */
export interface ListedOutline {
  polygons: readonly Polygon[]
  area: number
}

/** Greatest distance between an outline and what is stored of it. Metres. */
const OUTLINE_TOLERANCE_METRES = 5

/** One degree of latitude on a sphere of the Earth's mean radius. */
const METRES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METRES

/**
 * The outline that the directory stores, simplified to {@link OUTLINE_TOLERANCE_METRES}: to less where that would make
 * a line cross itself, and to more where {@link OUTLINE_MAX_POINTS} points are not enough. `null` without an area.
 */
export function outlineOf({ polygons, area }: ListedOutline, source: PositionSource): Outline | null {
  const squareMetres = Math.round(area)
  const planes = polygons.map(planeOf).filter((plane) => plane !== null)
  if (squareMetres < 1 || planes.length === 0) return null
  for (let tolerance = OUTLINE_TOLERANCE_METRES; ; tolerance *= 2) {
    const coordinates = planes
      .map((plane) => simplified(plane, tolerance))
      .filter((rings) => rings.length > 0)
    if (coordinates.length === 0) return null
    if (coordinates.flat(2).length <= OUTLINE_MAX_POINTS)
      return { geometry: { type: 'MultiPolygon', coordinates }, squareMetres, source }
    // Polygons come largest first, and an outline of hundreds of them may be too long however simple each one is.
    if (tolerance > MAX_TOLERANCE_METRES) planes.length = Math.ceil(planes.length / 2)
  }
}

const MAX_TOLERANCE_METRES = 1_000

/** A polygon on a plane in metres around its first point, where a tolerance is the same to the north and east. */
interface Plane {
  shape: Feature<GeoJsonPolygon>
  toDegrees(position: readonly number[]): [longitude: number, latitude: number]
}

function planeOf(rings: Polygon): Plane | null {
  const closed = closedRings(rings)
  if (closed.length === 0) return null
  const [west, south] = closed[0]![0]!
  const metresEast = METRES_PER_DEGREE * Math.cos((south * Math.PI) / 180)
  return {
    shape: polygon(
      closed.map((ring) => ring.map(([x, y]) => [(x - west) * metresEast, (y - south) * METRES_PER_DEGREE])),
    ),
    toDegrees: ([x = 0, y = 0]) => [
      roundCoordinate(west + x / metresEast),
      roundCoordinate(south + y / METRES_PER_DEGREE),
    ],
  }
}

/** Shares of the tolerance to try; 0 keeps the rings as they are. */
const SHARES = [1, 0.5, 0.2, 0]

function simplified({ shape, toDegrees }: Plane, tolerance: number): [number, number][][] {
  for (const share of SHARES) {
    const coordinates = share === 0 ? shape.geometry.coordinates : simplifiedRings(shape, tolerance * share)
    // Finding crossings takes time with the square of the points.
    if (
      share > 0 &&
      coordinates.flat().length <= OUTLINE_MAX_POINTS &&
      kinks(polygon(coordinates)).features.length > 0
    )
      continue
    return coordinates
      .map((ring) => withoutRepeats(ring.map(toDegrees)))
      .filter((ring, at) => at === 0 || ring.length >= 4)
      .filter((ring, _, [outer]) => outer!.length >= 4 && ring.length >= 4)
  }
  return []
}

/** Turf recurses as deep as a ring has points in the worst case, which must not exceed the stack. */
const MAX_LINE_POINTS = 2_000

function simplifiedRings({ geometry }: Feature<GeoJsonPolygon>, tolerance: number): Position[][] {
  const options = { tolerance, highQuality: true }
  return geometry.coordinates.map((ring) => {
    if (ring.length <= MAX_LINE_POINTS) return simplify(polygon([ring]), options).geometry.coordinates[0]!
    const simple: Position[] = []
    for (let start = 0; start < ring.length - 1; start += MAX_LINE_POINTS) {
      const line = lineString(ring.slice(start, start + MAX_LINE_POINTS + 1))
      simple.push(...simplify(line, options).geometry.coordinates.slice(start === 0 ? 0 : 1))
    }
    return simple
  })
}

const withoutRepeats = (ring: readonly [number, number][]) =>
  ring.filter(([x, y], at) => at === 0 || x !== ring[at - 1]![0] || y !== ring[at - 1]![1])

/** Whether two outlines have the same points. */
export const isSameShape = (a: Outline | null, b: Outline | null) =>
  a === b || JSON.stringify(a?.geometry) === JSON.stringify(b?.geometry)
