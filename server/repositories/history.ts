import type { Kysely } from 'kysely'
import { CLEARINGS_KEPT } from '../../data/model/limits.ts'
import type { HistorySearch } from '../../data/model/history.ts'
import type { ClearingState } from '../../data/sync/history.ts'
import type { HistoryEntry } from '../../data/sync/envelope.ts'
import { revisionOf } from './sync.ts'
import type { Tables } from '../database/tables.ts'

/** A search as a person's history has it. */
export interface StoredSearch {
  id: number
  query: string
  /** ISO 8601. */
  timestamp: string
  resultCount: number | null
}

/** The clearing in force, and of the others those asked about. */
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
    inForce: rows.find(({ inForce }) => inForce === 1)?.clearId ?? null,
    known: rows.map(({ clearId }) => clearId),
  }
}

/** The latest clearings of a person that are known. */
export async function latestClearings(db: Kysely<Tables>, userId: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('history_clearings')
    .select('clearId')
    .where('userId', '=', userId)
    .orderBy('inForce', 'desc')
    .orderBy('revision', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ clearId }) => clearId)
}

/** Forgets the oldest clearings beyond {@link CLEARINGS_KEPT}, never the one in force. */
async function forgetOldClearings(db: Kysely<Tables>, userId: number): Promise<void> {
  const oldest = db
    .selectFrom('history_clearings')
    .select('clearId')
    .where('userId', '=', userId)
    .orderBy('inForce', 'desc')
    .orderBy('revision', 'desc')
    .limit(-1)
    .offset(CLEARINGS_KEPT)
  await db
    .deleteFrom('history_clearings')
    .where('userId', '=', userId)
    .where('clearId', 'in', oldest)
    .execute()
}

/** Writes what is known of clearings in place of what was; where another is in force now, the searches from before it go. To be called in a write. */
export async function keepClearings(
  db: Kysely<Tables>,
  userId: number,
  before: ClearingState,
  after: ClearingState,
): Promise<void> {
  const known = new Set(before.known)
  const unknown = after.known.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    const revision = await revisionOf(db, userId)
    await db
      .insertInto('history_clearings')
      .values(unknown.map((clearId) => ({ userId, clearId, inForce: 0, revision })))
      .execute()
  }
  if (after.inForce !== before.inForce) {
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
      .where('clearId', '=', after.inForce!)
      .execute()
  }
  if (unknown.length > 0) await forgetOldClearings(db, userId)
  if (after.inForce === before.inForce) return
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
