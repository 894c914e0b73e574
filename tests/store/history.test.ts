import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../client/store/database.ts'
import type { OffleadDatabase } from '../../client/store/database.ts'
import {
  clearHistory,
  saveLastSearch,
  lastSearch,
  listHistory,
  recordSearch,
} from '../../client/store/history.ts'
import { signIn } from '../../client/store/person.ts'
import { DAY, HOUR } from '../../data/model/constants.ts'
import { HISTORY_LENGTH } from '../../data/model/history.ts'

const NOW = Date.UTC(2026, 3, 10)
let database: OffleadDatabase

beforeEach(() => {
  database = createDatabase(() => undefined, 'offlead', { indexedDB: new IDBFactory(), IDBKeyRange })
})
afterEach(() => database.close())

const queries = async (now = NOW) => (await listHistory(database, now)).map(({ query }) => query)

test('without an account the latest five different searches are kept for 30 days', async () => {
  for (const [position, query] of ['a', 'b', 'c', 'd', 'e', 'f', 'B'].entries())
    await recordSearch(database, { query }, NOW + position)
  expect(await queries()).toEqual(['B', 'f', 'e', 'd', 'c'])
  expect(await database.history.count()).toBe(5)
  expect(await database.outbox.count()).toBe(0)
  expect(await queries(NOW + 30 * DAY + 5)).toEqual(['B'])
  expect(await queries(NOW + 31 * DAY)).toEqual([])
})

test('a search made with a clock ten years ahead does not stay on top', async () => {
  await recordSearch(database, { query: 'from the future' }, NOW + 3653 * DAY)
  await recordSearch(database, { query: 'now' }, NOW)
  expect(await queries()).toEqual(['now', 'from the future'])
})

test('a blank search is stored neither in the history nor as the last search', async () => {
  expect(await recordSearch(database, { query: '   ' })).toBe(false)
  await saveLastSearch(database, { query: ' ' })
  expect([await queries(), await lastSearch(database)]).toEqual([[], undefined])
})

test('the last search is restored for an hour', async () => {
  await saveLastSearch(database, { query: 'Bondi', latitude: -33.9, longitude: 151.3 }, NOW)
  expect(await lastSearch(database, NOW + HOUR - 1)).toEqual({
    query: 'Bondi',
    latitude: -33.9,
    longitude: 151.3,
    at: NOW,
  })
  expect(await lastSearch(database, NOW + HOUR)).toBeUndefined()
  expect(await database.meta.get('last-search')).toBeUndefined()
})

test('the last search has also expired when the clock was set back since', async () => {
  await saveLastSearch(database, { query: 'Bondi' }, NOW)
  expect(await lastSearch(database, NOW - 1)).toBeUndefined()
})

test('with an account a search is queued, and clearing the history discards queued searches', async () => {
  await signIn(database, 1)
  await recordSearch(database, { query: 'secret', resultCount: 3 }, NOW)
  expect(await database.outbox.toArray()).toMatchObject([
    { kind: 'history', args: { query: 'secret', at: NOW, resultCount: 3 }, baseRev: [] },
  ])
  await clearHistory(database, NOW)
  const [clearing] = await database.outbox.filter(({ kind }) => kind === 'history-clear').toArray()
  await recordSearch(database, { query: 'after' }, NOW)
  const rows = await database.outbox.orderBy('[userId+state+seq]').toArray()
  expect(rows).toMatchObject([
    { void: 'discarded', args: {} },
    { kind: 'history-clear' },
    { args: { query: 'after' }, baseRev: [clearing!.opId] },
  ])
  expect(await queries()).toEqual(['after'])
})

test('with an account, repeating one search keeps the others', async () => {
  await signIn(database, 1)
  await recordSearch(database, { query: 'Bondi' }, NOW)
  for (let minute = 1; minute <= HISTORY_LENGTH; minute += 1)
    await recordSearch(database, { query: 'near me' }, NOW + minute)
  expect(await queries()).toEqual(['near me', 'Bondi'])
})
