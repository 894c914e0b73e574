import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as downloads from '../../client/features/offline-areas/downloads.ts'
import { AREA_TEXTS } from '../../client/features/offline-areas/texts.ts'
import { filesOf, missingFrom, planArea } from '../../client/features/offline-areas/plan.ts'
import { readAreaPacks } from '../../client/queries/areas.ts'
import { storedFiles, totalBytes, updateBytes } from '../../client/store/area-maps.ts'
import { changeArea } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import { AREAS_LOCK } from '../../client/store/names.ts'
import { serverGate } from '../../client/store/server-gate.ts'
import { PACK_HASH_LENGTH } from '../../data/model/map.ts'
import { memoryCache, stubPage } from '../support/area-page.ts'
import { READY_AREA } from '../support/area-row.ts'

const DAY = 24 * 60 * 60_000
/** In the middle of one cell of each level, and a place in another cell of the deepest level. */
const MARRICKVILLE = { latitude: -33.9101, longitude: 151.1609, radius: 100 }
const NEXT_TO_IT = { latitude: -33.9101, longitude: 151.117, radius: 100 }
/** Its region of the built-in map has no tiles. */
const AT_THE_SEA = { latitude: -33.9101, longitude: 152.5, radius: 100 }
/** The cells of streets of {@link MARRICKVILLE}. The first has the same content in each map. */
const [UNCHANGED, ...CHANGED] = ['8/235/153', '10/941/614', '12/3767/2458', '13/7535/4917']

/** The maps of the server. */
let server: { streets: string | null; base: string; areBeingCopied: boolean }
let page: ReturnType<typeof stubPage>
const { cached, cache } = memoryCache()
let requested: string[] = []
/** What the replies to some requests wait for. */
let hold: (path: string) => Promise<unknown> | undefined = () => undefined

/** The cell of the built-in map around {@link MARRICKVILLE} whose content changes with the version 'changed'. */
const REGION = '7/117/76'
const SEA = '7/118/76'
const BASE_CELL = /^[057]\//
const regionOf = (cell: string, version: string) =>
  cell === REGION && version === 'changed' ? 'a changed region' : `region ${cell}`
const hashOf = (content: string) =>
  createHash('sha256').update(content).digest('base64url').slice(0, PACK_HASH_LENGTH)

const packOf = (cell: string, map: string) => (cell === UNCHANGED ? 'the same' : `${cell} of ${map}`)
const packPath = (cell: string, map: string) => {
  return `/api/maps/packs/${cell}/${hashOf(packOf(cell, map))}`
}
const packPaths = (map: string) => [UNCHANGED!, ...CHANGED].map((cell) => packPath(cell, map))

function reply(path: string): Response {
  const { streets, base, areBeingCopied } = server
  const offerOf = (name: string, version: string) => ({
    url: `/api/maps/${name}/${version}/{z}/{x}/{y}`,
    attribution: '',
    minZoom: 0,
    maxZoom: 14,
  })
  if (path === '/api/maps')
    return Response.json({
      base: offerOf('base', base),
      streets: streets === null ? null : { ...offerOf('streets', streets), bounds: [113, -44, 154, -10] },
      tiles: null,
    })
  if (path.startsWith('/api/maps/packs?cells=')) {
    const packs = path
      .split('=')[1]!
      .split(',')
      .flatMap((cell) => {
        if (BASE_CELL.test(cell)) {
          const content = regionOf(cell, base)
          const url = `/api/maps/base-packs/${base}/${cell}`
          return cell === SEA ? [] : [{ url, bytes: content.length, hash: hashOf(content) }]
        }
        if (streets === null || areBeingCopied) return []
        return [{ url: packPath(cell, streets), bytes: packOf(cell, streets).length }]
      })
    return Response.json({ packs })
  }
  const [, named, region] = /^\/api\/maps\/base-packs\/(\w+)\/(.+)$/.exec(path) ?? []
  if (region !== undefined) {
    if (named !== base) return new Response('', { status: 404 })
    return region === SEA ? new Response(null, { status: 204 }) : new Response(regionOf(region, base))
  }
  const [, cell, version] = /^\/api\/maps\/packs\/(\d+\/\d+\/\d+)\/(.+)$/.exec(path) ?? []
  if (cell === undefined) return new Response('a picture')
  return streets !== null && packPath(cell, streets).endsWith(version!)
    ? new Response(packOf(cell, streets))
    : new Response('', { status: 404 })
}

