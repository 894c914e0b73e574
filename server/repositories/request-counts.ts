import { sql, type Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Requests of an address in a period. */
export interface RequestCount {
  key: string
  count: number
  /** When the period ends, ISO 8601 in UTC. */
  endsAt: string
}

/** Longer than any period, and than the clocks of servers differ. */
const PERIOD_MAX_MS = 120_000

/** A period that ends after this began before the clock was set back, and counts as ended. */
export const latestEnd = (now: Date) => new Date(now.getTime() + PERIOD_MAX_MS)

/**
 * Adds to the counts of keys, which must be different from each other. A count whose period has ended starts
 * from 0 with the given period; otherwise its period stays.
 * @returns the counts afterwards, of all servers
 */
export async function addRequestCounts(
  db: Kysely<Tables>,
  counts: readonly RequestCount[],
  now: Date,
): Promise<RequestCount[]> {
  const hasEnded = sql`(request_counts."endsAt" <= ${now.toISOString()} or request_counts."endsAt" > ${latestEnd(now).toISOString()})`
  return (
    db
      .insertInto('request_counts')
      // Sorted, so that two servers never wait for each other.
      .values(counts.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when ${hasEnded} then excluded.count else request_counts.count + excluded.count end`,
          endsAt: sql`case when ${hasEnded} then excluded."endsAt" else request_counts."endsAt" end`,
        }),
      )
      .returning(['key', 'count', 'endsAt'])
      .execute()
  )
}

/**
 * Deletes at most `most` counts of periods that ended before an instant.
 * @returns the number of deleted counts
 */
export async function deleteOldRequestCounts(
  db: Kysely<Tables>,
  before: string,
  most: number,
): Promise<number> {
  const oldest = db.selectFrom('request_counts').select('key').where('endsAt', '<', before).limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('request_counts')
    .where('key', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
