import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Outline } from '../../../data/model/outline.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { MAP_COLOURS } from '../../../data/map/colours.ts'
import { openBaseMap } from '../../../server/geo/base-map.ts'
import { PALETTES } from '../../../server/geo/picture/palette.ts'
import { openPainter, PainterBusy } from '../../../server/geo/picture/painter.ts'
import type { Painter } from '../../../server/geo/picture/painter.ts'
import type { PictureRequest } from '../../../server/geo/picture/view.ts'
import { openStaticMaps } from '../../../server/geo/static-map.ts'
import type { TileSource } from '../../../server/geo/tiles.ts'
import { openVectorArchive } from '../../../server/geo/vector-archive.ts'
import type { VectorArchive } from '../../../server/geo/vector-archive.ts'
import { staticMapRoutes } from '../../../server/routes/static-map.ts'
import { METRES_PER_MILE } from '../../../data/model/constants.ts'
import { roundDistance } from '../../../data/geo/rings.ts'
import { localities } from '../../../data/sources/localities.ts'
import { project, TILE_SIZE } from '../../../data/geo/mercator.ts'
import { appWith } from './fake-service.ts'
import { colour, colourDistance, readPicture, tileColour, tileOf } from './map-fixtures.ts'

const SYDNEY = 'lat=-33.8688&lng=151.2093'
const ALICE_SPRINGS = 'lat=-23.698&lng=133.881'
const PIN = colour(PALETTES.light.pin)

interface MapAppOptions {
  streets?: VectorArchive | (() => VectorArchive | undefined)
  tiles?: TileSource
  painter?: Painter
  errors?: unknown[]
  outlineAt?: (position: LatLng) => Outline | undefined
}

const base = await openBaseMap()
afterAll(() => base.close())

/** One thread for all tests, because starting it takes a second. */
const sharedPainter = openPainter()
afterAll(() => sharedPainter.close())

async function mapApp({
  streets,
  tiles,
  painter = sharedPainter,
  errors = [],
  outlineAt = () => undefined,
}: MapAppOptions = {}) {
  const maps = openStaticMaps({
    painter,
    archives: async () => ({ base, streets: typeof streets === 'function' ? streets() : streets }),
    tiles,
    localities,
    onTileError: (error) => errors.push(error),
  })
  const app = await appWith((bare) => bare.register(staticMapRoutes, { maps, outlineAt }))
  return {
    get: (query: string, headers: Record<string, string> = {}) =>
      app.inject({ url: `/api/maps/static?${query}`, headers }),
  }
}

const tileSource = (tile: TileSource['tile']): TileSource => ({
  attribution: '© Tests',
  minZoom: 0,
  maxZoom: 16,
  offlineAllowed: false,
  tile,
  close: async () => undefined,
})

const outlineOf = (ring: [number, number][]): Outline => ({
  geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
  squareMetres: 1,
  source: { publisher: 'A council', date: null, licence: 'CC BY 4.0' },
})

