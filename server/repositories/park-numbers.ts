import { sql, type Kysely } from 'kysely'
import { objectsOf, textIn } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** The number of a park in a list. */
export interface ParkNumber {
  dataset: string
  sourceId: string
  /** `null` for a park that the import adds. */
  parkId: number | null
  /** The first row about the park. */
  row: number
  /** The row that has the number. */
  numberedRow: number
}

/**
 * Stores numbers that an import has learned of parks that it did not change, or from further rows about a park, and that
 * they are the import's, so that undoing it takes them away. Call after its rows are published, in the same transaction.
 */
export async function storeNumbers(
  db: Kysely<Tables>,
  importId: number,
  numbers: readonly ParkNumber[],
): Promise<void> {
  if (numbers.length === 0) return
  const value = (name: keyof ParkNumber) => textIn(db, 'j.value', name)
  const wholeNumber = (name: keyof ParkNumber) => sql`cast(${value(name)} as bigint)`
  const parkId = sql`coalesce(${wholeNumber('parkId')}, r."parkId")`
  // Without "where", SQLite would read "on conflict" as the condition of the join.
  const withParks = sql`from ${objectsOf(db, numbers)} as j
    left join import_rows as r on r."importId" = ${importId} and r."row" = ${wholeNumber('row')}
    where true`
  await sql`insert into park_sources (dataset, "sourceId", "parkId")
    select ${value('dataset')}, ${value('sourceId')}, ${parkId} ${withParks}
    on conflict (dataset, "sourceId") do update set "parkId" = excluded."parkId"`.execute(db)
  await sql`insert into import_rows ("importId", "row", outcome, "parkId", dataset, "sourceId")
    select cast(${importId} as bigint), ${wholeNumber('numberedRow')}, 'updated', ${parkId}, ${value('dataset')},
      ${value('sourceId')} ${withParks}
    on conflict ("importId", "row") do nothing`.execute(db)
}
