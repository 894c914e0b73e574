import type { Kysely } from 'kysely'
import { coarse } from '../../data/model/history.ts'
import type { SearchEvent } from '../../data/model/history.ts'
import type { Tables } from '../database/tables.ts'

/** The counters of an account. */
export type Counter = 'parksVisited' | 'totalSearches' | 'favoritesAdded' | 'reviewsWritten'

/** Notes that a person was active, and counts what they did. To be called in a write. */
export async function countActivity(
  db: Kysely<Tables>,
  userId: number,
  at: string,
  did?: Counter,
  times = 1,
): Promise<void> {
  await db
    .insertInto('user_analytics')
    .values({
      userId,
      lastActive: at,
      createdAt: at,
      updatedAt: at,
      ...(did === undefined ? {} : { [did]: times }),
    })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(({ eb }) => ({
        lastActive: at,
        updatedAt: at,
        ...(did === undefined ? {} : { [did]: eb(`user_analytics.${did}`, '+', times) }),
      })),
    )
    .execute()
}

/** Keeps a search for the figures of the product, nobody's unless signed in, and never finer than a tenth of a degree. To be called in a write. */
export async function countSearch(
  db: Kysely<Tables>,
  userId: number | null,
  search: SearchEvent,
  at: string,
): Promise<void> {
  const { term, features, resultCount, latitude, longitude } = search
  const placed = latitude !== null && longitude !== null
  await db
    .insertInto('search_analytics')
    .values({
      userId,
      searchTerm: term.trim() === '' ? null : term.trim(),
      latitude: placed ? coarse(latitude) : null,
      longitude: placed ? coarse(longitude) : null,
      features: features.length === 0 ? null : features.join(','),
      resultCount,
      searchDate: new Date(search.at).toISOString(),
      createdAt: at,
    })
    .execute()
}
