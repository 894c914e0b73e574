import {
  area,
  booleanPointInPolygon,
  bbox,
  centerOfMass,
  lineIntersect,
  lineString,
  polygon,
} from '@turf/turf'

/** A GeoJSON position: longitude and latitude in degrees. */
export type LngLat = readonly [longitude: number, latitude: number]
export type Ring = readonly LngLat[]
/** An outline and its holes. */
export type Polygon = readonly Ring[]

/** Coordinates in metres, or of no place at all, are beyond these degrees. */
const isInWorld = ([longitude, latitude]: LngLat) => Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90

const isSame = (a: LngLat, b: LngLat) => a[0] === b[0] && a[1] === b[1]

/**
 * The rings of three points or more, which end where they begin (RFC 7946, section 3.1.6); not every publisher
 * closes them.
 */
export const closedRings = (rings: Polygon): Ring[] =>
  rings
    .filter((ring) => ring.length >= 3)
    .map((ring) => (isSame(ring[0]!, ring.at(-1)!) && ring.length > 3 ? ring : [...ring, ring[0]!]))

/** The polygon as GeoJSON. */
const toFeature = (rings: Polygon) =>
  polygon(closedRings(rings).map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude])))

/**
 * A function that says whether a point is in the area within closed rings, none of which is a hole of
 * another, and the degrees that they span; `undefined` if there are no such rings.
 */
export function insideOf(
  rings: readonly Ring[],
):
  | { box: readonly [west: number, south: number, east: number, north: number]; has(point: LngLat): boolean }
  | undefined {
  const shapes = rings
    .filter((ring) => ring.length >= 3 && ring.every(isInWorld))
    .map((ring) => toFeature([ring]))
  if (shapes.length === 0) return undefined
  const boxes = shapes.map((shape) => bbox(shape) as [number, number, number, number])
  const edge = (at: number, of: (...values: number[]) => number) => of(...boxes.map((box) => box[at]!))
  return {
    box: [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)],
    has: (point) => shapes.some((shape) => booleanPointInPolygon([...point], shape)),
  }
}

/** Area of a polygon in square metres, without its holes. */
export const areaOf = (rings: Polygon): number => Math.max(0, area(toFeature(rings)))

/**
 * A point inside the polygon: the centre of mass of its outline if it is inside, otherwise the middle of the
 * widest part at that latitude.
 */
export function pointInside(rings: Polygon): LngLat {
  const shape = toFeature(rings)
  const centre = centerOfMass(toFeature(rings.slice(0, 1)))
  const [longitude, latitude] = centre.geometry.coordinates as [number, number]
  if (booleanPointInPolygon(centre, shape)) return [longitude, latitude]
  const [west, , east] = bbox(shape)
  const parallel = lineString([
    [west, latitude],
    [east, latitude],
  ])
  const edges = lineIntersect(shape, parallel)
    .features.map(({ geometry }) => geometry.coordinates[0]!)
    .toSorted((a, b) => a - b)
  const widest = edges
    .slice(1)
    .map((end, at) => ({ middle: (edges[at]! + end) / 2, width: end - edges[at]! }))
    .toSorted((a, b) => b.width - a.width)
    .find(({ middle }) => booleanPointInPolygon([middle, latitude], shape))
  return [widest?.middle ?? longitude, latitude]
}

/**
 * A point in the largest of several polygons, their total area in square metres, and those that count, largest
 * first. Polygons of fewer than three points or with coordinates that are not degrees do not count.
 */
export function ofPolygons(
  polygons: readonly Polygon[],
): { point: LngLat; area: number; polygons: readonly Polygon[] } | undefined {
  const [largest, ...others] = polygons
    .filter((rings) => (rings[0]?.length ?? 0) >= 3 && rings.flat().every(isInWorld))
    .map((rings) => ({ rings, area: areaOf(rings) }))
    .toSorted((a, b) => b.area - a.area)
  if (!largest) return undefined
  return {
    point: pointInside(largest.rings),
    area: others.reduce((sum, other) => sum + other.area, largest.area),
    polygons: [largest, ...others].map(({ rings }) => rings),
  }
}

/** Joins lines end to end into closed rings; lines that do not close are left out. */
export function ringsOf(lines: readonly Ring[]): Ring[] {
  const remaining = lines.filter((line) => line.length > 1).map((line) => [...line])
  const rings: Ring[] = []
  for (let ring = remaining.shift(); ring; ring = remaining.shift()) {
    while (!isSame(ring[0]!, ring.at(-1)!)) {
      const end: LngLat = ring.at(-1)!
      const next = remaining.findIndex((line) => isSame(line[0]!, end) || isSame(line.at(-1)!, end))
      if (next === -1) break
      const [line] = remaining.splice(next, 1)
      ring.push(...(isSame(line![0]!, end) ? line! : line!.toReversed()).slice(1))
    }
    if (ring.length > 3 && isSame(ring[0]!, ring.at(-1)!)) rings.push(ring)
  }
  return rings
}

/** Polygons of closed rings and the rings of their holes; a hole in none of them is left out. */
export function polygonsOf(outer: readonly Ring[], holes: readonly Ring[]): Polygon[] {
  const polygons = outer.map((ring) => ({ rings: [ring], inside: insideOf([ring]) }))
  for (const hole of holes) {
    const around = polygons.find(({ inside }) => inside?.has(hole[0]!))
    around?.rings.push(hole)
  }
  return polygons.map(({ rings }) => rings)
}
