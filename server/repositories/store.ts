import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate, MIGRATIONS, schemaNumber } from '../migrations/index.ts'
import type { Tables } from './tables.ts'
import { immediately, snapshot } from './transaction.ts'

/** The database cannot be asked: missing, locked, read-only, full or broken. Passing: the store looks again by itself. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/**
 * The door to the database. Whatever happens to the file, calls either answer or throw {@link DatabaseUnavailable} within about a quarter of
 * a second; a file that is back is opened again by the next call.
 */
export interface Store {
  readonly path: string
  /** One question, or several that need not agree with each other. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Several questions on one unchanging view. */
  view<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** All of it or none of it; on disk when it resolves. `work` may run more than once and must have no effect but in the database. */
  write<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** False when the open file is known to be gone or changed from outside. One `stat`, cheap enough for every request. */
  undisturbed(): boolean
  close(): Promise<void>
}

/** How long SQLite itself waits for a lock, in milliseconds. It blocks the whole process, so it is short and the store waits the rest. */
const BUSY_TIMEOUT = 20
/** How long the store goes on trying for a lock, in milliseconds. */
const PATIENCE = 200
/** How long making the database waits for another process that does the same, in milliseconds. */
const CREATION_PATIENCE = 5_000
/** Pause between two tries, in milliseconds. */
const PAUSE = 15
/** A file that could not be opened is not tried again sooner, in milliseconds, unless it has changed. */
const REOPEN_AFTER = 200

/** Where the database of a data folder is. */
export const databasePath = (dataDir: string) => join(dataDir, 'offlead.db')

const unavailable = (error: unknown) =>
  new DatabaseUnavailable(
    `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )

interface Connections {
  reader: Kysely<Tables>
  writer: Kysely<Tables>
  /** What the file looked like when it was opened. */
  seen: string
  users: number
  retired: boolean
}

const codeOf = (error: unknown) => (error instanceof Database.SqliteError ? error.code : '')
const isBusy = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
/** After these the connection itself is not to be trusted any more. */
const isBroken = (error: unknown) =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PROTOCOL)/.test(codeOf(error))
const isTrouble = (error: unknown) =>
  isBusy(error) || isBroken(error) || /^SQLITE_(FULL|PERM|NOMEM)/.test(codeOf(error))

/** Sets what every connection must have, and reads it back: SQLite ignores a pragma it does not understand without a word. */
function prepareConnection(database: Database.Database): void {
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT}`)
  database.pragma('journal_mode = WAL')
  // A database in WAL mode is opened with synchronous=NORMAL unless it is told otherwise each time; then a power cut loses what was acknowledged.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  const expected = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, busy_timeout: BUSY_TIMEOUT }
  for (const [name, value] of Object.entries(expected)) {
    const actual = database.pragma(name, { simple: true })
    if (actual !== value)
      throw new DatabaseUnavailable(`The database has ${name} = ${String(actual)} instead of ${value}.`)
  }
}

function connect(path: string, mayCreate: boolean): { database: Database.Database; db: Kysely<Tables> } {
  const database = new Database(path, { fileMustExist: !mayCreate, timeout: BUSY_TIMEOUT })
  try {
    prepareConnection(database)
  } catch (error) {
    database.close()
    throw error
  }
  return { database, db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }) }
}

/**
 * Identity, time and length of the file; `undefined` when there is none. Its time changes only at checkpoints. In a folder that cannot be read
 * the reason stands for them: whatever was open is not trusted any more.
 */
