import { createHash } from 'node:crypto'
import { PostgresAdapter, sql, type Kysely, type OperationNodeSource, type RawBuilder } from 'kysely'
import { ANALYTICS_ZONE } from '../../data/model/analytics.ts'
import { DatabaseUnavailable } from './store.ts'
import type { Tables } from './tables.ts'

/** The database engines that the server runs on. */
type Engine = 'sqlite' | 'postgres'

export const engineOf = (db: Kysely<Tables>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** The name of the server's connections in PostgreSQL. */
export const APPLICATION = 'offlead'

/** For a query with an offset but no limit: SQLite needs a limit, and PostgreSQL refuses a negative one. */
export const ALL_ROWS = Number.MAX_SAFE_INTEGER

/** The day in {@link ANALYTICS_ZONE} of the instant in a column, an ISO 8601 text in UTC, as YYYY-MM-DD. */
export function dayIn(db: Kysely<Tables>, column: string): RawBuilder<string> {
  const [instant, { offset }] = [sql.ref(column), ANALYTICS_ZONE]
  return engineOf(db) === 'sqlite'
    ? sql`date(${instant}, ${offset})`
    : sql`to_char(cast(${instant} as timestamptz) at time zone 'UTC' + cast(${offset} as interval), 'YYYY-MM-DD')`
}

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
          from (
            select nextval(pg_get_serial_sequence(${sql.lit(table)}, 'id')) as id
            from generate_series(1, ${sql.lit(count)})
          ) as next`.execute(db)
  return rows[0]!.last
}

/** Makes new ids of a table continue after the highest one that was inserted explicitly. */
export async function continueIds(db: Kysely<Tables>, table: NumberedTable): Promise<void> {
  // SQLite does this by itself.
  if (engineOf(db) === 'sqlite') return
  const sequence = sql`pg_get_serial_sequence(${sql.lit(table)}, 'id')`
  const next = sql`greatest((select coalesce(max(id), 0) + 1 from ${sql.table(table)}), nextval(${sequence}))`
  await sql`select setval(${sequence}, ${next}, false)`.execute(db)
}

/** The instant by the database's clock, which all servers share, as ISO 8601 in UTC. @param afterMs later */
export const databaseTime = (db: Kysely<Tables>, afterMs = 0): RawBuilder<string> =>
  engineOf(db) === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${afterMs / 1000} seconds`})`
    : sql<string>`to_char(
        (clock_timestamp() + cast(${`${afterMs} milliseconds`} as interval)) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      )`

/**
 * Whether a lease has ended, by the database's clock. One that ends much later than a new one would was taken before
 * the clock was set back, and not extended since, so whoever had it is dead.
 * @param until the column with its end
 * @param leaseMs how long it is when it is taken or extended, in milliseconds
 */
export const leaseHasEnded = (db: Kysely<Tables>, until: string, leaseMs: number): RawBuilder<boolean> =>
  sql`(${sql.ref(until)} <= ${databaseTime(db)} or ${sql.ref(until)} > ${databaseTime(db, 2 * leaseMs)})`

/** The end of a query that takes rows for an update, without those that another transaction has taken. */
export const skipLocked = (db: Kysely<Tables>): RawBuilder<unknown> =>
  // SQLite has one writer.
  engineOf(db) === 'sqlite' ? sql`` : sql`for update skip locked`

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

/** A statement whose result is not used. */
export interface Statement extends OperationNodeSource {
  execute(): Promise<unknown>
}

/**
 * Executes statements that write, on PostgreSQL as one, because each costs a round trip to another machine. They
 * must not need each other's changes and not change the same row. Constraints hold after the last one.
 */
export async function executeTogether(db: Kysely<Tables>, statements: readonly Statement[]): Promise<void> {
  if (engineOf(db) === 'sqlite' || statements.length < 2) {
    for (const statement of statements) await statement.execute()
    return
  }
  const parts = statements.map((statement, at) => sql`${sql.raw(`part${at}`)} as (${statement})`)
  await sql`with ${sql.join(parts)} select 1`.execute(db)
}

/** The lock that writes without an order take alone, and the others share. */
const ALL_WRITES = lockKey('all writes')

/**
 * The statements that begin a transaction that writes, as one text.
 * @param names of the {@link WriteOrder}; without, no other write runs at the same time
 */
export function beginWrite(db: Kysely<Tables>, names?: readonly string[]): string {
  if (engineOf(db) === 'sqlite') return 'begin immediate'
  // Sorted, so that two writes never wait for each other.
  const keys = [...new Set(names?.map(lockKey))].sort()
  const locks =
    names === undefined
      ? `pg_advisory_xact_lock(${ALL_WRITES})`
      : [
          `pg_advisory_xact_lock_shared(${ALL_WRITES})`,
          ...keys.map((key) => `pg_advisory_xact_lock(${key})`),
        ].join(', ')
  return `begin isolation level read committed; select ${locks}`
}

/** The statement that begins a consistent view. */
export const beginRead = (db: Kysely<Tables>): string =>
  engineOf(db) === 'sqlite' ? 'begin' : 'begin isolation level repeatable read read only'

/** Names of SQLite's errors, and classes of SQLSTATE: connections, resources, the operator, the system. */
const FAILURE_CODE = new RegExp(
  `^(?:${[
    'SQLITE_(?:BUSY|LOCKED|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PROTOCOL|FULL|PERM|NOMEM|INTERRUPT)',
    String.raw`(?:08|28|3D|40|53|57|58|XX)\w{3}$|25006$|25P03$|55P03$`,
    'E(?:CONN|PIPE|NOTFOUND|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)',
  ].join('|')})`,
)
/** Errors of the package `pg` have no code. */
const FAILURE_MESSAGE =
  /^(Connection terminated|timeout exceeded when|Client has encountered|Client was closed)/

/** The code that SQLite, PostgreSQL or the system gives an error; '' if it has none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : ''

/** Whether an error has such a code or, if it has no code, a message of {@link FAILURE_MESSAGE}. */
const isFailure = (error: unknown, codes: RegExp): boolean => {
  const code = codeOf(error)
  return code === '' ? error instanceof Error && FAILURE_MESSAGE.test(error.message) : codes.test(code)
}

/** Whether an error is a failure of the database itself rather than of a statement. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isFailure(error, FAILURE_CODE)

/** Whether a connection to PostgreSQL has ended, so that another one may work. */
export const isConnectionLost = (error: unknown): boolean =>
  isFailure(error, /^(08\w{3}|25P03|57P0[1-3]|ECONNRESET|EPIPE)$/)

/** Whether PostgreSQL has undone a transaction because of another one, so that it can be repeated at once. */
export const isConflict = (error: unknown): boolean => /^(40001|40P01|23505)$/.test(codeOf(error))

/** Whether a row refers to one that does not exist. */
export const isForeignKeyFailure = (error: unknown): boolean =>
  /^(SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/.test(codeOf(error))

/** Whether the database has a table. */
export async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db)
      : await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(
          db,
        )
  return rows.length > 0
}

/** The columns of a table, in order. */
export async function columnsOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`.execute(db)
      : await sql<{ name: string }>`select cast(attname as text) as name from pg_attribute
          where attrelid = cast(${table} as regclass) and attnum > 0 and not attisdropped order by attnum`.execute(
          db,
        )
  return rows.map(({ name }) => name)
}

