import { describe, expect, test } from 'vitest'
import { gazetteer, nameKey } from '../../../data/sources/gazetteer.ts'
import { localities } from '../../../data/sources/localities.ts'
import { isSamePark, mergePair, sameName } from '../../../data/sources/merge.ts'
import type { Row } from '../../../data/sources/merge.ts'
import { placePark } from '../../../data/sources/place.ts'
import type { ListedPlace } from '../../../data/sources/place.ts'

const known = gazetteer(localities())
const listed = (changes: Partial<ListedPlace>): ListedPlace => ({
  name: 'Some Park',
  address: '',
  suburb: '',
  city: '',
  state: 'QLD',
  postcode: '',
  position: null,
  ...changes,
})
const placed = (changes: Partial<ListedPlace>, others: ListedPlace[] = []) => {
  const placing = placePark(listed(changes), known, others)
  return 'place' in placing ? placing.place : placing.leftOut
}

describe('where a listed park is', () => {
  test('the suburb stands; the wider city is the area', () => {
    const position = { latitude: -27.3896812, longitude: 153.0353912, accuracy: 'exact' as const }
    expect(placed({ suburb: 'CHERMSIDE', city: 'Brisbane', postcode: '4032', position })).toEqual({
      city: 'Chermside',
      area: 'Brisbane',
      postcode: '4032',
      latitude: -27.38968,
      longitude: 153.03539,
      accuracy: 'exact',
    })
  })

  test('without a position it is at the middle of its suburb, and says so; the postcode is filled in', () => {
    expect(placed({ suburb: 'Chermside', city: 'Chermside' })).toMatchObject({
      area: '',
      postcode: '4032',
      accuracy: 'suburb',
      latitude: -27.38593,
    })
  })

  test('a postcode that may be either stays unknown', () => {
    expect(placed({ suburb: 'Melbourne', state: 'VIC' })).toMatchObject({ city: 'Melbourne', postcode: '' })
  })

  test('the wrong postcode of a suburb that has only one is put right; of one that has several it is left out', () => {
    expect(placed({ suburb: 'Chermside', postcode: '4000' })).toMatchObject({ postcode: '4032' })
    expect(placed({ suburb: 'Richmond', postcode: '4000' })).toBe(
      'Richmond has several postcodes, and 4000 is none of them',
    )
  })

  test('a suburb in another state is not known', () => {
    expect(placed({ suburb: 'Chermside', state: 'TAS' })).toBe('the gazetteer has no Chermside in TAS')
  })

  test('an exact position far from the suburb gives way to the middle of the suburb', () => {
    const position = { latitude: -28.2, longitude: 153.5, accuracy: 'exact' as const }
    expect(placed({ suburb: 'Chermside', position })).toMatchObject({
      city: 'Chermside',
      accuracy: 'suburb',
      latitude: -27.38593,
    })
  })

  test('or the name says the place in which the position is', () => {
    const position = { latitude: -27.3896812, longitude: 153.0353912, accuracy: 'exact' as const }
    expect(placed({ name: 'Chermside Hills Reserve', suburb: 'Coolangatta', position })).toMatchObject({
      city: 'Chermside',
      accuracy: 'exact',
      latitude: -27.38968,
    })
  })

  test('an address that ends with a locality gives the place', () => {
    expect(placed({ address: 'Kuran Street, Chermside', city: 'Nowhere Shire' })).toMatchObject({
      city: 'Chermside',
      area: 'Nowhere Shire',
      accuracy: 'suburb',
    })
  })

  const nearby = listed({
    suburb: 'Aspley',
    city: 'Moreton',
    position: { latitude: -27.365, longitude: 153.02, accuracy: 'suburb' },
  })

  test('a name that begins with a locality is believed when the list has a park of that city near it, else not', () => {
    expect(placed({ name: 'Chermside Dog Park', city: 'Moreton' }, [nearby])).toMatchObject({
      city: 'Chermside',
    })
    expect(placed({ name: 'Chermside Dog Park', city: 'Moreton' })).toContain('Moreton is a region')
    expect(placed({ name: 'Coolangatta Dog Park', city: 'Moreton' }, [nearby])).toContain(
      'Moreton is a region',
    )
  })

  test('a city that is a town gives the place, unless the list has parks of it far away', () => {
    const far = listed({
      suburb: 'Inskip',
      city: 'Gympie',
      position: { latitude: -25.82, longitude: 153.06, accuracy: 'suburb' },
    })
    expect(placed({ city: 'Gympie' })).toMatchObject({
      city: 'Gympie',
      area: '',
      postcode: '4570',
      accuracy: 'suburb',
    })
    expect(placed({ city: 'Gympie' }, [far])).toBe('no position, no suburb; Gympie is a region, not a town')
  })
})

