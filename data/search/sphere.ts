import { EARTH_RADIUS_METRES } from '../model/constants.ts'
import type { LatLng } from '../model/point.ts'
import { addBit, addRange, forEachBit, hasBit } from './bits.ts'
import type { Bits } from './bits.ts'

const RADIANS = Math.PI / 180

/** Height of a latitude band in degrees, about 5.6 km. */
const BAND_DEGREES = 0.05
const bandOf = (latitude: number) => Math.floor((latitude + 90) / BAND_DEGREES)

/** Half the Earth's circumference. */
export const FARTHEST_METRES = Math.floor(Math.PI * EARTH_RADIUS_METRES)

/**
 * The order in which rows are numbered: by latitude band, then from west to east, then by `tie`.
 * Rows near each other get numbers near each other, so the rows within a circle form a few contiguous ranges.
 */
export function sphereOrder(points: readonly LatLng[], tie: (a: number, b: number) => number): Int32Array {
  const count = points.length
  // Band, longitude in thousandths of a degree and row packed into one number, because sorting numbers is
  // many times faster than sorting with a comparison function.
  const keys = new Float64Array(count)
  let at = 0
  for (const { latitude, longitude } of points) {
    keys[at] = (bandOf(latitude) * 2 ** 20 + Math.floor((longitude + 180) * 1_000)) * count + at
    at++
  }
  keys.sort()
  const order = Int32Array.from(keys, (key) => key % count)
  const compare = (a: number, b: number) =>
    points[a]!.longitude - points[b]!.longitude || points[a]!.latitude - points[b]!.latitude || tie(a, b)
  for (let start = 0, end = 0; start < count; start = end) {
    const spot = Math.floor(keys[start]! / count)
    while (end < count && Math.floor(keys[end]! / count) === spot) end++
    if (end - start > 1) order.subarray(start, end).sort(compare)
  }
  return order
}

/** A point to measure from, with its position on the unit sphere. */
export interface Origin extends LatLng {
  readonly x: number
  readonly y: number
  readonly z: number
}

export function originAt({ latitude, longitude }: LatLng): Origin {
  const along = Math.cos(latitude * RADIANS)
  return {
    latitude,
    longitude,
    x: along * Math.cos(longitude * RADIANS),
    y: along * Math.sin(longitude * RADIANS),
    z: Math.sin(latitude * RADIANS),
  }
}

/**
 * Square of the chord of the unit sphere that corresponds to `metres` along the surface; {@link
 * metresOfChord} is the inverse.
 */
const chord = (metres: number) => (2 * Math.sin(Math.min(Math.PI, metres / EARTH_RADIUS_METRES) / 2)) ** 2
const metresOfChord = (squared: number) =>
  Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(squared) / 2)))
/**
 * Squared chord below which a distance rounds to at most `metres`: half a metre more. `Infinity` from half
 * the circumference, because nothing is farther.
 */
const chordWithin = (metres: number) =>
  metres >= FARTHEST_METRES ? Infinity : chord(Math.floor(metres) + 0.5)

/**
 * Rows on the sphere, numbered by {@link sphereOrder}. Distances are whole metres, the same as {@link
 * wholeMetresBetween} gives.
 */
export interface Sphere {
  metres(from: Origin, row: number): number
  /** Adds the rows at most `metres` away. */
  addWithin(from: Origin, metres: number, into: Bits): void
  countWithin(from: Origin, metres: number): number
  /**
   * Calls `visit` with each row at most `metres` away (within the set `among`, if given) and its distance, in
   * no particular order.
   */
  forEachWithin(
    from: Origin,
    metres: number,
    among: Bits | null,
    visit: (row: number, metres: number) => void,
  ): void
  /**
   * Calls `visit` with rows of the set and their distances, in no particular order. `visit` returns the
   * greatest distance, in metres, that still matters; farther rows are skipped, which costs a third of
   * computing their distance.
   */
  forEachOf(from: Origin, set: Bits, visit: (row: number, metres: number) => number): void
}

