import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import type { DirectoryPark } from '../../../data/model/park.ts'
import { SIZES } from '../../../data/model/park.ts'
import { SORT_ORDERS } from '../../../data/model/search-request.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { STATE_CODES } from '../../../data/model/state.ts'
import { buildEngine, buildGazetteer } from '../../../data/search/index.ts'
import type { EngineOptions } from '../../../data/search/engine.ts'
import { councils } from '../../../data/sources/councils.ts'
import { localities } from '../../../data/sources/localities.ts'
import { scaleSet } from '../../support/scale-set.ts'
import { referenceSearch } from './reference/search.ts'

const gazetteer = buildGazetteer(localities(), councils())
const base = scaleSet(3_000, 11, localities())

/** Three kinds of opening hours, because this tests the order of results and not the parsing of hours. */
const openStateAt: NonNullable<EngineOptions['openStateAt']> = (hours, _place, now) =>
  hours === null || hours === 'whenever'
    ? 'unknown'
    : (hours === 'even') === (now % 2 === 0)
      ? 'open'
      : 'closed'

const NAMES = [
  'Richmond Park',
  'Kings Park',
  "O'Connor Reserve",
  'Off-leash Oval',
  'Sandy Beach',
  'Albert Park Lake',
  'Mt Eliza Foreshore',
  'Park',
  'Royal Park',
  'Saint Kilda Beach',
]
/**
 * Parks based on the generated set, with few distinct values, so that ties, equal names and shared positions
 * are frequent.
 */
const park = fc
  .record({
    base: fc.constantFrom(...base),
    name: fc.option(fc.constantFrom(...NAMES), { freq: 3 }),
    place: fc.option(fc.constantFrom('Richmond', 'St Kilda', 'Fitzroy', "O'Connor"), { freq: 2 }),
    rating: fc.option(fc.constantFrom(3, 4, 4.5)),
    size: fc.option(fc.constantFrom(...SIZES)),
    features: fc.subarray([...FEATURE_IDS].slice(0, 6)),
    lacks: fc.subarray([...FEATURE_IDS].slice(0, 6)),
    hours: fc.constantFrom(null, 'even', 'odd', 'whenever'),
    locality: fc.nat(5),
  })
  .map(({ base, name, place, locality, hours, ...rest }): DirectoryPark => {
    const named = place === null ? [] : localities().filter((row) => row.name === place)
    const at = named[locality % Math.max(1, named.length)]
    return {
      ...base,
      ...rest,
      ...(name === null ? {} : { name }),
      ...(at
        ? {
            city: at.name,
            state: at.state,
            postcode: at.postcode,
            latitude: at.latitude,
            longitude: at.longitude,
          }
        : {}),
      lacks: rest.lacks.filter((id) => !rest.features.includes(id)),
      openingHours: hours,
    }
  })
const parks = fc.uniqueArray(park, { selector: ({ id }) => id, minLength: 0, maxLength: 120 })

const name = fc.constantFrom(...NAMES, ...base.slice(0, 40).map((row) => row.name))
const locality = fc
  .oneof(
    fc.constantFrom(...localities()),
    fc.constantFrom(...base.map((row) => ({ ...row, name: row.city }))),
  )
  .map((row) => row.name)
