import { describe, expect, test } from 'vitest'
import { toPark } from '../../data/model/to-park.ts'
import { wholeMetresBetween } from '../../data/model/point.ts'
import { SearchRequest } from '../../data/model/search-request.ts'
import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import { councils } from '../../data/sources/councils.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { sampleParks } from '../../data/sources/samples.ts'
import { NO_FILTERS, withFeature, countFilters, type Filters } from '../../client/queries/filter-state.ts'
import { distanceOrigin } from '../../client/features/search/distance-origin.ts'
import { cityRequestOf, pageByPostcode } from '../../client/features/browse/city-parks.ts'
import {
  addressOf,
  filtersOf,
  isNearMe,
  parseAddress,
  readHomeAddress,
  requestOf,
  writeAddress,
} from '../../client/queries/home-address.ts'

const read = (search: string) => readHomeAddress(parseAddress(search))
const NOW = 1_795_000_000_000

describe('the address of the home page', () => {
  test('keeps q, lat and lng, and a postcode stays text', () => {
    expect(read('?q=4032').q).toBe('4032')
    expect(writeAddress(read('?q=St+Kilda&lat=-37.86&lng=144.97'))).toBe('?q=St+Kilda&lat=-37.86&lng=144.97')
  })

  test('has no position if latitude or longitude is missing or invalid', () => {
    for (const search of [
      '?lat=-37',
      '?lng=144',
      '?lat=91&lng=10',
      '?lat=abc&lng=1',
      '?lat=&lng=',
      '?lat=-37&lng=',
    ]) {
      const { lat, lng } = read(search)
      expect([search, lat, lng]).toEqual([search, undefined, undefined])
    }
  })

  test('overwrites invalid values, which the router would otherwise keep', () => {
    const raw = parseAddress('?lat=95&lng=400&distance=far')
    expect({ ...raw, ...readHomeAddress(raw) }).toEqual({})
  })

  test('ignores invalid parameters and keeps the others', () => {
    const address = read(
      '?q=Perth&page=zero&perPage=7&size=Huge&features=off-leash,swimming,fenced&rating=9&open=never&useLocation=yes',
    )
    expect(address).toMatchObject({ q: 'Perth', features: ['off-leash', 'fenced'] })
    for (const key of ['page', 'perPage', 'size', 'rating', 'open', 'useLocation'] as const)
      expect([key, address[key]]).toEqual([key, undefined])
  })

  test('limits the search text to its maximum length', () => {
    expect(read(`?q=${'a'.repeat(500)}`).q).toHaveLength(200)
    expect(read('?q=+++').q).toBeUndefined()
  })

  test('reads control characters in the search text as spaces', () => {
    expect(read('?q=Bondi%07').q).toBe('Bondi')
    expect(read('?q=Bondi%0ABeach').q).toBe('Bondi Beach')
    expect(read('?q=%00').q).toBeUndefined()
  })

  test('leaves out default values', () => {
    expect(writeAddress({ ...addressOf(NO_FILTERS), q: undefined, page: 1 })).toBe('')
  })

  test('restores the filters that were written to it', () => {
    const filters: Filters = {
      features: ['off-leash', 'toilets'],
      distance: 5,
      size: 'Extra Large',
      rating: 4,
      opening: 'only',
    }
    expect(filtersOf(read(writeAddress(addressOf(filters))))).toEqual(filters)
    expect(filtersOf(read(''))).toEqual(NO_FILTERS)
  })
})

test('a text asks for parks near the person in several words', () => {
  const asking = ['Parks near me', 'closest to me', 'near here please', '5 km from me', 'dog parks nearby ']
  expect(asking.filter((text) => !isNearMe(text))).toEqual([])
  expect(
    ['nearby Newtown', 'near Melbourne', 'nearest to Mentone', 'from Meredith'].filter(isNearMe),
  ).toEqual([])
})

