import { sql, type Kysely } from 'kysely'
import { FIGURES_ZONE } from '../../data/model/analytics.ts'
import { DAILY_TERMS_KEPT } from '../../data/model/limits.ts'
import type { Tables } from '../database/tables.ts'

/** Searches as they are kept one by one. */
const oldestSearches = (db: Kysely<Tables>, before: string, most: number) =>
  db
    .selectFrom('search_analytics')
    .select([
      'id',
      sql<string>`date("searchDate", ${FIGURES_ZONE.offset})`.as('day'),
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

/** How many there are of each, with the row that each is. */
function counted<Row>(rows: readonly Row[]): (Row & { count: number })[] {
  const counts = new Map<string, Row & { count: number }>()
  for (const row of rows) {
    const key = JSON.stringify(row)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { ...row, count: 1 })
    else known.count += 1
  }
  return [...counts.values()]
}

async function addUp(db: Kysely<Tables>, searches: readonly Search[]): Promise<void> {
  const plus = sql<number>`count + excluded.count`
  const days = Map.groupBy(searches, ({ day }) => day)
  for (const [day, found] of days) {
    const empty = found.filter(({ resultCount }) => resultCount === 0).length
    await db
      .insertInto('search_days')
      .values({ day, count: found.length, empty })
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet({ count: plus, empty: sql<number>`empty + excluded.empty` }),
      )
      .execute()
  }
  const terms = searches.flatMap(({ day, term }) => (term === null ? [] : { day, term }))
  if (terms.length > 0)
    await db
      .insertInto('search_day_terms')
      .values(counted(terms))
      .onConflict((conflict) => conflict.columns(['day', 'term']).doUpdateSet({ count: plus }))
      .execute()
  const features = searches.flatMap(({ day, features }) =>
    (features === null ? [] : features.split(',')).map((feature) => ({ day, feature })),
  )
  if (features.length > 0)
    await db
      .insertInto('search_day_features')
      .values(counted(features))
      .onConflict((conflict) => conflict.columns(['day', 'feature']).doUpdateSet({ count: plus }))
      .execute()
  const places = searches.flatMap(({ day, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : { day, latitude, longitude },
  )
  if (places.length > 0)
    await db
      .insertInto('search_day_places')
      .values(counted(places))
      .onConflict((conflict) =>
        conflict.columns(['day', 'latitude', 'longitude']).doUpdateSet({ count: plus }),
      )
      .execute()
}

/**
 * Adds the oldest searches from before an instant to the sums of their days, and forgets them, so many at most. The figures of
 * admin-analytics.ts are the same before and after. To be called in a write.
 * @returns how many searches it was
 */
export async function addUpSearches(db: Kysely<Tables>, before: string, most: number): Promise<number> {
  const searches = await oldestSearches(db, before, most)
  if (searches.length === 0) return 0
  await addUp(db, searches)
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
 * Forgets of each day the words and places beyond {@link DAILY_TERMS_KEPT} that were searched least: what one caller makes up is searched once.
 * To be called in a write.
 */
export async function forgetRareTerms(db: Kysely<Tables>): Promise<void> {
  for (const [table, key] of [
    ['search_day_terms', 'term'],
    ['search_day_places', 'latitude, longitude'],
  ] as const) {
    const crowded = await sql<{ day: string }>`
      select day from ${sql.table(table)} group by day having count(*) > ${DAILY_TERMS_KEPT}`.execute(db)
    for (const { day } of crowded.rows)
      await sql`
        delete from ${sql.table(table)} where day = ${day} and (${sql.raw(key)}) not in (
          select ${sql.raw(key)} from ${sql.table(table)} where day = ${day}
          order by count desc, ${sql.raw(key)} limit ${DAILY_TERMS_KEPT}
        )`.execute(db)
  }
}
