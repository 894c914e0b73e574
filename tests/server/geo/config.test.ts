import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../../../fastify.config.ts'
import { openGeo } from '../../../server/geo/open.ts'
import { temporaryFolder } from '../harness.ts'
import { tileOf, writeMbtiles, writePmtiles } from './map-fixtures.ts'

const TILES = {
  TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=1',
  TILES_ATTRIBUTION: '© OpenStreetMap contributors',
}

test('the configuration of services is read', () => {
  expect(
    readConfig({
      ...TILES,
      TILES_OFFLINE_ALLOWED: 'yes',
      TILES_MAX_ZOOM: '17',
      GEOCODER: 'photon',
      GEOCODER_URL: 'https://photon.example/',
      ROUTER: 'osrm',
      ROUTER_URL: 'https://routing.example/routed-{profile}',
    }).geo,
  ).toEqual({
    tiles: {
      kind: 'xyz',
      template: TILES.TILES_URL,
      attribution: TILES.TILES_ATTRIBUTION,
      offlineAllowed: true,
      maxZoom: 17,
    },
    geocoder: { kind: 'photon', url: new URL('https://photon.example/') },
    router: { kind: 'osrm', url: 'https://routing.example/routed-{profile}' },
  })
  expect(readConfig(TILES).geo.tiles).toMatchObject({ offlineAllowed: false, maxZoom: 19 })
  expect(readConfig({ TILES_MBTILES: 'maps/au.mbtiles' }).geo.tiles).toEqual({
    kind: 'mbtiles',
    path: resolve(import.meta.dirname, '../../../maps/au.mbtiles'),
    attribution: '',
    offlineAllowed: false,
  })
  expect(readConfig({ TILES_PMTILES: '/maps/au.pmtiles' }).geo.tiles).toMatchObject({
    kind: 'pmtiles',
    path: '/maps/au.pmtiles',
  })
})

for (const [environment, message] of [
  [
    { ...TILES, TILES_URL: 'https://tiles.example/{z}/{x}.png' },
    /^TILES_URL must be an http or https address with \{z\}, \{x\} and \{y\}.* but is 'https:\/\/tiles\.example\/\{z\}\/\{x\}\.png'\.$/,
  ],
  [{ ...TILES, TILES_URL: 'https://{x}.example/{z}/{y}.png' }, /^TILES_URL must be /],
  [{ ...TILES, TILES_URL: 'file:///{z}/{x}/{y}' }, /^TILES_URL must be /],
  [{ ...TILES, TILES_URL: 'https://me:pass@tiles.example/{z}/{x}/{y}' }, /^TILES_URL must be /],
  [{ TILES_URL: TILES.TILES_URL }, /^TILES_ATTRIBUTION must be set, too, when TILES_URL is/],
  [{ ...TILES, TILES_MBTILES: '/maps/au.mbtiles' }, /^TILES_URL and TILES_MBTILES are both set/],
  [
    { TILES_MBTILES: 'a', TILES_PMTILES: 'b' },
    /^TILES_MBTILES and TILES_PMTILES are both set: set only one of them\.$/,
  ],
  [
    { ...TILES, TILES_OFFLINE_ALLOWED: 'maybe' },
    /^TILES_OFFLINE_ALLOWED must be 'yes' or 'no', but is 'maybe'\.$/,
  ],
  [{ ...TILES, TILES_MAX_ZOOM: '23' }, /^TILES_MAX_ZOOM must be a whole number from 0 to 22, but is '23'\.$/],
  [
    { GEOCODER: 'google', GEOCODER_URL: 'https://x.example' },
    /^GEOCODER must be one of photon, nominatim, but is 'google'\.$/,
  ],
  [{ GEOCODER: 'photon' }, /^GEOCODER_URL must be set, too, when GEOCODER is\.$/],
  [{ GEOCODER_URL: 'https://x.example' }, /^GEOCODER must be set, too, when GEOCODER_URL is\.$/],
  [
    { GEOCODER: 'photon', GEOCODER_URL: 'https://x.example/?key=1' },
    /^GEOCODER_URL must be an http or https address without a query, but is /,
  ],
  [{ ROUTER: 'osrm' }, /^ROUTER_URL must be set, too, when ROUTER is\.$/],
  [{ ROUTER_URL: 'https://x.example' }, /^ROUTER must be set, too, when ROUTER_URL is\.$/],
  [{ ROUTER: 'valhalla', ROUTER_URL: 'x.example' }, /^ROUTER_URL must be an http or https address /],
] as const) {
  test(`${JSON.stringify(environment)} stops the start with an explanation`, () => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(message)
  })
}

const openWithTiles = (kind: 'mbtiles' | 'pmtiles', path: string) =>
  openGeo({
    config: { tiles: { kind, path, attribution: '', offlineAllowed: false } },
    version: '1.2.3',
    clock: () => new Date(),
    gazetteer: () => undefined,
    dataDir: temporaryFolder(),
    onStreetError: () => undefined,
    onTileError: () => undefined,
  })

test('a tile file of each kind is opened as the operator’s tiles', async () => {
  const tiles = [{ z: 3, x: 7, y: 4, bytes: await tileOf(3, 7, 4) }]
  const [mbtiles, pmtiles] = ['mbtiles', 'pmtiles'].map((name) => join(temporaryFolder(), name))
  writeMbtiles(mbtiles!, { format: 'png', attribution: '© Tests' }, tiles)
  writePmtiles(pmtiles!, '© Tests', tiles)
  for (const [kind, path] of [
    ['mbtiles', mbtiles!],
    ['pmtiles', pmtiles!],
  ] as const) {
    const geo = await openWithTiles(kind, path)
    onTestFinished(() => geo.close())
    expect(geo.tiles, kind).toMatchObject({ attribution: '© Tests', minZoom: 3, maxZoom: 3 })
  }
})

test('an invalid tile file stops the start with an explanation', async () => {
  const path = join(temporaryFolder(), 'map.mbtiles')
  writeFileSync(path, '')
  const open = (kind: 'mbtiles' | 'pmtiles') => openWithTiles(kind, path)
  await expect(open('mbtiles')).rejects.toThrow(
    new ConfigError(`TILES_MBTILES names a file that is not an MBTiles file: '${path}'.`),
  )
  await expect(open('pmtiles')).rejects.toThrow(
    new ConfigError(`TILES_PMTILES names a file that is not a PMTiles file: '${path}'.`),
  )
})
