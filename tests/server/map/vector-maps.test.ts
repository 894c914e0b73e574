import { createHash } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { BASE_LEVELS, decodePack, packCellOf, STREET_LEVELS } from '../../../data/map/pack.ts'
import { MAP_LAYERS } from '../../../data/map/schema.ts'
import { MapOffer, MapPacks, OTHER_VERSION_HEADER } from '../../../data/model/map.ts'
import { decodeCell } from '../../../data/routing/cell.ts'
import { openBaseMap } from '../../../server/geo/base-map.ts'
import { streetFiles } from '../../../server/geo/street-map.ts'
import { decodeVectorTile } from '../../support/vector-tile.ts'
import { configIn, seed, startedOn, temporaryFolder } from '../harness.ts'
import { addStreets, MARRICKVILLE_TILES } from './fixtures.ts'
import { waitFor } from '../../support/wait-for.ts'

async function appWithStreets() {
  const config = configIn(temporaryFolder())
  await seed(config)
  addStreets(config.dataDir)
  const { app } = await startedOn(config)
  const offer = async () => MapOffer.parse((await app.inject('/api/maps')).json())
  return { app, config, offer }
}

const fill = (url: string, { z, x, y }: { z: number; x: number; y: number }) =>
  url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))

/** Parses the attributes of every feature with the schema of its layer. */
function checkSchema(bytes: Uint8Array): string[] {
  const layers = decodeVectorTile(bytes)
  for (const [name, features] of layers) {
    const schema = MAP_LAYERS[name as keyof typeof MAP_LAYERS]
    if (!schema) throw new Error(`unknown layer ${name}`)
    for (const { attributes } of features) schema.parse(attributes)
  }
  return [...layers.keys()].sort()
}

describe('the streets that the operator has built', () => {
  test('are offered with their bounds, and served tile by tile in the layers of the schema', async () => {
    const { app, offer } = await appWithStreets()
    const { streets } = await offer()
    expect(streets).toMatchObject({ minZoom: 8, maxZoom: 14, attribution: '© OpenStreetMap contributors' })
    expect(streets!.bounds.map((degrees) => Math.round(degrees * 100) / 100)).toEqual([
      151.16, -33.92, 151.17, -33.91,
    ])
    const found = new Set<string>()
    for (const tile of MARRICKVILLE_TILES.slice(1)) {
      const reply = await app.inject({
        url: fill(streets!.url, tile),
        headers: { 'accept-encoding': 'gzip, br' },
      })
      expect({ status: reply.statusCode, encoding: reply.headers['content-encoding'] }).toEqual({
        status: 200,
        encoding: 'gzip',
      })
      expect(reply.headers['cache-control']).toContain('immutable')
      expect(reply.headers['content-type']).toBe('application/vnd.mapbox-vector-tile')
      for (const layer of checkSchema(gunzipSync(reply.rawPayload))) found.add(layer)
    }
    expect([...found].sort()).toEqual(['barrier', 'built', 'green', 'poi', 'road', 'water', 'waterway'])
  })

  test('name a street, a park, a gate and a tap of Marrickville in the tile of the highest zoom', async () => {
    const { app, offer } = await appWithStreets()
    const reply = await app.inject(fill((await offer()).streets!.url, MARRICKVILLE_TILES.at(-1)!))
    expect(reply.headers['content-encoding']).toBeUndefined()
    const layers = decodeVectorTile(reply.rawPayload)
    const has = (layer: string, attributes: object) =>
      expect(layers.get(layer)!.map((feature) => feature.attributes)).toContainEqual(
        expect.objectContaining(attributes),
      )
    has('road', { kind: 'primary', name: 'Sydenham Road' })
    has('road', { kind: 'steps' })
    has('green', { kind: 'park' })
    has('barrier', { kind: 'gate' })
    has('poi', { kind: 'water' })
  })

  test('get 204 where there is no tile, 404 at other zooms, and the current version if the address has another', async () => {
    const { app, offer } = await appWithStreets()
    const { url } = (await offer()).streets!
    expect((await app.inject(fill(url, { z: 14, x: 0, y: 0 }))).statusCode).toBe(204)
    expect((await app.inject(fill(url, { z: 7, x: 117, y: 76 }))).statusCode).toBe(404)
    expect((await app.inject(fill(url, { z: 14, x: 99_999, y: 0 }))).statusCode).toBe(204)
    const old = await app.inject('/api/maps/streets/older/14/15071/9834')
    expect({
      status: old.statusCode,
      cache: old.headers['cache-control'],
      version: old.headers[OTHER_VERSION_HEADER],
    }).toEqual({ status: 200, cache: 'public, max-age=60', version: url.split('/')[4] })
    const current = await app.inject(fill(url, MARRICKVILLE_TILES.at(-1)!))
    expect(current.headers[OTHER_VERSION_HEADER]).toBeUndefined()
  })

  test('appear, are replaced and disappear while the server runs', async () => {
    const { app, config, offer } = await appWithStreets()
    const { tiles } = streetFiles(config.dataDir)
    const first = (await offer()).streets!
    renameSync(tiles, `${tiles}.away`)
    await waitFor(async () => expect((await offer()).streets).toBeNull())
    expect((await app.inject(fill(first.url, MARRICKVILLE_TILES.at(-1)!))).statusCode).toBe(404)
    expect((await app.inject('/api/maps/packs?cells=13/7535/4917')).json()).toEqual({ packs: [] })
    // A damaged file counts as none.
    writeFileSync(tiles, 'not an archive')
    await waitFor(async () => expect((await offer()).streets).toBeNull())
    rmSync(tiles)
    renameSync(`${tiles}.away`, tiles)
    await waitFor(async () => expect((await offer()).streets).toEqual(first))
  })
})

