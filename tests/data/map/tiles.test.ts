import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { project } from '../../../data/geo/mercator.ts'
import { cutFeatures } from '../../../data/map/cut.ts'
import { nearestOfEachKind, parkAreaAt, thingsNear } from '../../../data/map/nearby.ts'
import { isInBounds } from '../../../data/map/frame.ts'
import { tilesUnder } from '../../../data/map/tiles.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { baseView, frameAround, MARRICKVILLE, partOfBaseView, streetsView } from './archives.ts'

const SIZE = 512

type Feature = Parameters<typeof cutFeatures>[0][number]
type Ring = readonly { x: number; y: number }[]

function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let at = 1; at < ring.length; at++) {
      const [from, to] = [ring[at - 1]!, ring[at]!]
      if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
        inside = !inside
    }
  return inside
}

const areaOf = (rings: readonly Ring[]) =>
  rings.reduce(
    (sum, ring) =>
      sum +
      ring.reduce((part, { x, y }, at) => {
        const next = ring[(at + 1) % ring.length]!
        return part + (x * next.y - next.x * y) / 2
      }, 0),
    0,
  )

const view = baseView()

/** Whether the built-in map, divided up to zoom 12, has land at a place. */
async function isOnLand(place: LatLng, z = 12, map = view): Promise<boolean> {
  const { x, y } = project(place, z)
  const tile = { z, x: Math.floor(x / 256), y: Math.floor(y / 256) }
  const layers = await map.tileCache.get(tile)
  return (layers.get('land') ?? []).some(({ geom }) =>
    isInside(geom, (x / 256 - tile.x) * SIZE, (y / 256 - tile.y) * SIZE),
  )
}

describe('the built-in map', () => {
  test.each([
    ['Alice Springs', -23.7, 133.88, true],
    ['Canberra', -35.31, 149.13, true],
    ['Launceston', -41.43, 147.14, true],
    ['the Sydney Opera House’s suburb', -33.866, 151.209, true],
    ['Sydney Harbour', -33.852, 151.235, false],
    ['Port Phillip', -38.1, 144.85, false],
    ['Botany Bay', -33.99, 151.19, false],
    ['the Tasman Sea', -36, 157, false],
    ['the Great Australian Bight', -34, 130, false],
    ['Bass Strait', -39.9, 145.6, false],
  ] as const)('shows %s as land or water', async (_name, latitude, longitude, land) => {
    expect(await isOnLand({ latitude, longitude })).toBe(land)
  })

  test('is drawn from the tiles of lower zooms where only those are on the device', async () => {
    const coarse = partOfBaseView(4, [8, 6, 4])
    expect(await isOnLand({ latitude: -23.7, longitude: 133.88 }, 12, coarse)).toBe(true)
    expect(await isOnLand({ latitude: -36, longitude: 157 }, 12, coarse)).toBe(false)
    expect(await isOnLand({ latitude: -23.7, longitude: 133.88 }, 7, coarse)).toBe(true)
    await expect(isOnLand({ latitude: -23.7, longitude: 133.88 }, 12, partOfBaseView(4, []))).rejects.toThrow(
      'Failed to fetch',
    )
  })

  test('has nearly every park and suburb on land', async () => {
    const share = async (places: readonly LatLng[]) => {
      let count = 0
      for (const place of places) if (await isOnLand(place, 8)) count++
      return count / places.length
    }
    expect(await share(seedParks().filter((_, row) => row % 4 === 0))).toBeGreaterThan(0.97)
    expect(await share(localities().filter((_, row) => row % 40 === 0))).toBeGreaterThan(0.97)
  })
})

/** Points of the class that the library uses, from a feature of the built-in map. */
async function featureOf(
  geomType: 1 | 2 | 3,
  points: readonly (readonly [number, number])[],
): Promise<Feature> {
  const layers = await view.tileCache.get({ z: 4, x: 14, y: 9 })
  const like = layers.get('land')![0]!.geom[0]![0]!
  const line = points.map(([x, y]) => {
    const point = like.clone()
    point.x = x
    point.y = y
    return point
  })
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return {
    geomType,
    geom: geomType === 1 ? line.map((point) => [point]) : [line],
    numVertices: line.length,
    bbox: { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) },
    props: {},
  }
}

