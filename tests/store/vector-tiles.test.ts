import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Device } from '../../client/queries/device.ts'
import { findRoute } from '../../client/queries/find-route.ts'
import { walkOnDevice } from '../../client/queries/on-foot.ts'
import { AREAS_CACHE, BASE_MAP_CACHE } from '../../client/store/names.ts'
import { estimate } from '../../data/geo/estimate.ts'
import { TILE_SIZE, unproject } from '../../data/geo/mercator.ts'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { decodePack, encodePack } from '../../data/map/pack.ts'
import type { Directions } from '../../data/model/directions.ts'
import { toPark } from '../../data/model/to-park.ts'
import type { Park } from '../../data/model/park.ts'
import { distanceMetres } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { encodeCell, WALKING_ZOOM } from '../../data/routing/cell.ts'
import type { WalkingEdge, WalkingVertex } from '../../data/routing/cell.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { openBaseMap } from '../../server/geo/base-map.ts'
import type { BaseMap } from '../../server/geo/base-map.ts'
import { openVectorArchive } from '../../server/geo/vector-archive.ts'
import { createVectorTiles } from '../../sw/vector-tiles.ts'
import { waitFor } from '../support/wait-for.ts'

const ORIGIN = 'https://offlead.example'
const PACKS = new URL('../fixtures/map/map-packs.pmtiles', import.meta.url).pathname

/** Caches that keep bytes, with the methods that are used here. */
function fakeStorage() {
  const stores = new Map<string, Map<string, Uint8Array>>()
  const urlOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), ORIGIN).href
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Uint8Array>()
    stores.set(name, store)
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      match: async (key: RequestInfo) => {
        const bytes = store.get(urlOf(key))
        return bytes && new Response(bytes as Uint8Array<ArrayBuffer>)
      },
      put: async (key: RequestInfo, response: Response) =>
        void store.set(urlOf(key), new Uint8Array(await response.arrayBuffer())),
      delete: async (key: RequestInfo) => store.delete(urlOf(key)),
    }
  }
  return {
    storage: { open, has: async (name: string) => stores.has(name) } as unknown as CacheStorage,
    add: async (name: string, path: string, bytes: Uint8Array) =>
      (await open(name)).put(path, new Response(bytes as Uint8Array<ArrayBuffer>)),
    paths: (name: string) => [...(stores.get(name)?.keys() ?? [])].map((url) => new URL(url).pathname),
  }
}

/** Corners of streets along each side of a cell. */
const CORNERS = 4

const CELLS = ['8/235/153', '10/941/614', '12/3767/2458', '13/7535/4917', '13/7535/4916', '13/7536/4917']

/** A device with the downloaded streets of Marrickville. */
async function deviceWithArea() {
  const device = fakeStorage()
  const archive = await openVectorArchive(PACKS)
  for (const cell of CELLS) {
    const [z, x, y] = cell.split('/').map(Number) as [number, number, number]
    await device.add(AREAS_CACHE, `/api/maps/packs/${cell}/hash`, (await archive.compressed({ z, x, y }))!)
  }
  await archive.close()
  return device
}

const offline = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}
const streets = (tile: string) => new Request(`${ORIGIN}/api/maps/streets/older/${tile}`)

