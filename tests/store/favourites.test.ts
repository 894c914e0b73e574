import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import {
  addLocalFavouritesToAccount,
  listFavourites,
  listLocalFavourites,
  setFavourite,
} from '../../client/store/favourites.ts'
import { signIn } from '../../client/store/person.ts'
import { waitFor } from '../support/wait-for.ts'

let indexedDB: IDBFactory
let database: OffleadDatabase
const open = () => createDatabase(() => undefined, 'offlead', { indexedDB, IDBKeyRange })

beforeEach(() => {
  indexedDB = new IDBFactory()
  database = open()
})
afterEach(() => database.close())

test('a favourite survives closing the app', async () => {
  await setFavourite(database, 7, true)
  database.close()
  database = open()
  expect(await listFavourites(database)).toEqual([7])
})

test('saving uses strict durability', async () => {
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await setFavourite(database, 7, true)
  expect(transactions.mock.calls.filter(([, mode]) => mode === 'readwrite')).toMatchObject([
    [expect.arrayContaining(['favourites', 'outbox']), 'readwrite', { durability: 'strict' }],
  ])
  transactions.mockRestore()
})

test('adding a park that is already a favourite does nothing and keeps its place in the list', async () => {
  expect(await setFavourite(database, 1, true, 10)).toBe(true)
  expect(await setFavourite(database, 2, true, 20)).toBe(true)
  expect(await setFavourite(database, 1, true, 30)).toBe(false)
  expect(await listFavourites(database)).toEqual([2, 1])
})

test('removing a park that was never saved does nothing', async () => {
  expect(await setFavourite(database, 3, false)).toBe(false)
  expect(await database.favourites.count()).toBe(0)
})

test('a removal is kept as a row so that other devices can be told', async () => {
  await setFavourite(database, 3, true)
  await setFavourite(database, 3, false)
  expect(await listFavourites(database)).toEqual([])
  expect(await database.favourites.toArray()).toMatchObject([{ userId: 0, parkId: 3, saved: false, rev: 0 }])
})

test('two taps at once on hearts that offer to save, in two tabs, save the park once', async () => {
  const other = open()
  const results = await Promise.all([setFavourite(database, 5, true), setFavourite(other, 5, true)])
  expect(results.sort()).toEqual([false, true])
  expect(await listFavourites(database)).toEqual([5])
  other.close()
})

test('the favourites of an account are separate from the anonymous ones', async () => {
  await database.favourites.put({
    userId: 12,
    parkId: 9,
    saved: true,
    rev: 3,
    held: [],
    here: [],
    changedAt: 1,
  })
  expect(await listFavourites(database)).toEqual([])
})

test('a live query of the favourites sees each change from any tab', async () => {
  const seen: number[][] = []
  const subscription = liveQuery(async () => listFavourites(database)).subscribe(
    (ids) => seen.push(ids),
    (error) => expect.unreachable(String(error)),
  )
  await waitFor(() => expect(seen.at(-1)).toEqual([]))
  await setFavourite(database, 4, true, 1)
  await waitFor(() => expect(seen.at(-1)).toEqual([4]))
  const other = open()
  await setFavourite(other, 6, true, 2)
  await waitFor(() => expect(seen.at(-1)).toEqual([6, 4]))
  subscription.unsubscribe()
  other.close()
})

test('a favourite that cannot be saved rejects with the error', async () => {
  database.favourites.hook('creating', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await expect(setFavourite(database, 8, true)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await listFavourites(database)).toEqual([])
})

test('a favourite saved without an account becomes the account’s when it is pressed there, and is removed with it', async () => {
  await setFavourite(database, 7, true)
  await signIn(database, 1)
  expect(await setFavourite(database, 7, true)).toBe(true)
  expect([await listFavourites(database), await listLocalFavourites(database)]).toEqual([[7], []])
  expect(await setFavourite(database, 7, false)).toBe(true)
  expect([await listFavourites(database), await listLocalFavourites(database)]).toEqual([[], []])
})

test('a favourite saved without an account can be removed by a signed-in user', async () => {
  await setFavourite(database, 7, true)
  await signIn(database, 1)
  expect(await setFavourite(database, 7, false)).toBe(true)
  expect(await listLocalFavourites(database)).toEqual([])
  expect(await setFavourite(database, 7, false)).toBe(false)
})

test('counts the favourites that the account did not have', async () => {
  await setFavourite(database, 7, true)
  await setFavourite(database, 8, true)
  await signIn(database, 1)
  await setFavourite(database, 9, true)
  expect(await addLocalFavouritesToAccount(database)).toBe(2)
  expect(await addLocalFavouritesToAccount(database)).toBe(0)
})

test('a park that the account has too is not listed as saved on this device only', async () => {
  await setFavourite(database, 7, true)
  await setFavourite(database, 8, true)
  expect((await listLocalFavourites(database)).toSorted()).toEqual([7, 8])
  await signIn(database, 1)
  // As received from the server.
  await database.favourites.put({
    userId: 1,
    parkId: 7,
    saved: true,
    rev: 1,
    held: ['a'],
    here: ['a'],
    changedAt: 1,
  })
  expect(await listLocalFavourites(database)).toEqual([8])
})
