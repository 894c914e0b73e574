import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localityLookup } from '../../../data/import/locality-lookup.ts'
import { localities } from '../../../data/sources/localities.ts'
import { readGeoJson } from '../../../server/import/geojson.ts'
import { findHeaders, mapHeaders } from '../../../server/import/headers.ts'
import { readOverpass } from '../../../server/import/osm.ts'
import { nearestLocality } from '../../../server/import/placing.ts'
import { numberKey } from '../../../server/import/park-finder.ts'
import { planImport } from '../../../server/import/plan.ts'
import type { Plan } from '../../../server/import/plan.ts'
import type { Table } from '../../../server/import/table.ts'
import { readText } from '../../../server/import/text.ts'
import type { StoredPark } from '../../../server/repositories/directory.ts'

const places = { known: localityLookup(localities()), nearest: nearestLocality(localities()) }

/** An empty directory that imports change as they change the database. */
function directory() {
  const parks: StoredPark[] = []
  const numbers = new Map<string, number>()
  const pictures = new Map<number, string>()
  return {
    parks,
    pictures,
    /** Imports a table, or the rows of a CSV file below its header. */
    load(list: Table | readonly [header: string, ...rows: string[]]): Plan {
      const table = 'header' in list ? list : findHeaders(readText(Buffer.from(list.join('\n'))))
      const plan = planImport(
        table,
        mapHeaders(table.header, table.rows),
        { parks: [...parks], numbers, pictures, removed: [], formerPlaces: new Map() },
        places,
        { source: 'City of Rosella', createdAt: '2026-01-01T00:00:00Z' },
      )
      const idOfRow = new Map<number, number>()
      for (const { row, before, after, dataset, sourceId, pictureUrl } of plan.changed) {
        const id = before?.id ?? parks.length + 1
        parks[id - 1] = { id, ...after }
        idOfRow.set(row, id)
        if (sourceId !== '') numbers.set(numberKey(dataset, sourceId), id)
        if (pictureUrl !== null) pictures.set(id, pictureUrl)
      }
      for (const { dataset, sourceId, parkId, row } of plan.numbers)
        numbers.set(numberKey(dataset, sourceId), parkId ?? idOfRow.get(row)!)
      return plan
    },
    /** The parks by their ids. */
    names: () => parks.map(({ id, name }) => `${id} ${name}`),
  }
}

