import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import * as fc from 'fast-check'
import { createOSMStream } from 'osm-pbf-parser-node'
import { describe, expect, test } from 'vitest'
import { toCsv } from '../../../data/export/csv.ts'
import { publishersText } from '../../../data/model/source.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { createPbfFile } from '../../../scripts/map/osm-pbf-write.ts'
import { root } from '../../../scripts/root.ts'
import { openGeocoder, nominatim } from '../../../server/geo/geocoder.ts'
import { readImageType } from '../../../server/geo/image.ts'
import { readGeoJson } from '../../../server/import/geojson.ts'
import { answerFor, locateParks } from '../../../server/import/locate.ts'
import { openStateAt } from '../../../data/hours/index.ts'
import { isForDogs, OSM_SOURCE, readOverpass } from '../../../server/import/osm.ts'
import { SYDNEY } from '../../data/hours/places.ts'
import { readPbf } from '../../../server/import/osm-extract.ts'
import { fetchPicture, isPublicUrl, PictureRefused, reencodePicture } from '../../../server/import/picture.ts'
import { copyPictures } from '../../../server/import/picture-queue.ts'
import { readFile } from '../../../server/import/read-file.ts'
import { findHeaders, mapHeaders } from '../../../server/import/headers.ts'
import { readPbfFile } from '../../../server/import/osm-pbf.ts'
import { readRow } from '../../../server/import/row.ts'
import type { ReadRow } from '../../../server/import/row.ts'
import { runImport } from '../../../server/import/run.ts'
import { areaOf, ofPolygons, pointInside } from '../../../server/import/shape.ts'
import type { LngLat, Polygon } from '../../../server/import/shape.ts'
import type { Table } from '../../../server/import/table.ts'
import { publishChange } from '../../../server/repositories/directory.ts'
import { ImportBusy, isImporting } from '../../../server/repositories/import-jobs.ts'
import { undoImport } from '../../../server/repositories/imports.ts'
import { openStorage, storageConfig } from '../../../server/storage/storage.ts'
import { PARKS, configIn, environmentOf, openedStore, seed, startedOn, temporaryFolder } from '../harness.ts'
import { scaleSet } from '../../support/scale-set.ts'
import { sendJson, service } from '../geo/fake-service.ts'
import { extract } from './pbf.ts'
import { onPostgres } from '../postgres-databases.ts'
import { openDatabase } from '../sql.ts'

const clock = () => new Date('2026-05-01T00:00:00Z')
const values = ({ header, rows }: Table, row = 0) =>
  Object.fromEntries(
    header.map((name, at) => [name, rows[row]!.cells[at]]).filter(([, value]) => value !== ''),
  )
/** A square around a position, with its side in degrees; longitude first. */
const square = (longitude: number, latitude: number, side = 0.002) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x, y]) => [longitude + (x! * side) / 2, latitude + (y! * side) / 2] as const)