const piece = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 4, arbitrary: locality },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Richmond',
      'St Kilda',
      'Gold Coast',
      'Perth',
      'Melbourne',
      'Illawarra',
      'Gold Coast council',
      'City of Yarra',
      '3121',
      '4000',
      '2026',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('vic', 'NSW', 'queensland', 'western australia') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'beaches',
      'off leash',
      'leash free',
      'fully fenced',
      'toilet',
      'best',
      'new',
      'open now',
      'open space',
      'qwxyz',
      'dog park',
      'reserve',
      '12 Smith St',
      'near',
      'small',
      'puppies',
      'with lights',
      'city',
      'no leash',
      'not off leash',
      'without a fence',
      'unfenced',
      'no dogs',
      'car park',
      'tables',
    ),
  },
)
const mistype = (text: string, at: number, kind: number) => {
  const here = at % Math.max(1, text.length)
  if (kind === 0) return text.slice(0, here) + text.slice(here + 1)
  if (kind === 1) return `${text.slice(0, here)}x${text.slice(here)}`
  if (kind === 2)
    return `${text.slice(0, here)}${text[here + 1] ?? ''}${text[here] ?? ''}${text.slice(here + 2)}`
  return text.slice(0, here + 1)
}
const mistyped = fc.tuple(piece, fc.nat(), fc.nat(3)).map(([text, at, kind]) => mistype(text, at, kind))
const query = fc.oneof(
  { weight: 5, arbitrary: piece },
  { weight: 4, arbitrary: fc.tuple(piece, piece).map((pieces) => pieces.join(' ')) },
  { weight: 1, arbitrary: fc.tuple(piece, piece, piece).map((pieces) => pieces.join(', ')) },
  { weight: 3, arbitrary: mistyped },
  { weight: 1, arbitrary: fc.tuple(piece, mistyped).map((pieces) => pieces.join(' ')) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
)
const near = fc.constantFrom(...base).chain((row) =>
  fc
    .record({
      latitude: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      longitude: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    })
    .map((shift) => ({
      latitude: row.latitude + shift.latitude,
      longitude: row.longitude + shift.longitude,
    })),
)
const anywhere = fc.record({
  latitude: fc.double({ min: -89, max: 60, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const filters = fc.record({
  distance: fc.constantFrom(0.5, 5, 50, 500),
  features: fc.subarray([...FEATURE_IDS].slice(0, 6), { maxLength: 3 }),
  size: fc.constantFrom(...SIZES),
  rating: fc.constantFrom(0, 3.5, 4.5),
  crowdLevel: fc.constant('quiet'),
  state: fc.constantFrom(...STATE_CODES),
  city: fc.constantFrom('richmond', ' ST KILDA ', 'Nowhere'),
  postcode: fc.constantFrom('3121', '3182'),
  postcodes: fc.subarray(['3121', '3182', '2612', '6163']),
  unsure: fc.boolean(),
  offset: fc.nat(30),
  limit: fc.nat(30),
  now: fc.nat(3),
  open: fc.constantFrom('last' as const, 'only' as const),
  area: fc
    .tuple(fc.constantFrom(...base), fc.constantFrom(0.05, 1, 10))
    .map(([{ latitude, longitude }, size]) => ({
      south: latitude - size,
      west: longitude - size,
      north: latitude + size,
      east: longitude + size,
    })),
  sort: fc.constantFrom(...SORT_ORDERS),
})
// Most requests have few filters, otherwise hardly any park would match.
const someFilters = filters.chain((all) =>
  fc
    .subarray(Object.keys(all) as (keyof typeof all)[], { maxLength: 4 })
    .map((keys): Partial<typeof all> => Object.fromEntries(keys.map((key) => [key, all[key]]))),
)
const request = fc
  .tuple(
    fc.option(query),
    fc.option(fc.oneof({ weight: 6, arbitrary: near }, { weight: 1, arbitrary: anywhere })),
    someFilters,
  )
  .map(([text, position, filters]): SearchRequest => ({
    ...(text === null ? {} : { query: text }),
    ...position,
    ...filters,
  }))

describe('the engine and the reference implementation', () => {
  test('give the same parks in the same order, the same counts and the same interpretation', () => {
    fc.assert(
      fc.property(parks, fc.array(request, { minLength: 12, maxLength: 12 }), (rows, requests) => {
        const engine = buildEngine(rows, () => gazetteer, { openStateAt })
        for (const request of requests)
          expect(engine.search(request)).toEqual(referenceSearch(rows, gazetteer, request, openStateAt))
      }),
      { numRuns: 250, seed: Number(process.env['SEED'] ?? 1) },
    )
  })
})

describe('a search', () => {
  const rows = base.slice(0, 1_500)
  const engine = buildEngine(rows, () => gazetteer, { openStateAt })

  test('gives pages that together are the whole result', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 60 }), (request, size) => {
        const whole = engine.search({ ...request, offset: 0, limit: 100_000 })
        expect(whole.hits.length).toBe(whole.total)
        const pages = []
        for (let offset = 0; offset < Math.min(whole.total, 6 * size); offset += size) {
          const page = engine.search({ ...request, offset, limit: size })
          expect([page.total, page.maybe]).toEqual([whole.total, whole.maybe])
          pages.push(...page.hits)
        }
        expect(pages).toEqual(whole.hits.slice(0, 6 * size))
        expect(engine.search({ ...request, offset: whole.total, limit: size }).hits).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test('gives the same result whatever the order of the rows', () => {
    const reversed = buildGazetteer(localities().toReversed(), councils())
    const shuffled = buildEngine(
      [...rows].sort((a, b) => ((a.id * 7_919) % 1_009) - ((b.id * 7_919) % 1_009) || b.id - a.id),
      () => reversed,
      { openStateAt },
    )
    fc.assert(
      fc.property(request, (request) => {
        expect(shuffled.search(request)).toEqual(engine.search(request))
      }),
      { numRuns: 600 },
    )
    expect(shuffled.all()).toEqual(engine.all())
    expect(shuffled.suggest('rich')).toEqual(engine.suggest('rich'))
  })

  test('answers any text without an error', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('a', "'", '-', ' ', 'é', '0', '(', '\\'), maxLength: 200 }),
    )
    fc.assert(
      fc.property(text, fc.option(anywhere), (query, position) => {
        const answer = engine.search({ query, ...position, limit: 20 })
        const offered = engine.suggest(query, position ? { near: position } : {})
        expect(answer.hits.length).toBe(Math.min(20, answer.total))
        for (const hit of answer.hits)
          expect(hit.distanceMetres === null || Number.isInteger(hit.distanceMetres)).toBe(true)
        expect(offered.length).toBeLessThanOrEqual(8)
      }),
      { numRuns: 1_500 },
    )
  })
})