describe('the number of a row', () => {
  const HEADER = 'ID,Name,Suburb,State,Lat,Long,Dogs'
  const at = (position: string) => `Carlton North,VIC,${position}`

  test('makes no park of two that a list names differently without their positions', () => {
    const list = [HEADER, `7,Rosella Run,${at(',')},off leash`, `7,Galah Green,${at(',')},on leash`] as const
    const { load, parks, names } = directory()
    expect(load(list)).toMatchObject({ changed: [{ row: 2 }, { row: 3 }], merged: [] })
    expect(names()).toEqual(['1 Rosella Run', '2 Galah Green'])
    expect(parks.map(({ access }) => access)).toEqual(['off_leash', 'on_leash'])
    expect(load(list)).toMatchObject({ changed: [], merged: [] })
  })

  test.each([
    ['in one suburb', [',', ',', ',']],
    ['440 m apart', ['-37.7811,144.9721', '-37.7851,144.9721', '-37.7891,144.9721']],
  ] as const)('never turns parks %s into others if the list is numbered differently', (_, [a, b, c]) => {
    const { load, names, parks } = directory()
    load([HEADER, `1,Alpha Park,${at(b)},fenced dog park`, `2,Beta Reserve,${at(c)},on leash`])
    const known = structuredClone(parks)
    // A park is inserted before them.
    load([
      HEADER,
      `1,Aardvark Gardens,${at(a)},on leash`,
      `2,Alpha Park,${at(b)},fenced dog park`,
      `3,Beta Reserve,${at(c)},on leash`,
    ])
    expect(names()).toEqual(['1 Alpha Park', '2 Beta Reserve', '3 Aardvark Gardens'])
    expect(parks.slice(0, 2)).toEqual(known)
    // The first park is removed.
    load([HEADER, `1,Alpha Park,${at(b)},fenced dog park`, `2,Beta Reserve,${at(c)},on leash`])
    expect(parks.slice(0, 2)).toEqual(known)
  })

  test('never moves one of two parks with the same name to the other', () => {
    const { load, parks } = directory()
    const [carlton, fitzroy] = [`${at('-37.7851,144.9721')},on leash`, 'Fitzroy,VIC,-37.8,144.978,off leash']
    load([HEADER, `1,Memorial Park,${carlton}`, `2,Memorial Park,${fitzroy}`])
    const known = structuredClone(parks)
    load([HEADER, `2,Memorial Park,${carlton}`, `3,Memorial Park,${fitzroy}`])
    expect(parks).toEqual(known)
  })

  test.each([
    ['a property', {}, { AssetID: 'A1' }],
    ['the id of the feature', { id: 'A1' }, {}],
  ])('of GeoJSON is %s', (_, feature, properties) => {
    const list = (Name: string) =>
      readGeoJson(
        JSON.stringify({
          type: 'Feature',
          ...feature,
          properties: { OBJECTID: 1, ...properties, Name, Suburb: 'Carlton North', State: 'VIC' },
          geometry: { type: 'Point', coordinates: [144.9721, -37.7851] },
        }),
      )
    const { load, names } = directory()
    expect(load(list('Alpha Park')).changed).toMatchObject([{ sourceId: 'A1' }])
    load(list('Alpha Memorial Reserve'))
    expect(names()).toEqual(['1 Alpha Memorial Reserve'])
  })

  test('of two rows about one park finds it under either name', () => {
    const { load, names } = directory()
    load([HEADER, `A1,Rosella Run,${at('-37.7851,144.9721')},on leash`])
    load([
      HEADER,
      `A1,Rosella Reserve,${at('-37.7851,144.9721')},on leash`,
      `A1,Rosella Run,${at('-37.7851,144.9721')},on leash`,
    ])
    expect(names()).toEqual(['1 Rosella Run'])
  })
})

describe('a dog park without a name', () => {
  const unnamed = (latitude: number, id = 1) =>
    readOverpass({
      elements: [
        {
          type: 'node',
          id,
          lat: latitude,
          lon: 144.9721,
          tags: { leisure: 'dog_park', barrier: 'fence' },
        },
      ],
    })
  const park = (name: string, dogs: string) => `${name},Carlton North,VIC,-37.7851,144.9721,${dogs}`

  test.each([
    ['dog park', true],
    ['fenced dog park', true],
    ['off leash', true],
    ['dogs allowed', true],
    ['off leash timed', false],
    ['on leash', false],
    ['', false],
  ])("within 150 m of the only park, whose rule is '%s', is that park: %s", (dogs, same) => {
    const { load, names, parks } = directory()
    load(['Name,Suburb,State,Lat,Long,Dogs', park('Alpha Reserve', dogs)])
    const [before] = structuredClone(parks)
    load(unnamed(-37.7863))
    expect(names()).toEqual(['1 Alpha Reserve', ...(same ? [] : ['2 Carlton North dog park'])])
    expect(parks[0]).toMatchObject(same ? { access: 'fenced_dog_park', latitude: -37.7863 } : before!)
  })

  test('is the dog park beside it, whatever other parks there are, but neither of two', () => {
    const { load, names, parks } = directory()
    const header = 'Name,Suburb,State,Lat,Long,Dogs'
    load([header, park('Alpha Playground', 'on leash'), park('Beta Run', 'dog park')])
    load(unnamed(-37.7853))
    expect(parks.map(({ access }) => access)).toEqual(['on_leash', 'fenced_dog_park'])
    load([header, 'Gamma Run,Princes Hill,VIC,-37.7851,144.9721,dog park'])
    load(unnamed(-37.7852, 2))
    expect(names().slice(2)).toEqual(['3 Gamma Run', '4 Carlton North dog park'])
  })
})

