import { describe, expect, test } from 'vitest'
import { properCase } from '../../../data/import/proper-case.ts'
import { localities } from '../../../data/sources/localities.ts'
import { Locality } from '../../../data/model/locality.ts'
import { STATE_CODES } from '../../../data/model/state.ts'
import { readLocalities } from '../../../scripts/sources/localities.ts'
import { withPopulations } from '../../../scripts/sources/populations.ts'
import type { CityRow } from '../../../scripts/sources/populations.ts'
import { decodeLocalities, encodeLocalities, LocalityColumns } from '../../../data/directory/localities.ts'
import type { PackageRow } from '../../../scripts/sources/package-row.ts'

describe('names of places', () => {
  test.each([
    ['MCMAHONS POINT', 'McMahons Point'],
    ['ST KILDA', 'St Kilda'],
    ['COFFS HARBOUR', 'Coffs Harbour'],
    ["O'CONNOR", "O'Connor"],
    ['O’HALLORAN HILL', "O'Halloran Hill"],
    ["D'AGUILAR", "D'Aguilar"],
    ["TAM O'SHANTER", "Tam O'Shanter"],
    ["K'GARI", "K'gari"],
    ["STUN'SAIL BOOM", "Stun'Sail Boom"],
    ["CHILDREN'S PARK", "Children's Park"],
    ['MACGREGOR', 'Macgregor'],
    ['MACQUARIE FIELDS', 'Macquarie Fields'],
    ['MACMASTERS BEACH', 'MacMasters Beach'],
    ['PORT MACDONNELL', 'Port MacDonnell'],
    ['MACHANS BEACH', 'Machans Beach'],
    ['MOUNT KURING-GAI', 'Mount Kuring-gai'],
    ['MOUNT KU-RING-GAI', 'Mount Ku-ring-gai'],
    ['MOUNT COOT-THA', 'Mount Coot-tha'],
    ['KIPPA-RING', 'Kippa-Ring'],
    ['BRIGHTON-LE-SANDS', 'Brighton-Le-Sands'],
    ['KINGSTON-ON-MURRAY', 'Kingston-on-Murray'],
    ['SEVENTEEN SEVENTY', 'Seventeen Seventy'],
    ['WAGGA WAGGA', 'Wagga Wagga'],
    ['ISLE OF CAPRI', 'Isle of Capri'],
    ['EGGS AND BACON BAY', 'Eggs and Bacon Bay'],
    ['EAGLE ON THE HILL', 'Eagle on the Hill'],
    ['COME BY CHANCE', 'Come By Chance'],
    ['THE ENTRANCE', 'The Entrance'],
    ['EDINBURGH RAAF', 'Edinburgh RAAF'],
    ['HMAS CERBERUS', 'HMAS Cerberus'],
    ['KINGSTON SE', 'Kingston SE'],
    ['BROWNLOW KI', 'Brownlow KI'],
    ['KI KI', 'Ki Ki'],
    ['GEORGE V GATE', 'George V Gate'],
    ['HENRY VIII POINT', 'Henry VIII Point'],
    ['INDULKANA (IWANTJA)', 'Indulkana (Iwantja)'],
    ['LA PEROUSE', 'La Perouse'],
    ['  NORTH   SYDNEY ', 'North Sydney'],
  ])('in capitals, %s, become %s', (capitals, written) => expect(properCase(capitals)).toBe(written))

  test('in their proper spelling stay unchanged', () => {
    expect(localities().filter(({ name }) => properCase(name) !== name)).toEqual([])
  })
})

