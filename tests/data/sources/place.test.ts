import { describe, expect, test } from 'vitest'
import { localityLookup } from '../../../data/import/locality-lookup.ts'
import { nameKey } from '../../../data/places/text.ts'
import { localities } from '../../../data/sources/localities.ts'
import { readLeash } from '../../../data/hours/read-leash.ts'
import { readOpening } from '../../../data/hours/read-opening.ts'
import { isSamePark, mergePair, sameName } from '../../../data/import/merge.ts'
import type { Row } from '../../../data/import/merge.ts'
import { placePark } from '../../../data/import/place.ts'
import type { ListedPlace } from '../../../data/import/place.ts'

const known = localityLookup(localities())
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
const placeOf = (changes: Partial<ListedPlace>, others: ListedPlace[] = []) => {
  const placing = placePark(listed(changes), known, others)
  return 'place' in placing ? placing.place : placing.leftOut
}

const ONE_LIST = { publisher: 'one list', year: '2012' }
const ANOTHER = { publisher: 'another', year: null }

describe('the place of a listed park', () => {
  test('has the suburb as its city and the wider city as its area', () => {
    const position = { latitude: -27.3896812, longitude: 153.0353912, accuracy: 'exact' as const }
    expect(placeOf({ suburb: 'CHERMSIDE', city: 'Brisbane', postcode: '4032', position })).toEqual({
      city: 'Chermside',
      area: 'Brisbane',
      postcode: '4032',
      latitude: -27.38968,
      longitude: 153.03539,
      accuracy: 'exact',
    })
  })

  test('without a position is the centre of the suburb, with suburb accuracy and the postcode filled in', () => {
    expect(placeOf({ suburb: 'Chermside', city: 'Chermside' })).toMatchObject({
      area: '',
      postcode: '4032',
      accuracy: 'suburb',
      latitude: -27.38593,
    })
  })

  test('has no postcode if the suburb has several', () => {
    expect(placeOf({ suburb: 'Melbourne', state: 'VIC' })).toMatchObject({ city: 'Melbourne', postcode: '' })
  })

  test('has a wrong postcode corrected if the suburb has only one; otherwise the park is left out', () => {
    expect(placeOf({ suburb: 'Chermside', postcode: '4000' })).toMatchObject({ postcode: '4032' })
    expect(placeOf({ suburb: 'Richmond', postcode: '4000' })).toBe(
      'Richmond has several postcodes, and 4000 is none of them',
    )
  })

  test('is unknown for a suburb in another state', () => {
    expect(placeOf({ suburb: 'Chermside', state: 'TAS' })).toBe('the gazetteer has no Chermside in TAS')
  })

  test('is the centre of the suburb if the exact position is far from it', () => {
    const position = { latitude: -28.2, longitude: 153.5, accuracy: 'exact' as const }
    expect(placeOf({ suburb: 'Chermside', position })).toMatchObject({
      city: 'Chermside',
      accuracy: 'suburb',
      latitude: -27.38593,
    })
  })

  test('is the locality in the name if the exact position is there', () => {
    const position = { latitude: -27.3896812, longitude: 153.0353912, accuracy: 'exact' as const }
    expect(placeOf({ name: 'Chermside Hills Reserve', suburb: 'Coolangatta', position })).toMatchObject({
      city: 'Chermside',
      accuracy: 'exact',
      latitude: -27.38968,
    })
  })

  test('is the locality that the address ends with', () => {
    expect(placeOf({ address: 'Kuran Street, Chermside', city: 'Nowhere Shire' })).toMatchObject({
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

  test('is the locality that the name begins with, but only if the list has a park of that city nearby', () => {
    expect(placeOf({ name: 'Chermside Dog Park', city: 'Moreton' }, [nearby])).toMatchObject({
      city: 'Chermside',
    })
    expect(placeOf({ name: 'Chermside Dog Park', city: 'Moreton' })).toContain('Moreton is a region')
    expect(placeOf({ name: 'Coolangatta Dog Park', city: 'Moreton' }, [nearby])).toContain(
      'Moreton is a region',
    )
  })

  test('is the town given as the city, unless the list has parks of that city far away', () => {
    const far = listed({
      suburb: 'Inskip',
      city: 'Gympie',
      position: { latitude: -25.82, longitude: 153.06, accuracy: 'suburb' },
    })
    expect(placeOf({ city: 'Gympie' })).toMatchObject({
      city: 'Gympie',
      area: '',
      postcode: '4570',
      accuracy: 'suburb',
    })
    expect(placeOf({ city: 'Gympie' }, [far])).toBe('no position, no suburb; Gympie is a region, not a town')
  })
})

test('nameKey is equal for all spellings of a name', () => {
  expect(['Mount Gravatt', 'MT GRAVATT', 'Mt. Gravatt'].map(nameKey)).toEqual([
    'mtgravatt',
    'mtgravatt',
    'mtgravatt',
  ])
  expect(nameKey('Saint Kilda')).toBe(nameKey('St Kilda'))
  expect(nameKey("O'Connor")).toBe(nameKey('O’Connor'))
  expect(nameKey('Café Park')).toBe('cafepark')
})

describe('duplicate rows of a park', () => {
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
    position: null,
    council: null,
    sources: [ONE_LIST],
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
    ['Princes Park Oval A', 'Princes Park Oval B', false],
    ['Princes Park Oval A', 'Princes Park Oval', false],
    ['Princes Park Oval II', 'Princes Park Oval III', false],
    ['Princes Park Oval IV', 'Princes Park Oval VI', false],
    ['Princes Park Oval 2a', 'Princes Park Oval 2B', false],
    ['Princes Park Field C1', 'Princes Park Field D1', false],
    ['Princes Park Oval A', 'Princes Park oval a', true],
    ['Princes Park Oval A', 'Prince Park Oval A', true],
    ["O'Connor's Reserve", 'OConners Reserve', true],
    ['J. J. Smith Reserve', 'JJ Smith Reserve', true],
  ])('sameName of %s and %s is %s', (a, b, same) => expect(sameName(a, b)).toBe(same))

  test('have the same name in the same suburb or within 150 m, not farther apart or in another state', () => {
    expect(isSamePark(row, { ...row, latitude: -27.42, accuracy: 'suburb' })).toBe(true)
    expect(isSamePark(row, { ...row, city: 'Chermside', latitude: -27.401 })).toBe(true)
    expect(isSamePark(row, { ...row, city: 'Chermside', latitude: -27.402 })).toBe(false)
    expect(isSamePark(row, { ...row, state: 'NSW' })).toBe(false)
  })

  test('merge to the exact position, then the newer facts; facts in only one row are kept, and both sources named', () => {
    const approximate: Row = {
      ...row,
      latitude: -27.41,
      accuracy: 'suburb',
      access: 'on_leash',
      features: ['on-leash', 'shade'],
      lacks: ['off-leash', 'fenced'],
      asOf: '2024',
      sources: [ANOTHER],
      address: 'Kedron Street',
      openingHours: '24 hours',
      description: 'Behind the oval',
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
      description: 'Behind the oval',
      sources: [ONE_LIST, ANOTHER],
    }
    expect(mergePair(row, approximate)).toMatchObject(expected)
    expect(mergePair(approximate, row)).toMatchObject(expected)
    expect(mergePair(row, { ...row, asOf: 'c.2020', access: 'dog_park' })).toMatchObject({
      asOf: 'c.2020',
      access: 'dog_park',
      sources: [ONE_LIST],
    })
  })

  test.each([
    [
      'Open 7am - 7pm daily',
      'Open 7am - 7pm daily; closed Christmas Day',
      'Open 7am - 7pm daily; closed Christmas Day',
    ],
    ['6am-9pm', '6:00 am - 9:00 pm', '6am-9pm'],
    ['1am-7pm', '11am-7pm', '“1am-7pm” or “11am-7pm”'],
    ['7am-7pm', '9am-5pm', '“7am-7pm” or “9am-5pm”'],
    ['24 hours', 'Sunrise to sunset', '“24 hours” or “Sunrise to sunset”'],
    // Joined without quotation marks they would be read as both.
    ['6am-8am', '10am-11am', '“6am-8am” or “10am-11am”'],
    ['“6am-8am” or “10am-11am”', '10am - 11am', '“6am-8am” or “10am-11am”'],
    [null, '9am-5pm', '9am-5pm'],
  ])('with the hours %s and %s never have those that say less', (first, second, expected) => {
    const newer: Row = { ...row, asOf: '2020', openingHours: first, leashHours: first }
    const older: Row = { ...row, asOf: '2012', openingHours: second, leashHours: second }
    const merged = { openingHours: expected, leashHours: expected }
    expect(mergePair(newer, older)).toMatchObject(merged)
    expect(mergePair(older, newer)).toMatchObject(merged)
    expect(expected.includes(' or ') && (readOpening(expected) ?? readLeash(expected))).toBeFalsy()
  })
})
