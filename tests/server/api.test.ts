import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Park } from '../../data/model/park.ts'
import { toPark } from '../../data/model/to-park.ts'
import { Problem } from '../../data/model/problem.ts'
import { Understood } from '../../data/model/search.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import { SearchQuery } from '../../server/http/queries.ts'
import { atCurrentMinute } from '../../server/routes/search.ts'
import { startServer } from '../../server/start.ts'
import { configIn, LOCALITIES, PARKS, putClient, seed } from './harness.ts'

let app: FastifyInstance
let folder: string
const NOW = new Date('2026-03-14T01:00:00Z')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offlead-api-'))
  const config = configIn(folder)
  await seed(config)
  putClient(config)
  app = await startServer(config, () => NOW)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function parks(url: string): Promise<Park[]> {
  const answer = await app.inject(url)
  expect({ url, status: answer.statusCode, type: answer.headers['content-type'] }).toEqual({
    url,
    status: 200,
    type: 'application/json; charset=utf-8',
  })
  return z.array(Park).parse(answer.json())
}
const ids = async (url: string) => (await parks(url)).map((park) => park.id)
const byId = new Map(PARKS.map((park) => [park.id, park]))

async function problem(url: string, status: number): Promise<Problem> {
  const answer = await app.inject(url)
  expect({ url, status: answer.statusCode, type: answer.headers['content-type'] }).toEqual({
    url,
    status,
    type: 'application/json; charset=utf-8',
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  const found = z.strictObject(Problem.shape).parse(answer.json())
  expect(found.message).toMatch(/\.$/)
  return found
}

describe('GET /api/parks', () => {
  test('returns all parks in the format of the specification, with their number', async () => {
    const answer = await app.inject('/api/parks')
    expect(answer.json()).toEqual(PARKS.map((park) => toPark(park)))
    expect(answer.headers['x-total-count']).toBe(String(PARKS.length))
  })

  test('returns a part of the list for limit and offset, with the total number', async () => {
    const all = PARKS.map((park) => park.id)
    expect(await ids('/api/parks?limit=3&offset=2')).toEqual(all.slice(2, 5))
    expect(await ids('/api/parks?offset=148')).toEqual(all.slice(148))
    expect(await ids('/api/parks?limit=0')).toEqual([])
    expect(await ids('/api/parks?offset=9999')).toEqual([])
    expect((await app.inject('/api/parks?limit=3&offset=2')).headers['x-total-count']).toBe(
      String(PARKS.length),
    )
  })
})

describe('GET /api/parks/{id}', () => {
  test('returns the park', async () => {
    const answer = await app.inject('/api/parks/7')
    expect(answer.json()).toEqual(toPark(byId.get(7)!))
  })

  test('replies 404 for an unknown park', async () => {
    expect(await problem('/api/parks/999999', 404)).toEqual({
      code: 'park-not-found',
      message: 'There is no park 999999.',
    })
  })

  test.each(['x', '0', '-1', '1.5', '99999999999999999999', '1e999', 'NaN', '1%00'])(
    'refuses %s as park id',
    async (id) => {
      expect(await problem(`/api/parks/${id}`, 400)).toMatchObject({ code: 'invalid-input', field: 'id' })
    },
  )
})

describe('GET /api/search', () => {
  test('returns every park without parameters', async () => {
    expect(await ids('/api/search')).toHaveLength(PARKS.length)
  })

  test('returns the total number, and how the text was understood', async () => {
    const answer = await app.inject('/api/search?query=Bellevue%20Hill&limit=1')
    const understood = Understood.parse(
      JSON.parse(decodeURIComponent(String(answer.headers['x-understood']))),
    )
    expect(understood.place).toMatchObject({ kind: 'locality', name: 'Bellevue Hill', state: 'NSW' })
    expect(answer.json()).toHaveLength(1)
    expect(Number(answer.headers['x-total-count'])).toBe(
      (await parks('/api/search?query=Bellevue%20Hill')).length,
    )
    expect(answer.headers['x-maybe-count']).toBe('0')
  })

  test('returns distances in miles from a position, nearest first', async () => {
    const found = await parks('/api/search?latitude=-37.8&longitude=144.96')
    const distances = found.map((park) => park.distance!)
    expect(distances).toHaveLength(PARKS.length)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    const near = await parks('/api/search?latitude=-37.8&longitude=144.96&distance=10')
    expect(near.map((park) => park.id)).toEqual(
      found.filter((park) => park.distance! <= 10).map((park) => park.id),
    )
    expect(near.length).toBeGreaterThan(0)
    expect(await ids('/api/search?latitude=-37.8&longitude=144.96&distance=all')).toEqual(
      found.map((park) => park.id),
    )
  })

  test('combines features with AND, in every spelling, repeated or separated by commas', async () => {
    const having = (...features: string[]) =>
      PARKS.filter((park) => features.every((id) => (park.features as string[]).includes(id))).map(
        (park) => park.id,
      )
    const expected = having('off-leash', 'toilets')
    expect(expected.length).toBeGreaterThan(0)
    for (const query of [
      'features=off-leash&features=toilets',
      'features=off-leash,toilets',
      'features=toilet&features=off-leash',
      'features=Off-leash%20Area,Toilets/Restrooms',
    ]) {
      expect((await ids(`/api/search?${query}`)).toSorted((a, b) => a - b)).toEqual(expected)
    }
    const answer = await app.inject('/api/search?features=off-leash,toilets')
    expect(Number(answer.headers['x-maybe-count'])).toBeGreaterThan(0)
    const unsure = await ids('/api/search?features=off-leash,toilets&unsure=true')
    expect(unsure).toHaveLength(expected.length + Number(answer.headers['x-maybe-count']))
  })

  test('filters by state in any case, city, postcode and postcodes', async () => {
    const inVictoria = PARKS.filter((park) => park.state === 'VIC').map((park) => park.id)
    for (const state of ['VIC', 'vic', 'Victoria'])
      expect((await ids(`/api/search?state=${state}`)).toSorted((a, b) => a - b)).toEqual(inVictoria)
    const { city, postcode } = PARKS[0]!
    expect(await ids(`/api/search?city=${encodeURIComponent(city)}`)).toContain(1)
    expect(
      (await parks(`/api/search?postcode=${postcode}`)).every((park) => park.postal_code === postcode),
    ).toBe(true)
    const two = [...new Set(PARKS.map((park) => park.postcode))].slice(0, 2)
    const repeated = await ids(`/api/search?postcodes=${two[0]}&postcodes=${two[1]}`)
    expect(await ids(`/api/search?postcodes=${two.join(',')}`)).toEqual(repeated)
    expect(repeated.toSorted((a, b) => a - b)).toEqual(
      PARKS.filter((park) => two.includes(park.postcode)).map((park) => park.id),
    )
  })

  test('reads a postcode of the Northern Territory without its first zero', async () => {
    // No park of the seed has such a postcode.
    expect(SearchQuery.parse({ postcode: '800', postcodes: '822,2000' })).toEqual({
      postcode: '0800',
      postcodes: ['0822', '2000'],
    })
    expect(await ids('/api/search?postcode=800')).toEqual([])
  })

  test('ignores empty parameters', async () => {
    const blank =
      'query=&size=&rating=&crowdLevel=&features=&latitude=&longitude=&distance=&state=&city=&postcode=&postcodes=&now=&open=&unsure=&limit=&offset='
    expect(await ids(`/api/search?${blank}`)).toHaveLength(PARKS.length)
  })

  test('keeps parks with unknown crowd level or rating', async () => {
    expect(await ids('/api/search?crowdLevel=low&rating=4')).toHaveLength(
      PARKS.filter((park) => park.rating === null || park.rating >= 4).length,
    )
  })

  test('returns pages without gaps or overlap', async () => {
    const whole = await ids('/api/search?state=SA')
    const pages = await Promise.all(
      [0, 5, 10, 15, 20].map((offset) => ids(`/api/search?state=SA&offset=${offset}&limit=5`)),
    )
    expect(pages.flat()).toEqual(whole.slice(0, 25))
  })

  test('allows caching of results for a given time, but not of those for the current time', async () => {
    expect((await app.inject('/api/search?open=only')).headers).toMatchObject({ 'cache-control': 'no-store' })
    expect((await app.inject('/api/search?open=only')).headers.etag).toBeUndefined()
    const given = await app.inject(`/api/search?open=only&now=${NOW.getTime()}`)
    expect(given.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^W\//) })
    expect((await app.inject('/api/search?open=only')).json()).toEqual(given.json())
  })

  test('evaluates opening hours without a given time for the current minute', () => {
    const clock = () => new Date('2026-05-05T08:04:59.999Z')
    const minute = Date.parse('2026-05-05T08:04:00Z')
    expect(atCurrentMinute({ open: 'last' }, clock)).toEqual({ open: 'last', now: minute })
    expect(atCurrentMinute({ open: 'only', now: minute + 1 }, clock)).toEqual({
      open: 'only',
      now: minute + 1,
    })
    expect(atCurrentMinute({ query: 'a' }, clock)).toEqual({ query: 'a' })
  })

  test.each([
    ['latitude=-33.9', 'longitude', 'longitude is missing: latitude and longitude go together.'],
    ['longitude=151', 'latitude', 'latitude is missing: latitude and longitude go together.'],
    ['latitude=abc&longitude=151', 'latitude', 'latitude must be a number.'],
    ['latitude=0x10&longitude=151', 'latitude', 'latitude must be a number.'],
    ['latitude=Infinity&longitude=151', 'latitude', 'latitude must be a number.'],
    ['latitude=91&longitude=151', 'latitude', 'latitude must be at most 90.'],
    ['latitude=-33&longitude=-181', 'longitude', 'longitude must be at least -180.'],
    ['latitude=1&latitude=2&longitude=3', 'latitude', 'latitude may be given only once.'],
    ['query=a&query=b', 'query', 'query may be given only once.'],
    [`query=${'x'.repeat(201)}`, 'query', 'query may have at most 200 characters.'],
    ['distance=0', 'distance', 'distance must be more than 0.'],
    ['distance=near', 'distance', 'distance must be a number.'],
    ['features=swings', 'features', /^features must be one of on-leash, off-leash, .*\.$/],
    ['size=Small', 'size', 'size must be one of Medium, Large, Extra Large.'],
    ['rating=6', 'rating', 'rating must be at most 5.'],
    ['state=XYZ', 'state', /^state must be one of NSW, VIC, .*\.$/],
    ['postcode=12', 'postcode', 'postcode must have four digits.'],
    ['postcodes=2000&postcodes=1', 'postcodes', 'postcodes must have four digits.'],
    [
      'area=-34,151,-33',
      'area',
      'area must be the degrees of south, west, north and east, separated by commas.',
    ],
    [
      'area=-33,151,-34,152',
      'area',
      'area must be the degrees of south, west, north and east, separated by commas.',
    ],
    ['area=1,2,3,4&area=1,2,3,4', 'area', 'area may be given only once.'],
    ['limit=-1', 'limit', 'limit must be at least 0.'],
    ['limit=1.5', 'limit', 'limit must be a whole number.'],
    ['limit=100001', 'limit', 'limit must be at most 100000.'],
    ['offset=x', 'offset', 'offset must be a number.'],
    ['now=1e99', 'now', /^now must be /],
    ['open=maybe', 'open', 'open must be one of last, only.'],
    ['unsure=perhaps', 'unsure', 'unsure must be true or false.'],
    ['adress=Bondi', 'adress', 'There is no field called adress here.'],
    ['__proto__=1', '__proto__', 'There is no field called __proto__ here.'],
    ['features[]=water', 'features[]', 'There is no field called features[] here.'],
  ])('refuses %s by name', async (query, field, message) => {
    const { message: sentence, ...rest } = await problem(`/api/search?${query}`, 400)
    expect(rest).toEqual({ code: 'invalid-input', field })
    expect(sentence).toMatch(message)
  })
})

describe('GET /api/parks/search and /api/parks/nearby', () => {
  test('return the same parks as the search for a text', async () => {
    expect(await ids('/api/parks/search?q=Bellevue')).toEqual(await ids('/api/search?query=Bellevue'))
    expect((await ids('/api/parks/search?q=Bellevue')).length).toBeGreaterThan(0)
  })

  test('return the fifty nearest parks of a position, or the requested number', async () => {
    const all = await ids('/api/search?latitude=-33.9&longitude=151.2')
    expect(await ids('/api/parks/nearby?lat=-33.9&lng=151.2')).toEqual(all.slice(0, 50))
    expect(await ids('/api/parks/nearby?lat=-33.9&lng=151.2&limit=3&offset=1')).toEqual(all.slice(1, 4))
    const within = (await parks('/api/parks/nearby?lat=-33.9&lng=151.2&distance=5')).map(
      (park) => park.distance!,
    )
    expect(within.length).toBeGreaterThan(0)
    expect(Math.max(...within)).toBeLessThanOrEqual(5)
  })

  test.each([
    ['/api/parks/search', 'q', 'q is missing.'],
    ['/api/parks/search?q=', 'q', 'q must not be empty.'],
    ['/api/parks/search?q=%20', 'q', 'q must not be empty.'],
    ['/api/parks/search?q=a&page=2', 'page', 'There is no field called page here.'],
    ['/api/parks/nearby?lat=1', 'lng', 'lng is missing.'],
    ['/api/parks/nearby?lat=&lng=1', 'lat', 'lat must be a number.'],
    ['/api/parks/nearby?lat=99&lng=1', 'lat', 'lat must be at most 90.'],
  ])('refuse %s by name', async (url, field, message) => {
    expect(await problem(url, 400)).toEqual({ code: 'invalid-input', field, message })
  })
})

describe('the lists of places', () => {
  test('contain the eight states', async () => {
    expect((await app.inject('/api/states')).json()).toEqual([...STATE_CODES])
  })

  test('contain each city of a state once', async () => {
    const expected = [...new Set(LOCALITIES.filter((row) => row.state === 'TAS').map((row) => row.name))]
    for (const state of ['TAS', 'tas']) {
      const cities = (await app.inject(`/api/states/${state}/cities`)).json() as string[]
      expect(cities.toSorted()).toEqual(expected.toSorted())
    }
  })

  test('contain the postcodes of a city, and none for an unknown city', async () => {
    expect((await app.inject('/api/states/nsw/cities/Bondi/postcodes')).json()).toEqual(['2026'])
    expect((await app.inject('/api/states/NSW/cities/No%20Such%20Place/postcodes')).json()).toEqual([])
  })

  test('reply 404 for an unknown state', async () => {
    for (const url of ['/api/states/zz/cities', '/api/states/zz/cities/Bondi/postcodes']) {
      expect(await problem(url, 404)).toEqual({
        code: 'place-not-found',
        field: 'state',
        message: 'There is no state or territory zz.',
      })
    }
  })
})

describe('geocoding', () => {
  test('finds the suburb of an address', async () => {
    const answer = (await app.inject('/api/geocode?address=12%20Smith%20St%2C%20Bondi%20NSW%202026')).json()
    expect(answer.postcodes).toEqual(['2026'])
    expect(answer.results[0]).toMatchObject({
      formatted_address: 'Bondi NSW 2026, Australia',
      name: 'Bondi',
      kind: 'locality',
      state: 'NSW',
    })
  })

  test('finds a state or a postcode', async () => {
    expect((await app.inject('/api/geocode?address=Tasmania')).json()).toMatchObject({
      postcodes: [],
      results: [{ formatted_address: 'Tasmania, Australia' }],
    })
    expect((await app.inject('/api/geocode?address=2026')).json()).toMatchObject({
      postcodes: ['2026'],
      results: [{ formatted_address: 'NSW 2026, Australia' }],
    })
  })

  test('finds nothing for a text without a place', async () => {
    expect((await app.inject('/api/geocode?address=%3F%3F%3F')).json()).toEqual({
      postcodes: [],
      results: [],
    })
    expect(await problem('/api/geocode', 400)).toMatchObject({ field: 'address' })
  })

  test('finds the nearest suburb of a position, and none far out at sea', async () => {
    const bondi = LOCALITIES.find((row) => row.name === 'Bondi')!
    const answer = await app.inject(`/api/reverse-geocode?lat=${bondi.latitude}&lng=${bondi.longitude}`)
    expect(answer.json().results[0].formatted_address).toBe('Bondi NSW 2026, Australia')
    expect((await app.inject('/api/reverse-geocode?lat=-60&lng=90')).json()).toEqual({ results: [] })
    expect(await problem('/api/reverse-geocode?lat=1', 400)).toMatchObject({ field: 'lng' })
  })
})

describe('the API', () => {
  test('replies 304 to a current ETag and in full to another', async () => {
    for (const url of [
      '/api/parks',
      '/api/parks/1',
      '/api/search?query=park',
      '/api/states/nsw/cities',
      '/api/directory',
    ]) {
      const first = await app.inject(url)
      const etag = String(first.headers.etag)
      const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
      expect({ url, status: again.statusCode, body: again.body, headers: again.headers }).toMatchObject({
        url,
        status: 304,
        body: '',
        headers: {
          etag,
          'cache-control': first.headers['cache-control'],
          vary: first.headers.vary,
        },
      })
      expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
    }
  })

  test('replies to HEAD as to GET, without the body', async () => {
    for (const url of ['/api/parks', '/api/search?query=park', '/api/health', '/api/directory']) {
      const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
      expect({
        url,
        status: head.statusCode,
        body: head.body,
        length: head.headers['content-length'],
      }).toEqual({
        url,
        status: 200,
        body: '',
        length: get.headers['content-length'],
      })
    }
  })

  test('compresses replies if the client accepts it', async () => {
    for (const [accept, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
      ['br;q=0', undefined],
    ]) {
      const answer = await app.inject({ url: '/api/parks', headers: { 'accept-encoding': accept! } })
      expect({ accept, encoding: answer.headers['content-encoding'] }).toEqual({ accept, encoding })
      expect(answer.headers.vary).toBe('accept-encoding')
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    }
    const small = await app.inject({ url: '/api/states', headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBeUndefined()
  })

  test('replies to other methods with 405 and the allowed methods', async () => {
    for (const url of [
      '/api/parks',
      '/api/parks/1',
      '/api/search',
      '/api/directory',
      '/api/health',
      '/api/openapi.json',
      '/',
      '/assets/x.js',
    ]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const answer = await app.inject({
          method,
          url,
          ...(method !== 'OPTIONS' && { payload: { isAdmin: true } }),
        })
        expect({ url, method, status: answer.statusCode, allow: answer.headers.allow }).toEqual({
          url,
          method,
          status: 405,
          allow: 'GET, HEAD',
        })
        expect(answer.json().code).toBe('method-not-allowed')
      }
    }
  })

  test('refuses a method before reading the body', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const payload of ['{', 'x'.repeat(100_000)]) {
      const answer = await app.inject({ method: 'POST', url: '/api/parks', payload, headers })
      expect({ status: answer.statusCode, code: answer.json().code }).toEqual({
        status: 405,
        code: 'method-not-allowed',
      })
    }
  })

  test('replies 404 in JSON for an unknown path', async () => {
    for (const url of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/parks/1/photos',
      '/api/states/nsw',
      '/api/directory/parts/x.json',
      `/api/directory/parts/${'0'.repeat(64)}.json`,
      '/api/directory/parts/..%2f..%2fofflead.db',
    ]) {
      expect(await problem(url, 404)).toMatchObject({ code: 'not-found' })
    }
  })

  test('refuses a malformed URL', async () => {
    expect(await problem('/api/parks/%E0%A4%A', 400)).toMatchObject({ code: 'invalid-input' })
  })

  test('reports version, database state and directory version at /api/health', async () => {
    const ask = () => app.inject('/api/health')
    expect((await ask()).headers['cache-control']).toBe('no-store')
    await expect
      .poll(async () => (await ask()).json())
      .toEqual({
        status: 'ok',
        version: '1.2.3',
        database: 'ok',
        directory: { epoch: 'epoch1', seq: 1, parks: PARKS.length, localities: LOCALITIES.length },
      })
  })
})
