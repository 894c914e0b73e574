import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { ANONYMOUS, createDatabase } from '../../client/store/database.ts'
import type { DatabaseEvent } from '../../client/store/database.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { activePerson } from '../../client/store/stream.ts'
import { waitFor } from '../support/wait-for.ts'

function device() {
  const indexedDB = new IDBFactory()
  return {
    app: (report: (event: DatabaseEvent) => void = () => undefined) =>
      createDatabase(report, 'offlead', { indexedDB, IDBKeyRange }),
    /** The database as version 1 of the app created it. */
    firstVersion() {
      const first = new Dexie('offlead', { indexedDB, IDBKeyRange })
      first.version(1).stores({
        parks: 'sha256',
        localities: 'sha256',
        favourites: '[userId+parkId], userId',
        outbox: 'opId, [deviceId+seq], [userId+state]',
        history: '++id, [userId+timestamp]',
        meta: 'key',
      })
      first.on('versionchange', () => {
        first.close({ disableAutoOpen: true })
        return false
      })
      return first
    },
    /** The database as version 4 of the app created it, before outlines. */
    fourthVersion() {
      const fourth = new Dexie('offlead', { indexedDB, IDBKeyRange })
      fourth.version(4).stores({
        parks: 'sha256',
        localities: 'sha256',
        favourites: '[userId+parkId], userId',
        outbox: 'opId, [userId+state+seq], [userId+kind+state], [userId+parkId+state]',
        history: '++id, &[userId+entryId]',
        meta: 'key',
        streams: 'userId',
        areas: 'id, takenAt',
        councils: 'sha256',
      })
      return fourth
    },
    /** The database as a later version of the app would open it. */
    laterVersion() {
      const later = new Dexie('offlead', { indexedDB, IDBKeyRange })
      later.version(6).stores({ favourites: '[userId+parkId], userId, changedAt', meta: 'key' })
      return later
    },
  }
}

test('the database has every table', async () => {
  const database = await device().app().open()
  expect(database.tables.map(({ name }) => name).sort()).toEqual([
    'areas',
    'councils',
    'favourites',
    'history',
    'localities',
    'meta',
    'outbox',
    'outlines',
    'parks',
    'streams',
  ])
  database.close()
})

test('an open app closes its connection for a newer version at once and is told', async () => {
  const { app, laterVersion } = device()
  const events: DatabaseEvent[] = []
  const old = await app((event) => events.push(event)).open()
  const later = await laterVersion().open()
  expect(events).toEqual(['opened', 'superseded'])
  expect(later.verno).toBe(6)
  await expect(old.table('meta').count()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  later.close()
})

test('saved rows survive an upgrade to a newer version', async () => {
  const { app, laterVersion } = device()
  const old = await app().open()
  await old
    .table('favourites')
    .put({ userId: 0, parkId: 7, saved: true, rev: 0, held: [], here: [], changedAt: 5 })
  const later = await laterVersion().open()
  expect(await later.table('favourites').toArray()).toEqual([
    { userId: 0, parkId: 7, saved: true, rev: 0, held: [], here: [], changedAt: 5 },
  ])
  later.close()
})

test('an app blocked by an older tab reports it and opens once that tab closes its connection', async () => {
  const indexedDB = new IDBFactory()
  // A connection that ignores `versionchange`, of a version before the first.
  const blocking = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('offlead', 1)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
  const events: DatabaseEvent[] = []
  const database = createDatabase((event) => events.push(event), 'offlead', { indexedDB, IDBKeyRange })
  const opened = database.open()
  await waitFor(() => expect(events).toEqual(['blocked']))
  blocking.close()
  await opened
  expect(events).toEqual(['blocked', 'opened'])
  expect(await database.meta.count()).toBe(0)
  database.close()
})

test('favourites from database version 1 survive the upgrade, even while a tab of version 1 is open', async () => {
  const { app, firstVersion } = device()
  const old = await firstVersion().open()
  await old.table('favourites').put({ userId: 0, parkId: 7, saved: true, rev: 0, changedAt: 5 })
  old.close()
  const now = app()
  // A tab of version 1 is still open; it closes its connection by itself.
  const tab = await firstVersion().open()
  expect(await now.favourites.toArray()).toEqual([
    { userId: 0, parkId: 7, saved: true, rev: 0, held: [], here: [], changedAt: 5 },
  ])
  await expect(tab.table('favourites').count()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  now.close()
})

test('every row of database version 4 survives the upgrade to outlines', async () => {
  const { app, fourthVersion } = device()
  const part = { sha256: 'a'.repeat(64), count: 1, bytes: new Uint8Array([1, 2, 3]) }
  const rows: Record<string, object[]> = {
    parks: [part],
    localities: [part],
    councils: [part],
    favourites: [{ userId: 0, parkId: 7, saved: true, rev: 1, held: ['x'], here: ['x'], changedAt: 5 }],
    outbox: [{ opId: 'o', deviceId: 'd', seq: 1, userId: 0, kind: 'favourite', args: {}, state: 'pending' }],
    history: [{ id: 1, userId: 0, entryId: 'e', query: 'water', timestamp: 1 }],
    meta: [{ key: 'directory', value: { epoch: 'e', seq: 3 } }],
    streams: [{ userId: 0, deviceId: 'd', nextSeq: 2 }],
    areas: [{ id: 'a', name: 'Bondi', takenAt: 1 }],
  }
  const old = await fourthVersion().open()
  for (const [name, list] of Object.entries(rows)) await old.table(name).bulkPut(list)
  old.close()
  const now = app()
  for (const [name, list] of Object.entries(rows)) expect(await now.table(name).toArray(), name).toEqual(list)
  expect(await now.outlines.count()).toBe(0)
  now.close()
})

test('a favourite is saved by one transaction while another one begins whose scope is no async function', async () => {
  const database = device().app()
  const user = database.transaction('r', database.meta, () => activePerson(database))
  const isChanged = setFavourite(database, 7, true)
  expect([await user, await isChanged, await listFavourites(database)]).toEqual([ANONYMOUS, true, [7]])
  database.close()
})
