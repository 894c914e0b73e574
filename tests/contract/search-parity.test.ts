import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { decodeLocalities, LocalityColumns } from '../../data/directory/localities.ts'
import { decodeParks, ParkColumns } from '../../data/directory/parks.ts'
import { CouncilArea } from '../../data/model/council.ts'
import { DirectoryManifest } from '../../data/model/directory.ts'
import { COMPACT_FILTERS, FEATURE_IDS } from '../../data/model/feature.ts'
import { SIZES } from '../../data/model/park.ts'
import { toPark } from '../../data/model/to-park.ts'
import type { Park } from '../../data/model/park.ts'
import { formatArea } from '../../data/model/search.ts'
import { SORT_ORDERS } from '../../data/model/search-request.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import type { SearchEngine } from '../../data/search/index.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { startServer } from '../../server/start.ts'
import { configIn, seed } from '../server/harness.ts'

let server: FastifyInstance
let device: SearchEngine
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offlead-parity-'))
  const config = configIn(folder)
  await seed(config, { parks: seedParks(), localities: localities() })
  server = await startServer(config)
  const manifest = DirectoryManifest.parse((await server.inject('/api/directory?format=2')).json())
  const download = (bundle: DirectoryManifest['parks']) =>
    Promise.all(bundle.parts.map(async ({ url }) => (await server.inject(url)).json<unknown>()))
  const parks = (await download(manifest.parks)).flatMap((columns) => decodeParks(ParkColumns.parse(columns)))
  const places = (await download(manifest.localities)).flatMap((columns) =>
    decodeLocalities(LocalityColumns.parse(columns)),
  )
  const councils = (await download(manifest.councils)).flatMap((rows) => z.array(CouncilArea).parse(rows))
  const gazetteer = buildGazetteer(places, councils)
  device = buildEngine(parks, () => gazetteer)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const parks = seedParks()
const places = localities()
const place = fc.integer({ min: 0, max: places.length - 1 }).map((row) => places[row]!)
const park = fc.integer({ min: 0, max: parks.length - 1 }).map((row) => parks[row]!)

/** A word with one letter replaced or left out, as in a typing error. */
const mistyped = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.nat(), fc.constantFrom('', 'x', 'e')).map(([word, at, letter]) => {
    const position = word.length === 0 ? 0 : at % word.length
    return word.slice(0, position) + letter + word.slice(position + 1)
  })

const query = fc.oneof(
  place.map(({ name }) => name),
  place.map(({ name, state }) => `${name} ${state}`),
  place.map(({ name, state, postcode }) => `${name.toUpperCase()}, ${state} ${postcode}`),
  place.map(({ postcode }) => postcode),
  place.map(({ region }) => region),
  park.map(({ name }) => name),
  park.map(({ name, city }) => `${name.split(' ')[0]} ${city}`),
  mistyped(place.map(({ name }) => name)),
  mistyped(park.map(({ name }) => name)),
  fc.constantFrom(
    'Richmond',
    'Springfield',
    'Paddington',
    'Sydney',
    'Tasmania',
    'st kilda',
    'Mt Gambier',
    'dog park',
    'off leash beach',
    'water',
    ' ',
    '???',
    '🐕',
  ),
  fc.string({ maxLength: 30 }),
)

const position = fc.oneof(
  place.map(({ latitude, longitude }) => ({ latitude, longitude })),
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
)

/** Left out nine times in ten, because requests with every filter at once find nothing to compare. */
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: 9, arbitrary: fc.constant(undefined) })

const anyRequest: fc.Arbitrary<SearchRequest> = fc
  .record({
    query: fc.option(query, { freq: 2, nil: undefined }),
    position: fc.option(position, { freq: 1, nil: undefined }),
    distance: rarely(fc.double({ min: 0.1, max: 3000, noNaN: true })),
    features: rarely(fc.subarray([...FEATURE_IDS], { minLength: 1, maxLength: 3 })),
    size: rarely(fc.constantFrom(...SIZES)),
    rating: rarely(fc.integer({ min: 0, max: 5 })),
    crowdLevel: rarely(fc.constantFrom('low', 'high')),
    state: rarely(fc.constantFrom(...STATE_CODES)),
    city: rarely(park.map(({ city }) => city)),
    postcode: rarely(park.map(({ postcode }) => postcode)),
    postcodes: rarely(
      fc.array(
        park.map(({ postcode }) => postcode),
        { minLength: 1, maxLength: 4 },
      ),
    ),
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    open: fc.constantFrom(undefined, undefined, 'last' as const, 'only' as const),
    unsure: rarely(fc.boolean()),
    area: rarely(
      fc
        .tuple(place, fc.double({ min: 0.01, max: 5, noNaN: true }))
        .map(([{ latitude, longitude }, size]) => ({
          south: latitude - size,
          west: longitude - size,
          north: latitude + size,
          east: longitude + size,
        })),
    ),
    sort: rarely(fc.constantFrom(...SORT_ORDERS)),
    offset: rarely(fc.integer({ min: 0, max: 50 })),
    limit: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  })
  .map(({ position, ...rest }) =>
    Object.fromEntries(Object.entries({ ...rest, ...position }).filter(([, value]) => value !== undefined)),
  )

function urlOf(request: SearchRequest): string {
  const parameters = new URLSearchParams()
  const { area } = request
  for (const [name, value] of Object.entries({ ...request, ...(area && { area: formatArea(area) }) })) {
    for (const item of [value].flat()) parameters.append(name, String(item))
  }
  return `/api/search?${parameters}`
}

test('the server and the device give the same parks in the same order for the same request', async () => {
  let requestsWithResults = 0
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const response = await server.inject(urlOf(request))
      expect(response.statusCode).toBe(200)
      const { hits, total, maybe, understood } = device.search(request)
      const answered = response.json<Park[]>()
      expect(answered.map((found) => found.id)).toEqual(hits.map((hit) => hit.id))
      expect(answered).toEqual(hits.map((hit) => toPark(device.park(hit.id)!, hit.distanceMetres)))
      expect({
        total: Number(response.headers['x-total-count']),
        maybe: Number(response.headers['x-maybe-count']),
        place: JSON.parse(decodeURIComponent(String(response.headers['x-understood']))).place,
      }).toEqual({ total, maybe, place: understood.place })
      if (hits.length > 0) requestsWithResults += 1
    }),
    // Both sides ignore a blank postcode in a list.
    { numRuns: 300, examples: [[{ features: ['walk'], size: 'Medium', postcodes: ['', '3054'] }]] },
  )
  // Otherwise most comparisons would be of empty results.
  expect(requestsWithResults).toBeGreaterThan(60)
})

test('a single park has the same fields on the server and the device', async () => {
  for (const { id } of parks.slice(0, 200))
    expect((await server.inject(`/api/parks/${id}`)).json()).toEqual(toPark(device.park(id)!))
})

test('every filter of the screens is accepted by the server', async () => {
  for (const feature of COMPACT_FILTERS) {
    const ids = (await server.inject(`/api/search?features=${feature}`))
      .json<Park[]>()
      .map((found) => found.id)
    expect(ids).toEqual(device.search({ features: [feature] }).hits.map((hit) => hit.id))
  }
})