/** The columns of a table's primary key, in order. */
export async function keyOf(db: Kysely<Tables>, table: string): Promise<string[]> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{
          name: string
        }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db)
      : await sql<{ name: string }>`select cast(attname as text) as name from pg_constraint
          join pg_attribute on attrelid = conrelid and attnum = any (conkey)
          where conrelid = cast(${table} as regclass) and contype = 'p' order by array_position(conkey, attnum)`.execute(
          db,
        )
  return rows.map(({ name }) => name)
}

/** The highest id that each table has ever given, by table: 0 if none. */
export async function lastIds(db: Kysely<Tables>): Promise<Map<string, number>> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{
          name: string
          last: number
        }>`select t.name, coalesce(s.seq, 0) as last from sqlite_master t
          left join sqlite_sequence s on s.name = t.name where t.type = 'table' and t.sql like '%autoincrement%'
          union all select 'sync_epochs', max(number) from sync_epochs`.execute(db)
      : await sql<{ name: string; last: number }>`select cast(cast(attrelid as regclass) as text) as name,
          coalesce(pg_sequence_last_value(pg_get_serial_sequence(cast(cast(attrelid as regclass) as text), attname)), 0) as last
          from pg_attribute where attidentity = 'd'`.execute(db)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/** Makes tables continue after the given ids. */
export async function setLastIds(db: Kysely<Tables>, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, last] of ids) {
    if (last < 1) continue
    if (engineOf(db) === 'postgres')
      await sql`select setval(pg_get_serial_sequence(${name}, attname), ${last}) from pg_attribute
        where attrelid = cast(${name} as regclass) and attidentity = 'd'`.execute(db)
    // SQLite continues after the highest number in `sync_epochs`, which is never deleted.
    else if (name !== 'sync_epochs') {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(db)
    }
  }
}

/** The number of other connections of servers to a PostgreSQL database. */
export async function otherConnections(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = ${APPLICATION}`.execute(
    db,
  )
  return rows[0]!.count
}
