import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInAustralia } from '../../../data/model/australia.ts'
import { bearingDegrees, compassPoint, destinationPoint } from '../../../data/geo/earth.ts'
import { metresPerPixel, project, tilesCovering, unproject } from '../../../data/geo/mercator.ts'
import { localities } from '../../../data/sources/localities.ts'
import { distanceMetres } from '../../../data/model/point.ts'

const SYDNEY = { latitude: -33.8688, longitude: 151.2093 }
const MELBOURNE = { latitude: -37.8136, longitude: 144.9631 }
const place = fc.record({
  latitude: fc.double({ min: -84, max: 84, noNaN: true }),
  longitude: fc.double({ min: -180, max: 179.99, noNaN: true }),
})

describe('distance and bearing', () => {
  test('agree with published figures', () => {
    // Geoscience Australia's figure for Sydney–Melbourne on the ellipsoid is 713.8 km; the sphere is within
    // half a percent.
    expect(Math.abs(distanceMetres(SYDNEY, MELBOURNE) - 713_800) / 713_800).toBeLessThan(0.005)
    expect(bearingDegrees({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(90, 9)
    expect(bearingDegrees(SYDNEY, MELBOURNE)).toBeCloseTo(230.1, 0)
    expect(bearingDegrees(SYDNEY, SYDNEY)).toBe(0)
  })

  test('lead to the place that they were measured to', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const metres = distanceMetres(from, to)
        // Between opposite points of the Earth the direction is undefined.
        fc.pre(metres < 19_000_000)
        const bearing = bearingDegrees(from, to)
        expect(bearing).toBeGreaterThanOrEqual(0)
        expect(bearing).toBeLessThan(360)
        expect(distanceMetres(destinationPoint(from, bearing, metres), to)).toBeLessThan(1)
      }),
    )
  })

  test('compassPoint gives the nearest of the eight compass points', () => {
    expect([0, 22, 23, 90, 180, 224, 292, 338, 359.9, -45, 405].map(compassPoint)).toEqual([
      'north',
      'north',
      'north-east',
      'east',
      'south',
      'south-west',
      'west',
      'north',
      'north',
      'north-west',
      'north-east',
    ])
  })
})

describe('Web Mercator', () => {
  test('numbers tiles like every map server', () => {
    // Tile 15/30147/19664 by the formula of the OpenStreetMap wiki ("Slippy map tilenames").
    const { x, y } = project(SYDNEY, 15)
    const lat = (SYDNEY.latitude * Math.PI) / 180
    expect(Math.floor(x / 256)).toBe(Math.floor(((SYDNEY.longitude + 180) / 360) * 2 ** 15))
    expect(Math.floor(y / 256)).toBe(Math.floor(((1 - Math.asinh(Math.tan(lat)) / Math.PI) / 2) * 2 ** 15))
  })

  test('unproject inverts project', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 18 }), (point, zoom) => {
        expect(distanceMetres(unproject(project(point, zoom), zoom), point)).toBeLessThan(0.01)
      }),
    )
  })

  test('metresPerPixel agrees with published and projected distances', () => {
    // 156,543.03 m at the equator at zoom 0 (OpenStreetMap wiki, "Zoom levels").
    expect(metresPerPixel(0, 0)).toBeCloseTo(156_543.03, 1)
    const east = unproject({ x: project(SYDNEY, 15).x + 100, y: project(SYDNEY, 15).y }, 15)
    expect(distanceMetres(SYDNEY, east) / 100 / metresPerPixel(SYDNEY.latitude, 15)).toBeCloseTo(1, 2)
  })

  test('tilesCovering covers an image without gaps', () => {
    fc.assert(
      fc.property(
        place,
        fc.integer({ min: 3, max: 18 }),
        fc.integer({ min: 64, max: 1024 }),
        fc.integer({ min: 64, max: 1024 }),
        (center, z, width, height) => {
          const middle = project(center, z)
          const tiles = tilesCovering(middle.x - width / 2, middle.y - height / 2, width, height, z)
          for (const { x, y } of tiles) {
            expect(x).toBeGreaterThanOrEqual(0)
            expect(x).toBeLessThan(2 ** z)
            expect(y).toBeGreaterThanOrEqual(0)
            expect(y).toBeLessThan(2 ** z)
          }
          const rows = new Set(tiles.map((tile) => tile.top))
          const columns = new Set(tiles.map((tile) => tile.left))
          expect(tiles).toHaveLength(rows.size * columns.size)
          expect(Math.min(...columns)).toBeLessThanOrEqual(0)
          expect(Math.max(...columns) + 256).toBeGreaterThanOrEqual(width)
        },
      ),
    )
  })
})

test('every suburb of the gazetteer is in Australia, and London is not', () => {
  expect(localities().filter((locality) => !isInAustralia(locality))).toEqual([])
  expect(isInAustralia({ latitude: 51.5, longitude: -0.1 })).toBe(false)
  expect(isInAustralia({ latitude: Number.NaN, longitude: 151 })).toBe(false)
})
