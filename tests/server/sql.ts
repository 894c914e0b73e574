import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { Reply, Statement } from './sql-thread.ts'

type Value = string | number | bigint | null

/** A prepared statement, as of better-sqlite3. With `pluck`, a row is its first value. */
interface Prepared {
  all(...values: readonly Value[]): unknown[]
  get(...values: readonly Value[]): unknown
  run(...values: readonly Value[]): { lastInsertRowid: number | bigint }
  pluck(): Prepared
}

/**
 * A connection of a test to the database of a server, beside the server's own. Statements are in the SQL of
 * SQLite that PostgreSQL knows, too, except for quotes around names and `?`.
 */
export interface TestDatabase {
  prepare(text: string): Prepared
  exec(text: string): void
  /** Runs a function in a transaction. */
  transaction(work: () => void): () => void
  /** Keeps others from writing. */
  holdWrites(): void
  /** Keeps others from reading and writing. */
  holdAll(): void
  /** Everything in it, as text. */
  content(): string
  /** The tables with a foreign key to a table. */
  tablesWithKeyTo(table: string): string[]
  /** 'ok' if SQLite's file is intact; PostgreSQL has no such check. */
  integrity(): string
  /** Ends {@link holdWrites} or {@link holdAll}. */
  release(): void
  close(): void
}

/** The SQL of SQLite in the form of PostgreSQL: names with capital letters quoted, `$1` instead of `?`. */
function toPostgres(text: string): string {
  let position = 0
  const translated = text
    .split(/('(?:[^']|'')*'|"[^"]*")/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replace(/\b[a-z]+[A-Z]\w*\b/g, '"$&"')
            .replace(/\?/g, () => `$${++position}`)
            .replace(/\binsert or ignore\b/, 'insert'),
    )
    .join('')
  return /\binsert or ignore\b/.test(text) ? `${translated} on conflict do nothing` : translated
}

let thread: { port: MessagePort; done: Int32Array } | undefined

/** The thread that talks to PostgreSQL while this one waits. */
function openThread(): { port: MessagePort; done: Int32Array } {
  if (thread) return thread
  const worker = new Worker(new URL('sql-thread.ts', import.meta.url))
  const { port1, port2 } = new MessageChannel()
  const done = new Int32Array(new SharedArrayBuffer(4))
  worker.postMessage({ port: port2, done }, [port2])
  worker.unref()
  port1.unref()
  thread = { port: port1, done }
  return thread
}

let connections = 0

/** Runs a statement, and blocks this thread until it has ended. */
function exchange(statement: Statement): Record<string, unknown>[] {
  const { port, done } = openThread()
  Atomics.store(done, 0, 0)
  port.postMessage(statement)
  // A wait also ends by the notification of the statement before, if that comes late.
  while (Atomics.load(done, 0) === 0) Atomics.wait(done, 0, 0)
  const reply = receiveMessageOnPort(port)!.message as Reply
  if ('error' in reply) throw new Error(`${reply.error}: ${statement.text}`)
  return reply.rows
}

function openPostgres(url: string): TestDatabase {
  const connection = ++connections
  const name = new URL(url).pathname.slice(1)
  const operator = new URL('/postgres', url).href
  const send = (text: string, values: readonly Value[] = [], to = url): Record<string, unknown>[] =>
    exchange({ connection: `${connection} ${to}`, url: to, text, values })
  const end = (to: string) =>
    exchange({ connection: `${connection} ${to}`, url: to, text: '', values: [], end: true })
  let isClosed = false
  const release = () => {
    if (isClosed) send(`alter database "${name}" allow_connections true`, [], operator)
    else send('commit')
    isClosed = false
  }
  const prepare = (text: string, isPlucked: boolean): Prepared => {
    const statement = toPostgres(text)
    const shown = (row: Record<string, unknown>) => (isPlucked ? Object.values(row)[0] : row)
    return {
      all: (...values) => send(statement, values).map(shown),
      get: (...values) => send(statement, values).map(shown)[0],
      run(...values) {
        const hasId = /^\s*insert into (users|parks)\b/.test(text)
        const [row] = send(hasId ? `${statement} returning id` : statement, values)
        return { lastInsertRowid: hasId ? (row!.id as number) : 0 }
      },
      pluck: () => prepare(text, true),
    }
  }
  return {
    prepare: (text) => prepare(text, false),
    exec: (text) => void send(toPostgres(text)),
    transaction: (work) => () => {
      send('begin')
      work()
      send('commit')
    },
    holdWrites: () =>
      void send(`begin; do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
          execute format('lock table %I in exclusive mode', name);
        end loop;
      end $$`),
    holdAll() {
      isClosed = true
      send(
        `alter database "${name}" allow_connections false;
          select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
        [],
        operator,
      )
      // This connection ended with the others.
      end(url)
    },
    release,
    content: () =>
      JSON.stringify(
        send(`select tablename from pg_tables where schemaname = 'public'`).map(({ tablename }) =>
          send(`select * from "${String(tablename)}"`),
        ),
      ),
    tablesWithKeyTo: (table) =>
      send(
        `select distinct cast(cast(conrelid as regclass) as text) as name from pg_constraint
          where contype = 'f' and confrelid = cast($1 as regclass)`,
        [table],
      ).map(({ name }) => String(name)),
    integrity: () => 'ok',
    close() {
      if (isClosed) release()
      for (const to of [url, operator]) end(to)
    },
  }
}

function openSqlite(path: string): TestDatabase {
  const database = new Database(path)
  return {
    prepare: (text) => database.prepare(text) as unknown as Prepared,
    exec: (text) => void database.exec(text),
    transaction: (work) => database.transaction(work),
    holdWrites: () => void database.exec('begin immediate'),
    holdAll: () => void database.exec('begin exclusive'),
    release: () => void database.exec('commit'),
    content: () => database.serialize().toString('latin1'),
    tablesWithKeyTo: (table) =>
      database
        .prepare(
          `select distinct tables.name from sqlite_master as tables join pragma_foreign_key_list(tables.name) as keys
            where tables.type = 'table' and keys."table" = ?`,
        )
        .pluck()
        .all(table) as string[],
    integrity: () => String(database.pragma('integrity_check', { simple: true })),
    close: () => void database.close(),
  }
}

/** Opens the database of a server, by its address. */
export const openDatabase = (address: string): TestDatabase =>
  address.startsWith('postgres:') ? openPostgres(address) : openSqlite(address)
