import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBit, createBits, countBits, hasBit } from '../../../data/search/bits.ts'
import { forEachEdit, withinEdits } from '../../../data/search/typos.ts'
import { buildSphere, originAt, sphereOrder } from '../../../data/search/sphere.ts'
import { editDistance } from './reference/edit-distance.ts'
import { wholeMetresBetween } from '../../../data/model/point.ts'

describe('wholeMetresBetween', () => {
  test('gives the great-circle distance', () => {
    // Sydney to Melbourne and London to Sydney, as other great-circle calculators on a sphere of this radius
    // give them.
    expect(
      wholeMetresBetween(
        { latitude: -33.8688, longitude: 151.2093 },
        { latitude: -37.8136, longitude: 144.9631 },
      ),
    ).toBeCloseTo(713_430, -3)
    expect(wholeMetresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBe(
      20_015_114,
    )
    // One degree of a meridian.
    expect(wholeMetresBetween({ latitude: -30, longitude: 150 }, { latitude: -31, longitude: 150 })).toBe(
      111_195,
    )
  })
})

describe('points within a circle', () => {
  // Only the southern hemisphere: near the antipode, one metre is smaller than the precision of the numbers.
  const spot = fc.record({
    latitude: fc.double({ min: -90, max: -1, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  const close = fc.record({
    latitude: fc.double({ min: -38, max: -37, noNaN: true }),
    longitude: fc.double({ min: 144, max: 145.5, noNaN: true }),
  })
  const fiji = fc.record({
    latitude: fc.double({ min: -19, max: -16, noNaN: true }),
    longitude: fc.constantFrom(-180, -179.9, -179, 178, 179.9, 180),
  })
  const circle = fc.constantFrom(0, 1, 900, 12_345, 25_000, 400_000, 9_000_000, 20_015_114)

  test.for([
    ['anywhere in the southern hemisphere', spot],
    ['within one city', close],
    ['across the antimeridian', fiji],
  ] as const)('are exactly those near enough, %s', ([, points]) => {
    fc.assert(
      fc.property(fc.array(points, { maxLength: 200 }), fc.oneof(points, spot), circle, (all, at, metres) => {
        const order = sphereOrder(all, (a, b) => a - b)
        expect([...order].sort((a, b) => a - b)).toEqual(all.map((_, row) => row))
        const rows = Array.from(order, (row) => all[row]!)
        const sphere = buildSphere(rows)
        const from = originAt(at)
        const wanted = rows.map((row) => wholeMetresBetween(at, row) <= metres)
        const within = createBits(rows.length)
        sphere.addWithin(from, metres, within)
        expect(rows.map((_, row) => hasBit(within, row))).toEqual(wanted)
        expect(countBits(within)).toBe(sphere.countWithin(from, metres))
        const seen: [number, number][] = []
        sphere.forEachWithin(from, metres, null, (row, distance) => seen.push([row, distance]))
        expect(seen.sort(([a], [b]) => a - b)).toEqual(
          rows.flatMap((row, index) => (wanted[index] ? [[index, wholeMetresBetween(at, row)]] : [])),
        )
        // Rows that forEachOf skips are farther than the limit returned last.
        const among = createBits(rows.length)
        for (let row = 0; row < rows.length; row += 2) addBit(among, row)
        const half: number[] = []
        sphere.forEachWithin(from, metres, among, (row) => half.push(row))
        expect(half.sort((a, b) => a - b)).toEqual(
          rows.flatMap((_, index) => (wanted[index] && index % 2 === 0 ? [index] : [])),
        )
        let least = 20_015_114
        sphere.forEachOf(from, among, (_, distance) => (least = Math.min(least, distance)))
        expect(least).toBe(
          Math.min(
            20_015_114,
            ...rows.filter((_, index) => index % 2 === 0).map((row) => wholeMetresBetween(at, row)),
          ),
        )
      }),
      { numRuns: 300 },
    )
  })
})

describe('typos', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x'), maxLength: 7 })
  test('forEachEdit visits every text one edit away and no other', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        const edits = new Set<string>()
        forEachEdit(typed, (text) => edits.add(text))
        expect(edits.has(meant)).toBe(typed === meant ? edits.has(typed) : editDistance(typed, meant) === 1)
      }),
    )
  })
  test('withinEdits agrees with the full edit distance table', () => {
    fc.assert(
      fc.property(word, word, fc.nat(3), (typed, meant, most) => {
        expect(withinEdits(typed, meant, most)).toBe(editDistance(typed, meant) <= most)
      }),
      { numRuns: 2_000 },
    )
  })
})
