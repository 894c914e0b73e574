import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { distance } from '@turf/turf'
import { describe, expect, test } from 'vitest'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import { compareAccuracy, DirectoryPark } from '../../../data/model/park.ts'
import { decodeParks } from '../../../data/directory/parks.ts'
import type { FirstParkColumns } from '../../../data/directory/parks.ts'
import { localities } from '../../../data/sources/localities.ts'
import { isSamePark } from '../../../data/import/merge.ts'
import { formerFacts } from '../../../data/sources/former-facts.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { sampleParks } from '../../../data/sources/samples.ts'
import { readCsv } from '../../../scripts/sources/csv.ts'
import { councilFiles } from '../../../scripts/sources/councils.ts'
import { makeSeed, readLists, SAMPLES, seedFiles, withoutLicence } from '../../../scripts/sources/parks.ts'
import { councils } from '../../../data/sources/councils.ts'
import { councilAreaAt } from '../../../server/geo/council-areas.ts'

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
    expect(failing((park) => park.sources.length > 0)).toEqual([])
    expect(failing((park) => park.asOf === null || /^(?:c\.)?20[0-2]\d$/.test(park.asOf))).toEqual([])
    expect(new Set(parks.map((park) => park.createdAt))).toEqual(new Set(['2026-01-01T00:00:00.000Z']))
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
          ...park.sources.flatMap(({ publisher, title }) => [publisher, title ?? '']),
        ].every((value) => !/[<>\p{Cc}\ufffd’‘]|\s{2}|^\s|\s$/u.test(value)),
      ),
    ).toEqual([])
  })
})

