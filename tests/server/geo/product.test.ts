import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Directions } from '../../../data/model/directions.ts'
import { MapOffer } from '../../../data/model/map.ts'
import { configIn, PARKS, seed, startedOn, startedServer, stoppedClock, temporaryFolder } from '../harness.ts'
import { service } from './fake-service.ts'
import { colourDistance, readPicture, tileColour, tileOf, writeMbtiles } from './map-fixtures.ts'

/** A request to a real Valhalla server, and its reply. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'recorded/valhalla-marrickville.json'), 'utf8'),
) as {
  asked: { locations: { lat: number; lon: number }[] }
  answer: unknown
}
const park = PARKS[0]!
const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('the product without configured services', () => {
  test('has a static map of every place, directions to every park, and a built-in map', async () => {
    const { app } = await startedServer()
    expect(MapOffer.parse((await app.inject('/api/maps')).json())).toMatchObject({
      streets: null,
      tiles: null,
    })

    const picture = await app.inject(
      `/api/maps/static?lat=${park.latitude}&lng=${park.longitude}&zoom=15&width=400&height=300`,
    )
    expect({ status: picture.statusCode, type: picture.headers['content-type'] }).toEqual({
      status: 200,
      type: 'image/webp',
    })
    expect(picture.headers['x-content-type-options']).toBe('nosniff')
    const { width, height } = await readPicture(picture.rawPayload)
    expect([width, height]).toEqual([400, 300])

    const way = await app.inject(
      `/api/directions?parkId=${park.id}&mode=walking&origin=${encodeURIComponent(`${park.city} ${park.state}`)}`,
    )
    expect(Directions.parse(way.json())).toMatchObject({
      source: 'estimate',
      mode: 'walking',
      origin: { approximate: true },
    })
    const opened = await app.inject({
      url: `/api/directions?lat=${park.latitude}&lng=${park.longitude}&mode=transit&origin=Home`,
      headers: { accept: PAGE },
    })
    expect(opened.statusCode).toBe(302)
    expect(opened.headers.location).toMatch(
      /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&origin=Home&destination=.*&travelmode=transit$/,
    )
    expect((await app.inject('/api/directions?parkId=999999999&origin=2000')).json()).toMatchObject({
      code: 'park-not-found',
    })
  })

  test('reports a missing database if a park must be looked up, but still draws maps', async () => {
    const { app } = await startedOn(configIn(temporaryFolder()))
    const way = await app.inject('/api/directions?parkId=1&origin=2000')
    expect({ status: way.statusCode, type: way.json().errorType }).toEqual({
      status: 503,
      type: 'DatabaseConnectionError',
    })
    expect((await app.inject('/api/maps/static?lat=-33.87&lng=151.21')).statusCode).toBe(200)
    expect(
      (await app.inject('/api/directions?lat=-33.87&lng=151.21&origin=-33.9,151.2')).json(),
    ).toMatchObject({ source: 'estimate' })
  })

  test('counts map images separately in the rate limit, so that a page of cards does not use up the searches', async () => {
    const { app } = await startedServer({ rateLimit: true }, stoppedClock())
    const ask = () => app.inject('/api/maps/static?lat=-33.87&lng=151.21')
    const first = await ask()
    expect(Number(first.headers['x-ratelimit-limit'])).toBe(600)
    const states = await app.inject('/api/states')
    const limit = Number(states.headers['x-ratelimit-limit'])
    expect(limit).toBe(300)
    const statuses: number[] = []
    for (let at = 1; at <= limit; at += 1) statuses.push((await app.inject('/api/states')).statusCode)
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
  })
})

describe('the product with configured services', () => {
  test('draws and serves the tiles of a file', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'sydney.mbtiles')
    const tiles = [0, 1, 2, 3].flatMap((dx) => [0, 1, 2].map((dy) => ({ z: 12, x: 3766 + dx, y: 2456 + dy })))
    writeMbtiles(
      path,
      { format: 'png', attribution: '© Tests' },
      await Promise.all(
        tiles.map(async (tile) => ({ ...tile, bytes: await tileOf(tile.z, tile.x, tile.y) })),
      ),
    )
    const config = configIn(folder, {
      geo: { tiles: { kind: 'mbtiles', path, attribution: '', offlineAllowed: true } },
    })
    await seed(config)
    const { app } = await startedOn(config)
    expect((await app.inject('/api/maps')).json()).toMatchObject({
      tiles: {
        url: '/api/maps/tiles/{z}/{x}/{y}',
        attribution: '© Tests',
        minZoom: 12,
        maxZoom: 12,
        offlineAllowed: true,
      },
    })
    expect((await app.inject('/api/maps/tiles/12/3767/2457')).headers['content-type']).toBe('image/png')
    const picture = await readPicture(
      (await app.inject('/api/maps/static?lat=-33.8688&lng=151.2093&zoom=12&width=100&height=100&format=png'))
        .rawPayload,
    )
    // The place is in tile 12/3768/2457, 112 pixels from its left and 165 from its top edge, so the whole
    // image has that tile's colour.
    expect(colourDistance(picture.at(10, 20), tileColour(12, 3768, 2457))).toBeLessThan(4)
    expect(colourDistance(picture.at(90, 20), tileColour(12, 3768, 2457))).toBeLessThan(4)
  })

  test('passes on a recorded reply of a real Valhalla server', async () => {
    const { url, asked } = await service((_, response) => response.end(JSON.stringify(recorded.answer)))
    const { app } = await startedServer({ geo: { router: { kind: 'valhalla', url } } })
    const [from, to] = recorded.asked.locations
    const way = await app.inject(
      `/api/directions?lat=${to!.lat}&lng=${to!.lon}&mode=Bike&origin=${from!.lat},${from!.lon}&units=km`,
    )
    expect(JSON.parse(asked[0]!.body)).toEqual({ ...recorded.asked, language: 'en-GB' })
    const directions = Directions.parse(way.json())
    expect(directions).toMatchObject({
      source: 'valhalla',
      distance: '1.2 km',
      duration: '4 mins',
      summary: 'Chapel Street',
    })
    expect(directions.steps.map(({ instructions, distance }) => `${instructions} ${distance}`)).toEqual([
      'Bike northeast. 20 m',
      'Turn left onto Sydenham Road. 140 m',
      'Turn right onto Fitzroy Street. 360 m',
      'Turn left onto Chapel Street. 640 m',
      'You have arrived at your destination. 0 m',
    ])
    expect(directions.alternatives).toHaveLength(1)
    for (const [longitude, latitude] of directions.geometry.coordinates) {
      expect(longitude).toBeGreaterThan(151.15)
      expect(longitude).toBeLessThan(151.18)
      expect(latitude).toBeGreaterThan(-33.92)
      expect(latitude).toBeLessThan(-33.9)
    }
  })
})
