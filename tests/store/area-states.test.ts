import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as downloads from '../../client/features/offline-areas/downloads.ts'
import type { AreaPlan } from '../../client/features/offline-areas/plan.ts'
import { saveArea } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import { currentToast } from '../../client/platform/toast.ts'
import { memoryCache, stubPage } from '../support/area-page.ts'
import { READY_AREA } from '../support/area-row.ts'

const { cache } = memoryCache()
let openCache: () => Promise<unknown>
let page: ReturnType<typeof stubPage>

beforeAll(() => {
  page = stubPage({ openCache: () => openCache(), fetch: async () => new Response('a tile') })
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  openCache = async () => cache
  Object.assign(page, { online: true, saveData: false })
})
afterEach(async () => {
  for (const { id } of await downloads.listAreas()) await downloads.removeArea(id)
  vi.restoreAllMocks()
})

const plan: AreaPlan = {
  circles: [],
  parks: 0,
  pictures: [],
  tiles: ['/api/maps/tiles/bondi/0', '/api/maps/tiles/bondi/1'],
  packs: { streets: [], base: [] },
}
const stateOf = async (name: string) =>
  (await downloads.listAreas()).find((area) => area.name === name)?.state

test('an area whose cache cannot be opened is not shown as downloading', async () => {
  openCache = async () => {
    throw new DOMException('Internal error.', 'UnknownError')
  }
  await downloads.downloadArea('bondi', plan, false)
  await expect.poll(() => stateOf('bondi')).toBe('waiting')
  openCache = async () => cache
})

test('an area that cannot be saved because the device is full is reported', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  const outcome = await downloads.downloadArea('bondi', plan, false).then(
    () => 'resolved',
    () => 'rejected',
  )
  expect(outcome).toBe('resolved')
  expect(currentToast.current()?.title).toBe('Device storage is full')
})

test.each(['a device that saves data', 'a device without a network'])(
  'an interrupted download is not shown as downloading on %s',
  async (device) => {
    const database = createDatabase(() => undefined)
    await saveArea(database, {
      ...READY_AREA,
      id: 'bondi',
      name: 'bondi',
      files: plan.tiles,
      state: 'fetching',
      checkedAt: null,
    })
    database.close()
    page.online = device !== 'a device without a network'
    page.saveData = device === 'a device that saves data'
    vi.resetModules()
    const fresh = await import('../../client/features/offline-areas/downloads.ts')
    fresh.manageAreas()
    await expect.poll(() => stateOf('bondi')).toBe('waiting')
  },
)