describe('a tile of the streets in a downloaded area', () => {
  test('is served from its pack without a network, whatever version the page asks for', async () => {
    const { storage } = await deviceWithArea()
    const tiles = createVectorTiles(storage, offline)
    const reply = await tiles.answer(streets('14/15071/9834'), offline)
    const pack = gunzipSync(await packBytes('13/7535/4917'))
    const expected = decodePack(pack).tiles.find(({ x, y }) => x === 15071 && y === 9834)!.bytes
    expect(Buffer.from(await reply.arrayBuffer()).equals(expected)).toBe(true)
    expect(reply.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile')
  })

  test('is empty where the pack has none, and requested where no pack is stored', async () => {
    const { storage } = await deviceWithArea()
    const tiles = createVectorTiles(storage, offline)
    expect((await tiles.answer(streets('14/15070/9835'), offline)).status).toBe(204)
    const server = vi.fn(async () => new Response('from the server'))
    expect(await (await tiles.answer(streets('14/9000/9000'), server)).text()).toBe('from the server')
    expect(server).toHaveBeenCalledOnce()
    await expect(tiles.answer(streets('14/9000/9000'), offline)).rejects.toThrow('Failed to fetch')
  })

  test('is served without a network, even right after its pack was stored', async () => {
    const { storage, add } = await deviceWithArea()
    const tiles = createVectorTiles(storage, offline)
    await expect(tiles.answer(streets('14/15072/9833'), offline)).rejects.toThrow('Failed to fetch')
    await add(AREAS_CACHE, '/api/maps/packs/13/7536/4916/hash', await packBytes('13/7536/4916'))
    expect((await tiles.answer(streets('14/15072/9833'), offline)).status).toBe(200)
  })

  test('is that of a newer map a minute after its pack was replaced', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { storage, add } = await deviceWithArea()
    const tiles = createVectorTiles(storage, offline)
    expect((await tiles.answer(streets('14/15071/9834'), offline)).status).toBe(200)
    const cache = await storage.open(AREAS_CACHE)
    await cache.delete('/api/maps/packs/13/7535/4917/hash')
    const newer = encodePack({
      tiles: [{ z: 14, x: 15071, y: 9834, bytes: new TextEncoder().encode('newer') }],
      walking: new Uint8Array(0),
    })
    await add(AREAS_CACHE, '/api/maps/packs/13/7535/4917/newer', gzipSync(newer))
    vi.setSystemTime(Date.now() + 60_000)
    expect(await (await tiles.answer(streets('14/15071/9834'), offline)).text()).toBe('newer')
  })

  test('is looked for in the list of packs once, for all tiles that cannot be requested', async () => {
    const { storage } = await deviceWithArea()
    const listed = vi.spyOn(storage, 'has')
    const tiles = createVectorTiles(storage, offline)
    const missing = ['14/9000/9000', '14/9002/9000', '14/9004/9000', '14/9006/9000']
    await Promise.allSettled(missing.map((tile) => tiles.answer(streets(tile), offline)))
    expect(listed.mock.calls.length).toBeLessThanOrEqual(2)
  })

  test('is requested if its pack is damaged', async () => {
    const { storage, add } = await deviceWithArea()
    await add(AREAS_CACHE, '/api/maps/packs/13/7535/4917/hash', new TextEncoder().encode('damaged'))
    const tiles = createVectorTiles(storage, offline)
    const server = async () => new Response('from the server')
    expect(await (await tiles.answer(streets('14/15071/9834'), server)).text()).toBe('from the server')
  })
})

async function packBytes(cell: string): Promise<Buffer> {
  const archive = await openVectorArchive(PACKS)
  const [z, x, y] = cell.split('/').map(Number) as [number, number, number]
  const bytes = (await archive.compressed({ z, x, y }))!
  await archive.close()
  return bytes
}

