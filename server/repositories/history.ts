import type { Kysely } from 'kysely'
import { CLEARINGS_KEPT } from '../../data/model/limits.ts'
import { distinctSearches } from '../../data/model/history.ts'
import type { HistorySearch } from '../../data/model/history.ts'
import { CLEARINGS_LISTED } from '../../data/sync/history.ts'
import type { ClearingState } from '../../data/sync/history.ts'
import type { HistoryEntry } from '../../data/sync/envelope.ts'
import { ALL_ROWS } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** A search in a person's history. */
export interface StoredSearch {
  id: number
  query: string
  /** ISO 8601. */
  timestamp: string
  resultCount: number | null
}

/** A person's current clearing, and which clearings among `about` are known. */
export async function clearings(
  db: Kysely<Tables>,
  userId: number,
  about: readonly string[] = [],
): Promise<ClearingState> {
  const rows = await db
    .selectFrom('history_clearings')
    .select(['clearId', 'inForce'])
    .where('userId', '=', userId)
    .where((eb) =>
      about.length === 0 ? eb('inForce', '=', 1) : eb.or([eb('inForce', '=', 1), eb('clearId', 'in', about)]),
    )
    .orderBy('clearId')
    .execute()
  return {
    current: rows.find(({ inForce }) => inForce === 1)?.clearId ?? null,
    known: rows.map(({ clearId }) => clearId),
  }
}

/**
 * The latest {@link CLEARINGS_LISTED} clearings of a person, the current one last.
 * @param after only those that were received after this revision, and the current one
 */
export async function latestClearings(db: Kysely<Tables>, userId: number, after = -1): Promise<string[]> {
  const rows = await db
    .selectFrom('history_clearings')
    .select('clearId')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('inForce', '=', 1), eb('revision', '>', after)]))
    .orderBy('inForce', 'desc')
    .orderBy('revision', 'desc')
    .limit(CLEARINGS_LISTED)
    .execute()
  return rows.map(({ clearId }) => clearId).reverse()
}

/** Deletes the oldest clearings beyond {@link CLEARINGS_KEPT}, but never the current one. */
async function deleteOldClearings(db: Kysely<Tables>, userId: number): Promise<void> {
  const oldest = db
    .selectFrom('history_clearings')
    .select('clearId')
    .where('userId', '=', userId)
    .orderBy('inForce', 'desc')
    .orderBy('revision', 'desc')
    .limit(ALL_ROWS)
    .offset(CLEARINGS_KEPT)
  await db
    .deleteFrom('history_clearings')
    .where('userId', '=', userId)
    .where('clearId', 'in', oldest)
    .execute()
}

/**
 * Writes the difference between two states. A new clearing deletes the earlier searches. Call inside a
 * transaction.
 * @param revision the person's next revision
 */
export async function saveClearings(
  db: Kysely<Tables>,
  {
    userId,
    before,
    after,
    revision,
  }: { userId: number; before: ClearingState; after: ClearingState; revision: number },
): Promise<void> {
  const known = new Set(before.known)
  const unknown = after.known.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    await db
      .insertInto('history_clearings')
      .values(unknown.map((clearId) => ({ userId, clearId, inForce: 0, revision })))
      .execute()
  }
  if (after.current !== before.current) {
    await db
      .updateTable('history_clearings')
      .set({ inForce: 0 })
      .where('userId', '=', userId)
      .where('inForce', '=', 1)
      .execute()
    await db
      .updateTable('history_clearings')
      .set({ inForce: 1 })
      .where('userId', '=', userId)
      .where('clearId', '=', after.current!)
      .execute()
    await db.deleteFrom('user_search_history').where('userId', '=', userId).execute()
  }
  if (unknown.length > 0) await deleteOldClearings(db, userId)
}

/**
 * Adds a search, unless its operation has been received before. Call inside a transaction. @returns its id
 */
export async function addSearch(
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

const latestSearches = (db: Kysely<Tables>, userId: number) =>
  db
    .selectFrom('user_search_history')
    .where('userId', '=', userId)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')

/**
 * Deletes a person's repeated searches and all but the `most` latest, by when they were made: devices keep the
 * same ones, whenever each arrives. Call inside a transaction.
 */
export async function trimHistory(db: Kysely<Tables>, userId: number, most: number): Promise<void> {
  const searches = await latestSearches(db, userId).select(['id', 'query']).execute()
  const kept = new Set(distinctSearches(searches, most))
  const excess = searches.filter((search) => !kept.has(search)).map(({ id }) => id)
  if (excess.length > 0) await db.deleteFrom('user_search_history').where('id', 'in', excess).execute()
}

/** A person's searches that were received after a revision, or all of them, oldest first. */
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

/** A person's searches, the one made latest first: a search can arrive late. */
export function searchesOf(db: Kysely<Tables>, userId: number): Promise<StoredSearch[]> {
  return latestSearches(db, userId).select(['id', 'query', 'timestamp', 'resultCount']).execute()
}

/** The cached results of a search; `null` if there are none. */
export async function cachedResults(db: Kysely<Tables>, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('user_search_history')
    .select('cachedResults')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.cachedResults ?? null
}

/** Call inside a transaction. */
export async function saveCachedResults(db: Kysely<Tables>, id: number, results: string): Promise<void> {
  await db.updateTable('user_search_history').set({ cachedResults: results }).where('id', '=', id).execute()
}
