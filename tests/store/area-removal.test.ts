import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as downloads from '../../client/features/offline-areas/downloads.ts'
import type { AreaPlan } from '../../client/features/offline-areas/plan.ts'
import { AREAS_HINT } from '../../client/store/names.ts'

const cached = new Map<string, Response>()
/** What the cache waits for before it deletes a file. */
let beforeDelete: () => Promise<unknown> = async () => undefined
const cache = {
  keys: async () => [...cached.keys()].map((path) => new Request(`https://offlead.example${path}`)),
  match: async (path: string) => cached.get(path)?.clone(),
  delete: async (path: string) => {
    await beforeDelete()
    return cached.delete(path)
  },
  put: async (path: string, response: Response) => void cached.set(path, response),
}
const stored = new Map<string, string>()

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('caches', { open: async () => cache, has: async () => true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('fetch', async () => new Response('a tile'))
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  beforeDelete = async () => undefined
})

const plan: AreaPlan = {
  circles: [],
  parks: 0,
  pictures: [],
  tiles: Array.from({ length: 20 }, (_, index) => `/api/maps/tiles/bondi/${index}`),
  packs: { streets: [], base: [] },
}
const areaNamed = async (name: string) => (await downloads.listAreas()).find((area) => area.name === name)

test('an area that is downloaded again while its files are still being deleted is complete', async () => {
  await downloads.downloadArea('bondi', plan, false)
  await expect.poll(async () => (await areaNamed('bondi'))?.state).toBe('ready')
  const isDownloading = Promise.withResolvers<void>()
  beforeDelete = async () => {
    if (cached.size <= 17) await isDownloading.promise
  }
  const removed = downloads.removeArea((await areaNamed('bondi'))!.id)
  await expect.poll(() => cached.size).toBe(17)
  await downloads.downloadArea('again', plan, false)
  // Long enough to count the files that are there, if that did not wait.
  await sleep(500)
  isDownloading.resolve()
  await expect.poll(async () => (await areaNamed('again'))?.state).not.toBe('fetching')
  await removed
  expect(await areaNamed('again')).toMatchObject({ state: 'ready' })
  expect(cached.size).toBe(20)
})

test('the device remembers that it has areas until the files of the last one are deleted', async () => {
  for (const { id } of await downloads.listAreas()) await downloads.removeArea(id)
  downloads.manageAreas()
  await downloads.downloadArea('bondi', plan, false)
  await expect.poll(async () => (await areaNamed('bondi'))?.state).toBe('ready')
  await expect.poll(() => stored.has(AREAS_HINT)).toBe(true)
  const isClosed = Promise.withResolvers<void>()
  beforeDelete = () => isClosed.promise
  const removed = downloads.removeArea((await areaNamed('bondi'))!.id)
  await expect.poll(() => areaNamed('bondi')).toBeUndefined()
  await sleep(500)
  // If the page is closed now, only the next start can delete the files, and it looks for areas only with this hint.
  expect(cached.size).toBe(20)
  expect(stored.has(AREAS_HINT)).toBe(true)
  isClosed.resolve()
  await removed
  expect(cached.size).toBe(0)
  await expect.poll(() => stored.has(AREAS_HINT)).toBe(false)
})