describe('dividing a tile', () => {
  test('puts each point into exactly one part, at its place', async () => {
    const like = await featureOf(1, [[0, 0]])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SIZE - 1 }), fc.integer({ min: 0, max: SIZE - 1 }), (x, y) => {
        const point = like.geom[0]![0]!.clone()
        point.x = x
        point.y = y
        const feature = { ...like, geom: [[point]], bbox: { minX: x, minY: y, maxX: x, maxY: y } }
        const found = [0, 1, 2, 3].flatMap((row) =>
          [0, 1, 2, 3].flatMap((column) =>
            cutFeatures([feature], SIZE, 4, column, row).flatMap(({ geom }) =>
              geom.flat().map((part) => [column * 128 + part.x / 4, row * 128 + part.y / 4]),
            ),
          ),
        )
        expect(found).toEqual([[x, y]])
      }),
    )
  })

  test('keeps the area of a polygon, apart from the strips beyond the edges', async () => {
    const square = await featureOf(3, [
      [100, 100],
      [400, 100],
      [400, 400],
      [100, 400],
      [100, 100],
    ])
    const [part] = cutFeatures([square], SIZE, 2, 0, 0)
    // 100 to 256 and 16 more, twice as large.
    expect(areaOf(part!.geom)).toBeCloseTo((2 * (256 + 16 - 100)) ** 2, 6)
    expect(cutFeatures([square], SIZE, 8, 0, 0)).toEqual([])
  })
})

test('the tiles under a frame are one zoom level below it, and at most those of the archive', () => {
  const box = ({ origin, width, height }: ReturnType<typeof frameAround>) => ({
    minX: origin.x,
    minY: origin.y,
    maxX: origin.x + width,
    maxY: origin.y + height,
  })
  const streets = { minZoom: 8, maxZoom: 14 }
  const at = (zoom: number) => tilesUnder(streets, zoom, box(frameAround(MARRICKVILLE, zoom, 400, 300)))
  expect(at(15)).toContainEqual({ z: 14, x: 15071, y: 9834 })
  expect(new Set(at(15).map(({ z }) => z))).toEqual(new Set([14]))
  expect(new Set(at(19).map(({ z }) => z))).toEqual(new Set([14]))
  expect(new Set(at(12).map(({ z }) => z))).toEqual(new Set([11]))
  expect(at(8)).toEqual([])
})

test('tiles outside the bounds of an archive are known without asking for them', () => {
  const bounds = [151.16, -33.92, 151.17, -33.91]
  expect(isInBounds({ z: 14, x: 15071, y: 9834 }, bounds)).toBe(true)
  expect(isInBounds({ z: 8, x: 235, y: 153 }, bounds)).toBe(true)
  expect(isInBounds({ z: 14, x: 15075, y: 9834 }, bounds)).toBe(false)
  expect(isInBounds({ z: 14, x: 15071, y: 9830 }, bounds)).toBe(false)
})

test('a view keeps a bounded number of tiles', async () => {
  const streets = streetsView()
  for (let x = 0; x < 200; x++) await streets.tileCache.get({ z: 14, x: 15000 + x, y: 9834 })
  expect(streets.tileCache.cache.size).toBeLessThanOrEqual(64)
})

describe('things near a park of Marrickville', () => {
  /** In Wicks Park. */
  const WICKS_PARK = { latitude: -33.9099, longitude: 151.1632 }

  test('are listed with kind, distance and direction, nearest first', async () => {
    const things = await thingsNear(streetsView(), WICKS_PARK, 400)
    const distances = things.map(({ metres }) => metres)
    expect(distances).toEqual(distances.toSorted((one, other) => one - other))
    expect(distances.at(-1)).toBeLessThanOrEqual(400)
    const nearest = nearestOfEachKind(things)
    expect(nearest.map(({ kind }) => kind).slice(0, 2)).toEqual(['water', 'toilets'])
    expect(nearest.every(({ things: ofKind }) => ofKind.length <= 3)).toBe(true)
    const tap = nearest[0]!.things[0]!
    expect(tap.metres).toBeLessThan(100)
  })

  test('are not listed beyond the distance', async () => {
    expect(await thingsNear(streetsView(), WICKS_PARK, 1)).toEqual([])
  })

  test('include the name of the park that a place is in', async () => {
    expect(await parkAreaAt(streetsView(), WICKS_PARK)).toBe('Wicks Park')
    expect(await parkAreaAt(streetsView(), { latitude: -33.9125, longitude: 151.1625 })).toBeUndefined()
  })
})