describe('the gazetteer', () => {
  const rows = localities()
  const places = (name: string) =>
    rows.filter((row) => row.name === name).map((row) => `${row.postcode} ${row.state}`)

  test('has 17,000 to 18,500 places in all eight states and territories', () => {
    expect(rows.length).toBeGreaterThan(17_000)
    expect(rows.length).toBeLessThan(18_500)
    expect(new Set(rows.map((row) => row.state))).toEqual(new Set(STATE_CODES))
  })

  test('has a name, a four-digit postcode and a position rounded to five decimals in every row', () => {
    const isRounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5 === degrees
    const isComplete = (row: Locality) =>
      Locality.safeParse(row).success &&
      /^\p{Lu}/u.test(row.name) &&
      isRounded(row.latitude) &&
      isRounded(row.longitude)
    expect(rows.filter((row) => !isComplete(row))).toEqual([])
  })

  test('has known places, and every Richmond and St Kilda', () => {
    expect(places('Chermside')).toEqual(['4032 QLD'])
    expect(places('Richmond')).toEqual([
      '2753 NSW',
      '3121 VIC',
      '4740 QLD',
      '4822 QLD',
      '5033 SA',
      '7025 TAS',
    ])
    expect(places('St Kilda')).toContain('3182 VIC')
    expect(places('McMahons Point')).toEqual(['2060 NSW'])
    expect(places("O'Connor")).toEqual(['6163 WA', '2602 ACT'])
    expect(rows.find((row) => row.name === 'Chermside')).toMatchObject({
      region: 'Chermside',
      region4: 'Brisbane - North',
    })
  })

  // Coordinates of the town centres from a source other than the package. The centre of a place is only
  // defined to a few kilometres.
  test.each([
    ['Sydney', '2000', -33.87, 151.21],
    ['Melbourne', '3000', -37.81, 144.96],
    ['Brisbane', '4000', -27.47, 153.02],
    ['Adelaide', '5000', -34.93, 138.6],
    ['Perth', '6000', -31.95, 115.86],
    ['Hobart', '7000', -42.88, 147.33],
    ['Darwin', '0800', -12.46, 130.84],
    ['Canberra', '2601', -35.28, 149.13],
    ['Cairns', '4870', -16.92, 145.77],
    ['Broome', '6725', -17.96, 122.24],
    ['Alice Springs', '0870', -23.7, 133.88],
    ['Lord Howe Island', '2898', -31.55, 159.08],
    // Alone or with one other place in their postcode, with which the position could be compared.
    ['Winter Valley', '3358', -37.58, 143.79],
    ['Telfer', '6762', -21.71, 122.23],
    ['Jigalong', '6753', -23.36, 120.78],
    ['Miram', '3415', -36.38, 141.37],
    ['Yarrunga', '3415', -36.36, 141.34],
    ['Yarrunga', '2577', -34.58, 150.43],
    ['Alkimos', '6038', -31.63, 115.68],
    ['Quilpie', '4480', -26.61, 144.27],
  ])('has %s (%s) at its known position', (name, postcode, latitude, longitude) => {
    const row = rows.find((candidate) => candidate.name === name && candidate.postcode === postcode)!
    expect(Math.abs(row.latitude - latitude)).toBeLessThan(0.06)
    expect(Math.abs(row.longitude - longitude)).toBeLessThan(0.06)
  })

  test('does not confuse the positions of places with the same name', () => {
    const latitude = (name: string, postcode: string) =>
      rows.find((row) => row.name === name && row.postcode === postcode)!.latitude
    // The package gives these the positions of Campbelltown (NSW), Ipswich (QLD), Cape York and a place in
    // England.
    expect(latitude('Minto', '3551')).toBeCloseTo(-36.8, 1)
    expect(latitude('Fernvale', '3701')).toBeCloseTo(-36.6, 1)
    expect(latitude('Galloways Hill', '4171')).toBeCloseTo(-27.45, 1)
    expect(latitude('Birdlip', '2655')).toBeCloseTo(-35.2, 1)
  })

  test('has neither Antarctic stations and islands nor a place whose position nobody knows', () => {
    expect(rows.filter(({ postcode }) => postcode === '7151' || postcode === '2309')).toEqual([])
  })

  test('keeps the position of a place far from its postcode', () => {
    const yaraka = rows.find((row) => row.name === 'Yaraka' && row.postcode === '4702')!
    expect(yaraka.longitude).toBeCloseTo(144.08, 1)
    expect(rows.find((row) => row.name === 'Warburton' && row.postcode === '6431')!.longitude).toBeCloseTo(
      126.58,
      1,
    )
  })

  test('has no postal-only addresses', () => {
    const mail = rows.filter((row) => / (?:BC|DC|MC|Bc|Dc|Mc|GPO|Gpo|PO|Po)$/.test(row.name))
    expect(mail.map((row) => row.name)).toEqual([])
    expect(places('Sydney')).toEqual(['2000 NSW'])
    expect(places('Darwin')).toEqual(['0800 NT'])
  })

  test('has one row for each name and postcode, sorted by state, postcode and name', () => {
    const keys = rows.map((row) => `${STATE_CODES.indexOf(row.state)} ${row.postcode} ${row.name}`)
    expect(
      new Set(rows.map((row) => `${row.postcode} ${row.name.toLowerCase().replace(/[^a-z0-9]/g, '')}`)).size,
    ).toBe(rows.length)
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
  })
})