test.each([
  ['78 m apart', '-37.7851,144.9721', '-37.7858,144.9721'],
  ['without positions', ',', ','],
])('parks whose names differ by a letter that numbers them are two, %s', (_, a, b) => {
  const { load, names } = directory()
  const list = [
    'Name,Suburb,State,Lat,Long,Dogs',
    `Princes Park Oval A,Carlton North,VIC,${a},on leash`,
    `Princes Park Oval B,Carlton North,VIC,${b},off leash`,
  ] as const
  load(list)
  expect(names()).toEqual(['1 Princes Park Oval A', '2 Princes Park Oval B'])
  expect(load(list).changed).toEqual([])
})

describe('a suburb that only follows from the position', () => {
  // Newport's centre is nearer to this reserve in Bayview than Bayview's.
  const RESERVE = 'Rowland Reserve,Bayview,NSW,2104,-33.66074,151.30576'
  const HEADER = 'Name,Suburb,State,Postcode,Lat,Long'

  test.each([
    ['a row without one', 'Name,Lat,Long,Toilets', 'Rowland Reserve,-33.66074,151.30576,yes', ''],
    [
      'a row of a wider city',
      'Name,City,Lat,Long,Toilets',
      'Rowland Reserve,Bayview,-33.661,151.3058,yes',
      '',
    ],
    [
      'a suburb that is not known',
      `${HEADER},Toilets`,
      'Rowland Reserve,Bay View Shores,NSW,,-33.66074,151.30576,yes',
      'Bay View Shores',
    ],
  ])('never replaces the known one: %s', (_, header, row, area) => {
    const { load, parks } = directory()
    load([HEADER, RESERVE])
    load([header, row])
    expect(parks).toMatchObject([{ city: 'Bayview', postcode: '2104', features: ['toilets'], area }])
    expect(load([header, row]).changed).toEqual([])
  })

  test('replaces a known one far away, and a listed one any', () => {
    const { load, parks } = directory()
    load([`ID,${HEADER}`, `1,${RESERVE}`])
    const suburb = () => parks.map(({ city, postcode }) => `${city} ${postcode}`)
    load(['ID,Name,Lat,Long', '1,Rowland Reserve,-33.911,151.157'])
    expect(suburb()).toEqual(['Marrickville 2204'])
    load([`ID,${HEADER}`, '1,Rowland Reserve,Newport,NSW,2106,-33.66074,151.30576'])
    expect(suburb()).toEqual(['Newport 2106'])
  })

  test('never replaces the one that another row of the park states', () => {
    const { load, parks } = directory()
    const list = [
      'Name,Suburb,State,Postcode,Lat,Long,As of',
      'Rosella Run,,VIC,3065,-37.8005,144.9785,',
      'Rosella Run,Fitzroy North,VIC,3068,-37.8005,144.9785,2019',
    ] as const
    load(list)
    expect(parks).toMatchObject([{ city: 'Fitzroy North', postcode: '3068' }])
    expect(load(list).changed).toEqual([])
  })
})

