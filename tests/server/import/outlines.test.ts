import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  area,
  booleanPointInPolygon,
  distance,
  kinks,
  multiPolygon,
  nearestPointOnLine,
  polygonToLine,
} from '@turf/turf'
import type { Feature, LineString } from 'geojson'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Outline, OUTLINE_MAX_POINTS } from '../../../data/model/outline.ts'
import type { ImportResult } from '../../../data/model/import.ts'
import { convertXml } from '../../../scripts/map/osm-xml.ts'
import { readGeoJson } from '../../../server/import/geojson.ts'
import { outlineOf } from '../../../server/import/outline.ts'
import { readOverpass } from '../../../server/import/osm.ts'
import { readPbf } from '../../../server/import/osm-extract.ts'
import { runImport } from '../../../server/import/run.ts'
import { areaOf } from '../../../server/import/shape.ts'
import type { LngLat, Ring } from '../../../server/import/shape.ts'
import type { Table } from '../../../server/import/table.ts'
import {
  parkOutline,
  publicOutlines,
  publicPark,
  publicParks,
} from '../../../server/repositories/directory.ts'
import { undoImport } from '../../../server/repositories/imports.ts'
import type { Store } from '../../../server/repositories/store.ts'
import { configIn, openedStore, PARKS, seed, temporaryFolder } from '../harness.ts'

const clock = () => new Date('2026-05-01T00:00:00Z')
const source = { publisher: 'A council', date: '2024', licence: 'CC BY 4.0' }

/** A square around a position, with its side in degrees. */
const square = ([longitude, latitude]: LngLat, side = 0.002): LngLat[] =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x, y]): LngLat => [longitude + (x! * side) / 2, latitude + (y! * side) / 2])

const listed = (...polygons: (readonly Ring[])[]) => ({
  polygons,
  area: polygons.reduce((sum, rings) => sum + areaOf(rings), 0),
})