describe('populations', () => {
  const rows = localities()
  const population = (name: string, state: string) =>
    Math.max(...rows.filter((row) => row.name === name && row.state === state).map((row) => row.population))

  // Residents at the census of 2021 (ABS QuickStats), as an independent source. Steps are a factor of 1.41.
  test.each([
    ['Marrickville', 'NSW', 26_570],
    ['Fitzroy', 'VIC', 10_431],
    ['Ashfield', 'NSW', 23_012],
    ['Hawthorn', 'VIC', 22_322],
    ['Parramatta', 'NSW', 30_211],
  ])('of %s %s is that of the census, within a factor of two', (name, state, people) => {
    expect(population(name, state)).toBeGreaterThan(people / 2)
    expect(population(name, state)).toBeLessThan(people * 2)
  })

  test('is known for the localities where most people live, and 0 elsewhere', () => {
    const known = rows.filter((row) => row.population > 0)
    expect(known.length).toBeGreaterThan(3_500)
    expect(known.every((row) => row.population >= 1_000)).toBe(true)
    expect(population('Fitzroy', 'SA')).toBe(0)
  })

  test('is given to the nearest place of that name in the state', () => {
    const place = (name: string, state: 'NSW' | 'VIC', latitude: number) => ({
      name,
      state,
      postcode: '2000',
      region: '',
      region4: '',
      latitude,
      longitude: 150,
    })
    const city = (changes: Partial<CityRow>): CityRow => ({
      name: 'Mount Example',
      country: 'AU',
      adminCode: '02',
      population: 5_000,
      loc: { coordinates: [150, -33] },
      ...changes,
    })
    const places = [
      place('Mt Example', 'NSW', -33.1),
      place('Mt Example', 'NSW', -33.05),
      place('Mt Example', 'VIC', -33),
      place('Other', 'NSW', -33),
    ]
    const found = withPopulations(places, [city({}), city({ population: 900 }), city({ country: 'NZ' })])
    expect(found.map((row) => row.population)).toEqual([0, 5_657, 0, 0])
    expect(withPopulations(places, [city({ loc: { coordinates: [151, -33] } })])).toEqual(
      places.map((row) => ({ ...row, population: 0 })),
    )
  })

  test('survives being encoded, and is 0 in a directory of an earlier version', () => {
    const some = rows.slice(3_000, 3_200)
    const columns = encodeLocalities(some)
    expect(decodeLocalities(columns)).toEqual(some)
    const { population: _population, ...earlier } = columns
    expect(decodeLocalities(LocalityColumns.parse(earlier)).every((row) => row.population === 0)).toBe(true)
  })
})

describe('readLocalities', () => {
  const row = (changes: Partial<PackageRow>): PackageRow => ({
    postcode: '2060',
    locality: 'MCMAHONS POINT',
    state: 'NSW',
    type: 'Delivery Area',
    lat: -33.84,
    long: 151.2,
    Lat_precise: -33.8452399,
    Long_precise: 151.2043301,
    sa3name: 'North Sydney - Mosman',
    sa4name: 'Sydney - North Sydney and Hornsby',
    ...changes,
  })

  test('leaves out post office boxes and large volume receivers', () => {
    expect(
      readLocalities([
        row({ type: 'Post Office Boxes' }),
        row({ type: 'LVR' }),
        row({ type: '', locality: 'CHERMSIDE BC' }),
      ]),
    ).toEqual([])
  })

  test('keeps the delivery area of two rows for the same place', () => {
    const found = readLocalities([
      row({ type: '', locality: 'O’CONNOR', Lat_precise: -33.9 }),
      row({ locality: "O'CONNOR" }),
    ])
    expect(found.map(({ name, latitude }) => [name, latitude])).toEqual([["O'Connor", -33.84524]])
  })

  test('replaces a precise position that is zero or outside the state with the plain one', () => {
    expect(readLocalities([row({ Lat_precise: 0, Long_precise: 0 })])[0]).toMatchObject({
      latitude: -33.84,
      longitude: 151.2,
    })
    expect(readLocalities([row({ Lat_precise: 51.8, Long_precise: -2.1 })])[0]).toMatchObject({
      latitude: -33.84,
      longitude: 151.2,
    })
  })

  test('leaves out a place without any plausible position', () => {
    expect(readLocalities([row({ Lat_precise: 49.18, Long_precise: -2.1, lat: 49.18, long: -2.1 })])).toEqual(
      [],
    )
  })
})
