import 'fake-indexeddb/auto'
import { Dexie, liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendNow } from '../../client/features/outbox/send-now.ts'
import { createPersonal } from '../../client/queries/personal.ts'
import { FAVOURITES_COOKIE, HISTORY_COOKIE } from '../../client/store/cookie-mirror.ts'
import { openPersonal } from '../../client/store/personal.ts'
import type { PersonalPorts } from '../../client/store/personal.ts'
import type { PersonalStore } from '../../client/store/personal-store.ts'
import { SyncRefused } from '../../client/store/drain.ts'
import { DeviceFull, isQuotaError, saveOrFreeSpace } from '../../client/store/free-space.ts'
import { POLL_INTERVAL_MS, SAVE_DATA_POLL_INTERVAL_MS } from '../../client/store/sync-loop.ts'
import { Operation } from '../../data/sync/operation.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import { testGate } from '../support/gate.ts'
import { startSyncServer } from '../sync/server.ts'
import type { SyncServer } from '../sync/server.ts'
import { waitFor } from '../support/wait-for.ts'

const ADA = 1
const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Woof.' }
const BLUEY = { id: 1, name: 'Bluey', breed: 'Heeler', createdAt: '2025-04-01T00:00:00.000Z' }
let server: SyncServer
let cookies: Map<string, string>
let online: boolean
let scheduledSyncs: number
/** Hides the page. */
let hide: () => void

beforeEach(async () => {
  server = await startSyncServer()
  cookies = new Map()
  online = true
  scheduledSyncs = 0
})
afterEach(() => server.close())

const ports = (indexedDB: IDBFactory, change: Partial<PersonalPorts> = {}): PersonalPorts => ({
  push: server.pushAs(ADA),
  jar: {
    read: () => [...cookies].map((pair) => pair.join('=')).join('; '),
    write: (cookie) => void cookies.set(...(cookie.split('; ')[0]!.split('=') as [string, string])),
    secure: true,
  },
  exclusively: (work) => work(),
  online: () => online,
  visible: () => true,
  saveData: () => false,
  onWake: () => () => undefined,
  after: () => () => undefined,
  gate: testGate(),
  onHidden: (listener) => {
    hide = listener
    return () => undefined
  },
  freeSpace: async () => undefined,
  requestBackgroundSync: () => void scheduledSyncs++,
  onDatabaseEvent: () => undefined,
  onSyncState: () => undefined,
  database: { name: 'offlead', indexedDB, IDBKeyRange },
  ...change,
})

async function opened(indexedDB: IDBFactory, change: Partial<PersonalPorts> = {}): Promise<PersonalStore> {
  const store = await openPersonal(ports(indexedDB, change))
  onTestFinished(() => store.close())
  return store
}