describe.skipIf(onPostgres)('council open data', () => {
  const collection = (features: object[], more: object = {}) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: features.map((feature) => ({ type: 'Feature', ...feature })),
      ...more,
    })

  test('has columns for the properties within its properties', () => {
    const table = readGeoJson(
      collection([
        {
          properties: {
            name: 'Rosella Run',
            dogs: { off_leash: 'Yes', rules: { members_only: 'Yes' }, none: {} },
            zones: [{ name: 'North', dogs: 'No' }, 'South'],
          },
          geometry: null,
        },
        {
          properties: { name: 'Galah Green', dogs: 'On leash', zones: JSON.parse('{"__proto__":{"a":1}}') },
          geometry: null,
        },
      ]),
    )
    expect(values(table)).toMatchObject({
      'dogs off_leash': 'Yes',
      'dogs rules members_only': 'Yes',
      zones: 'name: North, dogs: No; South',
    })
    expect(values(table, 1)).toMatchObject({ dogs: 'On leash', 'zones __proto__ a': '1' })
  })

  test('is a list of points and areas, whose geometry takes precedence over columns', () => {
    const table = readGeoJson(
      collection([
        {
          id: 7,
          properties: { Park_Name: 'Rosella Run', LAT: 1, Fenced: true, list: ['a', 'b'] },
          geometry: { type: 'Point', coordinates: [151.2, -33.8, 12] },
        },
        {
          properties: { Park_Name: 'Galah Green' },
          geometry: { type: 'Polygon', coordinates: [square(151.3, -33.9)] },
        },
        { properties: { Park_Name: 'No place' }, geometry: null },
      ]),
    )
    expect(values(table)).toEqual({
      Park_Name: 'Rosella Run',
      Fenced: 'true',
      list: 'a; b',
      latitude: '-33.8',
      longitude: '151.2',
      'source id': '7',
    })
    expect(values(table, 1)).toMatchObject({
      latitude: expect.stringMatching(/^-33\.9/),
      longitude: expect.stringMatching(/^151\.3/),
    })
    expect(table.rows.map(({ outline }) => outline?.polygons.length)).toEqual([undefined, 1, undefined])
    expect(table.rows[1]!.outline!.area / 41_100).toBeCloseTo(1, 1)
    expect(values(table, 2)).toEqual({ Park_Name: 'No place' })
  })

  test('is refused with the reason if it is in metres or not GeoJSON', () => {
    expect(() =>
      readGeoJson(
        collection([], { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28356' } } }),
      ),
    ).toThrow('The coordinates are not in degrees')
    expect(() => readGeoJson('{"a": 1}')).toThrow('This is not a GeoJSON feature collection.')
    expect(() => readGeoJson('<html>')).toThrow('This is not JSON.')
    expect(
      readGeoJson(collection([], { crs: { properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } })).rows,
    ).toEqual([])
  })

  test('gets a point inside an area even if the centre is outside', () => {
    const horseshoe = [
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3],
      [2, 1],
      [1, 1],
      [1, 3],
      [0, 3],
      [0, 0],
    ].map(([x, y]) => [150 + x! * 0.001, -33 + y! * 0.001] as const)
    const [longitude] = pointInside([horseshoe])
    expect((longitude > 150 && longitude < 150.001) || (longitude > 150.002 && longitude < 150.003)).toBe(
      true,
    )
    const whole = areaOf([square(150, -33)])
    expect(whole / 41_500).toBeCloseTo(1, 1)
    expect(areaOf([square(150, -33), square(150, -33, 0.001)])).toBeCloseTo(whole * 0.75, -1)
    expect(areaOf([square(150, -33).slice(0, -1)])).toBe(whole)
  })

  test('gets the largest area, and none whose coordinates are metres or too few', () => {
    const park = square(150, -33)
    expect(ofPolygons([[square(151, -33, 0.0001)], [park]])?.point).toEqual(pointInside([park]))
    for (const polygon of [
      [],
      [[[150, -33]]],
      [
        [
          [334_000, 6_250_000],
          [334_100, 6_250_000],
          [334_100, 6_250_100],
        ],
      ],
      [
        [
          [0, 0],
          [7e79, 0],
          [0, -5e114],
        ],
      ],
    ] as unknown as Polygon[])
      expect(ofPolygons([polygon])).toBeUndefined()
  })

  test('gets a point inside any polygon that has an area', () => {
    const spokes = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 40 })
    fc.assert(
      fc.property(spokes, (radii) => {
        const star = radii.map((radius, at): LngLat => {
          const angle = (2 * Math.PI * at) / radii.length
          return [150 + radius * 1e-5 * Math.cos(angle), -33 + radius * 1e-5 * Math.sin(angle)]
        })
        const [longitude, latitude] = ofPolygons([[star]])!.point
        // Even-odd rule, without the package that the product uses.
        const edges = star.filter((from, at) => {
          const to = star[(at + 1) % star.length]!
          if (from[1] > latitude === to[1] > latitude) return false
          return from[0] + ((latitude - from[1]) / (to[1] - from[1])) * (to[0] - from[0]) > longitude
        })
        expect(edges.length % 2).toBe(1)
      }),
    )
  })
})

