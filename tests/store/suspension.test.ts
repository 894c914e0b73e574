import { setTimeout as sleep } from 'node:timers/promises'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OffleadDatabase } from '../../client/store/database.ts'

let indexedDB: IDBFactory
beforeEach(() => void (indexedDB = new IDBFactory()))
afterEach(() => vi.unstubAllGlobals())

/** A page with the code and the events of its own. All pages have the same databases. */
async function openPage() {
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.resetModules()
  const { createDatabase } = await import('../../client/store/database.ts')
  const { openTroubleStore } = await import('../../client/store/trouble-store.ts')
  const dispatch = (name: string, persisted: boolean) =>
    events.dispatchEvent(Object.assign(new Event(name), { persisted }))
  return {
    database: createDatabase(() => undefined, 'offlead', { indexedDB, IDBKeyRange }),
    troubles: openTroubleStore({ factory: () => indexedDB, name: 'troubles' }),
    /** `persisted`: whether the browser keeps the page in its back/forward cache. */
    leave: (persisted: boolean) => dispatch('pagehide', persisted),
    comeBack: () => dispatch('pageshow', true),
  }
}

const FAVOURITE = {
  userId: 0,
  parkId: 7,
  saved: true,
  rev: 0,
  held: [],
  here: [],
  changedAt: 1,
}

/** Begins to save, and does not end by itself, as in a page that the browser has stopped. */
async function beginToSave(database: OffleadDatabase): Promise<{ saved: Promise<unknown> }> {
  const begun = Promise.withResolvers<void>()
  const saved = database.transaction('rw', database.favourites, async () => {
    await database.favourites.put(FAVOURITE)
    begun.resolve()
    // A transaction is open as long as it has requests.
    for (;;) await database.favourites.count()
  })
  saved.catch(() => undefined)
  await begun.promise
  return { saved }
}

/** Whether work that waits for another page has not ended after a while. */
const isWaiting = (work: PromiseLike<unknown>) =>
  Promise.race([Promise.resolve(work).then(() => false), sleep(300, true)])

test('a page in the back/forward cache leaves its tables to other pages, and has not saved', async () => {
  const page = await openPage()
  const { saved } = await beginToSave(page.database)
  const other = await openPage()
  const count = other.database.favourites.count()
  expect(await isWaiting(count)).toBe(true)
  page.leave(true)
  expect(await count).toBe(0)
  await expect(saved).rejects.toMatchObject({ name: 'AbortError' })
  page.comeBack()
})

test('a page in the back/forward cache begins no transaction until it is shown again', async () => {
  const { database, leave, comeBack } = await openPage()
  await database.open()
  leave(true)
  await expect(database.favourites.count()).rejects.toMatchObject({ name: 'AbortError' })
  comeBack()
  expect(await database.favourites.count()).toBe(0)
})

test.each([
  ['that is closed', false, undefined],
  ['of a browser with Background Sync', true, {}],
])('a page %s is left to the browser', async (_, persisted, syncManager) => {
  if (syncManager) vi.stubGlobal('SyncManager', syncManager)
  const page = await openPage()
  await beginToSave(page.database)
  const other = await openPage()
  const count = other.database.favourites.count()
  page.leave(persisted)
  expect(await isWaiting(count)).toBe(true)
  page.database.close()
})

test('the troubles of the server are known in a page that the browser puts into its cache', async () => {
  const { troubles, leave } = await openPage()
  const trouble = { failures: 1 } as never
  await troubles.change(() => ({ server: trouble }))
  leave(true)
  expect(await troubles.read()).toEqual({ server: trouble })
})
