import { SEARCH_VALID_FOR } from '../../data/model/constants.ts'
import {
  ANONYMOUS_HISTORY_LENGTH,
  distinctSearches,
  HISTORY_LENGTH,
  HISTORY_VALID_FOR,
  historyKey,
  SearchText,
} from '../../data/model/history.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import { CLEARINGS_LISTED } from '../../data/sync/history.ts'
import { ANONYMOUS } from './database.ts'
import type { HistoryRow, OffleadDatabase, OutboxRow, StreamRow } from './database.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { LastSearch } from './meta.ts'
import { enqueue, withoutContent } from './outbox.ts'
import { newId, activePerson, streamOf } from './stream.ts'

const tablesOf = ({ history, outbox, streams, meta }: OffleadDatabase) => [history, outbox, streams, meta]

/** A search and when it was made, milliseconds since 1970. */
export interface SearchMade {
  query: string
  timestamp: number
}

/** Operations of a kind that have not been sent before, in order. Call it in a transaction with `outbox`. */
export async function pendingOperations(
  database: OffleadDatabase,
  userId: PartitionId,
  kind: 'history' | 'history-clear',
): Promise<OutboxRow[]> {
  const rows = await database.outbox.where('[userId+kind+state]').equals([userId, kind, 'pending']).toArray()
  return rows.filter((row) => !row.again && row.void === undefined).sort((a, b) => a.seq - b.seq)
}

/**
 * The latest clearing known on this device, to which new searches refer. Call it in a transaction with
 * `outbox`.
 */
export async function latestClearing(database: OffleadDatabase, stream: StreamRow): Promise<Id | null> {
  return (await pendingOperations(database, stream.userId, 'history-clear')).at(-1)?.opId ?? stream.clear
}

/**
 * Adds a search to the current user's history. Blank searches are ignored.
 * @param now milliseconds since 1970
 * @returns whether it was added
 */
export async function recordSearch(
  database: OffleadDatabase,
  { query, resultCount = null }: { query: string; resultCount?: number | null },
  now = Date.now(),
): Promise<boolean> {
  const text = SearchText.safeParse(query)
  if (!text.success) return false
  return database.transaction('rw', tablesOf(database), async () => {
    const userId = await activePerson(database)
    const stream = await streamOf(database, userId)
    const clear = await latestClearing(database, stream)
    const entryId =
      userId === ANONYMOUS
        ? newId()
        : await enqueue(
            database,
            userId,
            {
              kind: 'history',
              args: { query: text.data, at: now, resultCount },
              baseRev: clear === null ? [] : [clear],
            },
            now,
          )
    await database.history.add({ userId, entryId, query: text.data, timestamp: now, resultCount, clear })
    await trimHistory(database, userId)
    return true
  })
}

/**
 * Rows of a user, newest first. Without an account they are sorted by insertion, not by time, so that a wrong
 * clock does not affect their order for good.
 */
async function rowsOf(database: OffleadDatabase, userId: PartitionId): Promise<HistoryRow[]> {
  const rows = await database.history
    .where('[userId+entryId]')
    .between([userId, ''], [userId, '\uffff'])
    .toArray()
  return rows.sort((a, b) => (userId === ANONYMOUS ? 0 : b.timestamp - a.timestamp) || b.id! - a.id!)
}

const lengthOf = (userId: PartitionId) => (userId === ANONYMOUS ? ANONYMOUS_HISTORY_LENGTH : HISTORY_LENGTH)

/**
 * Deletes repeated searches and those beyond the maximum length of the history. Call it in a transaction with
 * `history`.
 */
export async function trimHistory(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  const rows = await rowsOf(database, userId)
  const keep = distinctSearches(rows, lengthOf(userId))
  const excess = rows.filter((row) => !keep.includes(row))
  await database.history.bulkDelete(excess.map(({ id }) => id!))
}

async function searchesOf(
  database: OffleadDatabase,
  userId: PartitionId,
  now: number,
): Promise<SearchMade[]> {
  const rows = await rowsOf(database, userId)
  const valid =
    userId === ANONYMOUS ? rows.filter(({ timestamp }) => timestamp > now - HISTORY_VALID_FOR) : rows
  return distinctSearches(valid, lengthOf(userId)).map(({ query, timestamp }) => ({ query, timestamp }))
}

/** The current user's searches without duplicates, newest first. */
export async function listHistory(database: OffleadDatabase, now = Date.now()): Promise<SearchMade[]> {
  return searchesOf(database, await activePerson(database), now)
}

/** The searches made without an account, without duplicates, newest first. */
export const listLocalHistory = (database: OffleadDatabase, now = Date.now()): Promise<SearchMade[]> =>
  searchesOf(database, ANONYMOUS, now)

/** Deletes a user's searches on this device only. Call it in a transaction with `history`. */
export async function deleteSearches(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  await database.history.where('[userId+entryId]').between([userId, ''], [userId, '\uffff']).delete()
}

/**
 * Deletes the current user's searches on this device, and queues an operation that deletes them on the server
 * and other devices. Unsent searches are discarded.
 */
export async function clearHistory(database: OffleadDatabase, now = Date.now()): Promise<void> {
  await database.transaction('rw', tablesOf(database), async () => {
    const userId = await activePerson(database)
    await deleteSearches(database, userId)
    await database.meta.delete('last-search')
    if (userId === ANONYMOUS) return
    const unsent = await pendingOperations(database, userId, 'history')
    await database.outbox.bulkPut(unsent.map((row) => withoutContent(row, 'discarded')))
    const { clearings } = await streamOf(database, userId)
    const pending = await pendingOperations(database, userId, 'history-clear')
    const known = [...clearings, ...pending.map(({ opId }) => opId)].slice(-CLEARINGS_LISTED)
    await enqueue(database, userId, { kind: 'history-clear', args: {}, baseRev: known }, now)
  })
}

/** Saves the latest search, to show it at the next start. Blank searches are ignored. */
export async function saveLastSearch(
  database: OffleadDatabase,
  search: Omit<LastSearch, 'at'>,
  now = Date.now(),
): Promise<void> {
  if (historyKey(search.query) === '') return
  await writeMeta(database, 'last-search', { ...search, at: now })
}

/** The latest search, if it is less than {@link SEARCH_VALID_FOR} old. An older one is deleted. */
export async function lastSearch(
  database: OffleadDatabase,
  now = Date.now(),
): Promise<LastSearch | undefined> {
  const search = await readMeta(database, 'last-search')
  if (search === undefined) return undefined
  if (search.at <= now && now - search.at < SEARCH_VALID_FOR) return search
  await database.meta.delete('last-search')
  return undefined
}
