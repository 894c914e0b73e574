import { describe, expect, test } from 'vitest'
import { tilesAround, tilesOfArea } from '../../data/geo/area-tiles.ts'
import { distanceMetres } from '../../data/model/point.ts'
import { unproject } from '../../data/geo/mercator.ts'
import { toPark } from '../../data/model/to-park.ts'
import { sampleParks } from '../../data/sources/samples.ts'
import { AREA_TEXTS } from '../../client/features/offline-areas/texts.ts'
import { estimateBytes, planArea } from '../../client/features/offline-areas/plan.ts'
import { createAreaCache } from '../../sw/areas.ts'

const BONDI = { latitude: -33.8915, longitude: 151.2767, radius: 2_000 }
const TILES = {
  url: '/api/maps/tiles/{z}/{x}/{y}',
  attribution: '© The surveyors',
  minZoom: 0,
  maxZoom: 19,
  offlineAllowed: true,
}
const APPEARANCE = { theme: 'light', dense: false, unit: 'miles' } as const
const parks = sampleParks.map((park) => toPark(park))

describe('the tiles of an offline area', () => {
  test('cover every place in its circle', () => {
    const tiles = new Set(tilesAround(BONDI, 15).map(({ x, y }) => `${x}/${y}`))
    const surrounding = tilesAround({ ...BONDI, radius: 6_000 }, 15)
    const inside = surrounding.filter(
      ({ x, y }) =>
        distanceMetres(BONDI, unproject({ x: (x + 0.5) * 256, y: (y + 0.5) * 256 }, 15)) < BONDI.radius,
    )
    expect(inside.length).toBeGreaterThan(5)
    expect(inside.filter(({ x, y }) => !tiles.has(`${x}/${y}`))).toEqual([])
    expect(tiles.size).toBeLessThan(36)
  })

  test('are listed once when circles overlap and never exceed the limit', () => {
    const tiles = tilesOfArea([BONDI, { ...BONDI, latitude: BONDI.latitude + 0.001 }], {
      from: 8,
      to: 16,
      most: 100,
    })
    expect(new Set(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`)).size).toBe(tiles.length)
    expect(tiles.length).toBeLessThanOrEqual(100)
    expect(Math.max(...tiles.map(({ z }) => z))).toBeLessThan(16)
  })
})

describe('the plan of an offline area', () => {
  test('has map tiles only when their provider allows it', () => {
    expect(planArea([BONDI], parks, TILES, APPEARANCE).tiles.length).toBeGreaterThan(10)
    expect(planArea([BONDI], parks, { ...TILES, offlineAllowed: false }, APPEARANCE).tiles).toEqual([])
    expect(planArea([BONDI], parks, null, APPEARANCE).tiles).toEqual([])
    expect(
      planArea([BONDI], parks, { ...TILES, maxZoom: 12 }, APPEARANCE).tiles.every(
        (url) => Number(url.split('/')[4]) <= 12,
      ),
    ).toBe(true)
  })

  test('has a map of each park, and its photograph when that is on our origin', () => {
    const [first, second] = parks
    const plan = planArea(
      [BONDI],
      [
        { ...first!, imageUrl: '/images/parks/1.webp' },
        { ...second!, imageUrl: 'https://elsewhere.example/a.jpg' },
      ],
      null,
      APPEARANCE,
    )
    expect(plan.pictures).toEqual([
      expect.stringMatching(/^\/api\/maps\/static\?/),
      '/images/parks/1.webp',
      expect.stringMatching(/^\/api\/maps\/static\?/),
    ])
  })

  test('says how much of it the device has already', () => {
    const sized = (missing: number) => AREA_TEXTS.size('3.2 MB', missing, 1_134, 22)
    expect([1_134, 34, 0].map(sized)).toEqual([
      'About 3.2 MB: 1,134 files for 22 parks.',
      'About 3.2 MB: 34 of 1,134 files for 22 parks. This device has the others.',
      'This device already has the 1,134 files for 22 parks.',
    ])
  })

  test('is sized from a few files of each kind', async () => {
    const plan = planArea([BONDI], parks, TILES, APPEARANCE)
    const requested: string[] = []
    const bytes = await estimateBytes(plan, async (url) => {
      requested.push(url)
      return new Response(new Uint8Array(url.includes('tiles') ? 20_000 : 8_000))
    })
    expect(requested.length).toBeLessThanOrEqual(8)
    expect(bytes).toBe(plan.pictures.length * 8_000 + plan.tiles.length * 20_000)
  })
})

describe('a downloaded picture', () => {
  const url = (theme: string) =>
    `https://offlead.example/api/maps/static?lat=-33.9&lng=151.3&zoom=15&width=400&height=300${theme}`
  const storage = (cached: Record<string, string>) =>
    ({
      has: async () => true,
      open: async () => ({
        match: async (key: RequestInfo) => {
          const body = cached[key instanceof Request ? key.url : String(key)]
          return body === undefined ? undefined : new Response(body)
        },
        keys: async () => Object.keys(cached).map((address) => new Request(address)),
      }),
    }) as unknown as CacheStorage
  const offline = async (): Promise<Response> => {
    throw new TypeError('Failed to fetch')
  }

  test('is served without a network request', async () => {
    const pictures = createAreaCache('areas', storage({ [url('')]: 'by day' }))
    expect(await (await pictures.answer(new Request(url('')), offline)).text()).toBe('by day')
  })

  test('is also served offline for the other colour theme, and not for another place', async () => {
    const pictures = createAreaCache('areas', storage({ [url('')]: 'by day' }))
    const shown = (address: string) =>
      pictures.answer(Object.defineProperty(new Request(address), 'destination', { value: 'image' }), offline)
    expect(await (await shown(url('&theme=dark'))).text()).toBe('by day')
    await expect(shown(url('').replace('-33.9', '-33.8'))).rejects.toThrow('Failed to fetch')
  })
})