test('names are recognised whatever their spelling', () => {
  expect(['Mount Gravatt', 'MT GRAVATT', 'Mt. Gravatt'].map(nameKey)).toEqual([
    'mtgravatt',
    'mtgravatt',
    'mtgravatt',
  ])
  expect(nameKey('Saint Kilda')).toBe(nameKey('St Kilda'))
  expect(nameKey("O'Connor")).toBe(nameKey('O’Connor'))
  expect(nameKey('Café Park')).toBe('cafepark')
})

describe('two rows for one park', () => {
  const row: Row = {
    name: 'Bradbury Park',
    address: '',
    city: 'Kedron',
    area: '',
    state: 'QLD',
    postcode: '4031',
    latitude: -27.40001,
    longitude: 153.02,
    accuracy: 'exact',
    access: 'off_leash',
    features: ['off-leash'],
    lacks: [],
    size: null,
    openingHours: null,
    leashHours: null,
    rating: null,
    imageUrl: null,
    phone: null,
    description: null,
    source: 'one list',
    asOf: '2012',
    createdAt: '2026-01-01T00:00:00.000Z',
  }

  test.each([
    ['Bradbury Park', 'BRADBURY PARK', true],
    ['Cooper St Reserve', 'Cooper Street Reserve', false],
    ['Cooper Rd Reserve', 'Cooper Road Reserve', true],
    ['The Common', 'Common', true],
    ['Mt Crosby Sportsground', 'Mount Crosby Sportsground', true],
    ['Heathcote Oval', 'Heatcote Oval', true],
    ['Gympie Rd (No 1) Park', 'Gympie Road No. 1 Park', true],
    ['Gympie Rd (No 1) Park', 'Gympie Rd (No 2) Park', false],
    ['Hill Park', 'Mill Park', false],
    ['Weston Park', 'Weston Park Dog Park', false],
  ])('%s and %s: %s', (a, b, same) => expect(sameName(a, b)).toBe(same))

  test('one name makes one park in one suburb, or within 150 m; not further off, not in another state', () => {
    expect(isSamePark(row, { ...row, latitude: -27.42, accuracy: 'suburb' })).toBe(true)
    expect(isSamePark(row, { ...row, city: 'Chermside', latitude: -27.401 })).toBe(true)
    expect(isSamePark(row, { ...row, city: 'Chermside', latitude: -27.402 })).toBe(false)
    expect(isSamePark(row, { ...row, state: 'NSW' })).toBe(false)
  })

  test('the exact position wins, the newer fact wins, and what only one knows is kept with its source', () => {
    const rough: Row = {
      ...row,
      latitude: -27.41,
      accuracy: 'suburb',
      access: 'on_leash',
      features: ['on-leash', 'shade'],
      lacks: ['off-leash', 'fenced'],
      asOf: '2024',
      source: 'another',
      address: 'Kedron Street',
      openingHours: '24 hours',
    }
    const expected = {
      latitude: -27.40001,
      accuracy: 'exact',
      access: 'off_leash',
      features: ['off-leash', 'on-leash', 'shade'],
      lacks: ['fenced'],
      asOf: '2012',
      address: 'Kedron Street',
      openingHours: '24 hours',
      source: 'one list; another',
    }
    expect(mergePair(row, rough)).toMatchObject(expected)
    expect(mergePair(rough, row)).toMatchObject(expected)
    expect(mergePair(row, { ...row, asOf: 'c.2020', access: 'dog_park' })).toMatchObject({
      asOf: 'c.2020',
      access: 'dog_park',
      source: 'one list',
    })
  })
})