describe('a static map', () => {
  test('is 400 by 300 pixels, with the pin in the middle and land around it', async () => {
    const { get } = await mapApp()
    const answer = await get(`${SYDNEY}&format=png`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('image/png')
    const picture = await readPicture(answer.rawPayload)
    expect([picture.width, picture.height]).toEqual([400, 300])
    // The tip is at the place, the body above it; left and right of the body is land.
    expect(colourDistance(picture.at(200, 142), PIN)).toBeLessThan(12)
    expect(colourDistance(picture.at(190, 128), PIN)).toBeLessThan(12)
    for (const [x, y] of [
      [170, 125],
      [230, 125],
      [200, 100],
    ] as const)
      expect(colourDistance(picture.at(x, y), PIN)).toBeGreaterThan(120)
  })

  test('is WebP unless PNG is requested, and has the requested size', async () => {
    const { get } = await mapApp()
    const answer = await get(`${SYDNEY}&width=320&height=200&scale=2`)
    expect(answer.headers['content-type']).toBe('image/webp')
    const picture = await readPicture(answer.rawPayload, 2)
    expect([picture.width, picture.height]).toEqual([640, 400])
    expect(colourDistance(picture.at(100, 78 + 10), PIN)).toBeGreaterThan(60)
    expect(colourDistance(picture.at(160, 92), PIN)).toBeLessThan(30)
  })

  test('shows land as land and sea as sea', async () => {
    const { get } = await mapApp()
    const land = colour(MAP_COLOURS.light.land)
    const sea = colour(MAP_COLOURS.light.sea)
    // Zoom 5 around Sydney: the Tasman Sea right of the pin, the inland left of it.
    const picture = await readPicture((await get(`${SYDNEY}&zoom=5&format=png`)).rawPayload)
    expect(colourDistance(picture.at(330, 215), sea)).toBeLessThan(12)
    expect(colourDistance(picture.at(25, 40), land)).toBeLessThan(12)
    // And nothing but land around Alice Springs.
    const inland = await readPicture((await get(`${ALICE_SPRINGS}&zoom=6&format=png`)).rawPayload)
    const corners = [
      [8, 8],
      [392, 8],
      [8, 240],
      [392, 240],
    ] as const
    for (const [x, y] of corners) expect(colourDistance(inland.at(x, y), sea)).toBeGreaterThan(20)
  })

  test('shows distances in miles, or in kilometres if requested', async () => {
    const { get } = await mapApp()
    const [usual, miles, kilometres] = await Promise.all(
      ['', '&unit=miles', '&unit=km'].map(async (unit) => (await get(`${SYDNEY}${unit}`)).headers.etag),
    )
    expect(miles).toBe(usual)
    expect(kilometres).not.toBe(usual)
  })

  test.each([
    [344, 'km', 200],
    [1_000, 'km', 1_000],
    [999, 'km', 500],
    [344, 'miles', 0.2 * METRES_PER_MILE],
    [METRES_PER_MILE, 'miles', METRES_PER_MILE],
    [60, 'miles', 0.02 * METRES_PER_MILE],
  ] as const)('has a ring at the largest round distance up to %d m, in %s', (metres, unit, round) => {
    expect(roundDistance(metres, unit)).toBeCloseTo(round, 6)
  })

  test('is dark in the dark theme', async () => {
    const { get } = await mapApp()
    const brightness = async (theme: string) => {
      const picture = await readPicture((await get(`${SYDNEY}&format=png&theme=${theme}`)).rawPayload)
      return picture.at(40, 60).reduce((sum, part) => sum + part)
    }
    expect(await brightness('dark')).toBeLessThan(200)
    expect(await brightness('light')).toBeGreaterThan(600)
  })

  test('has streets, parks and their colours in every theme', async () => {
    const streets = await openVectorArchive(
      fileURLToPath(new URL('../../fixtures/map/map.pmtiles', import.meta.url)),
    )
    onTestFinished(() => streets.close())
    const { get } = await mapApp({ streets })
    for (const theme of ['light', 'dark', 'contrast', 'contrast-dark'] as const) {
      const reply = await get(`lat=-33.9105&lng=151.1625&zoom=16&format=png&theme=${theme}`)
      const picture = await readPicture(reply.rawPayload)
      const counts = { park: 0, primary: 0, land: 0 }
      for (let x = 0; x < 400; x += 2)
        for (let y = 0; y < 270; y += 2)
          for (const kind of ['park', 'primary', 'land'] as const)
            if (colourDistance(picture.at(x, y), colour(MAP_COLOURS[theme][kind])) < 4) counts[kind]++
      expect(counts.park, theme).toBeGreaterThan(100)
      expect(counts.primary, theme).toBeGreaterThan(300)
    }
  })

  test('is drawn again after the streets were replaced', async () => {
    const archive = await openVectorArchive(
      fileURLToPath(new URL('../../fixtures/map/map.pmtiles', import.meta.url)),
    )
    onTestFinished(() => archive.close())
    let streets: typeof archive | undefined
    const { get } = await mapApp({ streets: () => streets })
    const place = 'lat=-33.9105&lng=151.1625&zoom=16'
    const before = (await get(place)).headers.etag
    streets = archive
    const after = (await get(place)).headers.etag
    expect(after).not.toBe(before)
    streets = undefined
    expect((await get(place)).headers.etag).toBe(before)
  })

  test('has a full circle instead of a pin for a place known only by its suburb', async () => {
    const { get } = await mapApp()
    const picture = await readPicture((await get(`${ALICE_SPRINGS}&format=png&approximate=true`)).rawPayload)
    // There is no pin: the land shows through the tint of the area.
    expect(colourDistance(picture.at(190, 128), PIN)).toBeGreaterThan(120)
    const land = colour(MAP_COLOURS.light.land)
    for (const [x, y] of [
      [160, 190],
      [240, 190],
      [200, 210],
    ] as const)
      expect(colourDistance(picture.at(x, y), land), `${x},${y}`).toBeGreaterThan(20)
    // The circle is entirely inside the image.
    for (const [x, y] of [
      [30, 120],
      [90, 220],
      [320, 240],
      [260, 40],
    ] as const)
      expect(colourDistance(picture.at(x, y), land), `${x},${y}`).toBeLessThan(12)
  })

  test('has a smaller circle for a place that is known to within about 500 m', async () => {
    const { get } = await mapApp()
    const picture = async (more: string) =>
      readPicture((await get(`${ALICE_SPRINGS}&format=png&zoom=14${more}`)).rawPayload)
    const [near, exact] = await Promise.all([picture('&near=true'), picture('')])
    const land = colour(MAP_COLOURS.light.land)
    const tint = (x: number, y: number) => colourDistance(near.at(x, y), land)
    // 500 m are 56 pixels at zoom 14.
    expect([tint(175, 175) > 10, tint(225, 175) > 10]).toEqual([true, true])
    expect([tint(120, 200), tint(280, 200)].every((distance) => distance < 6)).toBe(true)
    expect(colourDistance(near.at(190, 128), PIN)).toBeGreaterThan(120)
    expect(colourDistance(exact.at(190, 128), PIN)).toBeLessThan(120)
    const suburb = await picture('&approximate=true')
    // On the same row, the suburb's circle is wider.
    expect([near, suburb].map((one) => colourDistance(one.at(262, 150), land) > 10)).toEqual([false, true])
  })

  test('has the outline of the park at its position, in every theme, also where there are no streets', async () => {
    const side = 0.002
    const [lat, lng] = [-23.7, 133.88]
    const ring = [
      [lng - side, lat - side],
      [lng + side, lat - side],
      [lng + side, lat + side],
      [lng - side, lat + side],
      [lng - side, lat - side],
    ] as [number, number][]
    const { get } = await mapApp({
      outlineAt: ({ latitude }) => (latitude === lat ? outlineOf(ring) : undefined),
    })
    for (const theme of ['light', 'dark', 'contrast', 'contrast-dark'] as const) {
      const read = async (latitude: number) =>
        readPicture((await get(`lat=${latitude}&lng=${lng}&zoom=15&format=png&theme=${theme}`)).rawPayload)
      const picture = await read(lat)
      // 0.002° of longitude are 46.6 pixels at zoom 15. Below the part that cards show, so that no name covers it.
      const edge = colour(PALETTES[theme].areaEdge)
      expect(colourDistance(picture.at(246, 194), edge), theme).toBeLessThan(30)
      expect(colourDistance(picture.at(153, 194), edge), theme).toBeLessThan(30)
      const land = colour(MAP_COLOURS[theme].land)
      expect(colourDistance(picture.at(235, 192), land), theme).toBeGreaterThan(12)
      expect(colourDistance((await read(lat + 0.5)).at(246, 194), edge), theme).toBeGreaterThan(60)
    }
  })

  test('has a lower zoom for a park with a large outline, by two levels at most', async () => {
    const sides = [0.0001, 0.01, 0.5]
    const pictures = sides.map(async (side) => {
      const ring: [number, number][] = [
        [151.2, -33.8],
        [151.2 + side, -33.8],
        [151.2, -33.8 - side],
        [151.2, -33.8],
      ]
      const zooms: number[] = []
      const painter = {
        ...sharedPainter,
        paint: async (request: PictureRequest) => {
          zooms.push(request.zoom)
          return Buffer.from('picture')
        },
      }
      await (await mapApp({ outlineAt: () => outlineOf(ring), painter })).get('lat=-33.8&lng=151.2&zoom=15')
      return zooms[0]
    })
    expect(await Promise.all(pictures)).toEqual([15, 14, 13])
  })

  test('has a lower zoom if a suburb is too large for the requested one', async () => {
    const { get } = await mapApp()
    const [close, far] = await Promise.all(
      ['lat=-25.9&lng=139.35&zoom=15', 'lat=-25.9&lng=139.35&zoom=11'].map((place) =>
        get(`${place}&approximate=true`),
      ),
    )
    expect(close!.headers.etag).toBe(far!.headers.etag)
  })
})

describe('an invalid static map request', () => {
  for (const [query, field] of [
    ['lng=151', 'lat'],
    ['lat=abc&lng=151', 'lat'],
    ['lat=91&lng=151', 'lat'],
    ['lat=-33&lng=181', 'lng'],
    ['lat=51.5&lng=-0.1', 'lat'],
    ['lat=NaN&lng=151', 'lat'],
    [`${SYDNEY}&zoom=19`, 'zoom'],
    [`${SYDNEY}&zoom=2`, 'zoom'],
    [`${SYDNEY}&zoom=11.5`, 'zoom'],
    [`${SYDNEY}&width=1025`, 'width'],
    [`${SYDNEY}&height=63`, 'height'],
    [`${SYDNEY}&width=1e9`, 'width'],
    [`${SYDNEY}&scale=3`, 'scale'],
    [`${SYDNEY}&scale=2&width=1024&height=400`, 'scale'],
    [`${SYDNEY}&theme=pink`, 'theme'],
    [`${SYDNEY}&unit=leagues`, 'unit'],
    [`${SYDNEY}&format=gif`, 'format'],
    [`${SYDNEY}&url=http://127.0.0.1/`, 'url'],
    [`${SYDNEY}&zoom=3&zoom=4`, 'zoom'],
  ] as const) {
    test(`${query} is rejected for ${field}`, async () => {
      const painter: Painter = {
        paint: () => Promise.reject(new Error('not to be drawn')),
        close: async () => undefined,
      }
      const { get } = await mapApp({ painter })
      const answer = await get(query)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid-input', field })
      expect(answer.headers['cache-control']).toBe('no-store')
    })
  }
})

describe('caching', () => {
  test('an image may be cached for a week, and gets 304 on revalidation', async () => {
    const { get } = await mapApp()
    const first = await get(SYDNEY)
    expect(first.headers['cache-control']).toMatch(/^public, max-age=604800\b/)
    const again = await get(SYDNEY, { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload.length).toBe(0)
    expect((await get(`${SYDNEY}&theme=dark`)).headers.etag).not.toBe(first.headers.etag)
  })

  test('an image is drawn once for concurrent requests and equal positions', async () => {
    let drawn = 0
    const painter: Painter = {
      ...sharedPainter,
      paint: (request, tiles) => {
        drawn++
        return sharedPainter.paint(request, tiles)
      },
    }
    const { get } = await mapApp({ painter })
    await Promise.all([get(SYDNEY), get(SYDNEY), get('lat=-33.868800001&lng=151.2093000&zoom=15')])
    await get(SYDNEY)
    expect(drawn).toBe(1)
  })
})

describe('with map tiles', () => {
  const centre = project({ latitude: -33.8688, longitude: 151.2093 }, 15)

  test('the image is made of them, each at its position', async () => {
    const asked: string[] = []
    const tiles = tileSource(async ({ z, x, y }) => {
      asked.push(`${z}/${x}/${y}`)
      return { bytes: await tileOf(z, x, y), type: 'image/png', freshUntil: Infinity }
    })
    const { get } = await mapApp({ tiles })
    const picture = await readPicture((await get(`${SYDNEY}&format=png`)).rawPayload)
    expect(new Set(asked).size).toBe(asked.length)
    for (const [x, y] of [
      [20, 40],
      [380, 40],
      [20, 200],
      [380, 200],
      [120, 220],
    ] as const) {
      const column = Math.floor((centre.x - 200 + x) / TILE_SIZE)
      const row = Math.floor((centre.y - 150 + y) / TILE_SIZE)
      expect(colourDistance(picture.at(x, y), tileColour(15, column, row)), `${x},${y}`).toBeLessThan(4)
    }
    expect(colourDistance(picture.at(190, 128), PIN)).toBeLessThan(12)
  })

  test('below their lowest zoom, the built-in map is drawn instead of thousands of tiles', async () => {
    const asked: number[] = []
    const errors: unknown[] = []
    const tile: TileSource['tile'] = async ({ z, x, y }) => {
      asked.push(z)
      return { bytes: await tileOf(z, x, y), type: 'image/png', freshUntil: Infinity }
    }
    const { get } = await mapApp({ tiles: { ...tileSource(tile), minZoom: 10 }, errors })
    const far = await get(`${SYDNEY}&zoom=9&width=1024&height=1024`)
    expect(far.statusCode).toBe(200)
    expect(far.headers['cache-control']).toContain('604800')
    expect([asked, errors]).toEqual([[], []])
    // The picture has double density, so its tiles are of the next zoom.
    await get(`${SYDNEY}&zoom=9&width=400&height=300&scale=2`)
    expect(new Set(asked)).toEqual(new Set([10]))
  })

  test('beyond their highest zoom, tiles are enlarged', async () => {
    const asked = new Set<number>()
    const tiles = tileSource(async ({ z, x, y }) => {
      asked.add(z)
      return { bytes: await tileOf(z, x, y), type: 'image/png', freshUntil: Infinity }
    })
    const { get } = await mapApp({ tiles })
    expect((await get(`${SYDNEY}&zoom=18&format=png`)).statusCode).toBe(200)
    expect([...asked]).toEqual([16])
  })

  for (const [problem, tile] of [
    ['fail to load', () => Promise.reject(new Error('away'))],
    [
      'are not images',
      () =>
        Promise.resolve({
          bytes: Buffer.from('\x89PNG\r\n\x1a\nand then nothing', 'latin1'),
          type: 'image/png' as const,
          freshUntil: Infinity,
        }),
    ],
    ['are missing there', () => Promise.resolve(undefined)],
  ] as const) {
    test(`tiles that ${problem} are replaced by the built-in map, cached only briefly`, async () => {
      const errors: unknown[] = []
      let calls = 0
      const tiles = tileSource(() => {
        calls++
        return tile()
      })
      const { get } = await mapApp({ tiles, errors })
      const answer = await get(`${SYDNEY}&zoom=5&format=png`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('public, max-age=60')
      expect(errors).toHaveLength(1)
      const picture = await readPicture(answer.rawPayload)
      expect(colourDistance(picture.at(330, 215), colour(MAP_COLOURS.light.sea))).toBeLessThan(12)
      const before = calls
      await get(`${SYDNEY}&zoom=5&format=png`)
      expect(calls).toBeGreaterThan(before)
    })
  }
})

describe('the drawing thread', () => {
  test('replies 503 with Retry-After when it is overloaded', async () => {
    const painter: Painter = {
      paint: () => Promise.reject(new PainterBusy('full')),
      close: async () => undefined,
    }
    const { get } = await mapApp({ painter })
    const answer = await get(SYDNEY)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'busy' })
    expect(answer.headers['retry-after']).toBeDefined()
  })

  test('replies 503 when it hangs', async () => {
    // No thread starts within a millisecond.
    const painter = openPainter({ startTimeoutMs: 1 })
    onTestFinished(() => painter.close())
    const { get } = await mapApp({ painter })
    const answers = await Promise.all([get(SYDNEY), get(`${SYDNEY}&zoom=12`)])
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [503, 'engine-unavailable'],
      [503, 'engine-unavailable'],
    ])
    expect(answers[0]!.headers['cache-control']).toBe('no-store')
  })

  test('is not taken for hung while it starts', async () => {
    const painter = openPainter({ stallTimeoutMs: 1 })
    onTestFinished(() => painter.close())
    const { get } = await mapApp({ painter })
    expect((await get(SYDNEY)).statusCode).toBe(200)
  })

  test('is started again after it was closed', async () => {
    const painter = openPainter()
    onTestFinished(() => painter.close())
    const { get } = await mapApp({ painter })
    expect((await get(SYDNEY)).statusCode).toBe(200)
    await painter.close()
    expect((await get(`${SYDNEY}&zoom=12`)).statusCode).toBe(200)
  })
})