describe.skipIf(onPostgres)('OpenStreetMap', () => {
  const DOG_PARK = {
    leisure: 'dog_park',
    name: 'Rosella Run',
    barrier: 'fence',
    drinking_water: 'yes',
    opening_hours: 'Mo-Fr 06:00-20:00; PH off',
  }

  test('has dog parks, and grounds that allow dogs', () => {
    expect(
      [
        { leisure: 'dog_park' },
        { leisure: 'park', dog: 'leashed' },
        { natural: 'beach', dog: 'unleashed' },
        { leisure: 'park', dog: 'yes' },
      ].map(isForDogs),
    ).toEqual([true, true, true, true])
    expect(
      [
        { leisure: 'park' },
        { amenity: 'cafe', dog: 'yes' },
        { leisure: 'park', dog: 'no' },
        ...['private', 'customers', 'members', 'permit'].map((access) => ({ leisure: 'dog_park', access })),
      ].map(isForDogs),
    ).toEqual([false, false, false, false, false, false, false])
  })

  test('with conditions of access has unknown opening hours', () => {
    const tags = { leisure: 'dog_park', 'access:conditional': 'no @ (22:00-06:00)' }
    const hoursOf = (more: Record<string, string>) =>
      values(
        readOverpass({
          elements: [{ type: 'node', id: 1, lat: -33.9, lon: 151.2, tags: { ...tags, ...more } }],
        }),
      )['opening hours']
    expect(hoursOf({})).toBe('Access: no @ (22:00-06:00)')
    expect(openStateAt(hoursOf({})!, SYDNEY, Date.parse('2026-05-05T23:00+10:00'))).toBe('unknown')
    expect(hoursOf({ opening_hours: '06:00-22:00' })).toBe('06:00-22:00')
  })

  test.each([
    [{ natural: 'beach', dog: 'unleashed' }, 'off_leash', null],
    [
      { natural: 'beach', dog: 'unleashed', 'dog:conditional': 'no @ (Nov-Mar 09:00-19:00)' },
      null,
      'dog:conditional=no @ (Nov-Mar 09:00-19:00)',
    ],
    [
      { leisure: 'park', dog: 'unleashed', 'dog:conditional': 'leashed @ (Mo-Fr 09:00-17:00)' },
      null,
      'dog:conditional=leashed @ (Mo-Fr 09:00-17:00)',
    ],
    [
      { leisure: 'park', dog: 'yes', 'dog:conditional': 'no @ (sunset-sunrise)' },
      null,
      'dog:conditional=no @ (sunset-sunrise)',
    ],
    // Not a condition, but not to be taken for the rule either.
    [{ leisure: 'park', dog: 'leashed', 'dog:conditional': 'unleashed' }, null, 'dog:conditional=unleashed'],
    [{ leisure: 'dog_park', 'dog:conditional': 'no @ (Dec-Feb)' }, null, 'dog:conditional=no @ (Dec-Feb)'],
    [
      { leisure: 'park', dog: 'unleashed', 'dog:conditional': 'unleashed @ (17:00-09:00)' },
      'off_leash',
      'Off-leash 17:00-09:00',
    ],
    [{ leisure: 'dog_park', dog: 'leashed' }, 'on_leash', null],
    [
      { leisure: 'dog_park', dog: 'leashed', 'dog:conditional': 'unleashed @ (17:00-09:00)' },
      'off_leash_timed',
      'Off-leash 17:00-09:00',
    ],
  ] as const)('with the tags %j has the rule %s and the leash hours %s', (tags, access, leashHours) => {
    const { header, rows } = readOverpass({
      elements: [{ type: 'node', id: 1, lat: -33.9, lon: 151.2, tags: { name: 'Rosella Run', ...tags } }],
    })
    const { facts } = readRow(rows[0]!, mapHeaders(header, rows), {
      source: '',
      today: '2026-05-01',
    }) as ReadRow
    expect(facts).toMatchObject({ access, leashHours })
  })

  const expected = {
    name: 'Rosella Run',
    latitude: expect.stringMatching(/^-33\.91/),
    longitude: expect.stringMatching(/^151\.15/),
    'dog access': 'fenced_dog_park',
    // Unchanged, so that the part about public holidays is not lost.
    'opening hours': 'Mo-Fr 06:00-20:00; PH off',
    fenced: 'yes',
    water: 'yes',
    source: OSM_SOURCE,
    'source id': 'way/9',
  }
  const corners = square(151.157, -33.911)

  test('is read from Overpass replies with geometry, with nodes or with a centre only', () => {
    const geometry = corners.map(([lon, lat]) => ({ lat, lon }))
    const nodes = corners.map(([lon, lat], at) => ({ type: 'node', id: at + 1, lat, lon }))
    const way = { type: 'way', id: 9, tags: DOG_PARK }
    expect(values(readOverpass({ elements: [{ ...way, geometry }] }))).toEqual(expected)
    const fromNodes = readOverpass({ elements: [{ ...way, nodes: [1, 2, 3, 4, 1] }, ...nodes] })
    expect(values(fromNodes)).toMatchObject({ name: 'Rosella Run' })
    expect(fromNodes.rows[0]!.outline?.polygons).toEqual([[corners]])
    expect(
      values(readOverpass({ elements: [{ ...way, center: { lat: -33.911, lon: 151.157 } }] })),
    ).toMatchObject({ latitude: '-33.911', longitude: '151.157' })
    expect(() => readOverpass({ elements: [{ type: 'way' }] })).toThrow(
      'This is not a reply of the Overpass API.',
    )
  })

  test('is read from an extract with nodes, ways and relations', async () => {
    const path = join(temporaryFolder(), 'some.osm.pbf')
    const nodes = corners.slice(0, 4).map((at, index) => ({ kind: 'node' as const, id: index + 1, at }))
    writeFileSync(
      path,
      extract([
        ...nodes,
        {
          kind: 'node',
          id: 20,
          at: [151.1, -33.9],
          tags: { leisure: 'park', dog: 'leashed', name: 'Galah Green' },
        },
        { kind: 'way', id: 9, refs: [1, 2, 3, 4, 1], tags: DOG_PARK },
        { kind: 'way', id: 10, refs: [1, 2, 3] },
        { kind: 'way', id: 11, refs: [3, 4, 1] },
        {
          kind: 'relation',
          id: 12,
          refs: [10, 11],
          tags: { leisure: 'park', dog: 'unleashed', name: 'Corella Common', type: 'multipolygon' },
        },
        { kind: 'way', id: 13, refs: [1, 2], tags: { highway: 'footway' } },
      ]),
    )
    const table = await readPbf(path)
    expect(table.rows.map((_, row) => values(table, row))).toEqual([
      {
        name: 'Galah Green',
        latitude: '-33.9',
        longitude: '151.1',
        'dog access': 'on_leash',
        source: OSM_SOURCE,
        'source id': 'node/20',
      },
      expected,
      {
        name: 'Corella Common',
        latitude: expect.any(String),
        longitude: expect.any(String),
        'dog access': 'off_leash',
        // The fence of the dog park is on its whole edge.
        fenced: 'yes',
        source: OSM_SOURCE,
        'source id': 'relation/12',
      },
    ])
    expect(table.rows.map(({ outline }) => outline?.polygons[0]?.[0]?.length)).toEqual([undefined, 5, 5])
    writeFileSync(path, 'no extract at all')
    await expect(readPbf(path)).rejects.toThrow('This is not an OpenStreetMap extract')
  })

  test('says of a park what is mapped in it, unless its own tags say otherwise', async () => {
    const path = join(temporaryFolder(), 'furnished.osm.pbf')
    const node = (id: number, at: readonly [number, number], tags = {}) => ({
      kind: 'node' as const,
      id,
      at,
      tags,
    })
    const edge = (first: number, longitude: number) =>
      square(longitude, -33.911)
        .slice(0, 4)
        .map((at, index) => node(first + index, at))
    const ring = (first: number) => [first, first + 1, first + 2, first + 3, first]
    writeFileSync(
      path,
      extract([
        ...edge(1, 151.157),
        ...edge(11, 151.257),
        node(5, [151.157, -33.91], { barrier: 'gate' }),
        node(20, [151.157, -33.911], { amenity: 'drinking_water' }),
        node(21, [151.1575, -33.911], { amenity: 'bench' }),
        node(22, [151.157, -33.9105], { highway: 'street_lamp' }),
        node(23, [151.2575, -33.911], { amenity: 'bench' }),
        node(24, [151.257, -33.9105], { amenity: 'drinking_water' }),
        // Beside the parks.
        node(25, [151.159, -33.911], { amenity: 'bbq' }),
        node(26, [151.157, -33.908], { barrier: 'gate' }),
        {
          kind: 'way',
          id: 30,
          refs: [1, 2, 3, 5, 4, 1],
          tags: { leisure: 'dog_park', name: 'Rosella Run', surface: 'fine_gravel' },
        },
        { kind: 'way', id: 31, refs: [1, 2, 3, 5], tags: { barrier: 'fence' } },
        { kind: 'way', id: 32, refs: [5, 4, 1], tags: { barrier: 'wall' } },
        {
          kind: 'way',
          id: 40,
          refs: ring(11),
          tags: {
            leisure: 'park',
            dog: 'leashed',
            'dog:conditional': 'unleashed @ (17:00-09:00)',
            name: 'Galah Green',
            drinking_water: 'no',
          },
        },
        { kind: 'way', id: 41, refs: [11, 12, 13], tags: { barrier: 'fence' } },
        { kind: 'way', id: 42, refs: [23, 24], tags: { amenity: 'toilets' } },
      ]),
    )
    const table = await readPbf(path)
    const [rosella, galah] = [values(table), values(table, 1)]
    expect(rosella).toMatchObject({
      name: 'Rosella Run',
      'dog access': 'fenced_dog_park',
      fenced: 'yes',
      water: 'yes',
      seating: 'yes',
      lighting: 'yes',
      features: 'Surface: fine gravel; one gate',
    })
    expect(rosella).not.toHaveProperty('bbq')
    expect(galah).toMatchObject({
      'dog access': 'off_leash_timed',
      'off-leash hours': 'Off-leash 17:00-09:00',
      water: 'no',
      seating: 'yes',
      toilets: 'yes',
    })
    // Only a part of the edge has a fence.
    expect(galah).not.toHaveProperty('fenced')
    const columns = mapHeaders(table.header, table.rows)
    const row = (index: number) =>
      readRow(table.rows[index]!, columns, { source: OSM_SOURCE, today: '2026-05-01' }) as ReadRow
    expect(row(0).facts).toMatchObject({
      features: ['off-leash', 'fenced', 'water', 'seating', 'safe'],
      description: 'Surface: fine gravel; one gate.',
    })
    expect(row(1).facts).toMatchObject({ leashHours: 'Off-leash 17:00-09:00', access: 'off_leash_timed' })
    expect(row(1).facts.lacks).toContain('water')
    expect(row(1).notUnderstood).toEqual([])
  })

  test('is read from an extract of many blocks, and the year of a node from the times of its block', async () => {
    const path = join(temporaryFolder(), 'blocks.osm.pbf')
    const file = await createPbfFile(path, { west: 150, south: -35, east: 152, north: -33 })
    const at = (id: number, tags: Record<string, string> = {}, year = 2015) => ({
      id,
      latitude: -339_000_000 + id,
      longitude: 1_511_000_000,
      tags: new Map(Object.entries(tags)),
      edited: Date.UTC(year, 5) / 1_000,
    })
    await file.nodes([at(1), at(2, { amenity: 'bench' })])
    await file.nodes([
      at(3),
      at(4, { leisure: 'dog_park', name: 'Rosella Run' }, 2019),
      at(5, { shop: 'hotdog_stand' }, 2012),
    ])
    await file.ways([{ id: 1, refs: [1, 2], tags: new Map([['leisure', 'park']]) }])
    await file.close()
    const table = await readPbf(path)
    expect(table.rows).toHaveLength(1)
    expect(values(table)).toMatchObject({
      name: 'Rosella Run',
      latitude: '-33.8999996',
      longitude: '151.1',
      'source id': 'node/4',
      'as of': '2019',
    })
  })

  test('has the same elements for our reader of extracts as for another one', async () => {
    const path = join(root, 'tests', 'fixtures', 'map', 'marrickville.osm.pbf')
    const seen = (tags: Iterable<[string, string]>, edited: unknown) =>
      JSON.stringify([Object.fromEntries(tags), edited])
    const ours: string[] = []
    await readPbfFile(path, {
      node: (id, latitude, longitude, tags, edited) =>
        ours.push(`node ${id} ${latitude} ${longitude} ${seen(tags?.() ?? [], edited())}`),
      way: (id, refs, tags, edited) => ours.push(`way ${id} ${refs.join()} ${seen(tags, edited())}`),
      relation: (id, members, tags, edited) =>
        ours.push(`relation ${id} ${JSON.stringify(members())} ${seen(tags, edited())}`),
    })
    const theirs: string[] = []
    interface Item {
      type?: 'node' | 'way' | 'relation'
      id: number
      lat: number
      lon: number
      refs: number[]
      members: { type: string; ref: number; role: string }[]
      tags?: Record<string, string>
      info?: { timestamp?: number }
    }
    for await (const item of createOSMStream(path, { withInfo: true }) as AsyncIterable<Item>) {
      const tail = seen(Object.entries(item.tags ?? {}), item.info?.timestamp)
      if (item.type === 'node')
        theirs.push(`node ${item.id} ${Math.round(item.lat * 1e7)} ${Math.round(item.lon * 1e7)} ${tail}`)
      if (item.type === 'way') theirs.push(`way ${item.id} ${item.refs.join()} ${tail}`)
      if (item.type === 'relation')
        theirs.push(
          `relation ${item.id} ${JSON.stringify(item.members.map(({ type, ref, role }) => ({ type, ref, role })))} ${tail}`,
        )
    }
    expect(ours.length).toBeGreaterThan(1_000)
    expect(ours).toEqual(theirs)
  })
})