beforeAll(() => {
  page = stubPage({
    openCache: async () => cache,
    async fetch(path, { signal } = {}) {
      requested.push(path)
      const aborted = Promise.withResolvers<never>()
      signal?.addEventListener('abort', () => aborted.reject(signal.reason))
      await Promise.race([hold(path), aborted.promise])
      return reply(path)
    },
  })
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  server = { streets: 'one', base: 'first', areBeingCopied: false }
  Object.assign(page, { online: true, saveData: false })
  hold = () => undefined
})
afterEach(async () => {
  for (const { id } of await downloads.listAreas()) await downloads.removeArea(id)
  cached.clear()
})

const areaNamed = async (name: string) => (await downloads.listAreas()).find((area) => area.name === name)!
const stateOf = async (name: string) => (await areaNamed(name)).state

/** Plans an area with one picture and the maps. */
async function planFor(circle: typeof MARRICKVILLE) {
  const packs = await readAreaPacks([circle], new AbortController().signal)
  const look = { theme: 'light', dense: false, unit: 'km' } as const
  return { ...planArea([circle], [], null, look, packs), pictures: ['/api/pictures/a.webp'] }
}

/** Downloads such an area. */
async function download(name: string, circle = MARRICKVILLE) {
  await downloads.downloadArea(name, await planFor(circle), false)
  await expect.poll(() => stateOf(name)).toBe('ready')
  requested = []
  return (await areaNamed(name)).id
}
const newerMapOf = async (name: string) => updateBytes(await areaNamed(name), await downloads.listAreas())
/** Another tab of the same device. */
async function openTab() {
  vi.resetModules()
  return import('../../client/features/offline-areas/downloads.ts')
}
/** Holds the replies to requests for packs. */
function holdPacks() {
  const held = Promise.withResolvers<void>()
  hold = (path) => (path.startsWith('/api/maps/packs/') ? held.promise : undefined)
  return () => {
    hold = () => undefined
    held.resolve()
  }
}
const packRequests = () => requested.filter((path) => path.startsWith('/api/maps/packs/'))

test('a newer map is found with one request, and one more for each area that was not compared with it', async () => {
  await download('marrickville')
  const before = new Set(cached.keys())
  const lists = () => requested.map((path) => path.split('=')[0])
  await downloads.lookForNewerMaps()
  expect(lists()).toEqual(['/api/maps', '/api/maps/packs?cells'])
  expect(await newerMapOf('marrickville')).toBeNull()
  requested = []
  await downloads.lookForNewerMaps()
  expect(lists()).toEqual(['/api/maps'])

  server.streets = 'two'
  requested = []
  await downloads.lookForNewerMaps()
  expect(lists()).toEqual(['/api/maps', '/api/maps/packs?cells'])
  // Only what changed is to be downloaded.
  const bytes = CHANGED.reduce((sum, cell) => sum + packOf(cell, 'two').length, 0)
  expect(await newerMapOf('marrickville')).toBe(bytes)
  requested = []
  await downloads.lookForNewerMaps()
  expect(lists()).toEqual(['/api/maps'])
  expect(await newerMapOf('marrickville')).toBe(bytes)
  expect(new Set(cached.keys())).toEqual(before)

  // The operator puts the former map back.
  server.streets = 'one'
  await downloads.lookForNewerMaps()
  expect(await newerMapOf('marrickville')).toBeNull()
})

