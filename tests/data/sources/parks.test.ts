import { existsSync, readFileSync } from 'node:fs'
import { distance } from '@turf/turf'
import { describe, expect, test } from 'vitest'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import { DirectoryPark } from '../../../data/model/park.ts'
import { localities } from '../../../data/sources/localities.ts'
import { isSamePark } from '../../../data/import/merge.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { sampleParks } from '../../../data/sources/samples.ts'
import { readCsv } from '../../../scripts/sources/csv.ts'
import { makeSeed, SAMPLES, seedFiles } from '../../../scripts/sources/parks.ts'

const parks = seedParks()
const byPlace = Map.groupBy(localities(), (row) => `${row.state} ${row.name}`)
const metres = (a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }) =>
  distance([a.longitude, a.latitude], [b.longitude, b.latitude], { units: 'meters' })

/** Names of the parks that fail a check; empty for a valid seed. */
const failing = (isRight: (park: DirectoryPark) => boolean) =>
  parks.filter((park) => !isRight(park)).map((park) => `${park.id} ${park.name}, ${park.city}`)
const isRounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5 === degrees

describe('the seed', () => {
  test('has valid directory parks, numbered from 1 without gaps', () => {
    expect(failing((park) => DirectoryPark.safeParse(park).success)).toEqual([])
    expect(parks.map((park) => park.id)).toEqual(parks.map((_, row) => row + 1))
    expect(parks.length).toBeGreaterThan(1_400)
  })

  test('has a source, a date or null, and an accuracy for every park', () => {
    expect(failing((park) => park.source !== '')).toEqual([])
    expect(failing((park) => park.asOf === null || /^(?:c\.)?20[0-2]\d$/.test(park.asOf))).toEqual([])
    expect(new Set(parks.map((park) => park.createdAt))).toEqual(new Set(['2026-01-01T00:00:00.000Z']))
    expect(parks.filter((park) => park.accuracy === 'exact').length).toBeGreaterThan(200)
  })

  test('has only suburbs, states and postcodes of the gazetteer; a postcode is empty only if the suburb has several', () => {
    expect(
      failing((park) => {
        const postcodes = (byPlace.get(`${park.state} ${park.city}`) ?? []).map((place) => place.postcode)
        return postcodes.includes(park.postcode) || (park.postcode === '' && postcodes.length > 1)
      }),
    ).toEqual([])
  })

  test('has every position within 15 km of the suburb', () => {
    expect(
      failing((park) => {
        const places = byPlace
          .get(`${park.state} ${park.city}`)!
          .filter((place) => park.postcode === '' || place.postcode === park.postcode)
        return Math.min(...places.map((place) => metres(place, park))) <= 15_000
      }),
    ).toEqual([])
  })

  test('has every position in Australia, rounded to five decimals', () => {
    expect(
      failing(
        ({ latitude, longitude }) =>
          latitude > -43.7 && latitude < -9 && longitude > 112.9 && longitude < 153.7,
      ),
    ).toEqual([])
    expect(failing(({ latitude, longitude }) => isRounded(latitude) && isRounded(longitude))).toEqual([])
  })

  test('has no duplicate parks', () => {
    const byState = Map.groupBy(parks, (park) => park.state)
    expect(
      failing(
        (park) => !byState.get(park.state)!.some((other) => other.id > park.id && isSamePark(park, other)),
      ),
    ).toEqual([])
  })

  test('has features in catalogue order, and none both present and absent', () => {
    expect(
      failing(({ features }) => features.join() === FEATURE_IDS.filter((id) => features.includes(id)).join()),
    ).toEqual([])
    expect(failing(({ features, lacks }) => !features.some((id) => lacks.includes(id)))).toEqual([])
  })

  test('has no leash feature if the source only says that dogs are allowed, except two parks with off-leash sections', () => {
    const withLeashFeature = parks.filter(
      (park) =>
        park.access === 'dogs_allowed' && park.features.some((id) => id === 'off-leash' || id === 'on-leash'),
    )
    expect(withLeashFeature.map(({ name, description }) => [name, description])).toEqual([
      ['Albert Park Reserve', 'Dog walking; designated off-leash sections.'],
      ['Cable Beach', 'Off-leash section.'],
    ])
  })

  test('has opening hours of the place only, not of the leash rules', () => {
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

  test('has clean text without markup, control characters or extra spaces', () => {
    expect(
      failing((park) =>
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

  test('are in four states, and the first one has water', () => {
    expect(new Set(sampleParks.map((park) => park.state))).toEqual(new Set(['QLD', 'NSW', 'VIC', 'WA']))
    expect(sampleParks[0]).toMatchObject({ id: 1 })
    expect(sampleParks[0]!.features).toContain('water')
  })

  test('include an approximate position, leash hours, an Extra Large park and a long feature list', () => {
    expect(new Set(sampleParks.map((park) => park.accuracy)).size).toBe(2)
    expect(sampleParks.some((park) => park.leashHours)).toBe(true)
    expect(sampleParks.some((park) => park.size === 'Extra Large')).toBe(true)
    expect(Math.max(...sampleParks.map((park) => park.features.length))).toBeGreaterThan(8)
  })

  test('are under 8 kB', () =>
    expect(readFileSync('data/sources/samples.gen.json').length).toBeLessThan(8_000))
})

test('readCsv handles quotes, doubled quotes, commas and line breaks as in RFC 4180', () => {
  expect(readCsv('a,b\r\n"x, ""y""","1\n2"\r\n,\nlast,\n')).toEqual([
    { a: 'x, "y"', b: '1\n2' },
    { a: '', b: '' },
    { a: 'last', b: '' },
  ])
})

const list = '../shared/data/dog-parks.csv'
// The body of a describe block runs even if its tests are skipped.
const csv = existsSync(list) ? readFileSync(list, 'utf8') : ''
describe.runIf(csv)('the seed generated from the list', () => {
  const seed = csv ? makeSeed(csv) : { parks: [], merged: [], leftOut: [] }

  test('equals the committed files, byte for byte', () => {
    expect(seedFiles(seed)).toEqual({
      parks: readFileSync('data/sources/parks.gen.json', 'utf8'),
      samples: readFileSync('data/sources/samples.gen.json', 'utf8'),
    })
  })

  test('has every row of the list as a park, merged into one, or listed in docs/data.md with the reason', () => {
    expect(seed.parks.length + seed.merged.length + seed.leftOut.length).toBe(readCsv(csv).length)
    const names = new Set([...seed.parks, ...seed.merged, ...seed.leftOut].map((row) => row.name))
    expect(readCsv(csv).filter((row) => !names.has(row['name']!.trim()))).toEqual([])
    const documented = readFileSync('docs/data.md', 'utf8')
    for (const { name, city, reason } of seed.leftOut)
      expect(documented).toContain(`| ${name} | ${city} | ${reason} |`)
  })

  test('merges and reports a duplicate row', () => {
    const first = csv.split('\n')[1]!
    const twice = makeSeed(`${csv.trimEnd()}\n${first}\n`)
    expect(twice.merged).toEqual([{ name: 'Diddams Close Dog Park', into: 'Diddams Close Dog Park' }])
    expect(twice.parks).toEqual(seed.parks)
  })

  test('cannot be generated from a list without a sample park; the error names the park', () => {
    expect(() => makeSeed(csv.replaceAll('Princes Park,', 'Prince Park,'))).toThrow(
      'the list has no sample park Princes Park in Carlton North',
    )
  })

  test('has each sample park exactly once', () => {
    expect(
      SAMPLES.map(
        ([name, suburb]) => seed.parks.filter((park) => park.name === name && park.city === suburb).length,
      ),
    ).toEqual(SAMPLES.map(() => 1))
  })
})