describe('the samples', () => {
  test('are the first ten parks of the seed, without where copies were read', () => {
    const withoutCopies = ({ sources, position, ...park }: DirectoryPark) => ({
      ...park,
      sources: sources.map(({ copy: _copy, ...source }) => source),
      position: position && { ...position, copy: undefined },
    })
    expect(sampleParks).toEqual(parks.slice(0, 10).map(withoutCopies))
  })

  test('are in four states, and the first one has water', () => {
    expect(new Set(sampleParks.map((park) => park.state))).toEqual(new Set(['QLD', 'NSW', 'VIC', 'WA']))
    expect(sampleParks[0]).toMatchObject({ id: 1 })
    expect(sampleParks[0]!.features).toContain('water')
  })

  test('include positions of every accuracy, leash hours, an Extra Large park and a long feature list', () => {
    expect(new Set(sampleParks.map((park) => park.accuracy)).size).toBe(3)
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

const columns = JSON.parse(readFileSync('tests/data/sources/fixtures/positions.json', 'utf8')) as {
  positions: [number, string, string, string, number, number, string, string, string][]
  added: [string, string, string, number, number, string, string][]
}
/** The seed before the better positions, in the first format. */
const former = decodeParks(
  JSON.parse(
    brotliDecompressSync(readFileSync('tests/data/sources/fixtures/seed-of-first-format.json.br')).toString(
      'utf8',
    ),
  ) as FirstParkColumns,
)
const byId = new Map(parks.map((park) => [park.id, park]))

describe('the positions of the seed', () => {
  test('are those of the list of better positions, row by row, with licence and page', () => {
    const published = columns.positions.map(([line, name, suburb, state]) => {
      const found = parks.filter(
        (park) =>
          park.name === name &&
          park.state === state &&
          park.position !== null &&
          (suburb === '' || park.city.toLowerCase() === suburb.toLowerCase()),
      )
      expect(found.length, `${line} ${name}`).toBeGreaterThan(0)
      return found
    })
    for (const [index, row] of columns.positions.entries()) {
      const [line, , , , latitude, longitude, accuracy, licence, osm] = row
      expect(
        published[index]!.map((park) => [
          park.latitude,
          park.longitude,
          park.accuracy,
          park.position!.licence,
          park.position!.page?.replace('https://www.openstreetmap.org/', '') ?? '',
        ]),
        String(line),
      ).toContainEqual([latitude, longitude, accuracy, licence, osm])
    }
    // Every position with a source of its own is in the list, or is one of the further parks.
    expect(parks.filter(({ position }) => position !== null)).toHaveLength(
      columns.positions.length + columns.added.length,
    )
  })

  test('are exact for at least 530 parks, and near for 62', () => {
    const counts = Map.groupBy(parks, ({ accuracy }) => accuracy)
    expect(counts.get('exact')!.length).toBeGreaterThanOrEqual(530)
    expect(counts.get('near')!.length).toBe(62)
  })

  test('of further parks follow at the end, with the access that their name says', () => {
    const further = parks.slice(-columns.added.length)
    expect(
      further
        .map(({ name, state, latitude, longitude, access, position }) => [
          name,
          state,
          latitude,
          longitude,
          access,
          position!.licence,
        ])
        .sort(),
    ).toEqual(
      columns.added
        .map(([name, , state, latitude, longitude, access, licence]) => [
          name,
          state,
          latitude,
          longitude,
          access,
          licence,
        ])
        .sort(),
    )
    expect(further.every(({ accuracy, asOf }) => accuracy === 'exact' && asOf !== null)).toBe(true)
  })

  test('of OpenStreetMap have the licence ODbL 1.0 and a date', () => {
    const osm = parks.flatMap(({ position }) => (position?.publisher === 'OpenStreetMap' ? [position] : []))
    expect(osm.length).toBeGreaterThan(290)
    expect(osm.filter(({ licence, date }) => licence !== 'ODbL 1.0' || date === null)).toEqual([])
  })

  test('do not take away what a park had: ids, facts and exact positions stay, unless they were corrected', () => {
    expect(former).toHaveLength(1_471)
    for (const before of former) {
      const now = byId.get(before.id)!
      const {
        latitude,
        longitude,
        accuracy,
        sources: _sources,
        position: _position,
        council: _council,
        ...facts
      } = before
      const corrected = formerFacts.filter(({ id }) => id === before.id).map(({ was }) => was)
      const {
        position: _formerPosition,
        council: _formerCouncil,
        ...former
      } = Object.assign({}, ...corrected)
      expect({ ...now, ...former }).toMatchObject(facts)
      expect(compareAccuracy(now.accuracy, accuracy)).toBeGreaterThanOrEqual(0)
      const here = [now.latitude, now.longitude, now.accuracy]
      expect(now.position === null ? here : accuracy).toEqual(
        now.position === null ? [latitude, longitude, accuracy] : 'suburb',
      )
    }
  })

  test('under a licence can be left out: those parks are at the centre of their suburb again', () => {
    const without = withoutLicence(parks, 'ODbL 1.0')
    expect(without.filter(({ position }) => position?.licence === 'ODbL 1.0')).toEqual([])
    const left = new Map(without.map((park) => [park.id, park]))
    for (const before of former) {
      const now = left.get(before.id)!
      if (byId.get(before.id)!.position?.licence !== 'ODbL 1.0') continue
      expect([now.accuracy, now.position]).toEqual(['suburb', null])
      // The list gives the centre of the suburb to four decimals, or a locality of the same name.
      expect(now.city === before.city ? metres(now, before) : 0).toBeLessThan(6_000)
    }
    // Parks that only OpenStreetMap names are gone.
    expect(parks.length - without.length).toBe(
      columns.added.filter(([, , , , , , licence]) => licence === 'ODbL 1.0').length,
    )
  })
})

describe('the sources of the seed', () => {
  test('have a publisher that is no address of a repository, and a page of the web if any', () => {
    const sources = parks.flatMap((park) => park.sources)
    expect(sources.filter(({ publisher }) => /github|gitlab|bitbucket|\//i.test(publisher))).toEqual([])
    expect(
      sources.filter(({ page }) => page !== undefined && !/^https?:\/\/[\w.-]+(\/|$)/.test(page)),
    ).toEqual([])
    expect(sources.filter(({ page }) => page !== undefined && /github|gitlab|bitbucket/i.test(page))).toEqual(
      [],
    )
  })

  test('name councils by name where their site is the source', () => {
    const named = (city: string, name: string) =>
      parks.find((park) => park.city === city && park.name === name)!.sources
    expect(named('Rose Bay', 'Rose Bay Foreshore')).toEqual([
      {
        publisher: 'Woollahra council',
        title: 'walking your dog',
        year: null,
      },
    ])
  })
})

describe('the councils of the seed', () => {
  test('are known for every park, and cover the position unless it is only the centre of the suburb', () => {
    const codes = new Set(councils().map(({ code }) => code))
    expect(failing((park) => park.council !== null && codes.has(park.council))).toEqual([])
    expect(failing((park) => park.accuracy === 'suburb' || councilAreaAt(park) === park.council)).toEqual([])
  })
})

/** A list with the sample parks and what a test adds, as the real list is written. */
const HEADER =
  'name,address,suburb,city,state,postcode,latitude,longitude,location_accuracy,dog_access,features,opening_hours,size,source,as_of'
const sampleLines = sampleParks.map(
  ({ name, city, state, postcode, latitude, longitude, accuracy }) =>
    `${name},,${city},,${state},${postcode},${latitude},${longitude},${accuracy},off_leash,,,,a council,2020`,
)
const listOf = (...lines: string[]) => [HEADER, ...sampleLines, ...lines].join('\n')

describe('a seed generated from a list', () => {
  test('merges and reports a duplicate row', () => {
    const once = makeSeed(listOf())
    const twice = makeSeed(listOf(sampleLines[3]!))
    expect(twice.merged).toEqual([{ name: sampleParks[3]!.name, into: sampleParks[3]!.name }])
    expect(twice.parks).toEqual(once.parks)
  })

  test('reports a row that has no place, with the reason', () => {
    const seed = makeSeed(listOf('Dux Oval,,,Nowhere Town,QLD,,,,,off_leash,,,,a council,'))
    expect(seed.leftOut).toEqual([
      {
        name: 'Dux Oval',
        city: 'Nowhere Town',
        state: 'QLD',
        reason: 'no position, no suburb; Nowhere Town is a region, not a town',
      },
    ])
  })

  test('cannot be generated from a list without a sample park; the error names the park', () => {
    expect(() => makeSeed(listOf().replaceAll('Princes Park,', 'Prince Park,'))).toThrow(
      'the list has no sample park Princes Park in Carlton North',
    )
  })

  test('cannot be generated with a better position for another park than the line has', () => {
    const position = {
      line: 2,
      name: 'Another Park',
      suburb: 'Carlton North',
      latitude: -37.78,
      longitude: 144.96,
      accuracy: 'exact' as const,
      source: { publisher: 'OpenStreetMap', date: '2026-06-11', licence: 'ODbL 1.0' },
    }
    expect(() => makeSeed(listOf(), { positions: [position] })).toThrow(
      'line 2 is Princes Park, Carlton North, not Another Park, Carlton North',
    )
  })

  test("does not take a better position in another council area than its council's", () => {
    const line = 'King Park,,Wakeley,Fairfield,NSW,2176,,,,off_leash,,,,fairfieldcity.nsw.gov.au parks,2019'
    const position = (latitude: number, longitude: number) => ({
      line: sampleLines.length + 2,
      name: 'King Park',
      suburb: 'Wakeley',
      latitude,
      longitude,
      accuracy: 'exact' as const,
      source: { publisher: 'OpenStreetMap', date: '2026-06-11', licence: 'ODbL 1.0' },
    })
    const placed = (latitude: number, longitude: number) =>
      makeSeed(listOf(line), { positions: [position(latitude, longitude)] }).parks.at(-1)!
    expect(placed(-33.8741, 150.9095)).toMatchObject({ accuracy: 'exact', council: '12850' })
    // Another park of that name, 8 km away in Merrylands.
    expect(placed(-33.83809, 150.98469)).toMatchObject({
      accuracy: 'suburb',
      position: null,
      city: 'Wakeley',
      council: '12850',
    })
  })

  test('has a park without a suburb in the suburb of its better position, if its town is kilometres away', () => {
    const line = 'Bentley Reserve Dog Park,,,Tea Tree Gully,SA,,,,,off_leash,,,,a council,'
    const last = 'Hill Park,,Modbury,,SA,5092,,,,off_leash,,,,a council,'
    const placed = (latitude: number, longitude: number) =>
      makeSeed(listOf(line, last), {
        positions: [
          {
            line: sampleLines.length + 2,
            name: 'Bentley Reserve Dog Park',
            suburb: '',
            latitude,
            longitude,
            accuracy: 'exact' as const,
            source: { publisher: 'OpenStreetMap', date: '2026-06-11', licence: 'ODbL 1.0' },
          },
        ],
      }).parks.slice(-2)
    const town = { id: 11, city: 'Tea Tree Gully', postcode: '5091', area: '' }
    expect(placed(-34.85366, 138.6703)).toMatchObject([
      { ...town, city: 'Holden Hill', postcode: '5088', area: 'Tea Tree Gully', accuracy: 'exact' },
      { id: 12, city: 'Modbury' },
    ])
    expect(placed(-34.82, 138.72)).toMatchObject([{ ...town, accuracy: 'exact' }, { id: 12 }])
  })

  test('has the ids of the list alone: a row that a better position places comes at the end', () => {
    const line = 'Sea Park,,,Bayside,NSW,,,,,off_leash,,,,a council,'
    const position = {
      line: sampleLines.length + 2,
      name: 'Sea Park',
      suburb: '',
      latitude: -33.953,
      longitude: 151.208,
      accuracy: 'exact' as const,
      source: { publisher: 'OpenStreetMap', date: '2026-06-11', licence: 'ODbL 1.0' },
    }
    const last = 'Hill Park,,Chermside,,QLD,4032,,,,off_leash,,,,a council,'
    const { parks: seed } = makeSeed(listOf(line, last), { positions: [position] })
    expect(seed.slice(-2).map(({ id, name, accuracy }) => [id, name, accuracy])).toEqual([
      [11, 'Hill Park', 'suburb'],
      [12, 'Sea Park', 'exact'],
    ])
  })
})

test('docs/data.md says which rows of the list are left out', () => {
  const documented = readFileSync('docs/data.md', 'utf8')
  const rows = documented.split('\n').filter((line) => line.endsWith('is a region, not a town |'))
  expect(rows).toHaveLength(8)
})

// Only with the lists beside the project can the seed be compared byte for byte.
const folder = '../shared/data'
if (existsSync(`${folder}/dog-parks.csv`))
  describe('the seed generated from the lists', () => {
    const lists = readLists(folder)
    const seed = makeSeed(...lists)

    test('equals the committed files, byte for byte', () => {
      expect(seedFiles(seed)).toEqual({
        parks: readFileSync('data/sources/parks.gen.json', 'utf8'),
        samples: readFileSync('data/sources/samples.gen.json', 'utf8'),
      })
    })

    test('has every row of the list as a park, merged into one, or listed in docs/data.md with the reason', () => {
      const rows = readCsv(lists[0])
      expect(seed.parks.length + seed.merged.length + seed.leftOut.length).toBe(
        rows.length + columns.added.length,
      )
      const names = new Set([...seed.parks, ...seed.merged, ...seed.leftOut].map((row) => row.name))
      expect(rows.filter((row) => !names.has(row['name']!.trim()))).toEqual([])
      const documented = readFileSync('docs/data.md', 'utf8')
      for (const { name, city, reason } of seed.leftOut)
        expect(documented).toContain(`| ${name} | ${city} | ${reason} |`)
    })

    test('has each sample park exactly once', () => {
      expect(
        SAMPLES.map(
          ([name, suburb]) => seed.parks.filter((park) => park.name === name && park.city === suburb).length,
        ),
      ).toEqual(SAMPLES.map(() => 1))
    })

    test('has the councils and borders of the lists', () => {
      const files = councilFiles(folder)
      expect(files.councils).toBe(readFileSync('data/sources/councils.gen.json', 'utf8'))
      expect(files.publishers).toBe(readFileSync('data/sources/publishers.gen.json', 'utf8'))
      const committed = readFileSync('data/sources/council-areas.topojson.br')
      expect(brotliDecompressSync(committed).toString() === files.areas).toBe(true)
    })
  })
