import type { Kysely } from 'kysely'
import type { HistorySearch } from '../../data/model/history.ts'
import type { ClearingState } from '../../data/sync/history.ts'
import type { HistoryEntry } from '../../data/sync/envelope.ts'
import type { Tables } from './tables.ts'

/** A search as a person's history has it. */
export interface StoredSearch {
  id: number
  query: string
  /** ISO 8601. */
  timestamp: string
  resultCount: number | null
}

export async function clearings(db: Kysely<Tables>, userId: number): Promise<ClearingState> {
  const rows = await db
    .selectFrom('history_clearings')
    .select(['clearId', 'inForce'])
    .where('userId', '=', userId)
    .orderBy('clearId')
    .execute()
  return {
    inForce: rows.find(({ inForce }) => inForce === 1)?.clearId ?? null,
    known: rows.map(({ clearId }) => clearId),
  }
}

/** Writes what is known of clearings in place of what was; where another is in force now, the searches from before it go. To be called in a write. */
export async function keepClearings(
  db: Kysely<Tables>,
  userId: number,
  before: ClearingState,
  after: ClearingState,
): Promise<void> {
  const unknown = after.known.filter((id) => !before.known.includes(id))
  if (unknown.length > 0)
    await db
      .insertInto('history_clearings')
      .values(unknown.map((clearId) => ({ userId, clearId, inForce: 0 })))
      .execute()
  if (after.inForce === before.inForce) return
  await db
    .updateTable('history_clearings')
    .set(({ eb }) => ({ inForce: eb.case().when('clearId', '=', after.inForce!).then(1).else(0).end() }))
    .where('userId', '=', userId)
    .execute()
  await db.deleteFrom('user_search_history').where('userId', '=', userId).execute()
}

/** Adds a search, unless the operation it comes by has come before. To be called in a write. @returns its id */
export async function keepSearch(
  db: Kysely<Tables>,
  {
    userId,
    entryId,
    search,
    revision,
  }: { userId: number; entryId: string; search: HistorySearch; revision: number },
): Promise<number> {
  const known = await db
    .selectFrom('history_entries')
    .select('searchId')
    .where('userId', '=', userId)
    .where('entryId', '=', entryId)
    .executeTakeFirst()
  if (known !== undefined) return known.searchId
  const { id } = await db
    .insertInto('user_search_history')
    .values({
      userId,
      query: search.query,
      timestamp: new Date(search.at).toISOString(),
      resultCount: search.resultCount,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('history_entries').values({ userId, entryId, revision, searchId: id }).execute()
  return id
}

/** Forgets all but the latest so many searches of a person. To be called in a write. */
export async function trimHistory(db: Kysely<Tables>, userId: number, most: number): Promise<void> {
  const latest = db
    .selectFrom('user_search_history')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(most)
  await db
    .deleteFrom('user_search_history')
    .where('userId', '=', userId)
    .where('id', 'not in', latest)
    .execute()
}

/** A person's searches that came in after a revision, or all; the earliest first. */
export async function historyChanges(
  db: Kysely<Tables>,
  userId: number,
  after: number | undefined,
): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history_entries')
    .innerJoin('user_search_history', 'user_search_history.id', 'history_entries.searchId')
    .select(['entryId', 'query', 'timestamp', 'resultCount'])
    .where('history_entries.userId', '=', userId)
    .where('revision', '>', after ?? -1)
    .orderBy('searchId')
    .execute()
  return rows.map(({ entryId, query, timestamp, resultCount }) => ({
    id: entryId,
    query,
    at: Date.parse(timestamp),
    resultCount,
  }))
}

/** A person's searches, the latest first. */
export function searchesOf(db: Kysely<Tables>, userId: number): Promise<StoredSearch[]> {
  return db
    .selectFrom('user_search_history')
    .select(['id', 'query', 'timestamp', 'resultCount'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** The answer kept with a search; `null` when none is. */
export async function cachedResults(db: Kysely<Tables>, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('user_search_history')
    .select('cachedResults')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.cachedResults ?? null
}

/** To be called in a write. */
export async function keepCachedResults(db: Kysely<Tables>, id: number, results: string): Promise<void> {
  await db.updateTable('user_search_history').set({ cachedResults: results }).where('id', '=', id).execute()
}