describe('rows that contradict each other about one park', () => {
  const PLACE = 'Carlton North,VIC,-37.7851,144.9721'
  const PICTURE = 'https://pictures.example/a.png'

  test.each<[string, string, string[], Partial<StoredPark>]>([
    [
      'its name',
      'ID,As of',
      ['Rosella Run;A1,', 'Galah Green;A1,2025'],
      { name: 'Rosella Run', asOf: '2025' },
    ],
    [
      'leash hours of a row that says only that dogs are allowed',
      'Dogs,Off-leash times',
      ['Rosella Run;allowed,Off-leash before 9am', 'Rosella Run;off leash timed,'],
      { access: 'off_leash_timed', leashHours: 'Off-leash before 9am' },
    ],
    [
      'a fence of an older row, beside a newer one that forbids dogs',
      'Dogs,As of,Fenced,Toilets',
      [
        'Rosella Run;No dogs,2025,,yes',
        'Rosella Run;off leash timed,2019,yes,',
        'Rosella Run;fenced dog park,2019,,no',
      ],
      { access: null, features: ['fenced', 'toilets'] },
    ],
    [
      'whether dogs are allowed, first in a row that has its number and another name',
      'ID,Dogs',
      ['Rosella Run;A1,No dogs', 'Galah Green;A1,off leash'],
      { access: null },
    ],
  ])('change nothing when they are imported again: %s', (_, columns, rows, expected) => {
    const { load, parks } = directory()
    const list = [
      `Name,Suburb,State,Lat,Long,${columns}`,
      ...rows.map((row) => row.replace(';', `,${PLACE},`)),
    ] as const
    load(list)
    expect(parks).toMatchObject([expected])
    expect(load(list).changed).toEqual([])
  })

  test('have one picture, also if the first row forbids dogs', () => {
    const { load, pictures } = directory()
    const list = [
      'Name,Suburb,State,Lat,Long,Dogs,Picture',
      `Rosella Run,${PLACE},No dogs,${PICTURE}`,
      `Rosella Run,${PLACE},off leash,`,
    ] as const
    load(list)
    expect([...pictures]).toEqual([[1, PICTURE]])
    expect(load(list).changed).toEqual([])
  })

  test('change nothing when they are imported again, whatever they say', () => {
    const cells = {
      ID: ['', 'A1'],
      Dogs: ['', 'off leash', 'on leash', 'No dogs', 'allowed', 'fenced dog park', 'off leash timed'],
      'As of': ['', '2019', '2025', '2025-06-01'],
      Phone: ['', '03 9999 0000', '03 8888 0000'],
      'Opening hours': ['', '6am-8pm', '7am-9pm'],
      'Off-leash times': ['', 'Off-leash before 9am', 'no dogs 10am-4pm'],
      Size: ['', 'Medium', 'Large'],
      Fenced: ['', 'yes', 'no'],
      Toilets: ['', 'yes', 'no'],
      'Off leash': ['', 'yes', 'no'],
      Accuracy: ['', 'suburb', 'near'],
      Picture: ['', PICTURE, 'https://pictures.example/b.png'],
    }
    const names = Object.keys(cells) as (keyof typeof cells)[]
    const rows = fc.array(
      fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...cells[name])]))),
      {
        minLength: 2,
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(fc.subarray(names), rows, (columns, all) => {
        const { load } = directory()
        const list = [
          ['Name,Suburb,State,Lat,Long', ...columns].join(','),
          ...all.map((row) => [`Rosella Run,${PLACE}`, ...columns.map((name) => row[name])].join(',')),
        ] as const
        load(list)
        expect(load(list).changed, list.join('\n')).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

test.each([
  ['two columns', 'Lat,Long', '-33.2836,149.099', ','],
  ['one column with the longitude first', 'WKT', 'POINT (149.099 -33.2836)', ''],
])(
  'a row without a position is in the town where the list has another park: %s',
  (_, header, cook, moulder) => {
    const { load, parks } = directory()
    load([`Name,Town,State,${header}`, `Cook Park,Orange,NSW,${cook}`, `Moulder Park,Orange,NSW,${moulder}`])
    expect(parks).toMatchObject([{ accuracy: 'exact' }, { city: 'Orange', accuracy: 'suburb' }])
  },
)

test.each([
  ['the outline first', true],
  ['the point first', false],
])(
  'a point in the outline of a park of its name is that park, however far from its middle: %s',
  (_, outlineFirst) => {
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([x, y]) => [144.9721 + x! * 0.006, -37.7851 + y! * 0.006])
    const outline = readGeoJson(
      JSON.stringify({
        type: 'Feature',
        properties: { name: 'Princes Big Park', suburb: 'Carlton North', state: 'VIC' },
        geometry: { type: 'Polygon', coordinates: [corners] },
      }),
    )
    const point = (latitude: string) =>
      ['Name,Suburb,State,Lat,Long', `Princes Big Park,Carlton North,VIC,${latitude},144.9766`] as const
    const { load, parks } = directory()
    if (outlineFirst) load(outline)
    load(point('-37.7806'))
    load(outline)
    expect(parks).toHaveLength(1)
    // A point that a list states replaces the middle of the outline.
    load(point('-37.7808'))
    expect(parks).toMatchObject([{ latitude: -37.7808, outline: { geometry: { type: 'MultiPolygon' } } }])
    load(point('-37.7706'))
    expect(parks).toHaveLength(2)
  },
)
