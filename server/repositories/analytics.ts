import type { Kysely } from 'kysely'
import { coarse } from '../../data/model/history.ts'
import type { SearchEvent } from '../../data/model/history.ts'
import type { Tables } from '../database/tables.ts'

/** The counters of an account. */
export type Counter = 'parksVisited' | 'totalSearches' | 'favoritesAdded' | 'reviewsWritten'

/** Records that a person was active, and adds to one of their counters. Call inside a transaction. */
export async function countActivity(
  db: Kysely<Tables>,
  userId: number,
  at: string,
  counter?: Counter,
  times = 1,
): Promise<void> {
  await activityStatement(db, userId, at, counter, times).execute()
}

/** The statement of {@link countActivity}. */
export const activityStatement = (
  db: Kysely<Tables>,
  userId: number,
  at: string,
  counter?: Counter,
  times = 1,
) =>
  db
    .insertInto('user_analytics')
    .values({
      userId,
      lastActive: at,
      createdAt: at,
      updatedAt: at,
      ...(counter === undefined ? {} : { [counter]: times }),
    })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(({ eb }) => ({
        lastActive: at,
        updatedAt: at,
        ...(counter === undefined ? {} : { [counter]: eb(`user_analytics.${counter}`, '+', times) }),
      })),
    )

/**
 * Adds a search to the statistics, with the position rounded to a tenth of a degree. Call inside a
 * transaction.
 * @param userId `null` if not signed in
 */
export async function countSearch(
  db: Kysely<Tables>,
  userId: number | null,
  search: SearchEvent,
  at: string,
): Promise<void> {
  const { features, resultCount, latitude, longitude } = search
  // Counted whatever its case. SQLite, and PostgreSQL in some locales, know only the letters of ASCII.
  const term = search.term.trim().toLowerCase()
  const hasPosition = latitude !== null && longitude !== null
  await db
    .insertInto('search_analytics')
    .values({
      userId,
      searchTerm: term || null,
      latitude: hasPosition ? coarse(latitude) : null,
      longitude: hasPosition ? coarse(longitude) : null,
      features: features.length === 0 ? null : features.join(','),
      resultCount,
      searchDate: new Date(search.at).toISOString(),
      createdAt: at,
    })
    .execute()
}
