import { describe, expect, test } from 'vitest'
import type { FeatureId } from '../../../data/model/feature.ts'
import { featureTags } from '../../../data/model/park.ts'
import type { DirectoryPark } from '../../../data/model/park.ts'
import type { Place } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { wholeMetresBetween } from '../../../data/model/point.ts'
import { ask, gazetteer, HOBART, label, MELBOURNE, notFoundByName, SYDNEY } from './seed-engine.ts'

/** 2 am in Sydney, when no park of the ACT is known to be open. */
const NIGHT = Date.parse('2026-01-13T15:00:00Z')

test('a filter counts no park far away as one that might match, where there are enough near the place', () => {
  for (const query of ['fitzroy vic', 'bondi', 'vic', 'act']) {
    const all = ask(query).parks.map(({ id }) => id)
    for (const feature of ['off-leash', 'fenced', 'water'] as const) {
      const filter = { features: [feature] }
      const { total } = ask(query, filter)
      for (const { id, name } of ask(query, { ...filter, unsure: true }).parks.slice(total))
        expect(all, `${name}, ${feature} in ${query}`).toContain(id)
    }
  }
})

describe('parks near the place', () => {
  const near = (parks: readonly DirectoryPark[], place: Place) =>
    parks.map((park) => wholeMetresBetween(park, place))

  test('come nearest first, with the distance from the place and not from the person', () => {
    const answer = ask('Marrickville NSW', { ...MELBOURNE, limit: 30 })
    const distances = near(answer.parks, answer.understood.place!)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(answer.hits.map((hit) => hit.distanceMetres)).toEqual(distances)
  })
  test('are all parks within 25 km if there are ten', () => {
    const answer = ask('Ashfield NSW')
    const within = seedParks().filter((park) => wholeMetresBetween(park, answer.understood.place!) <= 25_000)
    expect(answer.total).toBeGreaterThanOrEqual(within.length)
    expect(new Set(answer.hits.slice(0, within.length).map((hit) => hit.id))).toEqual(
      new Set(within.map((park) => park.id)),
    )
  })
  test('are the nearest ten for a town without a park', () => {
    const answer = ask('Birdsville')
    expect(answer.total).toBe(10)
    expect(Math.min(...near(answer.parks, answer.understood.place!))).toBeGreaterThan(25_000)
  })
  test('are the nearest ten that pass the filters if few do', () => {
    const answer = ask('Birdsville', { features: ['fenced'] })
    expect(answer.total).toBeGreaterThanOrEqual(10)
    expect(answer.parks.every((park) => park.features.includes('fenced'))).toBe(true)
  })
  test('are limited to the distance filter, even if none is left', () => {
    expect(ask('Birdsville', { distance: 5 })).toMatchObject({
      total: 0,
      place: 'locality Birdsville QLD 4482',
    })
    const answer = ask('Glebe NSW', { distance: 2 })
    expect(answer.total).toBeGreaterThan(0)
    expect(Math.max(...answer.hits.map((hit) => hit.distanceMetres!))).toBeLessThanOrEqual(2 * 1609.344)
  })
  test.for([
    ['Victoria', MELBOURNE],
    ['Victoria', SYDNEY],
    ['Tasmania', SYDNEY],
  ] as const)(
    'of %s within 5 miles of the person at %j are in that state or have its name',
    ([query, at]) => {
      const answer = ask(query, { ...at, distance: 5 })
      const { state } = answer.understood.place!
      const own = seedParks().filter(
        (park) => park.state === state && wholeMetresBetween(park, at) <= 5 * 1609.344,
      )
      const named = answer.parks.filter((park) => park.state !== state)
      expect(named.map(({ name }) => name).filter((name) => !name.includes(query))).toEqual([])
      expect(answer.total).toBe(own.length + named.length)
      expect(answer.understood.near?.count ?? answer.total).toBe(own.length)
    },
  )
  test('of a state are the parks of the state', () => {
    const answer = ask('Tasmania')
    expect(answer.total).toBe(seedParks().filter((park) => park.state === 'TAS').length)
    expect(answer.parks.every((park) => park.state === 'TAS')).toBe(true)
    expect(answer.hits.every((hit) => hit.distanceMetres === null)).toBe(true)
    const distances = ask('Tasmania', HOBART).hits.map((hit) => hit.distanceMetres!)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  })
  test.for<[string, SearchRequest]>([
    ['ACT', { open: 'only', now: NIGHT }],
    ['Northern Territory', { features: ['bbq'] }],
    ['Goulburn - Yass NSW', {}],
    ['Barossa', { features: ['beach'] }],
  ])('of a state or region without any are counted as elsewhere: %s %j', ([query, request]) => {
    const { understood, hits, parks, total } = ask(query, request)
    const [next] = near(parks, understood.place!).toSorted((a, b) => a - b)
    expect(total).toBeGreaterThan(0)
    expect(understood.near).toMatchObject({ count: 0, nextMetres: next })
    expect(hits.map((hit) => hit.distanceMetres)).toEqual(near(parks, understood.place!))
  })
  test('of a state whose own parks may match are counted apart from those elsewhere', () => {
    const request = { open: 'only', now: NIGHT, unsure: true } as const
    const { understood, parks } = ask('ACT', request)
    const own = parks.filter(({ state }) => state === 'ACT').length
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThan(parks.length)
    expect(understood.near?.count).toBe(own)
  })
  test.for(['Victoria', 'Melbourne', 'Main Beach'])(
    'of %s are counted apart from parks elsewhere with its name',
    (query) => {
      const { understood, parks, total } = ask(query)
      const place = understood.place!
      const elsewhere = parks.filter((park) =>
        place.kind === 'state' ? park.state !== place.state : wholeMetresBetween(park, place) > 25_000,
      )
      expect(elsewhere.length).toBeGreaterThan(0)
      expect(understood.near?.count).toBe(total - elsewhere.length)
    },
  )
  test('of a region are not those beyond the border, whose postcodes its source assigns to it', () => {
    expect(ask('Albury').parks[0]!.state).toBe('NSW')
    for (const region of ['Wodonga - Alpine', 'Hume', 'Murray River - Swan Hill', 'Granite Belt']) {
      const { understood, parks, total } = ask(region)
      const { place, near } = understood
      expect(place).toMatchObject({ kind: 'region', name: region })
      // Without a park of its own, the nearest ones follow.
      const own = parks.slice(0, near?.count ?? total)
      expect(own.filter(({ state }) => state !== place!.state)).toEqual([])
    }
    expect(label(ask('Wodonga NSW').understood.place)).not.toContain('Wodonga')
  })
  test('of a region are the parks of its suburbs', () => {
    const answer = ask('Gold Coast')
    expect(answer.total).toBeGreaterThan(0)
    expect(answer.parks.every((park) => park.state === 'QLD')).toBe(true)
    for (const park of answer.parks)
      expect(gazetteer.localityOfPark(park)).toSatisfy(
        (locality) => locality.region4 === 'Gold Coast' || locality.region === 'Gold Coast',
      )
  })
})