export function buildSphere(points: readonly LatLng[]): Sphere {
  const count = points.length
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  const z = new Float64Array(count)
  const longitudes = new Float64Array(count)
  let row = 0
  for (const point of points) {
    const { latitude, longitude } = point
    const along = Math.cos(latitude * RADIANS)
    x[row] = along * Math.cos(longitude * RADIANS)
    y[row] = along * Math.sin(longitude * RADIANS)
    z[row] = Math.sin(latitude * RADIANS)
    longitudes[row] = longitude
    row++
  }
  const firstBand = count === 0 ? 0 : bandOf(points[0]!.latitude)
  const lastBand = count === 0 ? -1 : bandOf(points[count - 1]!.latitude)
  // bandStart[b] is the first row of band firstBand + b; one extra entry marks the end of the last band.
  const bandStart = new Int32Array(lastBand - firstBand + 2)
  for (const point of points) bandStart[bandOf(point.latitude) - firstBand + 1]!++
  for (let band = 1; band < bandStart.length; band++) bandStart[band]! += bandStart[band - 1]!

  const squared = (from: Origin, at: number) => {
    const dx = x[at]! - from.x
    const dy = y[at]! - from.y
    const dz = z[at]! - from.z
    return dx * dx + dy * dy + dz * dz
  }

  /** The first row of [start, end) whose longitude is at least `longitude`. */
  function firstAtOrEastOf(start: number, end: number, longitude: number): number {
    while (start < end) {
      const middle = (start + end) >>> 1
      if (longitudes[middle]! < longitude) start = middle + 1
      else end = middle
    }
    return start
  }

  /**
   * Covers a circle with ranges of rows: `inside` ranges are entirely within it, rows of `edge` ranges must
   * be checked one by one. In each band, the haversine formula solved for the difference in longitude gives
   * the greatest and the smallest half-width of the circle.
   */
  function cover(
    from: Origin,
    metres: number,
    inside: (start: number, end: number) => void,
    edge: (start: number, end: number) => void,
  ): void {
    const haversine = chordWithin(metres) / 4
    const degrees = (Math.floor(metres) + 1) / EARTH_RADIUS_METRES / RADIANS
    const cosFrom = Math.cos(from.latitude * RADIANS)
    const start = Math.max(firstBand, bandOf(Math.max(-90, from.latitude - degrees)))
    const stop = Math.min(lastBand, bandOf(Math.min(90, from.latitude + degrees)))
    const widthFor = (gap: number, cosine: number) => {
      const rest = (haversine - Math.sin((gap * RADIANS) / 2) ** 2) / (cosFrom * cosine)
      return rest < 0 ? -1 : rest < 1 ? (2 * Math.asin(Math.sqrt(rest))) / RADIANS : 360
    }
    for (let band = start; band <= stop; band++) {
      const first = bandStart[band - firstBand]!
      const end = bandStart[band - firstBand + 1]!
      if (first === end) continue
      const south = band * BAND_DEGREES - 90
      const north = south + BAND_DEGREES
      const nearGap = Math.max(0, south - from.latitude, from.latitude - north)
      const farGap = Math.max(Math.abs(south - from.latitude), Math.abs(north - from.latitude))
      const cosSouth = Math.cos(south * RADIANS)
      const cosNorth = Math.cos(Math.min(90, north) * RADIANS)
      // A little wider and narrower than computed, to be safe against rounding: rows on the edge are checked
      // anyway.
      const widest = widthFor(nearGap - 1e-9, Math.max(0, Math.min(cosSouth, cosNorth))) + 1e-7
      const narrowest = widthFor(farGap + 1e-9, Math.max(cosSouth, cosNorth)) - 1e-7
      if (widest >= 180) {
        edge(first, end)
        continue
      }
      if (widest < 0) continue
      for (let turn = -360; turn <= 360; turn += 360) {
        const middle = from.longitude + turn
        if (middle + widest < longitudes[first]! || middle - widest > longitudes[end - 1]!) continue
        const a = firstAtOrEastOf(first, end, middle - widest)
        const d = firstAtOrEastOf(a, end, middle + widest)
        if (narrowest <= 0) {
          edge(a, d)
          continue
        }
        const b = firstAtOrEastOf(a, d, middle - narrowest)
        const c = firstAtOrEastOf(b, d, middle + narrowest)
        edge(a, b)
        inside(b, c)
        edge(c, d)
      }
    }
  }

  return {
    metres: (from, row) => metresOfChord(squared(from, row)),
    addWithin(from, metres, into) {
      const limit = chordWithin(metres)
      cover(
        from,
        metres,
        (start, end) => addRange(into, start, end),
        (start, end) => {
          for (let at = start; at < end; at++) if (squared(from, at) < limit) addBit(into, at)
        },
      )
    },
    countWithin(from, metres) {
      const limit = chordWithin(metres)
      let found = 0
      cover(
        from,
        metres,
        (start, end) => {
          found += end - start
        },
        (start, end) => {
          for (let at = start; at < end; at++) if (squared(from, at) < limit) found++
        },
      )
      return found
    },
    forEachWithin(from, metres, among, visit) {
      const limit = chordWithin(metres)
      const check = (start: number, end: number) => {
        for (let at = start; at < end; at++) {
          if (among && !hasBit(among, at)) continue
          const distance = squared(from, at)
          if (distance < limit) visit(at, metresOfChord(distance))
        }
      }
      cover(from, metres, check, check)
    },
    forEachOf(from, set, visit) {
      let farthest = FARTHEST_METRES
      let limit = chordWithin(farthest)
      forEachBit(set, (row) => {
        const distance = squared(from, row)
        if (distance >= limit) return
        const metres = visit(row, metresOfChord(distance))
        if (metres === farthest) return
        farthest = metres
        limit = chordWithin(metres)
      })
    },
  }
}