test('files that areas share are downloaded once, and count once in what they use', async () => {
  const usedBytes = async () => totalBytes(await downloads.listAreas())
  const cachedBytes = async () =>
    (await Promise.all([...cached.values()].map(async (reply) => (await reply.clone().blob()).size))).reduce(
      (sum, size) => sum + size,
    )
  await download('marrickville')
  const missing = missingFrom(await planFor(NEXT_TO_IT), storedFiles(await downloads.listAreas()))
  // Its other maps and the picture are those of the first area.
  expect(filesOf(missing)).toEqual([expect.stringMatching(/^\/api\/maps\/packs\/13\//)])
  const id = await download('next to it', NEXT_TO_IT)
  const [first, second] = await downloads.listAreas()
  expect(await usedBytes()).toBe(await cachedBytes())
  expect(await usedBytes()).toBeLessThan(first!.bytes + second!.bytes)

  server.streets = 'two'
  await downloads.lookForNewerMaps()
  await downloads.updateArea(id)
  await expect.poll(() => stateOf('next to it')).toBe('ready')
  expect(await usedBytes()).toBe(await cachedBytes())

  // An area that an earlier version of the app has downloaded.
  const database = createDatabase(() => undefined)
  await changeArea(database, id, { sizes: [] })
  database.close()
  expect(await usedBytes()).toBeGreaterThan(await cachedBytes())
  await downloads.checkArea(id)
  await expect.poll(usedBytes).toBe(await cachedBytes())
})

test('a new version of the built-in map is offered to those areas only whose regions have changed in it', async () => {
  const id = await download('marrickville')
  await download('at the sea', AT_THE_SEA)
  const before = [...cached.keys()]
  server.base = 'second'
  await downloads.lookForNewerMaps()
  expect([await newerMapOf('marrickville'), await newerMapOf('at the sea')]).toEqual([null, null])
  expect([...cached.keys()]).toEqual(before)

  server.base = 'changed'
  await downloads.lookForNewerMaps()
  expect(await newerMapOf('marrickville')).toBe('a changed region'.length)
  expect(await newerMapOf('at the sea')).toBeNull()
  requested = []
  await downloads.updateArea(id)
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  // Only what changed is downloaded.
  expect(requested).toEqual([`/api/maps/base-packs/changed/${REGION}`])
  await downloads.lookForNewerMaps()
  expect(await newerMapOf('marrickville')).toBeNull()
})

test('an area that has lost files gets regions of the built-in map from the version that the server has', async () => {
  const id = await download('marrickville')
  server.base = 'second'
  await downloads.lookForNewerMaps()
  cached.clear()
  await downloads.checkArea(id)
  await downloads.resumeArea(id)
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  expect([...cached.keys()].filter((path) => path.includes('/base-packs/'))).toEqual(
    expect.arrayContaining([`/api/maps/base-packs/second/${REGION}`]),
  )
})

test('what two areas share is downloaded with one of them', async () => {
  await download('marrickville')
  await download('next to it', NEXT_TO_IT)
  server.streets = 'two'
  await downloads.lookForNewerMaps()
  const bytes = (await newerMapOf('next to it'))!
  await downloads.updateArea((await areaNamed('marrickville')).id)
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  expect(await newerMapOf('next to it')).toBe(
    bytes - packOf('10/941/614', 'two').length - packOf('12/3767/2458', 'two').length,
  )
  requested = []
  await downloads.updateArea((await areaNamed('next to it')).id)
  await expect.poll(() => stateOf('next to it')).toBe('ready')
  expect(packRequests()).toHaveLength(1)
  expect(packPaths('two').filter((path) => !cached.has(path))).toEqual([])
  expect(AREA_TEXTS.newer(0)).toBe('There is a newer map')
})

test('an update downloads what changed, keeps the old map until it is complete, and then deletes it', async () => {
  const id = await download('marrickville')
  server.streets = 'two'
  await downloads.lookForNewerMaps()
  const old = [...cached.keys()]
  requested = []
  const release = holdPacks()
  await downloads.updateArea(id)
  await expect.poll(() => packRequests().length).toBe(3)
  expect(await stateOf('marrickville')).toBe('fetching')
  expect([...cached.keys()]).toEqual(old)
  release()
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  const packs = packPaths('two')
  await expect
    .poll(() => [...cached.keys()].filter((path) => path.startsWith('/api/maps/packs/')).toSorted())
    .toEqual(packs.toSorted())
  expect(requested.toSorted()).toEqual(packs.slice(1).toSorted())
  expect(cached.size).toBe(old.length)
  expect(await newerMapOf('marrickville')).toBeNull()
})

test('an update that is paused leaves the old map whole, also after a new start, and continues', async () => {
  const id = await download('marrickville')
  server.streets = 'two'
  await downloads.lookForNewerMaps()
  const old = [...cached.keys()]
  const [first] = CHANGED
  const held = Promise.withResolvers<void>()
  hold = (path) =>
    path.startsWith('/api/maps/packs/') && path !== packPath(first!, 'two') ? held.promise : undefined
  await downloads.updateArea(id)
  await expect.poll(() => cached.has(packPath(first!, 'two'))).toBe(true)
  await downloads.pauseArea(id)
  const tab = await openTab()
  tab.manageAreas()
  await tab.checkArea(id)
  expect(old.filter((path) => !cached.has(path))).toEqual([])
  hold = () => undefined
  requested = []
  await tab.resumeArea(id)
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  expect(packRequests().toSorted()).toEqual(packPaths('two').slice(2).toSorted())
  await expect
    .poll(() =>
      packPaths('one')
        .slice(1)
        .some((path) => cached.has(path)),
    )
    .toBe(false)
})

test('a check that ends during an update leaves the update and the old map as they are', async () => {
  const id = await download('marrickville')
  server.streets = 'two'
  await downloads.lookForNewerMaps()
  const old = [...cached.keys()]
  const isRead = Promise.withResolvers<void>()
  vi.spyOn(cache, 'match').mockImplementationOnce(async (path) => {
    await isRead.promise
    return cached.get(path)?.clone()
  })
  const checked = downloads.checkArea(id)
  await expect.poll(() => vi.mocked(cache.match).mock.calls.length).toBe(1)
  const release = holdPacks()
  await downloads.updateArea(id)
  await expect.poll(() => packRequests().length).toBe(3)
  isRead.resolve()
  await checked
  // Removing any area deletes the files that belong to none.
  await downloads.removeArea('another')
  expect(old.filter((path) => !cached.has(path))).toEqual([])
  expect(await stateOf('marrickville')).toBe('fetching')
  release()
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
})

test('an area that is removed during an update leaves no file of either map', async () => {
  const id = await download('marrickville')
  server.streets = 'two'
  await downloads.lookForNewerMaps()
  requested = []
  holdPacks()
  await downloads.updateArea(id)
  await expect.poll(() => packRequests().length).toBe(3)
  await downloads.removeArea(id)
  expect([...cached.keys()]).toEqual([])
})

test('two tabs look for newer maps once, and download one once', async () => {
  const id = await download('marrickville')
  server.streets = 'two'
  const held = Promise.withResolvers<void>()
  hold = (path) => (path === '/api/maps' ? held.promise : undefined)
  const looking = downloads.lookForNewerMaps()
  await expect.poll(() => requested.length).toBe(1)
  const otherTab = await openTab()
  await otherTab.lookForNewerMaps()
  expect(requested).toEqual(['/api/maps'])
  held.resolve()
  await looking
  requested = []
  await Promise.all([downloads.updateArea(id), otherTab.updateArea(id)])
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  expect(packRequests().toSorted()).toEqual(packPaths('two').slice(1).toSorted())
})

test.each(['offers none', 'lists none'])(
  'nothing is said or deleted while the server, which copies its streets, %s',
  async (what) => {
    await download('marrickville')
    server.streets = 'two'
    await downloads.lookForNewerMaps()
    const before = [...cached.keys()]
    const streets = what === 'offers none' ? null : 'three'
    server = { streets, base: 'second', areBeingCopied: true }
    await downloads.lookForNewerMaps()
    expect(await newerMapOf('marrickville')).toBeNull()
    expect([...cached.keys()]).toEqual(before)
    server = { streets: streets ?? 'two', base: 'first', areBeingCopied: false }
    await downloads.lookForNewerMaps()
    expect(await newerMapOf('marrickville')).toBeGreaterThan(0)
  },
)

test('an area from before the operator built streets gets them with the newer map', async () => {
  server.streets = null
  await download('marrickville')
  server.streets = 'one'
  await downloads.lookForNewerMaps()
  const bytes = [UNCHANGED!, ...CHANGED].reduce((sum, cell) => sum + packOf(cell, 'one').length, 0)
  expect(await newerMapOf('marrickville')).toBe(bytes)
})

test('a request that fails changes nothing, and none is made without a network', async () => {
  await download('marrickville')
  const before = await areaNamed('marrickville')
  server.streets = 'two'
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    requested.push(path as string)
    return path === '/api/maps' ? reply(path) : Response.json({}, { status: 404 })
  })
  await downloads.lookForNewerMaps()
  expect(requested).toHaveLength(2)
  expect(await areaNamed('marrickville')).toEqual(before)
  vi.restoreAllMocks()
  requested = []
  page.online = false
  await downloads.lookForNewerMaps()
  expect(requested).toEqual([])
})

test('a server in trouble is not asked for newer maps', async () => {
  await download('marrickville')
  const fails = () => Promise.reject(new TypeError('Failed to fetch'))
  await serverGate.run('/api/maps', fails, { asked: true }).catch(() => undefined)
  await downloads.lookForNewerMaps()
  expect(requested).toEqual([])
  await serverGate.run('/api/maps', async () => undefined, { asked: true })
  await downloads.lookForNewerMaps()
  expect(requested.length).toBeGreaterThan(0)
})

/**
 * An area that waits for its packs, of which there are newer ones, while the server refuses to list them.
 * @param retryAfter seconds of the pause
 * @returns its id
 */
async function waitingDownload(retryAfter: number): Promise<string> {
  const id = await download('marrickville')
  server.streets = 'two'
  for (const path of packPaths('one')) cached.delete(path)
  const database = createDatabase(() => undefined)
  await changeArea(database, id, { state: 'waiting' })
  database.close()
  const failed = new Response('', { status: 500, headers: { 'retry-after': String(retryAfter) } })
  await serverGate.fetch('/api/maps', async () => failed, { asked: true })
  return id
}

test('a download that resumes by itself does not ask a server in trouble for the newest map', async () => {
  // Otherwise the pause may be shorter than the test.
  const id = await waitingDownload(600)
  const tab = await openTab()
  tab.manageAreas()
  await expect.poll(packRequests).not.toEqual([])
  // It has ended then.
  await navigator.locks.request(AREAS_LOCK, () => undefined)
  expect(requested).not.toContain('/api/maps')
  expect(await stateOf('marrickville')).toBe('waiting')
  await tab.resumeArea(id)
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  expect(requested).toContain('/api/maps')
})

test('a download that waits to ask a server in trouble for the newest map resumes by itself', async () => {
  await waitingDownload(1)
  const tab = await openTab()
  tab.manageAreas()
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
  expect(requested).toContain('/api/maps')
})

test('a download resumes on a device so slow that the pause of the server is over when it has ended', async () => {
  await waitingDownload(1)
  const tab = await openTab()
  const { serverGate: gate } = await import('../../client/store/server-gate.ts')
  const wait = gate.wait
  vi.spyOn(gate, 'wait').mockImplementation(async (kind) => {
    const isRefused = packRequests().length > 0 && (await stateOf('marrickville')) === 'waiting'
    // Two seconds: the pause of one, with its jitter, is over then.
    if (isRefused) await sleep(2_000)
    return wait(kind)
  })
  tab.manageAreas()
  await expect.poll(() => stateOf('marrickville')).toBe('ready')
})

test('without opening the screen, newer maps are looked for once a day and not with data saving', async () => {
  const id = await download('marrickville')
  const database = createDatabase(() => undefined)
  const comparedAt = (at: number) => changeArea(database, id, { compared: { at, maps: null } })
  // An area that is not complete is no reason, however old it is.
  await database.areas.put({ ...READY_AREA, id: 'paused', name: 'paused', state: 'paused' })
  await downloads.lookForNewerMapsDaily()
  await comparedAt(Date.now() - DAY / 2)
  await downloads.lookForNewerMapsDaily()
  expect(requested).toEqual([])
  await comparedAt(Date.now() - DAY)
  page.saveData = true
  await downloads.lookForNewerMapsDaily()
  expect(requested).toEqual([])
  page.saveData = false
  server.streets = 'two'
  // A new start of the app does it.
  const { manageAreas } = await openTab()
  manageAreas()
  await expect.poll(() => newerMapOf('marrickville')).toBeGreaterThan(0)
  requested = []
  await downloads.lookForNewerMapsDaily()
  expect(requested).toEqual([])
  database.close()
})

test.each(['fetching', 'paused', 'waiting', 'full', 'evicted'] as const)(
  'an area that is not complete (%s) is not compared: its download gets the newest map',
  async (state) => {
    const database = createDatabase(() => undefined)
    await database.areas.put({ ...READY_AREA, id: 'bondi', name: 'bondi', circles: [MARRICKVILLE], state })
    requested = []
    await downloads.lookForNewerMaps()
    expect(requested).toEqual([])
    database.close()
  },
)