function lookAt(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    return stat && `${stat.dev}:${stat.ino}:${stat.mtimeNs}:${stat.size}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** SQLite keeps pages in memory and would go on answering from a file that has been overwritten; its first bytes tell. */
function hasSqliteHeader(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(16)
    return readSync(file, header, 0, 16, 0) === 16 && header.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(file)
  }
}

/**
 * The explicit step that makes the database file where there is none, and brings the schema up to date where there is one.
 * @throws the error of SQLite or of the file system.
 */
export async function createDatabase(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // SQLite would create it for everybody to read, and gives its log the permissions of the database.
  closeSync(openSync(path, 'a', 0o600))
  await whileBusy(CREATION_PATIENCE, async () => {
    const { db, database } = connect(path, true)
    try {
      await migrate(db)
    } finally {
      database.close()
    }
  })
}

/** Does it again, from the beginning, as long as another holds the lock and the patience (in milliseconds) lasts. */
async function whileBusy<T>(patience: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await sleep(PAUSE)
    }
  }
}

/** Opens nothing yet: the first call does, so that a server starts whatever state its database is in. Never makes a file. */
export function openStore(path: string): Store {
  let connections: Connections | undefined
  let opening: Promise<Connections> | undefined
  let failure: { error: DatabaseUnavailable; seen: string | undefined; at: number } | undefined
  let closed = false

  const dispose = async ({ reader, writer }: Connections) => {
    await reader.destroy()
    await writer.destroy()
  }

  /** Closed when the last call that uses them has ended. */
  const retire = async (old: Connections | undefined) => {
    if (!old || old.retired) return
    old.retired = true
    if (connections === old) connections = undefined
    if (old.users === 0) await dispose(old)
  }

  const open = async (seen: string): Promise<Connections> => {
    if (!hasSqliteHeader(path)) throw new DatabaseUnavailable('The database file is not a database.')
    const { db: reader, database } = connect(path, false)
    try {
      // Kysely closes only a database it has been asked something of, and that happens here.
      const schema = await schemaNumber(reader)
      if (schema === 0)
        throw new DatabaseUnavailable('The database file has no tables; the seed step makes them.')
      const newest = MIGRATIONS.at(-1)!.number
      if (schema > newest)
        throw new DatabaseUnavailable(`The database has schema ${schema}, this program knows ${newest}.`)
      const { db: writer } = connect(path, false)
      try {
        if (schema < newest) await migrate(writer)
        await schemaNumber(writer)
      } catch (error) {
        await writer.destroy()
        throw error
      }
      return { reader, writer, seen, users: 0, retired: false }
    } catch (error) {
      database.close()
      throw error
    }
  }

  const acquire = async (): Promise<Connections> => {
    if (closed) throw new DatabaseUnavailable('The store is closed.')
    const seen = lookAt(path)
    if (connections && connections.seen === seen) return connections
    await retire(connections)
    if (failure && failure.seen === seen && performance.now() - failure.at < REOPEN_AFTER) throw failure.error
    if (seen === undefined) throw new DatabaseUnavailable('The database file is missing.')
    opening ??= open(seen)
      .then((opened) => {
        connections = opened
        failure = undefined
        return opened
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }

  const use = async <T>(work: (connections: Connections) => Promise<T>): Promise<T> => {
    let used: Connections | undefined
    try {
      used = await acquire()
      used.users += 1
      return await work(used)
    } catch (error) {
      if (isBroken(error)) await retire(used)
      // Whatever keeps the file from being opened is trouble with the database; while it is used, only what SQLite calls so.
      if (error instanceof DatabaseUnavailable || isBusy(error) || !(used === undefined || isTrouble(error)))
        throw error
      const trouble = unavailable(error)
      if (used === undefined) failure = { error: trouble, seen: lookAt(path), at: performance.now() }
      throw trouble
    } finally {
      if (used) {
        used.users -= 1
        if (used.retired && used.users === 0) await dispose(used)
      }
    }
  }

  const run = async <T>(work: (connections: Connections) => Promise<T>): Promise<T> => {
    try {
      return await whileBusy(PATIENCE, () => use(work))
    } catch (error) {
      throw isBusy(error) ? unavailable(error) : error
    }
  }

  return {
    path,
    read: (work) => run(({ reader }) => work(reader)),
    view: (work) => run(({ reader }) => snapshot(reader, work)),
    write: (work) => run(({ writer }) => immediately(writer, work)),
    undisturbed: () => connections !== undefined && connections.seen === lookAt(path),
    async close() {
      closed = true
      await opening?.catch(() => undefined)
      await retire(connections)
    },
  }
}
