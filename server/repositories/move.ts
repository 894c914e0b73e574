import { createHash } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import {
  beginRead,
  columnsOf,
  hasTable,
  keyOf,
  lastIds,
  otherConnections,
  setLastIds,
} from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { migrate, NEWEST_SCHEMA, schemaNumber } from '../migrations/index.ts'
import { lockExclusively } from './backup.ts'
import { connectToPostgres, UNFINISHED_MOVE, withoutNul } from './postgres-store.ts'
import { createSqliteDatabase } from './sqlite-store.ts'

/** A move that cannot begin or continue. The message is a sentence. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}

/** The rows of a table in both databases after a move. */
export interface MovedTable {
  name: string
  rows: number
  /** Rows that this run has written; fewer than `rows` if an earlier run was interrupted. */
  written: number
  /** SHA-256 of the rows in the order of their key, equal in both databases. */
  sha256: string
}

/**
 * Tables of what servers are doing at the moment, which is not moved.
 * @internal A test compares them with the schema.
 */
export const TRANSIENT_TABLES = [
  'request_counts',
  'runners',
  'import_jobs',
  'client_files',
] as const satisfies readonly (keyof Tables)[]

/**
 * All other tables but `migrations`, each after the tables that its foreign keys refer to.
 * @internal A test compares them with the schema.
 */
export const MOVED_TABLES = [
  'users',
  'parks',
  'postcodes',
  'populations',
  'directory_meta',
  'directory_changes',
  'dogs',
  'user_favorites',
  'park_reviews',
  'review_helpful_votes',
  'user_analytics',
  'park_visits',
  'search_analytics',
  'user_search_history',
  'sessions',
  'sign_in_names',
  'user_identities',
  'sign_in_flows',
  'attempts',
  'sync_epochs',
  'sync_people',
  'sync_devices',
  'sync_outcomes',
  'favourite_revisions',
  'favourite_adds',
  'history_clearings',
  'history_entries',
  'park_submissions',
  'contact_messages',
  'reports',
  'admin_acts',
  'imports',
  'import_rows',
  'import_reports',
  'import_report_rows',
  'park_sources',
  'park_pictures',
  'park_lookups',
  'former_places',
  'account_usage',
  'search_days',
  'search_day_terms',
  'search_day_features',
  'search_day_places',
] as const satisfies readonly (keyof Tables)[]

/** Columns that refer to their own table. They are written after all rows of the table. */
const OWN_REFERENCES: Readonly<Record<string, string>> = { parks: 'successor' }

/**
 * Later tables whose foreign keys do not let rows of a table be deleted; others delete theirs with them. Their rows
 * are copied again.
 */
const RESTRICTING: Readonly<Record<string, readonly string[]>> = {
  parks: ['directory_changes', 'import_rows'],
}

/** How long to wait for connections to end, and how often to look. */
const CONNECTION_WAIT_MS = 5_000
const CONNECTION_CHECK_MS = 100

/** Rows of one statement: a statement of SQLite has at most 32,766 values. */
const ROWS_AT_ONCE = 500

type Value = string | number | null
type Row = Record<string, Value>