describe('packs of streets', () => {
  test('are listed with their sizes, and have the tiles and the walking graph of their cell', async () => {
    const { app, offer } = await appWithStreets()
    const cells = ['8/235/153', '10/941/614', '13/7535/4917', '13/7535/4916', '13/0/0', '11/1883/1229']
    const listed = MapPacks.parse((await app.inject(`/api/maps/packs?cells=${cells.join()}`)).json())
    expect(listed.packs.map(({ url }) => url.split('/').slice(4, 7).join('/'))).toEqual(cells.slice(0, 4))
    const { url } = (await offer()).streets!
    for (const pack of listed.packs) {
      const reply = await app.inject(pack.url)
      expect(reply.rawPayload.length).toBe(pack.bytes)
      expect(reply.headers['cache-control']).toContain('immutable')
      const hash = createHash('sha256').update(reply.rawPayload).digest('base64url')
      expect(hash.startsWith(pack.url.split('/').at(-1)!)).toBe(true)
      const { tiles } = decodePack(gunzipSync(reply.rawPayload))
      for (const tile of tiles) {
        expect(Buffer.from(tile.bytes).equals((await app.inject(fill(url, tile))).rawPayload)).toBe(true)
        const cell = packCellOf(tile, STREET_LEVELS)!
        expect(pack.url).toContain(`/${cell.z}/${cell.x}/${cell.y}/`)
      }
      expect(tiles.length).toBeGreaterThan(0)
    }
    const { walking } = decodePack(gunzipSync((await app.inject(listed.packs[2]!.url)).rawPayload))
    expect(decodeCell(walking).edges.map(({ name }) => name)).toContain('Sydenham Road')
  })

  test('are refused with another hash or too many cells', async () => {
    const { app } = await appWithStreets()
    expect((await app.inject('/api/maps/packs/13/7535/4917/AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404)
    const many = Array.from({ length: 401 }, (_, at) => `13/${at}/0`).join()
    expect((await app.inject(`/api/maps/packs?cells=${many}`)).statusCode).toBe(400)
    expect((await app.inject('/api/maps/packs?cells=13/1')).statusCode).toBe(400)
  })
})

describe('the built-in map', () => {
  test('has the coast, borders and places of Australia in the layers of the schema', async () => {
    const { app, offer } = await appWithStreets()
    const { base } = await offer()
    expect(base!.attribution).toContain('ABS (CC BY 4.0)')
    for (const tile of [
      { z: 0, x: 0, y: 0 },
      { z: 4, x: 14, y: 9 },
      { z: 8, x: 235, y: 153 },
    ])
      checkSchema((await app.inject(fill(base!.url, tile))).rawPayload)
    const sydney = decodeVectorTile((await app.inject(fill(base!.url, { z: 8, x: 235, y: 153 }))).rawPayload)
    expect([...sydney.keys()].sort()).toEqual(['boundary', 'land', 'place'])
    const names = sydney.get('place')!.map(({ attributes }) => attributes.name)
    expect(names).toEqual(expect.arrayContaining(['Sydney', 'Manly', 'Marrickville']))
    // The open sea east of Sydney.
    expect((await app.inject(fill(base!.url, { z: 8, x: 240, y: 153 }))).statusCode).toBe(204)
  })

  test('sends a city in at most 60 kB, and fits the country into 1.5 MB', async () => {
    const { app, offer } = await appWithStreets()
    const version = (await offer()).base!.url.split('/')[4]
    const packOf = async (cell: string) => app.inject(`/api/maps/base-packs/${version}/${cell}`)
    // The cells with Sydney, Melbourne, Brisbane, Perth and Adelaide.
    for (const cell of ['7/117/76', '7/115/78', '7/118/73', '7/105/75', '7/113/77']) {
      const pack = await packOf(cell)
      expect(pack.statusCode).toBe(200)
      expect(pack.rawPayload.length).toBeLessThanOrEqual(60_000)
      const { tiles } = decodePack(gunzipSync(pack.rawPayload))
      expect(tiles.every((tile) => packCellOf(tile, BASE_LEVELS)!.z === 7)).toBe(true)
    }
    expect((await packOf('0/0/0')).rawPayload.length).toBeLessThanOrEqual(60_000)
    expect((await app.inject('/api/maps/base-packs/older/0/0/0')).statusCode).toBe(404)
    // The open sea.
    expect((await packOf('7/120/76')).statusCode).toBe(204)

    const listed = MapPacks.parse((await app.inject('/api/maps/packs?cells=0/0/0,7/117/76,7/120/76')).json())
    expect(listed.packs.map(({ url }) => url)).toEqual(
      ['0/0/0', '7/117/76'].map((cell) => `/api/maps/base-packs/${version}/${cell}`),
    )
    for (const { url, bytes, hash } of listed.packs) {
      const { rawPayload } = await app.inject(url)
      expect(rawPayload.length).toBe(bytes)
      expect(createHash('sha256').update(rawPayload).digest('base64url').startsWith(hash!)).toBe(true)
    }

    const base = await openBaseMap()
    let all = 0
    for (const [zoom, columns] of [
      [0, 1],
      [5, 32],
      [7, 128],
    ] as const)
      for (let x = 0; x < columns; x++)
        for (let y = 0; y < columns; y++) all += (await base.pack({ z: zoom, x, y }))?.length ?? 0
    await base.close()
    expect(all).toBeGreaterThan(500_000)
    expect(all).toBeLessThanOrEqual(1_500_000)
  })
})
