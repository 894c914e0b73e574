import { sql, type Kysely } from 'kysely'
import { DAILY_TERMS_KEPT } from '../../data/model/limits.ts'
import { dayIn } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** Individual searches, with the day and term they are counted under. */
const oldestSearches = (db: Kysely<Tables>, before: string, most: number) =>
  db
    .selectFrom('search_analytics')
    .select([
      'id',
      dayIn(db, 'searchDate').as('day'),
      sql<string | null>`lower("searchTerm")`.as('term'),
      'features',
      'latitude',
      'longitude',
      'resultCount',
    ])
    .where('searchDate', '<', before)
    .orderBy('searchDate')
    .limit(most)
    .execute()

type Search = Awaited<ReturnType<typeof oldestSearches>>[number]

/** The distinct rows, each with its number of occurrences. */
function countDistinct<Row>(rows: readonly Row[]): (Row & { count: number })[] {
  const counts = new Map<string, Row & { count: number }>()
  for (const row of rows) {
    const key = JSON.stringify(row)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { ...row, count: 1 })
    else known.count += 1
  }
  return [...counts.values()]
}

async function addToDays(db: Kysely<Tables>, searches: readonly Search[]): Promise<void> {
  const plus = (table: string) => sql<number>`${sql.ref(`${table}.count`)} + excluded.count`
  const days = Map.groupBy(searches, ({ day }) => day)
  for (const [day, found] of days) {
    const empty = found.filter(({ resultCount }) => resultCount === 0).length
    await db
      .insertInto('search_days')
      .values({ day, count: found.length, empty })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet({
          count: plus('search_days'),
          empty: sql<number>`search_days.empty + excluded.empty`,
        }),
      )
      .execute()
  }
  const terms = searches.flatMap(({ day, term }) => (term === null ? [] : { day, term }))
  if (terms.length > 0)
    await db
      .insertInto('search_day_terms')
      .values(countDistinct(terms))
      .onConflict((conflict) =>
        conflict.columns(['day', 'term']).doUpdateSet({ count: plus('search_day_terms') }),
      )
      .execute()
  const features = searches.flatMap(({ day, features }) =>
    (features === null ? [] : features.split(',')).map((feature) => ({ day, feature })),
  )
  if (features.length > 0)
    await db
      .insertInto('search_day_features')
      .values(countDistinct(features))
      .onConflict((conflict) =>
        conflict.columns(['day', 'feature']).doUpdateSet({ count: plus('search_day_features') }),
      )
      .execute()
  const places = searches.flatMap(({ day, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : { day, latitude, longitude },
  )
  if (places.length > 0)
    await db
      .insertInto('search_day_places')
      .values(countDistinct(places))
      .onConflict((conflict) =>
        conflict.columns(['day', 'latitude', 'longitude']).doUpdateSet({ count: plus('search_day_places') }),
      )
      .execute()
}

/**
 * Adds the oldest searches from before an instant to the totals of their days and deletes them, at most
 * `most`. The results of admin-analytics.ts do not change. Call inside a transaction.
 * @returns the number of deleted searches
 */
export async function summarizeSearches(db: Kysely<Tables>, before: string, most: number): Promise<number> {
  const searches = await oldestSearches(db, before, most)
  if (searches.length === 0) return 0
  await addToDays(db, searches)
  await db
    .deleteFrom('search_analytics')
    .where(
      'id',
      'in',
      searches.map(({ id }) => id),
    )
    .execute()
  return searches.length
}

/**
 * Deletes the least searched terms and places of each day beyond {@link DAILY_TERMS_KEPT}, so that invented
 * terms do not fill the database. Call inside a transaction.
 */
export async function deleteRareTerms(db: Kysely<Tables>): Promise<void> {
  for (const [table, key] of [
    ['search_day_terms', 'term'],
    ['search_day_places', 'latitude, longitude'],
  ] as const) {
    const overfull = await sql<{ day: string }>`
      select day from ${sql.table(table)} group by day having count(*) > ${DAILY_TERMS_KEPT}`.execute(db)
    for (const { day } of overfull.rows)
      await sql`
        delete from ${sql.table(table)} where day = ${day} and (${sql.raw(key)}) not in (
          select ${sql.raw(key)} from ${sql.table(table)} where day = ${day}
          order by count desc, ${sql.raw(key)} limit ${DAILY_TERMS_KEPT}
        )`.execute(db)
  }
}
