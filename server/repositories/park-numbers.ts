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
}

/**
 * Stores numbers that an import has learned of parks that it did not change, or from further rows about a park. Call
 * after its rows are published, in the same transaction.
 */
export async function storeNumbers(
  db: Kysely<Tables>,
  importId: number,
  numbers: readonly ParkNumber[],
): Promise<void> {
  if (numbers.length === 0) return
  const value = (name: keyof ParkNumber) => textIn(db, 'j.value', name)
  // Without "where", SQLite would read "on conflict" as the condition of the join.
  await sql`insert into park_sources (dataset, "sourceId", "parkId")
    select ${value('dataset')}, ${value('sourceId')}, coalesce(cast(${value('parkId')} as bigint), r."parkId")
    from ${objectsOf(db, numbers)} as j
    left join import_rows as r on r."importId" = ${importId} and r."row" = cast(${value('row')} as bigint)
    where true
    on conflict (dataset, "sourceId") do update set "parkId" = excluded."parkId"`.execute(db)
}
