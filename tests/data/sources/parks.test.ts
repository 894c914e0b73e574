import { existsSync, readFileSync } from 'node:fs'
import { distance } from '@turf/turf'
import { describe, expect, test } from 'vitest'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import { DirectoryPark } from '../../../data/model/park.ts'
import { localities } from '../../../data/sources/localities.ts'
import { isSamePark } from '../../../data/sources/merge.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { sampleParks } from '../../../data/sources/samples.ts'
import { readCsv } from '../../../scripts/sources/csv.ts'
import { makeSeed, SAMPLES, seedFiles } from '../../../scripts/sources/parks.ts'

const parks = seedParks()
const byPlace = Map.groupBy(localities(), (row) => `${row.state} ${row.name}`)
const metres = (a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }) =>
  distance([a.longitude, a.latitude], [b.longitude, b.latitude], { units: 'meters' })

/** Names of the parks of which something is not so; a good seed has none. */
const wrong = (isRight: (park: DirectoryPark) => boolean) =>
  parks.filter((park) => !isRight(park)).map((park) => `${park.id} ${park.name}, ${park.city}`)
const isRounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5 === degrees

describe('the seed', () => {
  test('every row is a park of the directory, numbered from 1 without a gap', () => {
    expect(wrong((park) => DirectoryPark.safeParse(park).success)).toEqual([])
    expect(parks.map((park) => park.id)).toEqual(parks.map((_, row) => row + 1))
    expect(parks.length).toBeGreaterThan(1_400)
  })

  test('every row keeps its source and says how well its position and date are known', () => {
    expect(wrong((park) => park.source !== '')).toEqual([])
    expect(wrong((park) => park.asOf === null || /^(?:c\.)?20[0-2]\d$/.test(park.asOf))).toEqual([])
    expect(new Set(parks.map((park) => park.createdAt))).toEqual(new Set(['2026-01-01T00:00:00.000Z']))
    expect(parks.filter((park) => park.accuracy === 'exact').length).toBeGreaterThan(200)
  })

  test('every suburb, state and postcode is one of the gazetteer; an unknown postcode is one of several', () => {
    expect(
      wrong((park) => {
        const postcodes = (byPlace.get(`${park.state} ${park.city}`) ?? []).map((place) => place.postcode)
        return postcodes.includes(park.postcode) || (park.postcode === '' && postcodes.length > 1)
      }),
    ).toEqual([])
  })

  test('every position is within 15 km of the suburb', () => {
    expect(
      wrong((park) => {
        const places = byPlace
          .get(`${park.state} ${park.city}`)!
          .filter((place) => park.postcode === '' || place.postcode === park.postcode)
        return Math.min(...places.map((place) => metres(place, park))) <= 15_000
      }),
    ).toEqual([])
  })

  test('every position is in Australia and rounded to five decimals', () => {
    expect(
      wrong(
        ({ latitude, longitude }) =>
          latitude > -43.7 && latitude < -9 && longitude > 112.9 && longitude < 153.7,
      ),
    ).toEqual([])
    expect(wrong(({ latitude, longitude }) => isRounded(latitude) && isRounded(longitude))).toEqual([])
  })

  test('no park is there twice', () => {
    const byState = Map.groupBy(parks, (park) => park.state)
    expect(
      wrong(
        (park) => !byState.get(park.state)!.some((other) => other.id > park.id && isSamePark(park, other)),
      ),
    ).toEqual([])
  })

  test('features are in catalogue order, and none is both there and lacking', () => {
    expect(
      wrong(({ features }) => features.join() === FEATURE_IDS.filter((id) => features.includes(id)).join()),
    ).toEqual([])
    expect(wrong(({ features, lacks }) => !features.some((id) => lacks.includes(id)))).toEqual([])
  })

  test('nothing is said of the leash where the source only says that dogs are allowed, but for two that speak of off-leash parts', () => {
    const spoken = parks.filter(
      (park) =>
        park.access === 'dogs_allowed' && park.features.some((id) => id === 'off-leash' || id === 'on-leash'),
    )
    expect(spoken.map(({ name, description }) => [name, description])).toEqual([
      ['Albert Park Reserve', 'Dog walking; designated off-leash sections.'],
      ['Cable Beach', 'Off-leash section.'],
    ])
  })

  test('opening hours are of the place alone', () => {
    expect(new Set(parks.map((park) => park.openingHours).filter((hours) => hours !== null))).toEqual(
      new Set([
        'Sunrise-sunset',
        'Daylight hours',
        '24 hours',
        '24/7',
        'All year, 24 hours',
        '24 hours, all year',
        'Open sunrise to 10pm',
        'Daylight hours; from 9am on weekends and public holidays',
      ]),
    )
  })

  test('names, suburbs and words are clean text', () => {
    expect(
      wrong((park) =>
        [
          park.name,
          park.address,
          park.city,
          park.area,
          park.description ?? '',
          park.leashHours ?? '',
          park.source,
        ].every((value) => !/[<>\p{Cc}\ufffd’‘]|\s{2}|^\s|\s$/u.test(value)),
      ),
    ).toEqual([])
  })
})