test.each([
  [true, SAVE_DATA_POLL_INTERVAL_MS],
  [false, POLL_INTERVAL_MS],
  [undefined, POLL_INTERVAL_MS],
])(
  'in a browser with saveData=%s the account is polled every %d ms and a saved favourite is sent at once',
  async (saveData, milliseconds) => {
    vi.stubGlobal('location', { protocol: 'https:' })
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('navigator', {
      onLine: true,
      connection: saveData === undefined ? undefined : { saveData },
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { pagePorts } = await import('../../client/platform/outbox-ports.ts')
    const delays: number[] = []
    const after = (delay: number) => {
      delays.push(delay)
      return () => undefined
    }
    const store = await opened(new IDBFactory(), {
      saveData: pagePorts.saveData,
      after,
      requestBackgroundSync: () => undefined,
    })
    await store.signIn(ADA)
    await store.setFavourite(3, true)
    await waitFor(async () => expect(await server.favouritesOf(ADA)).toEqual([3]))
    await waitFor(() => expect(delays.at(-1)).toBe(milliseconds))
  },
)

test.each([
  ['with', 1],
  ['without', 0],
])(
  'in a browser %s Background Sync, a page that is hidden looks for unsent changes %d times',
  async (_, times) => {
    vi.stubGlobal('location', { protocol: 'https:' })
    vi.stubGlobal('addEventListener', () => undefined)
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
    if (times > 0) vi.stubGlobal('SyncManager', {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const { pagePorts } = await import('../../client/platform/outbox-ports.ts')
    let looked = 0
    pagePorts.onHidden(() => looked++)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(looked).toBe(times)
  },
)

/** A browser in a mode where databases cannot be opened. */
const noDatabases = {
  open: () => {
    throw new DOMException('Not allowed in this mode', 'InvalidStateError')
  },
} as unknown as IDBFactory

test('a store whose opening is interrupted by leaving the page is opened again, and not in memory', async () => {
  const { jar } = ports(new IDBFactory())
  let reads = 0
  const store = await opened(new IDBFactory(), {
    jar: {
      ...jar,
      read() {
        reads++
        if (reads === 1) throw new DOMException('the page is not shown', 'AbortError')
        return jar.read()
      },
    },
  })
  expect(store.storage).toBe('device')
})

test('a change is sent at once when online and schedules a background sync when offline', async () => {
  const store = await opened(new IDBFactory())
  await store.signIn(ADA)
  await store.setFavourite(3, true)
  await waitFor(async () => expect(await server.favouritesOf(ADA)).toEqual([3]))
  online = false
  await store.setFavourite(4, true)
  expect(scheduledSyncs).toBe(1)
  expect(await server.favouritesOf(ADA)).toEqual([3])
  online = true
  expect(await store.sync()).toBe('done')
  expect(await server.favouritesOf(ADA)).toEqual([3, 4])
})

test('a background sync is registered only without a network, or when a page with unsent changes is hidden', async () => {
  const store = await opened(new IDBFactory(), {
    push: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await store.signIn(ADA)
  await store.setFavourite(3, true)
  for (let tries = 0; tries < 3; tries++) await expect(store.sync()).rejects.toThrow('Failed to fetch')
  expect(scheduledSyncs).toBe(0)
  hide()
  await waitFor(() => expect(scheduledSyncs).toBe(1))
  online = false
  await store.setFavourite(4, true)
  expect(scheduledSyncs).toBe(2)
})

test('a tab that waited for another tab to send does not call a server that failed meanwhile', async () => {
  const indexedDB = new IDBFactory()
  const gate = testGate()
  const locks = new Map<string, Promise<unknown>>()
  let pushes = 0
  let fail: (failure: Error) => void = () => undefined
  const change: Partial<PersonalPorts> = {
    gate,
    exclusively(work) {
      const turn = (locks.get('outbox') ?? Promise.resolve()).then(work)
      locks.set(
        'outbox',
        turn.catch(() => undefined),
      )
      return turn
    },
    push: () => {
      pushes++
      return new Promise((_resolve, reject) => (fail = reject))
    },
  }
  const [one, other] = [await opened(indexedDB, change), await opened(indexedDB, change)]
  await one.signIn(ADA)
  await other.setFavourite(3, true)
  await waitFor(() => expect(pushes).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  fail(new TypeError('Failed to fetch'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(pushes).toBe(1)
})

test('a device with nothing to send makes no call, and does not count as an answer from the server', async () => {
  // The pause after a failure must not end before the store is open.
  const gate = testGate({ now: () => 0 })
  await gate.run('directory', () => Promise.reject(new TypeError('Failed to fetch'))).catch(() => undefined)
  const store = await opened(new IDBFactory(), { gate })
  expect(await store.sync()).toBe('done')
  expect(await gate.wait('directory')).toBeGreaterThan(0)
})

test('a page hidden with everything sent registers no background sync', async () => {
  const store = await opened(new IDBFactory())
  await store.signIn(ADA)
  await store.setFavourite(3, true)
  expect(await store.sync()).toBe('done')
  hide()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(scheduledSyncs).toBe(0)
})

test('a browser without storage works from memory and cookies and reports it', async () => {
  const store = await opened(noDatabases)
  expect(store.storage).toBe('memory')
  expect(await store.setFavourite(3, true)).toBe(true)
  await store.recordSearch({ query: 'beach' })
  expect(await store.favourites()).toEqual([3])
  // The page is opened again.
  const later = await opened(noDatabases)
  expect(await later.favourites()).toEqual([3])
  expect(await later.searches()).toMatchObject([{ query: 'beach' }])
  expect(await later.setFavourite(3, true)).toBe(false)
  expect(await later.setFavourite(3, false)).toBe(true)
  expect(await (await opened(noDatabases)).favourites()).toEqual([])
})

test('tabs without storage keep what the others have saved, and so does a tab with a database', async () => {
  const disk = new IDBFactory()
  const [one, other] = [await opened(noDatabases), await opened(noDatabases)]
  await one.setFavourite(1, true)
  await other.setFavourite(2, true)
  expect(await (await opened(noDatabases)).favourites()).toEqual([2, 1])
  const withDatabase = await opened(disk)
  await waitFor(() => expect(cookies.get(FAVOURITES_COOKIE)).toBe('2.1'))
  await one.setFavourite(3, true)
  await withDatabase.setFavourite(4, true)
  await waitFor(() => expect(cookies.get(FAVOURITES_COOKIE)).toMatch(/4/))
  withDatabase.close()
  expect(new Set(await (await opened(disk)).favourites())).toEqual(new Set([1, 2, 3, 4]))
  await waitFor(() => expect(cookies.get(FAVOURITES_COOKIE)).toMatch(/^[1-4](\.[1-4]){3}$/))
})

/** A browser that can delete its databases under the open page. */
function evictable() {
  const indexedDB = new IDBFactory()
  const connections: IDBDatabase[] = []
  const { open } = indexedDB
  indexedDB.open = (...args) => {
    const request = open.apply(indexedDB, args)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  }
  const evict = async () => {
    for (const connection of connections.splice(0)) {
      connection.close()
      connection.onclose?.(new Event('close'))
    }
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('offlead').addEventListener('success', resolve)
    })
  }
  return { indexedDB, evict }
}

test('favourites stay when the browser deletes the database of an open page', async () => {
  const { indexedDB, evict } = evictable()
  const store = await opened(indexedDB)
  for (const id of [1, 2, 3]) await store.setFavourite(id, true)
  await waitFor(() => expect(cookies.get(FAVOURITES_COOKIE)).toMatch(/^\d\.\d\.\d$/))
  await evict()
  await store.setFavourite(4, true)
  expect(new Set(await store.favourites())).toEqual(new Set([1, 2, 3, 4]))
})

test('favourites and searches made while the database did not open are on the device afterwards', async () => {
  const disk = new IDBFactory()
  const opensDatabase = async () => {
    const store = await opened(disk)
    expect(store.storage).toBe('device')
    return store
  }
  const before = await opensDatabase()
  await before.setFavourite(1, true)
  for (const query of ['a', 'b']) await before.recordSearch({ query })
  await waitFor(() => expect(cookies.get(FAVOURITES_COOKIE)).toBe('1'))
  await waitFor(() => expect(decodeURIComponent(cookies.get(HISTORY_COOKIE)!)).toContain('"b"'))
  before.close()
  const without = await opened(noDatabases)
  expect(await without.favourites()).toEqual([1])
  await without.setFavourite(2, true)
  await without.setFavourite(3, true)
  await without.recordSearch({ query: 'c' })
  // The page is opened again, without a database and then with it.
  expect(await (await opened(noDatabases)).favourites()).toEqual([3, 2, 1])
  const after = await opensDatabase()
  expect(await after.favourites()).toEqual([3, 2, 1])
  expect((await after.searches()).map(({ query }) => query)).toEqual(['c', 'b', 'a'])
  // What is removed afterwards does not come back.
  await waitFor(() => expect(cookies.get(FAVOURITES_COOKIE)).toBe('3.2.1'))
  await after.setFavourite(2, false)
  after.close()
  expect(await (await opensDatabase()).favourites()).toEqual([3, 1])
})

test('a history cleared while the database did not open stays cleared', async () => {
  const disk = new IDBFactory()
  const before = await opened(disk)
  await before.recordSearch({ query: 'a' })
  await waitFor(() => expect(decodeURIComponent(cookies.get(HISTORY_COOKIE)!)).toContain('"a"'))
  before.close()
  await (await opened(noDatabases)).clearHistory()
  expect(await (await opened(disk)).searches()).toEqual([])
})

test('in a browser without storage, a change to an account is sent to the server at once or fails', async () => {
  const store = await opened(noDatabases)
  await store.setFavourite(2, true)
  await store.signIn(ADA)
  expect(await store.favourites()).toEqual([])
  expect(await store.addLocalFavouritesToAccount()).toBe(1)
  await store.setFavourite(5, true)
  expect(await server.favouritesOf(ADA)).toEqual([2, 5])
  expect(await store.favourites()).toEqual([5, 2])
  expect(await store.setFavourite(5, true)).toBe(false)
  await store.setFavourite(5, false)
  expect(await server.favouritesOf(ADA)).toEqual([2])
  await store.recordSearch({ query: 'beach' })
  await store.clearHistory()
  expect(await server.searchesOf(ADA)).toEqual([])
  await expect(store.setFavourite(13, true)).rejects.toThrow('There is no park 13.')
  await store.signOut('keep')
  expect(await store.favourites()).toEqual([])
})

test('in a browser without storage, a clearing of the history lists all earlier ones', async () => {
  const sent: Operation[] = []
  const push = server.pushAs(ADA)
  const store = await opened(noDatabases, {
    push(request) {
      sent.push(...request.operations.map((operation) => Operation.parse(operation)))
      return push(request)
    },
  })
  await store.signIn(ADA)
  for (let count = 0; count < 3; count++) await store.clearHistory()
  const ids = sent.map(({ opId }) => opId)
  expect(sent.map(({ baseRev }) => baseRev)).toEqual([[], ids.slice(0, 1), ids.slice(0, 2)])
})

test('in a browser without storage, text typed under an account is not the draft of the next person', async () => {
  const store = await opened(noDatabases)
  await store.signIn(ADA)
  await store.saveDraft('contact', MESSAGE, ADA)
  expect(await store.draft('contact')).toEqual(MESSAGE)
  await store.hidePersonalData()
  await store.saveDraft('contact', { ...MESSAGE, message: 'Typed into the open form.' }, ADA)
  expect(await store.draft('contact')).toBeUndefined()
  // Without a sign-out between them.
  await store.signIn(ADA)
  await store.saveDraft('contact', MESSAGE, ADA)
  await store.signIn(ADA + 1)
  expect(await store.draft('contact')).toBeUndefined()
})

test('in a browser without storage, signing out asks about forms that are filled in, and keeps or discards them', async () => {
  const store = await opened(noDatabases)
  await store.saveDraft('contact', MESSAGE)
  expect(await store.unsent()).toBeNull()
  await store.signIn(ADA)
  expect(await store.unsent()).toEqual({ userId: ADA, changes: 0, drafts: 1 })
  await store.signOut('keep')
  expect(await store.draft('contact')).toBeUndefined()
  await store.signIn(ADA + 1)
  expect([await store.draft('contact'), await store.unsent()]).toEqual([undefined, null])
  await store.signOut('discard')
  await store.signIn(ADA)
  // Another person has chosen this, before she signed in.
  await store.signOut('discard', ADA + 1)
  expect(await store.draft('contact')).toEqual(MESSAGE)
  // The session ends without a sign-out.
  await store.hidePersonalData()
  await store.signIn(ADA)
  expect(await store.draft('contact')).toEqual(MESSAGE)
  await store.signOut('discard')
  await store.signIn(ADA)
  expect(await store.draft('contact')).toBeUndefined()
})

test('in a browser without storage, a page is one device of the account', async () => {
  const store = await opened(noDatabases)
  await store.signIn(ADA)
  await Promise.all([
    ...Array.from({ length: 5 }, (_, search) => store.recordSearch({ query: `beach ${search}` })),
    store.setFavourite(3, true),
    // There is no park 13.
    store.setFavourite(13, true).catch(() => undefined),
    store.setFavourite(4, true),
  ])
  expect(await store.favourites()).toEqual([4, 3])
  expect(await server.searchesOf(ADA)).toHaveLength(5)
  await store.signOut('keep')
  await store.send('contact', MESSAGE)
  const devices = (await server.rows('sync_devices')).map(({ userId, lastSeq }) => ({ userId, lastSeq }))
  expect(devices).toHaveLength(2)
  expect(devices).toContainEqual({ userId: ADA, lastSeq: 8 })
})

test('in a browser without storage, a form whose reply was lost is delivered once when it is sent again', async () => {
  let isLost = false
  const push = server.pushAs(ADA)
  const store = await opened(noDatabases, {
    async push(request) {
      const reply = await push(request)
      if (isLost) throw new TypeError('Failed to fetch')
      return reply
    },
  })
  await store.signIn(ADA)
  isLost = true
  await expect(store.send('contact', MESSAGE)).rejects.toThrow('Failed to fetch')
  await expect(store.setFavourite(3, true)).rejects.toThrow('Failed to fetch')
  isLost = false
  await store.recordSearch({ query: 'beach' })
  await store.send('contact', MESSAGE)
  expect(await server.rows('contact_messages')).toHaveLength(1)
  // The same text a second time is another message.
  await store.send('contact', MESSAGE)
  expect(await server.rows('contact_messages')).toHaveLength(2)
})

test('sending now says whether the server has the changes, refused some or could not be reached', async () => {
  const push = server.pushAs(ADA)
  let isReachable = true
  const store = await opened(new IDBFactory(), {
    push: (request) => (isReachable ? push(request) : Promise.reject(new TypeError('Failed to fetch'))),
  })
  await store.signIn(ADA)
  await store.sync()
  const change = async (...parks: number[]) => {
    online = false
    for (const id of parks) await store.setFavourite(id, true)
    online = true
  }
  await change(3)
  expect(await sendNow(store)).toBe('sent')
  // There is no park 13.
  await change(4, 13)
  expect(await sendNow(store)).toEqual({ refused: 1 })
  expect(await server.favouritesOf(ADA)).toEqual([3, 4])
  // An earlier refusal is no result of this sending.
  await change(5)
  expect(await sendNow(store)).toBe('sent')
  isReachable = false
  await change(2)
  await expect(sendNow(store)).rejects.toThrow('Failed to fetch')
})

test('sending now asks again for a change whose kind was over its limit', async () => {
  let isLimited = true
  const store = await opened(new IDBFactory(), {
    push: (request) =>
      isLimited && request.operations.length > 0
        ? Promise.reject(new SyncRefused(429, 'too-many-requests', 'Later.', 60_000, true))
        : server.pushAs(ADA)(request),
  })
  await store.signIn(ADA)
  online = false
  await store.send('report', { subject: 'park', subjectId: 1, message: 'The tap is gone' })
  online = true
  expect(await sendNow(store)).toBe('not-sent')
  isLimited = false
  expect(await sendNow(store)).toBe('sent')
})

test('a limit of one kind holds up no change that the server has already, but whose reply was lost', async () => {
  const known = new Set<string>()
  let isLost = true
  const store = await opened(new IDBFactory(), {
    async push(request) {
      const isNewReport = ({ opId, kind }: SyncRequest['operations'][number]) =>
        kind === 'report' && !known.has(opId)
      // The server counts only what it has not received before.
      if (request.operations.some(isNewReport) && !isLost)
        throw new SyncRefused(429, 'too-many-requests', 'Later.', 60_000, true)
      const reply = await server.pushAs(ADA)(request)
      for (const { opId } of request.operations) known.add(opId)
      if (isLost && request.operations.length > 0) throw new TypeError('Failed to fetch')
      return reply
    },
  })
  await store.signIn(ADA)
  online = false
  await store.setFavourite(3, true)
  online = true
  await expect(sendNow(store)).rejects.toThrow('Failed to fetch')
  isLost = false
  online = false
  await store.send('report', { subject: 'park', subjectId: 1, message: 'The tap is gone' })
  await store.setFavourite(4, true)
  online = true
  await sendNow(store)
  expect(await server.favouritesOf(ADA)).toEqual([3, 4])
})

test('sending on a full device frees space first', async () => {
  const freeSpace = vi.fn<() => Promise<void>>(async () => undefined)
  const store = await opened(new IDBFactory(), { freeSpace, push: server.pushAs(ADA) })
  await store.signIn(ADA)
  online = false
  await store.setFavourite(3, true)
  online = true
  const put = vi
    .spyOn((await import('fake-indexeddb')).IDBObjectStore.prototype, 'put')
    .mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  onTestFinished(() => put.mockRestore())
  expect(await sendNow(store)).toBe('sent')
  expect(freeSpace).toHaveBeenCalledOnce()
})

test('sending now says that nothing was sent while another person is signed in', async () => {
  const store = await opened(new IDBFactory(), {
    push: () => Promise.reject(new SyncRefused(403, 'other-user', 'Someone else is logged in.')),
  })
  await store.signIn(ADA)
  online = false
  await store.setFavourite(3, true)
  online = true
  expect(await sendNow(store)).toBe('not-sent')
})

test('a full device evicts what can be downloaded again and retries once', async () => {
  const indexedDB = new IDBFactory()
  let full = true
  const store = await opened(indexedDB, {
    freeSpace: async () => {
      full = false
    },
  })
  const put = vi
    .spyOn((await import('fake-indexeddb')).IDBObjectStore.prototype, 'put')
    .mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  expect(await store.setFavourite(3, true)).toBe(true)
  expect(full).toBe(false)
  put.mockRestore()
})

test('a search on a full device is remembered and recorded once space was freed', async () => {
  const freeSpace = vi.fn<() => Promise<void>>(async () => undefined)
  const store = await opened(new IDBFactory(), { freeSpace })
  const put = vi
    .spyOn((await import('fake-indexeddb')).IDBObjectStore.prototype, 'put')
    .mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  onTestFinished(() => put.mockRestore())
  await store.saveLastSearch({ query: 'Newtown' })
  expect(freeSpace).toHaveBeenCalledOnce()
  expect(await store.lastSearch()).toMatchObject({ query: 'Newtown' })
})

test('on a full device, signing in and out evict what can be downloaded again too', async () => {
  online = false
  const freeSpace = vi.fn<() => Promise<void>>(async () => undefined)
  const store = await opened(new IDBFactory(), { freeSpace })
  const put = vi.spyOn((await import('fake-indexeddb')).IDBObjectStore.prototype, 'put')
  const whenFull = async (save: () => Promise<void>) => {
    put.mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await save()
  }
  await whenFull(() => store.signIn(ADA))
  expect(await store.person()).toBe(ADA)
  await store.recordSearch({ query: 'secret' })
  await whenFull(() => store.signOut('keep'))
  expect(await store.person()).toBe(0)
  await store.signIn(ADA)
  expect(await store.searches()).toEqual([])
  expect(freeSpace).toHaveBeenCalledTimes(2)
  put.mockRestore()
})

test('a full device with nothing to evict saves nothing and reports the reason', async () => {
  let attempts = 0
  const save = async () => {
    attempts++
    throw Object.assign(new Error('aborted'), {
      name: 'AbortError',
      inner: new DOMException('full', 'QuotaExceededError'),
    })
  }
  await expect(saveOrFreeSpace(save, async () => undefined)).rejects.toThrow(DeviceFull)
  expect(attempts).toBe(2)
  await expect(
    saveOrFreeSpace(
      async () => {
        throw new TypeError('other')
      },
      async () => expect.unreachable(),
    ),
  ).rejects.toThrow('other')
  expect(isQuotaError(null)).toBe(false)
})

test('a device that has no room for some of several rows is full', () => {
  const full = new DOMException('The disk is full', 'QuotaExceededError')
  expect(isQuotaError(new Dexie.BulkError('1 of 2 operations failed', { 1: full }))).toBe(true)
  expect(isQuotaError(new Dexie.BulkError('1 of 2 operations failed', { 1: new Error('other') }))).toBe(false)
})

/** Follows a read as screens do, and returns the values seen. */
function followed<T>(read: () => Promise<T>): T[] {
  const seen: T[] = []
  const subscription = liveQuery(async () => read()).subscribe((value) => seen.push(value))
  onTestFinished(() => subscription.unsubscribe())
  return seen
}

test('a reply that says again who is signed in makes no screen read its rows again', async () => {
  online = false
  const store = await opened(new IDBFactory())
  await store.signIn(ADA)
  let reads = 0
  const subscription = liveQuery(async () => {
    reads++
    return store.favourites()
  }).subscribe(() => undefined)
  onTestFinished(() => subscription.unsubscribe())
  await waitFor(() => expect(reads).toBe(1))
  await store.signIn(ADA)
  // Each change is noticed, so this one after any of the sign-in.
  await store.setFavourite(1, true)
  await waitFor(async () => expect(await store.favourites()).toEqual([1]))
  await waitFor(() => expect(reads).toBe(2))
})

test('a favourite saved right after the session has ended is not saved as the former user', async () => {
  const store = await opened(new IDBFactory())
  const personal = createPersonal(async () => store)
  await personal.settle(ADA, 0)
  void personal.settle(null, 1)
  const settled = await personal.settledStore()
  await settled.setFavourite(7, true)
  expect(await store.person()).toBe(0)
  expect(await store.favourites()).toEqual([7])
})

test('a favourite is saved without an account if the last user is signed out when the store is opened', async () => {
  online = false
  const store = await opened(new IDBFactory())
  await store.signIn(ADA)
  const personal = createPersonal(async () => store)
  void personal.settle(null, 1)
  const settled = await personal.settledStore()
  await settled.setFavourite(7, true)
  expect(await store.person()).toBe(0)
  expect(await store.localFavourites()).toEqual([7])
})

test('a sign-in switches a store that has not been used yet', async () => {
  const store = await opened(new IDBFactory())
  const personal = createPersonal(async () => store)
  void personal.settle(null, 1)
  await personal.settle(ADA, 2)
  expect(await store.person()).toBe(ADA)
})

test('screens follow waiting changes, searches, favourites and the profile of the current user', async () => {
  online = false
  const personal = createPersonal((onSyncState) => openPersonal(ports(new IDBFactory(), { onSyncState })))
  expect(personal.status.current()).toEqual({ state: 'idle', store: undefined })
  const store = await personal.store()
  onTestFinished(() => store.close())
  expect(personal.status.current().store).toBe(store)
  const [local, favourites, waiting, searches, profiles] = [
    followed(() => store.localFavourites()),
    followed(() => store.favourites()),
    followed(() => store.outbox()),
    followed(() => store.searches()),
    followed(() => store.profile()),
  ] as const
  await store.setFavourite(2, true)
  await waitFor(() => expect([local.at(-1), favourites.at(-1)]).toEqual([[2], [2]]))
  await store.signIn(ADA)
  await waitFor(() => expect([local.at(-1), favourites.at(-1)]).toEqual([[2], []]))
  await store.recordSearch({ query: 'beach' })
  await store.setFavourite(3, true)
  await waitFor(() => expect(waiting.at(-1)).toMatchObject([{ kind: 'favourite', state: 'waiting' }]))
  await waitFor(() => expect(searches.at(-1)).toMatchObject([{ query: 'beach' }]))
  await store.saveProfile(ADA, { dogs: [BLUEY] })
  await waitFor(() => expect(profiles.at(-1)).toEqual({ userId: ADA, account: null, dogs: [BLUEY] }))
})

test('a browser without storage reports each change, because live queries cannot see it', async () => {
  const store = await opened(noDatabases)
  let changes = 0
  const stop = store.onMemoryChange(() => changes++)
  for (const change of [
    () => store.setFavourite(3, true),
    () => store.recordSearch({ query: 'beach' }),
    () => store.clearHistory(),
    () => store.signIn(ADA),
    () => store.saveProfile(ADA, { dogs: [BLUEY] }),
    () => store.signOut('keep'),
  ]) {
    const before = changes
    await change()
    expect(changes, String(change)).toBeGreaterThan(before)
  }
  expect(await store.profile()).toBeNull()
  stop()
  const before = changes
  await store.setFavourite(4, true)
  expect(changes).toBe(before)
})

test('a store that cannot be opened is reported, and opened again at the next use', async () => {
  let attempts = 0
  const personal = createPersonal(async () => {
    if (++attempts === 1) throw new TypeError('the code failed to load')
    return openPersonal(ports(new IDBFactory()))
  })
  await expect(personal.store()).rejects.toThrow('the code failed to load')
  expect(personal.status.current().store).toBeNull()
  const store = await personal.settledStore()
  onTestFinished(() => store.close())
  expect(await store.setFavourite(8, true)).toBe(true)
  expect(personal.status.current().store).toBe(store)
})
