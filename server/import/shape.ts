import { EARTH_RADIUS_METRES } from '../../data/model/constants.ts'

/** A GeoJSON position: longitude and latitude in degrees. */
export type LngLat = readonly [longitude: number, latitude: number]
export type Ring = readonly LngLat[]
/** An outline and its holes. */
export type Polygon = readonly Ring[]

const RADIANS = Math.PI / 180
const METRES_PER_DEGREE = EARTH_RADIUS_METRES * RADIANS

/**
 * Twice the signed area of a ring, and its centroid, on a plane around its first point, which is accurate
 * enough for parks.
 */
function momentOf(ring: Ring): { area: number; x: number; y: number } {
  const [x0, y0] = ring[0]!
  let [area, x, y] = [0, 0, 0]
  for (let at = 0; at < ring.length; at += 1) {
    const [ax, ay] = [ring[at]![0] - x0, ring[at]![1] - y0]
    const next = ring[(at + 1) % ring.length]!
    const [bx, by] = [next[0] - x0, next[1] - y0]
    const cross = ax * by - bx * ay
    area += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  return area === 0 ? { area: 0, x: x0, y: y0 } : { area, x: x0 + x / (3 * area), y: y0 + y / (3 * area) }
}

/** Area of a polygon in square metres, without its holes. */
export function areaOf(polygon: Polygon): number {
  const squareDegrees = polygon.reduce(
    (sum, ring, at) => sum + (at === 0 ? 1 : -1) * (Math.abs(momentOf(ring).area) / 2),
    0,
  )
  const latitude = polygon[0]![0]![1]
  return Math.max(0, squareDegrees) * METRES_PER_DEGREE ** 2 * Math.cos(latitude * RADIANS)
}

/**
 * Longitudes at which the outlines cross a latitude, from west to east: between the first and the second is
 * inside, between the second and the third outside, and so on.
 */
function crossings(polygon: Polygon, latitude: number): number[] {
  const found: number[] = []
  for (const ring of polygon) {
    for (let at = 0; at < ring.length; at += 1) {
      const [ax, ay] = ring[at]!
      const [bx, by] = ring[(at + 1) % ring.length]!
      if (ay > latitude !== by > latitude) found.push(ax + ((latitude - ay) / (by - ay)) * (bx - ax))
    }
  }
  return found.toSorted((a, b) => a - b)
}

/**
 * A point inside the polygon: the centroid if it is inside, otherwise the middle of the widest part at the
 * centroid's latitude.
 */
export function pointInside(polygon: Polygon): LngLat {
  const { x, y } = momentOf(polygon[0]!)
  const edges = crossings(polygon, y)
  const parts = Array.from(
    { length: edges.length >> 1 },
    (_, part) => [edges[2 * part]!, edges[2 * part + 1]!] as const,
  )
  if (parts.length === 0 || parts.some(([west, east]) => west <= x && x <= east)) return [x, y]
  const [west, east] = parts.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))[0]!
  return [(west + east) / 2, y]
}

/** A point in the largest of several polygons, and their total area in square metres. */
export function ofPolygons(polygons: readonly Polygon[]): { point: LngLat; area: number } | undefined {
  const valid = polygons.filter((polygon) => (polygon[0]?.length ?? 0) >= 3)
  if (valid.length === 0) return undefined
  const largest = valid.toSorted((a, b) => areaOf(b) - areaOf(a))[0]!
  return { point: pointInside(largest), area: valid.reduce((sum, polygon) => sum + areaOf(polygon), 0) }
}

/** Joins lines end to end into closed rings; lines that do not close are left out. */
export function ringsOf(lines: readonly Ring[]): Ring[] {
  const remaining = lines.filter((line) => line.length > 1).map((line) => [...line])
  const rings: Ring[] = []
  const same = (a: LngLat, b: LngLat) => a[0] === b[0] && a[1] === b[1]
  for (let ring = remaining.shift(); ring; ring = remaining.shift()) {
    while (!same(ring[0]!, ring.at(-1)!)) {
      const end: LngLat = ring.at(-1)!
      const next = remaining.findIndex((line) => same(line[0]!, end) || same(line.at(-1)!, end))
      if (next === -1) break
      const [line] = remaining.splice(next, 1)
      ring.push(...(same(line![0]!, end) ? line! : line!.toReversed()).slice(1))
    }
    if (ring.length > 3 && same(ring[0]!, ring.at(-1)!)) rings.push(ring)
  }
  return rings
}
