import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipLine, clipRing } from '../../../data/geo/clip.ts'
import { decodePolyline } from '../../../data/geo/polyline.ts'

const BOX = { left: 0, top: 0, right: 100, bottom: 80 }
// Tenths: finer than a pixel, and coarse enough that lines pass exactly through corners.
const coordinate = fc.integer({ min: -3000, max: 3000 }).map((tenths) => tenths / 10)
const line = fc
  .array(coordinate, { minLength: 4, maxLength: 80 })
  .map((values) => values.slice(0, values.length - (values.length % 2)))

const area = (ring: readonly number[]) => {
  let twice = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!
  }
  return Math.abs(twice) / 2
}
const within = (values: readonly number[]) =>
  values.every((value, at) =>
    at % 2 === 0 ? value >= -1e-9 && value <= 100 + 1e-9 : value >= -1e-9 && value <= 80 + 1e-9,
  )

describe('clipRing', () => {
  test('returns exactly the part inside the box', () => {
    expect(area(clipRing([-50, -50, 50, -50, 50, 40, -50, 40], BOX))).toBeCloseTo(50 * 40)
    expect(area(clipRing([-500, -500, 500, -500, 500, 500, -500, 500], BOX))).toBeCloseTo(8_000)
    expect(clipRing([10, 10, 20, 10, 20, 20], BOX).toSorted((a, b) => a - b)).toEqual([
      10, 10, 10, 20, 20, 20,
    ])
    expect(clipRing([200, 10, 300, 10, 300, 20], BOX)).toEqual([])
  })

  test('never returns points outside the box', () => {
    fc.assert(
      fc.property(line, (ring) => {
        expect(within(clipRing(ring, BOX))).toBe(true)
      }),
    )
  })
})

describe('clipLine', () => {
  test('returns a part for each time the line enters the box', () => {
    expect(clipLine([-10, 10, 110, 10, 110, 20, -10, 20], BOX)).toEqual([
      [0, 10, 100, 10],
      [100, 20, 0, 20],
    ])
    expect(clipLine([10, 10, 20, 20, 30, 10], BOX)).toEqual([[10, 10, 20, 20, 30, 10]])
    expect(clipLine([-10, -10, -20, 90], BOX)).toEqual([])
    expect(clipLine([-20, 30, 20, -50], BOX)).toEqual([])
  })

  test('returns no points outside the box and all points inside it', () => {
    fc.assert(
      fc.property(line, (points) => {
        const parts = clipLine(points, BOX)
        expect(parts.every(within)).toBe(true)
        const kept = new Set(
          parts.flatMap((part) => part.flatMap((x, at) => (at % 2 === 0 ? [`${x} ${part[at + 1]}`] : []))),
        )
        const inside = points.flatMap((x, at) => {
          const y = points[at + 1]!
          return at % 2 === 0 && x > 0 && x < 100 && y > 0 && y < 80 ? [`${x} ${y}`] : []
        })
        expect(inside.filter((point) => !kept.has(point))).toEqual([])
      }),
    )
  })
})

describe('decodePolyline', () => {
  test("decodes the algorithm's published example", () => {
    // developers.google.com/maps/documentation/utilities/polylinealgorithm
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ])
    expect(decodePolyline('', 6)).toEqual([])
  })

  test('rejects a text that is cut off or not a polyline', () => {
    for (const text of ['_p~iF~ps|U_ulL', '_', 'a b', '~~~~~~~~~~~~', 'é'])
      expect(() => decodePolyline(text, 5), text).toThrow(RangeError)
  })
})