/** The directory knows of no toilets near Brisbane and no walking paths near Adelaide. */
const NO_TAGS_NEAR = new Set(['toilet brisbane', 'walking trails adelaide'])
describe('words together with a place', () => {
  test('find off-leash beaches on the Gold Coast', () => {
    const answer = ask('off leash beach gold coast')
    expect(answer.place).toBe('region Gold Coast QLD -')
    expect(answer.total).toBeGreaterThan(0)
    for (const park of answer.parks)
      expect(`${park.name} ${park.address} ${park.city} ${park.features.join(' ')}`.toLowerCase()).toMatch(
        /beach/,
      )
  })
  test.for<[string, FeatureId[], string]>([
    ['dog beaches perth', ['beach'], 'locality Perth WA 6000'],
    ['off lead sydney', ['off-leash'], 'locality Sydney NSW 2000'],
    ['leash free sydney', ['off-leash'], 'locality Sydney NSW 2000'],
    ['unleashed brisbane', ['off-leash'], 'locality Brisbane QLD 4000'],
    ['toilet brisbane', ['toilets'], 'locality Brisbane QLD 4000'],
    ['poo bags newtown', ['bags'], 'locality Newtown NSW 2042'],
    ['rubbish bins fitzroy', ['waste-bins'], 'locality Fitzroy VIC 3065'],
    ['walking trails adelaide', ['walk'], 'locality Adelaide SA 5000'],
    ['fully fenced dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['enclosed dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['drinking water', ['water'], 'nothing'],
    ['secure dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['double gated dog park melbourne', ['fenced'], 'locality Melbourne VIC -'],
    ['double gates', ['fenced'], 'nothing'],
    ['no leash sydney', ['off-leash'], 'locality Sydney NSW 2000'],
    ['fenced car park', ['fenced', 'parking'], 'nothing'],
    ['loo', ['toilets'], 'nothing'],
  ])('"%s" finds parks with %s near %s', ([query, wanted, place]) => {
    const answer = ask(query, { limit: 10 })
    expect(answer).toMatchObject({ place, understood: { corrected: false } })
    expect(answer.parks.length).toBeGreaterThan(0)
    const tagsOf = ({ id, name, features }: DirectoryPark) =>
      featureTags({ id, name, features: features.join(',') })
    expect(answer.parks.filter((park) => !wanted.every((id) => tagsOf(park).includes(id)))).toEqual([])
    expect(answer.hits[0]!.distanceMetres ?? 0).toBeLessThan(NO_TAGS_NEAR.has(query) ? Infinity : 25_000)
  })
  test('that are features rank parks with them above parks that have the words in their addresses', () => {
    const { parks } = ask('beach off leash perth')
    const isStreetOnly = ({ name, features }: DirectoryPark) =>
      !features.includes('beach') && !/beach/i.test(name)
    expect(parks.some(isStreetOnly)).toBe(true)
    const first = parks.findIndex(isStreetOnly)
    expect(first).toBeGreaterThan(0)
    expect(parks.slice(first).every(isStreetOnly)).toBe(true)
    expect(ask('beach', SYDNEY).parks.slice(0, 20).filter(isStreetOnly)).toEqual([])
  })
  test('do not find what a text is without', () => {
    const { parks, place } = ask('newtown without fence')
    expect(place).toBe('locality Newtown NSW 2042')
    expect(parks.length).toBeGreaterThan(0)
    expect(parks.filter(({ lacks }) => !lacks.includes('fenced'))).toEqual([])
  })
  test('a place whose name contains or begins with the word for a feature is found by its name', () => {
    const begins = localities().filter(({ name }) =>
      /^(bin|seat|path|track|trail|lead|tap|car|bench|free|gate|poo|bag)|beaches|fountain/i.test(name),
    )
    expect(begins.length).toBeGreaterThan(100)
    expect(notFoundByName(begins)).toEqual([])
    expect(ask('northern beaches').place).toBe('region Sydney - Northern Beaches NSW -')
  })
  test('give the same results in either order', () => {
    expect(ask('Perth fenced').hits).toEqual(ask('fenced Perth').hits)
    expect(
      ask('fenced Perth').parks.every(
        (park) => park.features.includes('fenced') || /fenced/i.test(park.name),
      ),
    ).toBe(true)
  })
  test('put the park of that name near that place first', () => {
    expect(ask('Moore Park Sydney').parks[0]).toMatchObject({ name: 'Moore Park', state: 'NSW' })
    expect(ask('Sydney Park NSW').parks[0]).toMatchObject({ name: 'Sydney Park', city: 'Alexandria' })
  })
  test('in an address mean the place at its end', () => {
    expect(ask('12 Smith Street, Collingwood VIC').place).toBe('locality Collingwood VIC 3066')
    expect(ask('Unit 3/45 Beach Rd, Sandringham 3191').place).toBe('locality Sandringham VIC 3191')
  })
  test('find parks farther away if the place has none nearby', () => {
    const answer = ask('dog beach Alice Springs')
    expect(answer.place).toBe('locality Alice Springs NT -')
    expect(answer.total).toBe(10)
    expect(answer.understood.near).toMatchObject({ count: 0, isFiltered: true })
  })
  test('and filters do not make a town without a park one with parks that do not match', () =>
    expect(ask('Birdsville', { features: ['fenced'] }).understood.near).not.toHaveProperty('isFiltered'))
  test('and filters that its parks do not pass are told from a town without parks', () =>
    expect(ask('Sydney', { features: ['fenced', 'bbq'] }).understood.near).toMatchObject({
      count: 0,
      isFiltered: true,
    }))
})