describe('the search request of an address', () => {
  test('is valid for the engine and the API, whatever the address', () => {
    for (const search of [
      '',
      '?q=Bondi',
      '?q=a&lat=-33&lng=151&features=fenced&distance=2&size=Large&rating=3&open=only&unsure=true&page=3&perPage=50',
      '?q=Bondi&page=3000000&perPage=50',
      '?q=Bondi&distance=50000',
      '?q=Bondi%07%0Abeach%00',
    ]) {
      const { success } = SearchRequest.safeParse(requestOf(read(search), null, NOW))
      expect([search, success]).toEqual([search, true])
    }
  })

  test('starts with five parks, and pages by the selected page size', () => {
    expect(requestOf(read(''), null, NOW)).toMatchObject({ offset: 0, limit: 5 })
    expect(requestOf(read('?page=3&perPage=20'), null, NOW)).toMatchObject({ offset: 40, limit: 20 })
  })

  test('sorts closed parks last with Open Now, and leaves them out only with Open only', () => {
    expect(requestOf(read(''), null, NOW)).toMatchObject({ open: 'last', now: NOW })
    expect(requestOf(read('?open=only'), null, NOW)).toMatchObject({ open: 'only', now: NOW })
    expect(requestOf(read('?open=any'), null, NOW).open).toBeUndefined()
  })

  test('uses the fallback position only if the address has none', () => {
    const sydney = { latitude: -33.8688, longitude: 151.2093 }
    expect(requestOf(read(''), sydney, NOW)).toMatchObject(sydney)
    expect(requestOf(read('?lat=-27&lng=153'), sydney, NOW)).toMatchObject({ latitude: -27, longitude: 153 })
  })

  test('of a city page has state, city and postcodes, and no postcodes if there are none', () => {
    const city = { state: 'QLD' as const, name: 'Chermside', postcodes: ['4032'] }
    expect(cityRequestOf(read(''), city, NOW)).toMatchObject({
      state: 'QLD',
      city: 'Chermside',
      postcodes: ['4032'],
    })
    expect(cityRequestOf(read(''), { ...city, postcodes: [] }, NOW)).not.toHaveProperty('postcodes')
  })

  test('of a city page has results grouped by postcode, page by page, those without a postcode last', () => {
    const parks = ['2850', '', '2480', '2850', '2480'].map((postal_code, at) => ({
      ...toPark(sampleParks[0]!),
      id: at + 1,
      postal_code,
    }))
    const shown = (page: number, size: number) =>
      pageByPostcode(parks, page, size).map(({ postcode, parks }) => [postcode, parks.map(({ id }) => id)])
    expect(shown(1, 10)).toEqual([
      ['2480', [3, 5]],
      ['2850', [1, 4]],
      ['', [2]],
    ])
    expect(shown(1, 3)).toEqual([
      ['2480', [3, 5]],
      ['2850', [1]],
    ])
    expect(shown(2, 3)).toEqual([
      ['2850', [4]],
      ['', [2]],
    ])
  })
})

describe('the distances of a search', () => {
  const engine = buildEngine(seedParks(), () => buildGazetteer(localities(), councils()))
  const hobart = { latitude: -42.8821, longitude: 147.3272 }
  test.each<SearchRequest>([
    { query: 'Tasmania', ...hobart },
    { query: 'Tasmania' },
    { query: 'Marrickville NSW', ...hobart },
    { query: 'Gold Coast', ...hobart },
    { query: 'oval', ...hobart },
    hobart,
    {},
  ])('are measured on the map from where the list measures them: %j', (request) => {
    const { hits, understood } = engine.search({ ...request, limit: 20 })
    const origin = distanceOrigin(understood.place, request)
    const measured = hits.map(({ id }) => origin && wholeMetresBetween(origin, engine.park(id)!))
    expect(hits.map(({ distanceMetres }) => distanceMetres)).toEqual(measured)
    const within = engine.search({ ...request, distance: 2 }).total
    expect(within < engine.search(request).total).toBe(origin !== null)
  })
})

describe('the filters', () => {
  test('count every value that differs from its default', () => {
    expect(countFilters(NO_FILTERS)).toBe(0)
    expect(
      countFilters({ features: ['fenced', 'water'], distance: 2, size: 'Large', rating: 3, opening: 'any' }),
    ).toBe(6)
  })

  test('ticking a feature adds its id, unticking removes it', () => {
    const fenced = withFeature(NO_FILTERS, 'fenced', true)
    expect(fenced.features).toEqual(['fenced'])
    expect(withFeature(fenced, 'water', true).features).toEqual(['fenced', 'water'])
    expect(withFeature(fenced, 'fenced', true).features).toEqual(['fenced'])
    expect(withFeature(fenced, 'fenced', false)).toEqual(NO_FILTERS)
  })

  test('on-leash and off-leash exclude each other', () => {
    const off = withFeature(withFeature(NO_FILTERS, 'fenced', true), 'off-leash', true)
    expect(withFeature(off, 'on-leash', true).features).toEqual(['on-leash', 'fenced'])
    expect(withFeature(off, 'off-leash', false).features).toEqual(['fenced'])
  })
})