/** The rows of a table by its key, in parts. */
async function* rowsOf(db: Kysely<Tables>, table: string, after?: readonly Value[]): AsyncGenerator<Row[]> {
  const columns = sql.join((await columnsOf(db, table)).map((name) => sql.ref(name)))
  const key = await keyOf(db, table)
  const order = sql.join(key.map((name) => sql.ref(name)))
  let last = after
  for (;;) {
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
      ${last === undefined ? sql`` : sql`where (${order}) > (${sql.join(last)})`} order by ${order} limit ${ROWS_AT_ONCE}`.execute(
      db,
    )
    if (rows.length === 0) return
    yield rows.map(
      (row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withoutNul(value)])) as Row,
    )
    last = key.map((name) => rows.at(-1)![name]!)
  }
}

interface Digest {
  rows: number
  sha256: string
}

/** The number of rows and their hash; of the first `most` rows if given. */
async function digestOf(db: Kysely<Tables>, table: string, most = Infinity): Promise<Digest> {
  const columns = (await columnsOf(db, table)).toSorted()
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of rowsOf(db, table)) {
    for (const row of rows.slice(0, most - count))
      hash.update(`${JSON.stringify(columns.map((name) => row[name]))}\n`)
    count += Math.min(rows.length, most - count)
    if (count >= most) break
  }
  return { rows: count, sha256: hash.digest('hex') }
}

/** Copies the rows of a table that the target does not have. @returns how many */
async function copyTable(from: Kysely<Tables>, to: Kysely<Tables>, table: string): Promise<number> {
  const own = OWN_REFERENCES[table]
  const key = await keyOf(to, table)
  let written = 0
  // An earlier run has written the first rows. If the source has changed since, the table begins again.
  const found = await digestOf(to, table)
  const same = (await digestOf(from, table, found.rows)).sha256 === found.sha256
  if (!same)
    for (const name of [...(RESTRICTING[table] ?? []), table])
      await sql`delete from ${sql.table(name)}`.execute(to)
  const { rows: lasts } =
    await sql<Row>`select ${sql.join(key.map((name) => sql.ref(name)))} from ${sql.table(table)}
    order by ${sql.join(key.map((name) => sql`${sql.ref(name)} desc`))} limit 1`.execute(to)
  const after = lasts[0] && key.map((name) => lasts[0]![name]!)
  for await (const rows of rowsOf(from, table, after)) {
    await to
      .insertInto(table as 'attempts')
      .values(rows.map((row) => (own === undefined ? row : { ...row, [own]: null })) as never)
      .execute()
    written += rows.length
  }
  if (own !== undefined && written > 0) {
    for await (const rows of rowsOf(from, table))
      for (const row of rows)
        if (row[own] !== null)
          await sql`update ${sql.table(table)} set ${sql.ref(own)} = ${row[own]} where id = ${row['id']}`.execute(
            to,
          )
  }
  return written
}

/**
 * Copies all rows into a database that is empty or that an earlier run has begun to fill, and compares them.
 * @throws MoveRefused
 */
async function moveRows(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  onTable: (table: MovedTable) => void,
): Promise<void> {
  if (!(await hasTable(to, UNFINISHED_MOVE))) {
    if ((await schemaNumber(to)) > 0)
      for (const table of MOVED_TABLES)
        if (table !== 'sync_epochs' && (await digestOf(to, table, 1)).rows > 0)
          throw new MoveRefused('The new database is not empty.')
    await sql`create table ${sql.table(UNFINISHED_MOVE)} (id integer primary key)`.execute(to)
    await migrate(to)
    await sql`delete from sync_epochs`.execute(to)
  }
  if ((await schemaNumber(to)) !== NEWEST_SCHEMA) await migrate(to)
  const written = new Map<string, number>()
  for (const table of MOVED_TABLES) written.set(table, await copyTable(from, to, table))
  await setLastIds(to, await lastIds(from))
  for (const name of MOVED_TABLES) {
    const [source, target] = [await digestOf(from, name), await digestOf(to, name)]
    if (source.rows !== target.rows || source.sha256 !== target.sha256)
      throw new MoveRefused(
        `The rows of ${name} differ: ${source.rows} before, ${target.rows} after. ` +
          'Nothing was changed in the old database; run the command again.',
      )
    onTable({ name, written: written.get(name)!, ...target })
  }
  await sql`drop table ${sql.table(UNFINISHED_MOVE)}`.execute(to)
}

const refuseOthers = async (db: Kysely<Tables>) => {
  // PostgreSQL notices late that a process was killed.
  for (let waited = 0; (await otherConnections(db)) > 0; waited += CONNECTION_CHECK_MS) {
    if (waited >= CONNECTION_WAIT_MS)
      throw new MoveRefused('The PostgreSQL database is in use. Stop all servers that use it first.')
    await sleep(CONNECTION_CHECK_MS)
  }
}

/**
 * Copies the database of a data folder to PostgreSQL. The file is not changed. Can be repeated after an
 * interruption.
 * @param onTable called with each table when its rows have been compared
 * @throws MoveRefused while a server has one of them open, or if the new one is not empty
 */
export async function moveToPostgres(
  path: string,
  url: string,
  onTable: (table: MovedTable) => void,
): Promise<void> {
  if (!existsSync(path)) throw new MoveRefused(`There is no database at ${path}.`)
  const held = await lockExclusively(path)
  if (held === 'in use')
    throw new MoveRefused(
      'The database is in use. Stop the server, and other programs that have it open, first.',
    )
  if (held === 'broken') throw new MoveRefused(`${path} is not a database.`)
  const to = connectToPostgres(url, 1)
  try {
    await migrate(held.db)
    await refuseOthers(to)
    await moveRows(held.db, to, onTable)
  } finally {
    held.release()
    await to.destroy()
  }
}

/**
 * Copies a PostgreSQL database to the file of a data folder, which must not exist. The PostgreSQL database is
 * not changed. Can be repeated after an interruption.
 * @throws MoveRefused while a server has it open
 */
export async function moveFromPostgres(
  url: string,
  path: string,
  onTable: (table: MovedTable) => void,
): Promise<void> {
  if (existsSync(path)) throw new MoveRefused(`There already is a database at ${path}.`)
  const from = connectToPostgres(url, 1)
  const part = `${path}.moving`
  try {
    await refuseOthers(from)
    const schema = await schemaNumber(from)
    if (schema !== NEWEST_SCHEMA)
      throw new MoveRefused(`The PostgreSQL database has schema ${schema} instead of ${NEWEST_SCHEMA}.`)
    if (!existsSync(part)) await createSqliteDatabase(part)
    const database = new Database(part)
    try {
      database.pragma('foreign_keys = ON')
      const to = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
      await inTransaction(from, beginRead(from), (view) => moveRows(view, to, onTable))
      // So that everything is in one file.
      database.pragma('journal_mode = delete')
    } finally {
      database.close()
    }
    renameSync(part, path)
  } finally {
    await from.destroy()
  }
}
