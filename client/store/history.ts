import { liveQuery } from 'dexie'
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
import { ANONYMOUS } from './database.ts'
import type { HistoryRow, OffleadDatabase, OutboxRow, StreamRow } from './database.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { LastSearch } from './meta.ts'
import { enqueue, withoutContent } from './outbox.ts'
import { newId, personHere, streamOf } from './stream.ts'

const tablesOf = ({ history, outbox, streams, meta }: OffleadDatabase) => [history, outbox, streams, meta]

/** A search and when it was made, milliseconds since 1970. */
export interface SearchMade {
  query: string
  timestamp: number
}

/** Clearings a new one says that it saw; what is earlier, all devices have heard of long ago. */
const CLEARINGS_TOLD = 100

/** Operations of a kind that wait to be told for the first time, in their order. To be called with `outbox` in the transaction. */
export async function waitingOf(
  database: OffleadDatabase,
  userId: PartitionId,
  kind: 'history' | 'history-clear',
): Promise<OutboxRow[]> {
  const rows = await database.outbox.where('[userId+kind+state]').equals([userId, kind, 'pending']).toArray()
  return rows.filter((row) => !row.again && row.void === undefined).sort((a, b) => a.seq - b.seq)
}

/** The clearing that searches made now stand under. To be called with `outbox` in the transaction. */
export async function clearingHere(database: OffleadDatabase, stream: StreamRow): Promise<Id | null> {
  return (await waitingOf(database, stream.userId, 'history-clear')).at(-1)?.opId ?? stream.clear
}

/**
 * Keeps a search of the person here. Blank ones are not kept.
 * @param now milliseconds since 1970
 * @returns whether it was kept
 */
export async function recordSearch(
  database: OffleadDatabase,
  { query, resultCount = null }: { query: string; resultCount?: number | null },
  now = Date.now(),
): Promise<boolean> {
  const text = SearchText.safeParse(query)
  if (!text.success) return false
  return database.transaction('rw', tablesOf(database), async () => {
    const userId = await personHere(database)
    const stream = await streamOf(database, userId)
    const clear = await clearingHere(database, stream)
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

/** Rows of a person, the latest first. Without an account by when they came: a clock that was wrong once would order them for good. */
async function rowsOf(database: OffleadDatabase, userId: PartitionId): Promise<HistoryRow[]> {
  const rows = await database.history
    .where('[userId+entryId]')
    .between([userId, ''], [userId, '\uffff'])
    .toArray()
  return rows.sort((a, b) => (userId === ANONYMOUS ? 0 : b.timestamp - a.timestamp) || b.id! - a.id!)
}

/** Forgets what is beyond the history's length. To be called with `history` in the transaction. */
export async function trimHistory(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  const rows = await rowsOf(database, userId)
  const kept =
    userId === ANONYMOUS ? distinctSearches(rows, ANONYMOUS_HISTORY_LENGTH) : rows.slice(0, HISTORY_LENGTH)
  const beyond = rows.filter((row) => !kept.includes(row))
  await database.history.bulkDelete(beyond.map(({ id }) => id!))
}

async function searchesOf(
  database: OffleadDatabase,
  userId: PartitionId,
  now: number,
): Promise<SearchMade[]> {
  const rows = await rowsOf(database, userId)
  const valid =
    userId === ANONYMOUS ? rows.filter(({ timestamp }) => timestamp > now - HISTORY_VALID_FOR) : rows
  return distinctSearches(valid, userId === ANONYMOUS ? ANONYMOUS_HISTORY_LENGTH : HISTORY_LENGTH).map(
    ({ query, timestamp }) => ({ query, timestamp }),
  )
}

/** What the person here has looked for, each once, the latest first. */
export async function listHistory(database: OffleadDatabase, now = Date.now()): Promise<SearchMade[]> {
  return searchesOf(database, await personHere(database), now)
}

function watch(
  question: () => Promise<SearchMade[]>,
  changed: (searches: SearchMade[]) => void,
  failed: (error: unknown) => void,
): () => void {
  // An async function: by that Dexie knows to watch what is read after the first wait, too.
  const subscription = liveQuery(async () => question()).subscribe(changed, failed)
  return () => subscription.unsubscribe()
}

/** {@link listHistory} now and after every change, whichever tab made it. @returns stops */
export const watchHistory = (
  database: OffleadDatabase,
  changed: (searches: SearchMade[]) => void,
  failed: (error: unknown) => void,
) => watch(() => listHistory(database), changed, failed)

/** What was looked for here without an account, now and after every change. @returns stops */
export const watchLocalHistory = (
  database: OffleadDatabase,
  changed: (searches: SearchMade[]) => void,
  failed: (error: unknown) => void,
) => watch(() => searchesOf(database, ANONYMOUS, Date.now()), changed, failed)

/** Forgets all searches of the person here, on this device at once and on all others when they hear of it. Those not sent yet never will be. */
export async function clearHistory(database: OffleadDatabase, now = Date.now()): Promise<void> {
  await database.transaction('rw', tablesOf(database), async () => {
    const userId = await personHere(database)
    await database.history.where('[userId+entryId]').between([userId, ''], [userId, '\uffff']).delete()
    await database.meta.delete('last-search')
    if (userId === ANONYMOUS) return
    const unsent = await waitingOf(database, userId, 'history')
    await database.outbox.bulkPut(unsent.map((row) => withoutContent(row, 'discarded')))
    const { clearings } = await streamOf(database, userId)
    const waiting = await waitingOf(database, userId, 'history-clear')
    const known = [...clearings, ...waiting.map(({ opId }) => opId)].slice(-CLEARINGS_TOLD)
    await enqueue(database, userId, { kind: 'history-clear', args: {}, baseRev: known }, now)
  })
}

/** Notes what was looked for last, to begin with it next time. Blank searches are not kept. */
export async function keepLastSearch(
  database: OffleadDatabase,
  search: Omit<LastSearch, 'at'>,
  now = Date.now(),
): Promise<void> {
  if (historyKey(search.query) === '') return
  await writeMeta(database, 'last-search', { ...search, at: now })
}

/** What was looked for last, within the hour. */
export async function lastSearch(
  database: OffleadDatabase,
  now = Date.now(),
): Promise<LastSearch | undefined> {
  const search = await readMeta(database, 'last-search')
  return search !== undefined && search.at <= now && now - search.at < SEARCH_VALID_FOR ? search : undefined
}
