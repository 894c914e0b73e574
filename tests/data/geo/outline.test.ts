import { booleanPointInPolygon, multiPolygon } from '@turf/turf'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleOutlines } from '../../../data/directory/bundle.ts'
import { decodeOutlines, encodeOutlines, OutlineColumns } from '../../../data/directory/outlines.ts'
import type { OutlineRow } from '../../../data/directory/outlines.ts'
import { areaText, isInOutline, outlineRadius } from '../../../data/geo/outline.ts'
import { decodePolyline, encodePolyline } from '../../../data/geo/polyline.ts'
import { Outline } from '../../../data/model/outline.ts'
import { roundCoordinate } from '../../../data/model/point.ts'

type Ring = [number, number][]

/** Star-shaped rings around a centre: each has some radii in units of 0.00001°, at equal angles. */
const ringOf = (centre: readonly [number, number], radii: readonly number[]): Ring => {
  const ring = radii.map((radius, at): [number, number] => {
    const angle = (2 * Math.PI * at) / radii.length
    return [
      roundCoordinate(centre[0] + radius * 1e-5 * Math.cos(angle)),
      roundCoordinate(centre[1] + radius * 1e-5 * Math.sin(angle)),
    ]
  })
  return [...ring, ring[0]!]
}

const source = { publisher: 'OpenStreetMap', date: '2026-08-09', licence: 'ODbL 1.0' }
const outer = fc.array(fc.integer({ min: 60, max: 200 }), { minLength: 5, maxLength: 30 })
const inner = fc.array(fc.integer({ min: 5, max: 30 }), { minLength: 5, maxLength: 10 })

/** Two polygons, the first with a hole. */
const geometries = fc.tuple(outer, inner, outer).map(([first, hole, second]): Outline['geometry'] => ({
  type: 'MultiPolygon',
  coordinates: [
    [ringOf([151.15, -33.91], first), ringOf([151.15, -33.91], hole)],
    [ringOf([151.16, -33.91], second)],
  ],
}))

describe('a point', () => {
  test('is in an outline of several polygons and holes exactly if turf says so', () => {
    const offset = fc.integer({ min: -250, max: 1_250 })
    fc.assert(
      fc.property(
        geometries,
        fc.array(fc.tuple(offset, fc.integer({ min: -250, max: 250 })), { minLength: 20 }),
        (geometry, points) => {
          const shape = multiPolygon(geometry.coordinates)
          for (const [east, north] of points) {
            // Half a unit off, so that no point is on an edge, where both answers are right.
            const longitude = 151.15 + (east + 0.37) * 1e-5
            const latitude = -33.91 + (north + 0.41) * 1e-5
            expect(isInOutline({ latitude, longitude }, geometry)).toBe(
              booleanPointInPolygon([longitude, latitude], shape),
            )
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('is at most as far from the points of an outline as its radius', () => {
    const square = ringOf([151, -33], [100, 100, 100, 100])
    // 0.001° of latitude are 111 m.
    expect(
      outlineRadius({ latitude: -33, longitude: 151 }, { type: 'MultiPolygon', coordinates: [[square]] }),
    ).toBeCloseTo(111.2, 0)
  })
})

test.each([
  [345, 'about 350 m²'],
  [8_896, 'about 8,900 m²'],
  [9_960, 'about 1 ha'],
  [11_960, 'about 1.2 ha'],
  [53_828, 'about 5.4 ha'],
  [2_560_000, 'about 260 ha'],
])('an area of %d m² is written as "%s"', (squareMetres, text) => {
  expect(areaText(squareMetres)).toBe(text)
})

test('an encoded line is decoded to the same points', () => {
  // The example of Google's documentation of the format.
  const line = [
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ] as const
  expect(encodePolyline(line, 5)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
  expect(decodePolyline(encodePolyline(line, 5), 5)).toEqual(line)
})

describe('the outlines on the wire', () => {
  const rows = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 3_000 }),
      outline: fc.record({
        geometry: geometries,
        squareMetres: fc.integer({ min: 1, max: 1e6 }),
        source: fc.constantFrom(
          source,
          { ...source, page: 'https://www.openstreetmap.org/way/9930870' },
          { publisher: 'City of Sydney', date: null, licence: 'CC BY 4.0' },
        ),
      }),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )

  test('are decoded to the same outlines', () => {
    fc.assert(
      fc.property(rows, (outlines: OutlineRow[]) => {
        const columns = OutlineColumns.parse(JSON.parse(JSON.stringify(encodeOutlines(outlines))))
        const decoded = decodeOutlines(columns).map(({ id, outline }) => ({ id, outline: outline() }))
        expect(decoded).toEqual(outlines.toSorted((a, b) => a.id - b.id))
        expect(decoded.filter(({ outline }) => !Outline.safeParse(outline).success)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  test('have the same hash in any order, and one part for each 512 ids that have some', async () => {
    const row = (id: number): OutlineRow => ({
      id,
      outline: {
        geometry: { type: 'MultiPolygon', coordinates: [[ringOf([151, -33], [10, 20, 30, 40])]] },
        squareMetres: id,
        source,
      },
    })
    const bundle = await bundleOutlines([row(1), row(511), row(512), row(2_000)])
    expect(bundle.parts.map(({ count }) => count)).toEqual([2, 1, 1])
    expect((await bundleOutlines([row(2_000), row(512), row(511), row(1)])).sha256).toBe(bundle.sha256)
    expect((await bundleOutlines([row(1), row(511), row(512), row(2_001)])).parts[0]).toEqual(bundle.parts[0])
    expect(await bundleOutlines([])).toMatchObject({ parts: [], count: 0 })
  })

  test('are refused if a column is too short or a ring has too few points', () => {
    const outline = { geometry: geometryOf(ringOf([151, -33], [10, 20, 30])), squareMetres: 5, source }
    const columns = encodeOutlines([{ id: 1, outline }])
    expect(() => decodeOutlines({ ...columns, squareMetres: [] })).toThrow('0 values')
    const cut = { ...columns, shape: [encodePolyline([[151, -33]], 5)] }
    expect(() => decodeOutlines(cut)[0]!.outline()).toThrow('a ring of 1 points')
  })
})

const geometryOf = (ring: Ring): Outline['geometry'] => ({ type: 'MultiPolygon', coordinates: [[ring]] })