describe('the samples', () => {
  test('are the first ten parks of the seed', () => expect(sampleParks).toEqual(parks.slice(0, 10)))

  test('are in four states, and the first one really has water', () => {
    expect(new Set(sampleParks.map((park) => park.state))).toEqual(new Set(['QLD', 'NSW', 'VIC', 'WA']))
    expect(sampleParks[0]).toMatchObject({ id: 1 })
    expect(sampleParks[0]!.features).toContain('water')
  })

  test('show what the product can show: approximate places, leash hours, sizes, lists of many features', () => {
    expect(new Set(sampleParks.map((park) => park.accuracy)).size).toBe(2)
    expect(sampleParks.some((park) => park.leashHours)).toBe(true)
    expect(sampleParks.some((park) => park.size === 'Extra Large')).toBe(true)
    expect(Math.max(...sampleParks.map((park) => park.features.length))).toBeGreaterThan(8)
  })

  test('are small', () => expect(readFileSync('data/sources/samples.gen.json').length).toBeLessThan(8_000))
})

test('a list is read as RFC 4180 says: quotes, doubled quotes, commas and line ends inside', () => {
  expect(readCsv('a,b\r\n"x, ""y""","1\n2"\r\n,\nlast,\n')).toEqual([
    { a: 'x, "y"', b: '1\n2' },
    { a: '', b: '' },
    { a: 'last', b: '' },
  ])
})

const list = '../shared/data/dog-parks.csv'
// What stands in a description runs also where its tests do not.
const csv = existsSync(list) ? readFileSync(list, 'utf8') : ''
describe.runIf(csv)('made from the list', () => {
  const seed = csv ? makeSeed(csv) : { parks: [], merged: [], leftOut: [] }

  test('again, it is the same to the byte', () => {
    expect(seedFiles(seed)).toEqual({
      parks: readFileSync('data/sources/parks.gen.json', 'utf8'),
      samples: readFileSync('data/sources/samples.gen.json', 'utf8'),
    })
  })

  test('every row of the list is a park, is merged into one, or is named in docs/data.md with the reason', () => {
    expect(seed.parks.length + seed.merged.length + seed.leftOut.length).toBe(readCsv(csv).length)
    const names = new Set([...seed.parks, ...seed.merged, ...seed.leftOut].map((row) => row.name))
    expect(readCsv(csv).filter((row) => !names.has(row['name']!.trim()))).toEqual([])
    const documented = readFileSync('docs/data.md', 'utf8')
    for (const { name, city, reason } of seed.leftOut)
      expect(documented).toContain(`| ${name} | ${city} | ${reason} |`)
  })

  test('a row given twice is merged and accounted for', () => {
    const first = csv.split('\n')[1]!
    const twice = makeSeed(`${csv.trimEnd()}\n${first}\n`)
    expect(twice.merged).toEqual([{ name: 'Diddams Close Dog Park', into: 'Diddams Close Dog Park' }])
    expect(twice.parks).toEqual(seed.parks)
  })

  test('a list without a sample park is refused by name', () => {
    expect(() => makeSeed(csv.replaceAll('Princes Park,', 'Prince Park,'))).toThrow(
      'the list has no sample park Princes Park in Carlton North',
    )
  })

  test('the names of the samples are unique in the list', () => {
    expect(
      SAMPLES.map(
        ([name, suburb]) => seed.parks.filter((park) => park.name === name && park.city === suburb).length,
      ),
    ).toEqual(SAMPLES.map(() => 1))
  })
})