describe('an outline', () => {
  const jagged = fc
    .array(fc.integer({ min: 80, max: 400 }), { minLength: 8, maxLength: 400 })
    .map((radii): LngLat[] => {
      const ring = radii.map((radius, at): LngLat => {
        const angle = (2 * Math.PI * at) / radii.length
        return [147 + radius * 1e-5 * Math.cos(angle), -42.9 + radius * 1e-5 * Math.sin(angle)]
      })
      return [...ring, ring[0]!]
    })

  test('is simplified by at most 5 m, as far south as Tasmania, and does not cross itself', () => {
    fc.assert(
      fc.property(jagged, (ring) => {
        const { geometry } = outlineOf(listed([ring]), source)!
        const shape = multiPolygon(geometry.coordinates)
        expect(kinks(shape).features).toEqual([])
        const line = polygonToLine({
          type: 'Polygon',
          coordinates: geometry.coordinates[0]!,
        }) as Feature<LineString>
        for (const [longitude, latitude] of ring) {
          const point = [longitude, latitude] as [number, number]
          const nearest = nearestPointOnLine(line, point)
          // A coordinate is rounded by up to 0.8 m.
          expect(distance(point, nearest, { units: 'meters' })).toBeLessThan(5.9)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('loses the points that it does not need', () => {
    const [a, b] = [square([151, -33])[0]!, square([151, -33])[1]!]
    const edge = Array.from({ length: 50 }, (_, at): LngLat => [
      a[0] + ((b[0] - a[0]) * at) / 50,
      a[1] + (at % 2) * 1e-5,
    ])
    const { geometry } = outlineOf(listed([[...edge, ...square([151, -33]).slice(1)]]), source)!
    expect(geometry.coordinates[0]![0]!.length).toBe(5)
  })

  test('has the area of what was published, without its holes', () => {
    const rings = [square([151, -33]), square([151, -33], 0.001)]
    const outline = outlineOf(listed(rings), source)!
    expect(outline.squareMetres).toBe(Math.round(areaOf([rings[0]!]) * 0.75))
    expect(area(multiPolygon(outline.geometry.coordinates)) / outline.squareMetres).toBeCloseTo(1, 2)
    expect(Outline.parse(outline)).toEqual(outline)
  })

  test('of a long coast has a limited number of points', () => {
    const coast = Array.from({ length: 2_500 }, (_, at): LngLat => [150 + at * 3e-4, -33 + (at % 2) * 1e-3])
    const ring = [...coast, [150.8, -34] as const, [150, -34] as const, coast[0]!]
    const many = Array.from({ length: 250 }, (_, at) => [square([150 + at * 0.01, -33], 0.005)])
    for (const outline of [outlineOf(listed([ring]), source), outlineOf(listed(...many), source)]) {
      const points = outline!.geometry.coordinates.flat(2).length
      expect(points).toBeGreaterThan(4)
      expect(points).toBeLessThanOrEqual(OUTLINE_MAX_POINTS)
    }
  })

  test('without an area is none', () => {
    const line: LngLat[] = [
      [150, -33],
      [150.001, -33],
      [150, -33],
    ]
    expect(outlineOf(listed([line]), source)).toBeNull()
    expect(outlineOf({ polygons: [], area: 0 }, source)).toBeNull()
  })
})

test('a relation of OpenStreetMap keeps the holes that its inner ways enclose', () => {
  const points = (ring: readonly LngLat[]) => ring.map(([lon, lat]) => ({ lat, lon }))
  const [outer, hole, elsewhere] = [square([151, -33]), square([151, -33], 0.001), square([152, -33], 0.001)]
  const member = (role: string, ring: readonly LngLat[]) => ({
    type: 'way',
    ref: 1,
    role,
    geometry: points(ring),
  })
  const { rows } = readOverpass({
    elements: [
      {
        type: 'relation',
        id: 12,
        tags: { leisure: 'park', dog: 'unleashed', name: 'Corella Common' },
        members: [member('outer', outer), member('inner', hole), member('inner', elsewhere)],
      },
    ],
  })
  expect(rows[0]!.outline!.polygons).toEqual([[outer, hole]])
  expect(rows[0]!.outline!.area).toBeCloseTo(areaOf([outer]) * 0.75, -1)
})

const EXACT = PARKS.find(({ accuracy, size }) => accuracy === 'exact' && size === null)!
const SIZED = PARKS.find(({ accuracy, size }) => accuracy === 'exact' && size !== null)!

/** A council's file with an area around a park of the directory. */
const around = (park: typeof EXACT, side: number, properties: object = {}, shift = 0) =>
  readGeoJson(
    JSON.stringify({
      type: 'Feature',
      properties: { name: park.name, suburb: park.city, state: park.state, year: '2025', ...properties },
      geometry: {
        type: 'Polygon',
        coordinates: [square([park.longitude + shift, park.latitude], side)],
      },
    }),
  )

async function opened(): Promise<{
  store: Store
  load(table: Table, request?: { dryRun?: boolean; licence?: string }): Promise<ImportResult>
}> {
  const store = openedStore(await seed(configIn(temporaryFolder())))
  return {
    store,
    load: (table, request = {}) =>
      runImport(
        store,
        table,
        {
          kind: 'geojson',
          fileName: 'parks.geojson',
          source: 'City of Rosella',
          userId: null,
          dryRun: false,
          ...request,
        },
        clock,
      ),
  }
}

const changesOf = ({ preview }: ImportResult) =>
  Object.fromEntries((preview[0]?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]))

describe("a council's file with areas", () => {
  test('gives a park its outline and the size that follows, and the differences say so', async () => {
    const { store, load } = await opened()
    const dry = await load(around(EXACT, 0.002), { dryRun: true, licence: 'CC BY 4.0' })
    expect(changesOf(dry)).toMatchObject({
      Outline: [
        '',
        expect.stringMatching(/^about \d(\.\d)? ha, 4 points, City of Rosella 2025 \(CC BY 4.0\)$/),
      ],
      Size: ['', 'Large'],
    })
    expect(await store.read(publicOutlines)).toEqual([])

    await load(around(EXACT, 0.002), { licence: 'CC BY 4.0' })
    const [row] = await store.read(publicOutlines)
    expect(row).toMatchObject({
      id: EXACT.id,
      outline: { source: { publisher: 'City of Rosella', date: '2025', licence: 'CC BY 4.0' } },
    })
    const { geometry, squareMetres } = row!.outline
    expect(squareMetres / area(multiPolygon(geometry.coordinates))).toBeCloseTo(1, 2)
    expect(booleanPointInPolygon([EXACT.longitude, EXACT.latitude], multiPolygon(geometry.coordinates))).toBe(
      true,
    )
    const park = await store.read((db) => publicPark(db, EXACT.id))
    expect(park).toMatchObject({ size: 'Large' })
    expect(park!.description ?? '').not.toContain('Area')
    expect(park).not.toHaveProperty('outline')
  })

  test('changes nothing if it is imported again, and a changed outline is named and changes the size', async () => {
    const { store, load } = await opened()
    await load(around(EXACT, 0.002))
    expect(await load(around(EXACT, 0.002))).toMatchObject({ unchanged: 1, updated: 0 })
    const moved = await load(around(EXACT, 0.002, {}, 0.0001), { dryRun: true })
    expect(changesOf(moved)['Outline']![1]).toMatch(/, other points$/)
    const smaller = await load(around(EXACT, 0.0005))
    expect(changesOf(smaller)).toMatchObject({
      Size: ['Large', 'Medium'],
      Outline: [/^about \d(\.\d)? ha/, /^about 2,\d00 m²/].map((text) => expect.stringMatching(text)),
    })
    expect((await store.read((db) => publicPark(db, EXACT.id)))!.size).toBe('Medium')
  })

  test('never replaces a size that a list states by the one that follows from its outline', async () => {
    const { store, load } = await opened()
    const other = SIZED.size === 'Large' ? 'Extra Large' : 'Large'
    const result = await load(around(SIZED, SIZED.size === 'Medium' ? 0.003 : 0.0005))
    expect(Object.keys(changesOf(result))).toContain('Outline')
    expect(Object.keys(changesOf(result))).not.toContain('Size')
    expect((await store.read((db) => publicPark(db, SIZED.id)))!.size).toBe(SIZED.size)
    // But a size that a later list states does.
    expect(changesOf(await load(around(SIZED, 0.0005, { size: other })))['Size']).toEqual([SIZED.size, other])
  })

  test('has outlines of an unknown licence where the operator states none', async () => {
    const { store, load } = await opened()
    await load(around(EXACT, 0.002))
    expect((await store.read(publicOutlines))[0]!.outline.source.licence).toBe('not stated')
  })

  test('is matched with a park whose point is far from the middle of its area, but in it', async () => {
    const { load } = await opened()
    // 0.004° to the east of the point: 370 m or more, and the area reaches 0.005° to each side.
    expect(await load(around(EXACT, 0.01, {}, 0.004), { dryRun: true })).toMatchObject({
      updated: 1,
      created: 0,
    })
    expect(await load(around(EXACT, 0.006, {}, 0.004), { dryRun: true })).toMatchObject({
      updated: 0,
      created: 1,
    })
  })

  test('of a park that a later list moves away from its outline takes the outline with it', async () => {
    const { store, load } = await opened()
    const point = (metresNorth: number) =>
      readGeoJson(
        JSON.stringify({
          type: 'Feature',
          properties: { id: 'A1', name: EXACT.name, suburb: EXACT.city, state: EXACT.state, year: '2026' },
          geometry: {
            type: 'Point',
            coordinates: [EXACT.longitude, EXACT.latitude + metresNorth / 111_000],
          },
        }),
      )
    await load(around(EXACT, 0.002, { id: 'A1' }))
    await load(point(150))
    expect(await store.read(publicOutlines)).toHaveLength(1)
    expect(changesOf(await load(point(600)))).toMatchObject({
      Outline: [expect.stringMatching(/^about/), ''],
      Size: ['Large', ''],
    })
    expect(await store.read(publicOutlines)).toEqual([])
  })

  test('keeps a newer outline', async () => {
    const { store, load } = await opened()
    await load(around(EXACT, 0.002))
    const before = await store.read((db) => parkOutline(db, EXACT.id))
    await load(around(EXACT, 0.004, { year: '2011' }))
    expect(await store.read((db) => parkOutline(db, EXACT.id))).toEqual(before)
  })

  test('can be undone, which takes the outline away again', async () => {
    const { store, load } = await opened()
    const before = await store.read(publicParks)
    const { importId } = await load(around(EXACT, 0.002))
    await store.write((db) => undoImport(db, importId!, null, clock()))
    expect(await store.read(publicOutlines)).toEqual([])
    expect(await store.read(publicParks)).toEqual(before)
  })
})

test('an extract of OpenStreetMap gives a park the outline of its object, with page, year and licence', async () => {
  const folder = temporaryFolder()
  const xml = join(folder, 'some.osm')
  const corners = square([EXACT.longitude, EXACT.latitude], 0.001)
  writeFileSync(
    xml,
    `<osm>${corners
      .slice(0, 4)
      .map(([lon, lat], at) => `<node id="${at + 1}" lat="${lat}" lon="${lon}"/>`)
      .join(
        '',
      )}<way id="77">${[1, 2, 3, 4, 1].map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="leisure" v="dog_park"/><tag k="name" v="${EXACT.name}"/><tag k="check_date" v="2026-01-02"/></way></osm>`,
  )
  const path = join(folder, 'some.osm.pbf')
  await convertXml(xml, path)
  const { store, load } = await opened()
  await load(await readPbf(path))
  expect((await store.read(publicOutlines)).map(({ id, outline }) => [id, outline.source])).toEqual([
    [
      EXACT.id,
      {
        publisher: 'OpenStreetMap',
        page: 'https://www.openstreetmap.org/way/77',
        date: '2026',
        licence: 'ODbL 1.0',
      },
    ],
  ])
})
