import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saveArea, readAreas } from '../../client/store/areas.ts'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { saveLastSearch, lastSearch, listHistory, recordSearch } from '../../client/store/history.ts'
import { listOutbox } from '../../client/store/outbox.ts'
import { signIn, signOut, hidePersonalData, countUnsent } from '../../client/store/person.ts'
import { activePerson } from '../../client/store/stream.ts'
import { readProfile, saveProfile } from '../../client/store/profile.ts'
import { READY_AREA } from '../support/area-row.ts'

const [ADA, BO] = [1, 2]
let database: OffleadDatabase

beforeEach(() => {
  database = createDatabase(() => undefined, 'offlead', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => database.close())

const rowsOf = async (userId: number) => {
  const tables = [database.favourites, database.history, database.outbox, database.streams]
  const counts = await Promise.all(
    tables.map((table) => table.filter((row) => row.userId === userId).count()),
  )
  return counts.reduce((sum, count) => sum + count)
}

test('the next person on the same phone sees no data of the previous one', async () => {
  await signIn(database, ADA)
  await setFavourite(database, 1, true)
  await recordSearch(database, { query: 'secret' })
  await saveLastSearch(database, { query: 'secret' })
  await signOut(database, 'keep')
  await signIn(database, BO)
  expect(await listFavourites(database)).toEqual([])
  expect(await listHistory(database)).toEqual([])
  expect(await listOutbox(database)).toEqual([])
  expect(await lastSearch(database)).toBeUndefined()
  expect(await countUnsent(database)).toBeNull()
})

test('unsent changes come back when the person who signed out signs in again', async () => {
  await signIn(database, ADA)
  await setFavourite(database, 1, true)
  await signOut(database, 'keep')
  expect(await activePerson(database)).toBe(0)
  expect(await listFavourites(database)).toEqual([])
  await signIn(database, ADA)
  expect(await listFavourites(database)).toEqual([1])
  expect(await listOutbox(database)).toHaveLength(1)
})

test('signing out and discarding unsent changes leaves no data of the person on the device', async () => {
  await signIn(database, ADA)
  await setFavourite(database, 1, true)
  await recordSearch(database, { query: 'secret' })
  // A search is not a change that signing out asks about.
  expect(await countUnsent(database)).toEqual({ userId: ADA, changes: 1, drafts: 0 })
  await signOut(database, 'discard')
  expect(await rowsOf(ADA)).toBe(0)
})

test('what a person chose when signing out does nothing to another who has signed in since', async () => {
  await signIn(database, ADA)
  await setFavourite(database, 1, true)
  await signIn(database, BO)
  await setFavourite(database, 2, true)
  await signOut(database, 'discard', ADA)
  expect([await activePerson(database), await listFavourites(database)]).toEqual([BO, [2]])
  expect(await countUnsent(database)).toEqual({ userId: BO, changes: 1, drafts: 0 })
  await signIn(database, ADA)
  expect(await countUnsent(database)).toEqual({ userId: ADA, changes: 1, drafts: 0 })
})

/** Stores two offline areas: one of the owner's favourites and one of a suburb. */
async function addAreas(owner: number): Promise<void> {
  await saveArea(database, { ...READY_AREA, id: `of ${owner}`, owner })
  await saveArea(database, { ...READY_AREA, id: 'suburb' })
}
const areaIds = async () => (await readAreas(database)).map(({ id }) => id).toSorted()

test('an area made from a person’s favourites is deleted when they sign out, and a suburb stays', async () => {
  await addAreas(ADA)
  await signIn(database, ADA)
  await signOut(database, 'keep')
  expect(await areaIds()).toEqual(['suburb'])
  // The same when the session expired and another person signs in.
  await addAreas(ADA)
  await signIn(database, ADA)
  await hidePersonalData(database)
  expect(await areaIds()).toEqual(['of 1', 'suburb'])
  await signIn(database, BO)
  expect(await areaIds()).toEqual(['suburb'])
})

test('an area made from favourites without an account survives signing in and out', async () => {
  await addAreas(0)
  await signIn(database, ADA)
  await signOut(database, 'discard')
  expect(await areaIds()).toEqual(['of 0', 'suburb'])
})

test('favourites without an account survive signing in and out', async () => {
  await setFavourite(database, 7, true)
  await signIn(database, ADA)
  expect(await listFavourites(database)).toEqual([])
  await signOut(database, 'discard')
  expect(await listFavourites(database)).toEqual([7])
})

test('signing in as another person removes the rows of the previous person', async () => {
  await signIn(database, ADA)
  await setFavourite(database, 1, true)
  await signIn(database, BO)
  expect(await database.favourites.where('userId').equals(ADA).count()).toBe(0)
  expect(await database.outbox.filter(({ userId }) => userId === ADA).count()).toBe(1)
})

test('the latest search made without an account stays at a sign-in, and that of another person does not', async () => {
  await saveLastSearch(database, { query: 'bondi' })
  await signIn(database, ADA)
  expect(await lastSearch(database)).toMatchObject({ query: 'bondi' })
  await saveLastSearch(database, { query: 'secret', latitude: -33.9, longitude: 151.2 })
  await signIn(database, BO)
  expect(await lastSearch(database)).toBeUndefined()
})

test('an expired session hides a person’s rows until they sign in again', async () => {
  await signIn(database, ADA)
  await setFavourite(database, 1, true)
  await database.outbox.toCollection().modify({ state: 'acknowledged' })
  await hidePersonalData(database)
  expect(await activePerson(database)).toBe(0)
  expect(await listFavourites(database)).toEqual([])
  await signIn(database, ADA)
  expect(await listFavourites(database)).toEqual([1])
  expect(await database.outbox.toArray()).toMatchObject([{ state: 'acknowledged' }])
})

test('signing in after another person’s session expired removes that person’s rows', async () => {
  await signIn(database, ADA)
  await recordSearch(database, { query: 'secret' })
  await setFavourite(database, 1, true)
  await database.outbox.toCollection().modify({ state: 'acknowledged' })
  await hidePersonalData(database)
  await signIn(database, BO)
  expect(await database.favourites.count()).toBe(0)
  expect(await database.history.count()).toBe(0)
  expect(await database.outbox.count()).toBe(0)
})

describe('the profile on the device', () => {
  const BLUEY = { id: 1, name: 'Bluey', breed: 'Heeler', createdAt: '2025-04-01T00:00:00.000Z' }
  const ACCOUNT = {
    id: ADA,
    username: 'ada',
    email: 'ada@example.org',
    fullName: null,
    address: null,
    avatarUrl: null,
    isAdmin: false,
    hasPassword: true,
    createdAt: '2025-04-01T00:00:00.000Z',
  }

  test('has the parts that the server has sent, each replaced by the next reply', async () => {
    await signIn(database, ADA)
    expect(await readProfile(database)).toBeNull()
    await saveProfile(database, ADA, { account: ACCOUNT })
    await saveProfile(database, ADA, { dogs: [BLUEY] })
    await saveProfile(database, ADA, { account: { ...ACCOUNT, fullName: 'Ada' } })
    expect(await readProfile(database)).toEqual({
      userId: ADA,
      account: { ...ACCOUNT, fullName: 'Ada' },
      dogs: [BLUEY],
    })
  })

  test('is not changed by a reply about a user who is no longer signed in', async () => {
    await signIn(database, BO)
    await saveProfile(database, ADA, { account: ACCOUNT })
    expect(await database.meta.get('profile')).toBeUndefined()
  })

  test.each([
    ['signing out', () => signOut(database, 'keep')],
    ['the end of the session', () => hidePersonalData(database)],
    ['signing in as another user', () => signIn(database, BO)],
  ])('is deleted by %s', async (_event, end) => {
    await signIn(database, ADA)
    await saveProfile(database, ADA, { account: ACCOUNT, dogs: [BLUEY] })
    await end()
    expect(await database.meta.get('profile')).toBeUndefined()
  })

  test('is ignored if this version of the app cannot read it', async () => {
    await signIn(database, ADA)
    await database.meta.put({ key: 'profile', value: { userId: ADA, account: { id: ADA }, dogs: null } })
    expect(await readProfile(database)).toBeNull()
  })
})
