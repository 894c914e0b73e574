import { createHash } from 'node:crypto'
import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** The database engines that the server runs on. */
type Engine = 'sqlite' | 'postgres'

const engineOf = (db: Kysely<Tables>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** For a query with an offset but no limit: SQLite needs a limit, and PostgreSQL refuses a negative one. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER

/**
 * The day of an instant in a time zone, as YYYY-MM-DD.
 * @param instant an ISO 8601 text in UTC
 * @param offset of the time zone from UTC, for example '+10:00'
 */
export const dayOf = (db: Kysely<Tables>, instant: RawBuilder<unknown>, offset: string): RawBuilder<string> =>
  engineOf(db) === 'sqlite'
    ? sql<string>`date(${instant}, ${offset})`
    : sql<string>`to_char(cast(cast(${instant} as text) as timestamptz) at time zone 'UTC' + cast(${offset} as interval), 'YYYY-MM-DD')`

/** A value of a JSON object in a text column: a text, or on SQLite also a number. */
export const textIn = (db: Kysely<Tables>, column: string, name: string): RawBuilder<string | null> =>
  engineOf(db) === 'sqlite'
    ? sql`${sql.ref(column)} ->> ${sql.lit(name)}`
    : sql`cast(${sql.ref(column)} as json) ->> ${sql.lit(name)}`

/** A query for the given ids, as a column `id`. */
export const idsOf = (db: Kysely<Tables>, ids: readonly number[]): RawBuilder<{ id: number }> =>
  engineOf(db) === 'sqlite'
    ? sql`select value as id from json_each(${JSON.stringify(ids)})`
    : sql`select cast(value as bigint) as id from json_array_elements_text(cast(${JSON.stringify(ids)} as json))`

/** The given objects as a table with one column `value`, for {@link textIn}. */
export const objectsOf = (db: Kysely<Tables>, objects: readonly object[]): RawBuilder<unknown> =>
  engineOf(db) === 'sqlite'
    ? sql`json_each(${JSON.stringify(objects)})`
    : sql`json_array_elements(cast(${JSON.stringify(objects)} as json))`

/** Tables whose ids are never used again, also after their row is deleted. */
type NumberedTable = 'parks'

/**
 * Takes the next ids of a table, which the caller then inserts explicitly. Call inside a write transaction
 * that no other insertion into the table can run beside.
 * @returns the id before the first one
 */
export async function reserveIds(db: Kysely<Tables>, table: NumberedTable, count: number): Promise<number> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? // Inserting a row with an id raises the sequence.
        await sql<{
          last: number
        }>`select coalesce((select seq from sqlite_sequence where name = ${table}), 0) as last`.execute(db)
      : await sql<{ last: number }>`select coalesce(min(id) - 1, 0) as last
          from (select nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id')) as id from generate_series(1, ${sql.lit(count)})) as next`.execute(
          db,
        )
  return rows[0]!.last
}

/** Makes new ids of a table continue after the highest one that was inserted explicitly. */
export async function continueIds(db: Kysely<Tables>, table: NumberedTable): Promise<void> {
  // SQLite does this by itself.
  if (engineOf(db) === 'sqlite') return
  const sequence = sql`pg_get_serial_sequence(${sql.lit(table)}, 'id')`
  await sql`select setval(${sequence}, greatest((select coalesce(max(id), 0) + 1 from ${sql.table(table)}), nextval(${sequence})), false)`.execute(
    db,
  )
}

/** The key of an advisory lock of PostgreSQL: a 64-bit integer, as a text. */
const lockKey = (name: string) => String(createHash('sha256').update(name).digest().readBigInt64BE())

/**
 * Waits until no other write has called this with the same name, for writes that meet in a row that their
 * {@link WriteOrder} does not name. The next query sees what the others have written.
 */
export async function waitForOthers(db: Kysely<Tables>, name: string): Promise<void> {
  // SQLite has one writer.
  if (engineOf(db) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey(name))})`.execute(db)
}