describe('a tile of the built-in map', () => {
  let base: BaseMap
  beforeEach(async () => {
    base = await openBaseMap()
  })
  afterEach(() => base.close())

  function server() {
    const requested: string[] = []
    const network = async (request: Request) => {
      const { pathname } = new URL(request.url, ORIGIN)
      requested.push(pathname)
      const [, , , , version, z, x, y] = pathname.split('/')
      if (version !== base.version) return new Response(null, { status: 404 })
      const pack = await base.pack({ z: Number(z), x: Number(x), y: Number(y) })
      return pack ? new Response(pack as Uint8Array<ArrayBuffer>) : new Response(null, { status: 204 })
    }
    return { requested, network: network as unknown as typeof fetch }
  }
  const request = (tile: string, version = base.version) =>
    new Request(`${ORIGIN}/api/maps/base/${version}/${tile}`)

  test('brings its region, which then works without a network', async () => {
    const { storage, paths } = fakeStorage()
    const { requested, network } = server()
    const tiles = createVectorTiles(storage, network)
    const replies = await Promise.all(
      ['8/235/153', '8/234/152', '7/117/76'].map((tile) => tiles.answer(request(tile), offline)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(
      Buffer.from(await replies[0]!.arrayBuffer()).equals((await base.tile({ z: 8, x: 235, y: 153 }))!),
    ).toBe(true)
    // Its region, and the surroundings at lower zoom levels, each once.
    const wanted = ['0/0/0', '5/29/19', '7/117/76'].map(
      (cell) => `/api/maps/base-packs/${base.version}/${cell}`,
    )
    expect(requested.toSorted()).toEqual(wanted)
    await waitFor(() => expect(paths(BASE_MAP_CACHE).toSorted()).toEqual(wanted))

    const later = createVectorTiles(storage, offline)
    for (const tile of ['8/235/153', '6/58/38', '3/7/4', '0/0/0'])
      expect((await later.answer(request(tile), offline)).status).toBe(200)
    await expect(later.answer(request('8/230/153'), offline)).rejects.toThrow('Failed to fetch')
  })

  test('is requested alone while the download of its region makes no progress, which is then tried again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { storage } = fakeStorage()
    const { requested, network } = server()
    let hangs = true
    const tiles = createVectorTiles(storage, (pack) => (hangs ? new Promise(() => undefined) : network(pack)))
    const alone = async () => new Response('a tile')
    const first = tiles.answer(request('8/235/153'), alone)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT + 1_000)
    expect(await (await first).text()).toBe('a tile')
    hangs = false
    expect((await tiles.answer(request('8/235/153'), offline)).status).toBe(200)
    expect(requested).toContain(`/api/maps/base-packs/${base.version}/7/117/76`)
  })

  /** A device with some regions of an older version, one of which is sea in the newer one. */
  async function deviceWithOlderMap() {
    const device = fakeStorage()
    for (const [z, x, y] of [
      [0, 0, 0],
      [5, 29, 19],
      [7, 117, 76],
    ] as const)
      await device.add(
        BASE_MAP_CACHE,
        `/api/maps/base-packs/older/${z}/${x}/${y}`,
        (await base.pack({ z, x, y }))!,
      )
    await device.add(BASE_MAP_CACHE, '/api/maps/base-packs/older/7/120/76', new TextEncoder().encode('x'))
    const older = device.paths(BASE_MAP_CACHE)
    const newer = older.slice(0, 3).map((path) => path.replace('older', base.version))
    return { ...device, older, newer, stored: () => device.paths(BASE_MAP_CACHE) }
  }

  test('that is shown in a newer version replaces the stored regions, when all of them are there', async () => {
    const { storage, older, newer, stored } = await deviceWithOlderMap()
    const { requested, network } = server()
    const last = Promise.withResolvers<void>()
    const tiles = createVectorTiles(storage, (async (wanted: Request) => {
      if (wanted.url.endsWith('/7/120/76')) await last.promise
      return network(wanted)
    }) as typeof fetch)
    // It is not waited for.
    expect((await tiles.answer(request('8/235/153'), offline)).status).toBe(200)
    await waitFor(() => expect(stored()).toEqual([...older, ...newer]))
    last.resolve()
    await waitFor(() => expect(stored()).toEqual(newer))
    expect(requested).toHaveLength(4)
    await tiles.answer(request('8/235/153'), offline)
    expect(requested).toHaveLength(4)
  })

  test('is kept if the newer version cannot be downloaded as a whole, which then continues', async () => {
    const { storage, older, newer, stored } = await deviceWithOlderMap()
    const { requested, network } = server()
    const failed = Promise.withResolvers<void>()
    const tiles = createVectorTiles(storage, (async (wanted: Request) => {
      if (!wanted.url.endsWith('/7/117/76')) return network(wanted)
      failed.resolve()
      throw new TypeError('Failed to fetch')
    }) as typeof fetch)
    await tiles.answer(request('8/235/153'), offline)
    await failed.promise
    await new Promise((resolve) => setImmediate(resolve))
    expect(stored()).toEqual([...older, ...newer.slice(0, 2)])
    // The service worker starts again.
    requested.length = 0
    await createVectorTiles(storage, network).answer(request('8/235/153'), offline)
    await waitFor(() => expect(stored()).toEqual(newer))
    expect(requested.map((path) => path.slice(-8))).toEqual(['7/117/76', '7/120/76'])
  })

  test('is kept while the server has another version than the page, and with data saving', async () => {
    const { storage, older, stored } = await deviceWithOlderMap()
    const { requested, network } = server()
    const outdated = createVectorTiles(storage, network)
    await outdated.answer(request('8/235/153', 'another'), offline)
    await waitFor(() => expect(requested).toHaveLength(1))
    await new Promise((resolve) => setImmediate(resolve))
    expect([requested.length, stored()]).toEqual([1, older])

    vi.stubGlobal('navigator', { connection: { saveData: true } })
    onTestFinished(() => void vi.unstubAllGlobals())
    const saving = createVectorTiles(storage, network)
    await saving.answer(request('8/235/153'), offline)
    await new Promise((resolve) => setImmediate(resolve))
    expect([requested.length, stored()]).toEqual([1, older])
  })

  test('of the whole country is stored before any map is opened', async () => {
    vi.stubGlobal('location', new URL(ORIGIN))
    const { storage } = fakeStorage()
    const { requested, network } = server()
    await createVectorTiles(storage, network).storeCountry(`/api/maps/base/${base.version}/{z}/{x}/{y}`)
    expect(requested).toEqual([`/api/maps/base-packs/${base.version}/0/0/0`])
    const later = createVectorTiles(storage, offline)
    for (const tile of ['0/0/0', '3/7/4', '4/14/9'])
      expect((await later.answer(request(tile), offline)).status).toBe(200)
    await expect(later.answer(request('7/117/76'), offline)).rejects.toThrow('Failed to fetch')
    vi.unstubAllGlobals()
  })

  test('is not the sign-in page of a public Wi-Fi', async () => {
    const { storage, paths } = fakeStorage()
    const page = async () => new Response('<html>Sign in', { headers: { 'content-type': 'text/html' } })
    const tiles = createVectorTiles(storage, page as unknown as typeof fetch)
    await expect(tiles.answer(request('8/235/153'), offline)).rejects.toThrow('Failed to fetch')
    expect(paths(BASE_MAP_CACHE)).toEqual([])
  })

  test('of the sea or of an older version is requested from the server', async () => {
    const { storage } = fakeStorage()
    const tiles = createVectorTiles(storage, server().network)
    const fallback = vi.fn(async () => new Response(null, { status: 204 }))
    expect((await tiles.answer(request('8/240/153'), fallback)).status).toBe(204)
    expect((await tiles.answer(request('8/235/153', 'older'), fallback)).status).toBe(204)
    expect(fallback).toHaveBeenCalledTimes(2)
  })
})

