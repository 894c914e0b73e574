import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { changeArea } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import { AREAS_LOCK } from '../../client/store/names.ts'
import * as downloads from '../../client/features/offline-areas/downloads.ts'
import type { AreaPlan } from '../../client/features/offline-areas/plan.ts'
import { memoryCache } from '../support/area-page.ts'

const { cached, cache } = memoryCache()
/** Requests that the server has not answered. */
let pending: { path: string; signal: AbortSignal; answer(): void }[] = []

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal(
    'fetch',
    (path: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error))
        pending.push({ path, signal: signal!, answer: () => resolve(new Response('a tile')) })
      }),
  )
})
afterEach(async () => {
  for (const { id } of await downloads.listAreas()) await downloads.removeArea(id)
  pending = []
})
afterAll(() => vi.unstubAllGlobals())

const plan = (name: string): AreaPlan => ({
  circles: [],
  parks: 0,
  pictures: [],
  tiles: [`/api/maps/tiles/${name}/0`, `/api/maps/tiles/${name}/1`],
  packs: { streets: [], base: [] },
})
const areaNamed = async (name: string) => (await downloads.listAreas()).find((area) => area.name === name)
const download = async (name: string) => {
  await downloads.downloadArea(name, plan(name), false)
  return (await areaNamed(name))!.id
}
const requested = (name: string) => pending.filter(({ path }) => path.includes(`/${name}/`))
const stateOf = async (name: string) => (await areaNamed(name))?.state

test('a download is shown as paused at once, and its requests end', async () => {
  const id = await download('bondi')
  await expect.poll(() => requested('bondi').length).toBe(2)
  await downloads.pauseArea(id)
  expect(await stateOf('bondi')).toBe('paused')
  pending = []
  await downloads.resumeArea(id)
  expect(await stateOf('bondi')).toBe('fetching')
  await expect.poll(() => requested('bondi').length).toBe(2)
  for (const { answer } of pending) answer()
  await expect.poll(() => stateOf('bondi')).toBe('ready')
})

test('a download that waits for another is shown as paused at once, and stays paused', async () => {
  await download('bondi')
  await expect.poll(() => requested('bondi').length).toBe(2)
  const id = await download('manly')
  const paused = downloads.pauseArea(id)
  await expect.poll(() => stateOf('manly')).toBe('paused')
  for (const { answer } of pending) answer()
  await expect.poll(() => stateOf('bondi')).toBe('ready')
  await paused
  expect(await stateOf('manly')).toBe('paused')
  expect(requested('manly')).toEqual([])
  await downloads.resumeArea(id)
  await expect.poll(() => requested('manly').length).toBe(2)
})

test('a download waits for that of another tab, however long it takes', async () => {
  const otherTab = Promise.withResolvers<void>()
  const held = navigator.locks.request(AREAS_LOCK, () => otherTab.promise)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const caller = new AbortController()
    setTimeout(() => caller.abort(new DOMException('too late', 'TimeoutError')), milliseconds)
    return caller.signal
  })
  try {
    await download('bondi')
    await vi.advanceTimersByTimeAsync(3_600_000)
  } finally {
    vi.useRealTimers()
    timeout.mockRestore()
  }
  await sleep(100)
  expect(requested('bondi')).toEqual([])
  otherTab.resolve()
  await held
  await expect.poll(() => requested('bondi').length).toBe(2)
})

test('a download that waits for another is removed at once', async () => {
  await download('bondi')
  await expect.poll(() => requested('bondi').length).toBe(2)
  await downloads.removeArea(await download('manly'))
  expect(await stateOf('manly')).toBe(undefined)
  for (const { answer } of pending) answer()
  await expect.poll(() => stateOf('bondi')).toBe('ready')
  expect(requested('manly')).toEqual([])
  expect([...cached.keys()]).toEqual(expect.arrayContaining(plan('bondi').tiles))
})

test('a download that is paused in another tab stops', async () => {
  downloads.manageAreas()
  const id = await download('bondi')
  await expect.poll(() => requested('bondi').length).toBe(2)
  const [first] = pending
  const otherTab = createDatabase(() => undefined)
  await changeArea(otherTab, id, { state: 'paused' })
  await expect.poll(() => first!.signal.aborted).toBe(true)
  expect(await stateOf('bondi')).toBe('paused')
  otherTab.close()
})