const importCommand = (environment: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, ['--no-warnings', join(root, 'scripts', 'import.ts'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })

test('the import command changes nothing in a dry run, and otherwise stores the licence of the source', async () => {
  const config = configIn(temporaryFolder())
  const path = await seed(config)
  const file = join(temporaryFolder(), 'answer.json')
  writeFileSync(
    file,
    // Some programs write a byte order mark.
    `\uFEFF${JSON.stringify({
      elements: [
        {
          type: 'node',
          id: 4,
          lat: PARKS[0]!.latitude + 0.01,
          lon: PARKS[0]!.longitude,
          tags: { leisure: 'dog_park', name: 'Rosella Run' },
        },
      ],
    })}`,
  )
  const run = (...args: string[]) => importCommand(environmentOf(config), ...args)
  const count = (table = 'parks') => {
    const database = openDatabase(path)
    const found = database.prepare(`select count(*) from ${table}`).pluck().get()
    database.close()
    return found
  }
  const changes = join(temporaryFolder(), 'changes.csv')
  const dry = run(file, '--dry-run', '--changes', changes)
  expect([dry.status, dry.stderr, count()]).toEqual([0, '', PARKS.length])
  expect(dry.stdout).toContain('answer.json (Overpass JSON): Would import 1 park out of 1 entry: 1 new.')
  expect(dry.stdout).toContain(`The changes are listed in ${changes}.`)
  expect(readFileSync(changes, 'utf8').split('\r\n')).toEqual([
    '\uFEFFRow,Outcome,Park,Place,Id,Fact,Before,After,Notes',
    expect.stringMatching(/^2,new,Rosella Run,/),
    '',
  ])
  expect([count(), count('import_report_rows')]).toEqual([PARKS.length, 0])
  expect(run(file).stdout).toContain('It is import 1; administrators can undo it.')
  const { app } = await startedOn(config)
  expect((await app.inject(`/api/parks/${PARKS.length + 1}`)).json()).toMatchObject({
    name: 'Rosella Run',
    source: 'OpenStreetMap',
    position: { publisher: 'OpenStreetMap', licence: 'ODbL 1.0' },
    dogAccess: 'dog_park',
  })
})

test.skipIf(onPostgres)('the import command says why it cannot be run', async () => {
  const config = configIn(temporaryFolder())
  await seed(config)
  const run = (...args: string[]) => importCommand(environmentOf(config), ...args)
  const changes = join(temporaryFolder(), 'changes.csv')
  expect(run(changes, '--changes', changes).stderr).toBe('--changes needs one file and --dry-run.\n')
  const wrong = run('no-such-file.csv')
  expect([wrong.status, wrong.stderr]).toEqual([1, 'There is no file no-such-file.csv.\n'])
})

describe('improved positions', () => {
  const park = { ...PARKS.find(({ accuracy }) => accuracy === 'suburb')!, outline: null }
  const near = { lat: String(park.latitude + 0.01), lon: String(park.longitude), category: 'leisure' }

  test.skipIf(onPostgres)('are used only near the suburb and with the same name or street', () => {
    const answer = {
      latitude: park.latitude + 0.01,
      longitude: park.longitude,
      label: `${park.name}, Somewhere`,
      approximate: false,
    }
    expect(answerFor(park, [answer])).toBe(answer)
    for (const change of [
      { approximate: true },
      { label: 'Another Park, Somewhere' },
      { latitude: park.latitude + 1 },
    ])
      expect(answerFor(park, [{ ...answer, ...change }])).toBeUndefined()
    expect(
      answerFor({ ...park, address: '12 Rosella Street' }, [
        { ...answer, label: '12, Rosella Street, Somewhere' },
      ]),
    ).toBeDefined()
  })

  test('are requested once, stored, published with their source, and can be undone', async () => {
    const store = openedStore(await seed(configIn(temporaryFolder())))
    const { url, asked } = await service((request, response) => {
      const question = new URL(request.url!, 'http://x').searchParams.get('q')!
      sendJson(
        response,
        question.startsWith(`${park.name},`)
          ? [{ ...near, display_name: `${park.name}, Street, Town, Australia` }]
          : [],
      )
    })
    const { streets } = openGeocoder(
      () => undefined,
      nominatim({ url: new URL(url), userAgent: 'Offlead/1.2.3' }),
    )
    const run = (limit: number, dryRun = false) =>
      locateParks(store, {
        service: streets!,
        source: 'position: Nominatim',
        pace: 0,
        limit,
        dryRun,
        clock,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
    const waiting = PARKS.filter(({ accuracy }) => accuracy === 'suburb').length
    expect([await run(10, true), asked.length]).toEqual([{ waiting, asked: 0, found: 0, importId: null }, 0])
    const first = await run(10)
    expect(first).toMatchObject({ waiting, asked: 10 })
    const rest = await run(Infinity)
    expect(rest).toMatchObject({ waiting: waiting - 10, asked: waiting - 10 })
    expect(asked).toHaveLength(waiting)
    const importId = (first.importId ?? rest.importId)!
    const stored = async () =>
      await store.read((db) =>
        db
          .selectFrom('parks')
          .select(['latitude', 'accuracy', 'position', 'source'])
          .where('id', '=', park.id)
          .executeTakeFirstOrThrow(),
      )
    const source = publishersText(park.sources)
    const { position, ...located } = await stored()
    expect(located).toMatchObject({ accuracy: 'exact', source })
    expect(JSON.parse(position!)).toEqual({
      publisher: 'OpenStreetMap',
      title: 'Nominatim',
      date: clock().toISOString().slice(0, 10),
      licence: 'ODbL 1.0',
    })
    await store.write((db) => undoImport(db, importId, null, clock()))
    expect(await stored()).toEqual({
      latitude: String(park.latitude),
      accuracy: 'suburb',
      position: null,
      source,
    })
    // The service is not asked again, and an undone position stays undone.
    expect([await run(Infinity), asked.length]).toEqual([
      { waiting: 0, asked: 0, found: 0, importId: null },
      waiting,
    ])
  })
})

test('positions are not published while the directory keeps changing, and the next run publishes them', async () => {
  const found = { ...PARKS.find(({ accuracy }) => accuracy === 'suburb')!, outline: null }
  const store = openedStore(await seed(configIn(temporaryFolder())))
  const options = {
    service: {
      name: 'Nominatim',
      at: async () => [],
      find: async (question: string) =>
        question.startsWith(`${found.name},`)
          ? [
              {
                latitude: found.latitude + 0.01,
                longitude: found.longitude,
                label: found.name,
                approximate: false,
              },
            ]
          : [],
    },
    source: 'position: Nominatim',
    pace: 0,
    limit: Infinity,
    dryRun: false,
    clock,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  }
  let versions = 0
  const paused: boolean[] = []
  const isPaused = () => store.read((db) => isImporting(db, 600_000))
  /** A store in which another process changes the directory after each time it is read. */
  const changing: typeof store = Object.create(store, {
    view: {
      value: async (work: Parameters<typeof store.view>[0]) => {
        const result = await store.view(work)
        versions += 1
        paused.push(await isPaused())
        await store.write((db) =>
          publishChange(db, { upserts: [{ ...PARKS[0]!, name: `Park ${versions}` }] }, clock()),
        )
        return result
      },
    },
  }) as typeof store
  await expect(locateParks(changing, options)).rejects.toThrow(ImportBusy)
  // The parks to look up are read first; each of the eight attempts then reads the directory.
  expect(paused).toEqual([false, ...Array.from({ length: 8 }, () => true)])
  expect(await isPaused()).toBe(false)
  expect(await locateParks(store, options)).toMatchObject({ asked: 0, found: 1 })
})

describe('pictures', () => {
  const png = (width: number, height: number) => createCanvas(width, height).encode('png')
  const request = {
    kind: 'csv' as const,
    fileName: 'list.csv',
    source: 'list',
    userId: null,
    dryRun: false,
  }

  test('are copied to our origin, re-encoded and scaled down, and published as a version of the directory', async () => {
    const config = configIn(temporaryFolder())
    const store = openedStore(await seed(config))
    const picture = await png(2000, 1000)
    const { url } = await service((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/dog.png' }).end()
      else if (request.url === '/dog.png') response.end(picture)
      else response.writeHead(404).end()
    })
    const list = (name: string, path: string) => `${name},Carlton North,VIC,${url}${path}`
    const file = join(temporaryFolder(), 'list.csv')
    writeFileSync(
      file,
      [
        'name,suburb,state,photo',
        list('Rosella Run', '/moved'),
        list('Galah Green', '/gone'),
        list('Corella Common', '/dog.png'),
      ].join('\n'),
    )
    const table = findHeaders(await readFile(file, 'csv'))
    expect(await runImport(store, table, request, clock)).toMatchObject({ created: 3, pictures: 3 })
    const folder = join(config.dataDir, 'pictures')
    const storage = openStorage(storageConfig(config))
    expect(
      await copyPictures(store, storage, 'Offlead/1.2.3', (address, userAgent) =>
        fetchPicture(address, userAgent, () => true),
      ),
    ).toBe(2)
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.webp$/)])

    const { app } = await startedOn(config)
    const [{ imageUrl }] = (await app.inject('/api/search?query=rosella')).json()
    const copy = await app.inject(imageUrl)
    expect(copy.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(readImageType(copy.rawPayload)).toEqual({ type: 'image/webp', width: 960, height: 480 })
    expect(
      (await app.inject({ url: imageUrl, headers: { 'if-none-match': String(copy.headers.etag) } }))
        .statusCode,
    ).toBe(304)
    for (const wrong of ['/api/pictures/..%2f..%2fofflead.db', '/api/pictures/x.webp'])
      expect((await app.inject(wrong)).statusCode).toBe(404)
    expect((await app.inject('/api/search?query=galah+green')).json()).toMatchObject([{ imageUrl: null }])
    // The same list again causes no further copies.
    expect(await runImport(store, table, request, clock)).toMatchObject({ unchanged: 3, pictures: 0 })
  })

  test('that cannot be loaded now are tried once in each of three runs, and again after the next import', async () => {
    const config = configIn(temporaryFolder())
    const store = openedStore(await seed(config))
    const storage = openStorage(storageConfig(config))
    const header = ['Name', 'Suburb', 'State', 'Photo']
    const cells = ['Rosella Run', 'Carlton North', 'VIC', 'https://pictures.example/a.png']
    const table: Table = { header, rows: [{ row: 2, cells }], readAs: 'test' }
    let attempts = 0
    const copy = () =>
      copyPictures(store, storage, 'Offlead/1.2.3', async () => {
        attempts += 1
        throw new PictureRefused('The host cannot be reached.', true)
      })
    await runImport(store, table, request, clock)
    const afterRuns: number[] = []
    for (const _ of [1, 2, 3, 4]) {
      expect(await copy()).toBe(0)
      afterRuns.push(attempts)
    }
    expect(afterRuns).toEqual([1, 2, 3, 3])
    expect(await runImport(store, table, request, clock)).toMatchObject({ updated: 1, pictures: 1 })
    expect(await copyPictures(store, storage, 'Offlead/1.2.3', () => png(200, 100))).toBe(1)
    expect(await runImport(store, table, request, clock)).toMatchObject({ unchanged: 1, pictures: 0 })
  })

  test('one of which ends the process each time are all copied but that one', async () => {
    const config = configIn(temporaryFolder())
    const store = openedStore(await seed(config))
    const storage = openStorage(storageConfig(config))
    const header = ['Name', 'Suburb', 'State', 'Photo']
    const rows = Array.from({ length: 30 }, (_, at) => ({
      row: at + 2,
      cells: [`Reserve ${at}`, 'Carlton North', 'VIC', `https://pictures.example/${at}.png`],
    }))
    await runImport(store, { header, rows, readAs: 'test' }, request, clock)
    const picture = await png(200, 100)
    const asked: string[] = []
    /** Copies until the process ends, or until there is nothing left to copy. */
    const copyUntilEnd = () =>
      new Promise<'ended' | 'copied'>((resolve, reject) => {
        const fetch = async (address: string) => {
          asked.push(address)
          if (!address.endsWith('/5.png')) return picture
          resolve('ended')
          return new Promise<Buffer>(() => undefined)
        }
        copyPictures(store, storage, 'Offlead/1.2.3', fetch).then(() => resolve('copied'), reject)
      })
    const ends = []
    for (const _ of [1, 2, 3, 4]) ends.push(await copyUntilEnd())
    expect(ends).toEqual(['ended', 'ended', 'ended', 'copied'])
    expect(asked.filter((address) => address.endsWith('/5.png'))).toHaveLength(3)
    const { pictures } = await runImport(store, { header, rows, readAs: 'test' }, request, clock)
    expect(pictures).toBe(1)
  })

  test('are not counted as tried while the storage cannot be used', async () => {
    const config = configIn(temporaryFolder())
    const store = openedStore(await seed(config))
    const header = ['Name', 'Suburb', 'State', 'Photo']
    const cells = ['Rosella Run', 'Carlton North', 'VIC', 'https://pictures.example/a.png']
    await runImport(store, { header, rows: [{ row: 2, cells }], readAs: 'test' }, request, clock)
    const picture = await png(200, 100)
    const folder = join(temporaryFolder(), 'a-file')
    writeFileSync(folder, '')
    const storage = openStorage({ kind: 'folder', path: folder })
    for (const _ of [1, 2, 3, 4])
      await expect(copyPictures(store, storage, 'Offlead/1.2.3', async () => picture)).rejects.toThrow(
        'cannot be used',
      )
    rmSync(folder)
    expect(await copyPictures(store, storage, 'Offlead/1.2.3', async () => picture)).toBe(1)
  })

  test.skipIf(onPostgres).each([
    [404, false],
    [403, false],
    [408, true],
    [429, true],
    [503, true],
  ])('are tried again after a reply with status %i: %s', async (status, again) => {
    const { url } = await service((_, response) => response.writeHead(status).end())
    await expect(fetchPicture(`${url}/a.png`, 'x', () => true)).rejects.toMatchObject({ again })
  })

  test
    .skipIf(onPostgres)
    .each([
      'http://127.0.0.1/a.png',
      'http://[::1]/a.png',
      'http://10.1.2.3/a.png',
      'http://169.254.169.254/latest/meta-data',
      'http://printer.local/a.png',
      'http://intranet/a.png',
      'http://example.com:22/a.png',
      'file:///etc/passwd',
      'http://user:pass@example.com/a.png',
    ])('are not requested from %s', async (address) => {
    expect(isPublicUrl(new URL(address))).toBe(false)
    await expect(fetchPicture(address, 'x')).rejects.toThrow('Pictures are not loaded from this address.')
  })

  test.skipIf(onPostgres)('are not requested after a redirect to a private network', async () => {
    const inside = await service((_, response) => response.end('secret'))
    const { url } = await service((_, response) => response.writeHead(302, { location: inside.url }).end())
    const outside = new URL(url).port
    await expect(fetchPicture(`${url}/a.png`, 'x', (address) => address.port === outside)).rejects.toThrow(
      'Pictures are not loaded from this address.',
    )
    expect(inside.asked).toEqual([])
  })

  test.skipIf(onPostgres)(
    'are refused if they are not pictures, too large, too small or damaged',
    async () => {
      await expect(
        reencodePicture(
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        ),
      ).rejects.toThrow('This is not a PNG, JPEG or WebP picture.')
      const bomb = await png(100, 100)
      bomb.writeUInt32BE(60_000, 16)
      bomb.writeUInt32BE(60_000, 20)
      await expect(reencodePicture(bomb)).rejects.toThrow('The picture has more than 40 million pixels.')
      await expect(reencodePicture(await png(40, 400))).rejects.toThrow('The picture is too small.')
      await expect(reencodePicture((await png(300, 300)).subarray(0, 60))).rejects.toThrow(
        'The picture is damaged.',
      )
    },
  )
})

describe('a list of 1,000 rows', () => {
  test('is imported or reported row by row, and a second import changes nothing', async () => {
    const known = seedParks().slice(0, 300)
    const store = openedStore(
      await seed(configIn(temporaryFolder()), { parks: known, localities: localities() }),
    )
    const rows = [...known, ...scaleSet(1_000 - known.length, 7, localities())].map((park) => [
      park.name,
      park.address,
      park.city,
      park.state,
      park.postcode,
      park.latitude,
      park.longitude,
      park.access,
      park.features.join(';'),
    ])
    const header = ['name', 'address', 'suburb', 'state', 'postcode', 'latitude', 'longitude']
    const file = join(temporaryFolder(), 'parks.csv')
    writeFileSync(file, toCsv([...header, 'dog_access', 'features'], rows))
    const table = findHeaders(await readFile(file, 'csv'))
    const request = {
      kind: 'csv' as const,
      fileName: 'parks.csv',
      source: 'a list',
      userId: null,
      dryRun: false,
    }
    const first = await runImport(store, table, request, clock)
    expect(first.total).toBe(1_000)
    expect(first.created + first.updated + first.unchanged + first.merged + first.failed).toBe(1_000)
    expect(first.created).toBeGreaterThan(460)
    expect(first.failed).toBeLessThan(5)
    expect(await runImport(store, table, request, clock)).toMatchObject({
      created: 0,
      updated: 0,
      failed: first.failed,
    })
  })
})