describe('directions on foot', () => {
  afterEach(() => vi.unstubAllGlobals())
  const end = (latitude: number, longitude: number) => ({
    label: 'x',
    latitude,
    longitude,
    approximate: false,
  })
  const FITZROY_STREET = end(-33.90806, 151.1669)
  const CHAPEL_STREET = end(-33.9106, 151.1601)

  test('are calculated on the device inside a downloaded area', async () => {
    vi.stubGlobal('caches', (await deviceWithArea()).storage)
    const { directions: found } = (await walkOnDevice(FITZROY_STREET, CHAPEL_STREET, 'km'))!
    expect(found).toMatchObject({
      source: 'device',
      mode: 'walking',
      attribution: '© OpenStreetMap contributors',
    })
    expect(found.metres).toBeGreaterThan(700)
    expect(found.metres).toBeLessThan(1_400)
    expect(found.steps.length).toBeGreaterThan(3)
    expect(found.steps.at(-1)!.instructions).toBe('Arrive at the park')
  })

  test('are not calculated outside a downloaded area, or without one', async () => {
    vi.stubGlobal('caches', (await deviceWithArea()).storage)
    expect(await walkOnDevice(FITZROY_STREET, end(-33.87, 151.2), 'km')).toBeUndefined()
    vi.stubGlobal('caches', fakeStorage().storage)
    expect(await walkOnDevice(FITZROY_STREET, CHAPEL_STREET, 'km')).toBeUndefined()
  })

  /** A corner of the {@link deviceWithGrid}. */
  const corner = (column: number, row: number) => {
    const { latitude, longitude } = unproject(
      { x: (7_000 + (column + 0.5) / CORNERS) * TILE_SIZE, y: (5_000 + (row + 0.5) / CORNERS) * TILE_SIZE },
      WALKING_ZOOM,
    )
    return end(Math.round(latitude * 1e7) / 1e7, Math.round(longitude * 1e7) / 1e7)
  }

  /** A device with the streets of 3 × 3 cells, a grid, without those that are left out ('1,1'). */
  async function deviceWithGrid(leftOut: readonly string[] = []) {
    const device = fakeStorage()
    for (let at = 0; at < 9; at++) {
      const [cellColumn, cellRow] = [at % 3, Math.floor(at / 3)]
      if (leftOut.includes(`${cellColumn},${cellRow}`)) continue
      const vertices: WalkingVertex[] = []
      const vertexOf = ({ latitude, longitude }: LatLng) =>
        vertices.push({
          latitude: Math.round(latitude * 1e7),
          longitude: Math.round(longitude * 1e7),
          gate: false,
          closed: false,
        }) - 1
      const edges: WalkingEdge[] = []
      for (let index = 0; index < CORNERS ** 2; index++) {
        const column = cellColumn * CORNERS + (index % CORNERS)
        const row = cellRow * CORNERS + Math.floor(index / CORNERS)
        for (const [toColumn, toRow] of [
          [column + 1, row],
          [column, row + 1],
        ] as const) {
          if (Math.max(toColumn, toRow) >= 3 * CORNERS) continue
          const [from, to] = [corner(column, row), corner(toColumn, toRow)]
          edges.push({
            from: vertexOf(from),
            to: vertexOf(to),
            kind: 'street',
            name: 'A street',
            noDogs: false,
            metres: distanceMetres(from, to),
            bends: [],
          })
        }
      }
      const pack = encodePack({ tiles: [], walking: encodeCell({ vertices, edges }) })
      await device.add(
        AREAS_CACHE,
        `/api/maps/packs/13/${7_000 + cellColumn}/${5_000 + cellRow}/hash`,
        gzipSync(pack),
      )
    }
    return device
  }

  test('are not calculated around a part of the straight line whose streets are not downloaded', async () => {
    const [west, east] = [corner(1, 6), corner(10, 6)]
    vi.stubGlobal('caches', (await deviceWithGrid()).storage)
    expect((await walkOnDevice(west, east, 'km'))!.directions.metres).toBeLessThan(
      distanceMetres(west, east) * 1.1,
    )
    vi.stubGlobal('caches', (await deviceWithGrid(['1,1'])).storage)
    expect(await walkOnDevice(west, east, 'km')).toBeUndefined()
  })

  const HOUSE = { ...corner(3, 4), label: '12 Smith Street, Fitzroy' }
  const PARK = corner(6, 4)
  const park: Park = {
    ...toPark(seedParks()[0]!),
    latitude: String(PARK.latitude),
    longitude: String(PARK.longitude),
    locationAccuracy: 'exact',
  }
  /** A directory that knows the suburb of the typed address. */
  const device = {
    ask: async () => ({
      place: { kind: 'locality', name: 'Fitzroy', state: 'VIC', postcode: '3065', ...corner(1, 4) },
      others: [],
      guessed: false,
    }),
  } as unknown as Device
  const replyOf = (source: 'valhalla' | 'estimate'): Directions => ({
    ...estimate(HOUSE, PARK, 'walking', 'km'),
    ...(source === 'valhalla' && { source, estimate: null }),
  })
  const TYPED = { text: '12 Smith St Fitzroy' }
  const HERE = {
    label: 'Your location',
    latitude: HOUSE.latitude,
    longitude: HOUSE.longitude,
    approximate: false,
  }
  const SURROUNDINGS = ['0,0']

  test.each([
    ['a position', HERE, [], 'valhalla', ['device', 'Your location', 0]],
    ['a position', HERE, [], null, ['device', 'Your location', 0]],
    ['a position with cells missing', HERE, SURROUNDINGS, 'valhalla', ['valhalla', 'Your location', 1]],
    ['a position with cells missing', HERE, SURROUNDINGS, 'estimate', ['device', 'Your location', 1]],
    ['a position with cells missing', HERE, SURROUNDINGS, null, ['device', 'Your location', 1]],
    ['a typed start', TYPED, [], 'valhalla', ['device', HOUSE.label, 1]],
    ['a typed start', TYPED, [], 'estimate', ['device', HOUSE.label, 1]],
    ['a typed start', TYPED, [], null, ['device', 'Fitzroy VIC 3065', 1]],
  ] as const)(
    'from %s (%#) begin where the server knows it, and prefer streets that are all known',
    async (_, start, leftOut, source, expected) => {
      vi.stubGlobal('caches', (await deviceWithGrid(leftOut)).storage)
      vi.stubGlobal('navigator', { onLine: source !== null })
      const fetch = vi.fn(async () => {
        if (source === null) throw new TypeError('Failed to fetch')
        return Response.json(replyOf(source))
      })
      vi.stubGlobal('fetch', fetch)
      const { directions } = await findRoute(device, { park, start, mode: 'walking', unit: 'km' })
      expect([directions.source, directions.origin.label, Math.min(1, fetch.mock.calls.length)]).toEqual(
        expected,
      )
    },
  )

  test.each([
    ['an exact', 'device', false],
    ['an approximate', 'device', true],
    ['an exact', 'valhalla', false],
    ['an approximate', 'valhalla', true],
    ['an exact', 'estimate', false],
    ['an approximate', 'estimate', true],
  ] as const)(
    'from %s position (%s): whether the start of the route is approximate',
    async (_, source, approximate) => {
      vi.stubGlobal('caches', (source === 'device' ? await deviceWithGrid() : fakeStorage()).storage)
      vi.stubGlobal('navigator', { onLine: true })
      vi.stubGlobal('fetch', async () => {
        if (source === 'valhalla') return Response.json(replyOf(source))
        throw new TypeError('Failed to fetch')
      })
      const start = { ...HERE, approximate }
      const { directions } = await findRoute(device, { park, start, mode: 'walking', unit: 'km' })
      expect([directions.source, directions.origin.approximate]).toEqual([source, approximate])
    },
  )
})
