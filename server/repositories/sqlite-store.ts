import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import PQueue from 'p-queue'
import { migrate, NEWEST_SCHEMA, schemaNumber } from '../migrations/index.ts'
import { DatabaseUnavailable } from '../database/store.ts'
import type { ConnectionLimits, Store } from '../database/store.ts'
import type { Tables } from '../database/tables.ts'
import { isDatabaseFailure } from '../database/dialect.ts'
import { immediately, snapshot } from '../database/transaction.ts'
import { createFolder } from '../storage/create-folder.ts'

/**
 * How long SQLite waits for a lock. It blocks the whole process, so it is short, and the store retries
 * asynchronously.
 */
const BUSY_TIMEOUT_MS = 20
/** How long a store retries to get a lock, unless it is opened with another limit. */
const LOCK_TIMEOUT_MS = 200
/** How long creating the database waits for another process that is creating it. */
const CREATION_LOCK_TIMEOUT_MS = 5_000
/** Pause between two attempts. */
const RETRY_PAUSE_MS = 15
/** Minimum time before a file that could not be opened is tried again, unless it has changed. */
const REOPEN_PAUSE_MS = 200
/** Views at the same time. More than one, so that a sync does not wait while the directory is loaded. */
const MAX_VIEWS = 2

const unavailable = (error: unknown) =>
  new DatabaseUnavailable(
    `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )

interface Connections {
  reader: Kysely<Tables>
  /** Those that no view is using. Apart from the reader, because a view keeps its connection to its end. */
  viewers: Kysely<Tables>[]
  writer: Kysely<Tables>
  /** The file's {@link fileState} when it was opened. */
  seen: string
  users: number
  retired: boolean
}

const codeOf = (error: unknown) => (error instanceof Database.SqliteError ? error.code : '')
const isBusy = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
/** After these errors, the connection itself cannot be trusted. */
const isBroken = (error: unknown) =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PROTOCOL)/.test(codeOf(error))
/**
 * Sets the required pragmas and reads them back, because SQLite silently ignores a pragma it does not know.
 */
function prepareConnection(database: Database.Database): void {
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.pragma('journal_mode = WAL')
  // SQLite defaults to synchronous=NORMAL in WAL mode, where a power failure can lose acknowledged writes.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  const expected = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, busy_timeout: BUSY_TIMEOUT_MS }
  for (const [name, value] of Object.entries(expected)) {
    const actual = database.pragma(name, { simple: true })
    if (actual !== value)
      throw new DatabaseUnavailable(`The database has ${name} = ${String(actual)} instead of ${value}.`)
  }
}

function openFile(path: string, mayCreate: boolean): Database.Database {
  const database = new Database(path, { fileMustExist: !mayCreate, timeout: BUSY_TIMEOUT_MS })
  try {
    prepareConnection(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function connect(path: string, mayCreate: boolean): { database: Database.Database; db: Kysely<Tables> } {
  const database = openFile(path, mayCreate)
  return { database, db: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }) }
}

/** Opens the file at the first query, because there are rarely several views at a time. */
const connectLater = (path: string) =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: async () => openFile(path, false) }) })

/**
 * Identity, modification time and size of the file; `undefined` if it does not exist. The time changes only
 * at checkpoints. If the folder cannot be read, the error code is returned instead, so that open connections
 * are not trusted.
 */
function fileState(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    return stat && `${stat.dev}:${stat.ino}:${stat.mtimeNs}:${stat.size}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/**
 * Whether the file starts with the SQLite header. SQLite caches pages and could continue to answer after the
 * file was overwritten.
 */
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
 * Creates the database file if it does not exist, and migrates the schema otherwise.
 * @throws the error of SQLite or of the file system
 */
export async function createSqliteDatabase(path: string): Promise<void> {
  await createFolder(dirname(path), 0o700)
  // SQLite would create it readable for all users; its log takes the permissions of the database.
  closeSync(openSync(path, 'a', 0o600))
  await whileBusy(performance.now() + CREATION_LOCK_TIMEOUT_MS, async () => {
    const { db, database } = connect(path, true)
    try {
      await migrate(db)
    } finally {
      database.close()
    }
  })
}

/**
 * Repeats `work` from the start while another process holds the lock, but not after `deadline`, in milliseconds
 * of `performance.now()`.
 */
async function whileBusy<T>(deadline: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

/**
 * Returns a store that opens the file on the first call, so that a server starts whatever state its database
 * is in. Never creates a file.
 */
export function openSqliteStore(
  path: string,
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: Pick<ConnectionLimits, 'lockTimeoutMs'> = {},
): Store {
  let connections: Connections | undefined
  let opening: Promise<Connections> | undefined
  let failure: { error: DatabaseUnavailable; seen: string | undefined; at: number } | undefined
  let closed = false
  // One at a time. The file is opened again after a checkpoint; a write that is running then still has the lock
  // of the connection before, and the next one would give up as if another process had it.
  const writes = new PQueue({ concurrency: 1 })

  // So that there is a free viewer for each.
  const views = new PQueue({ concurrency: MAX_VIEWS })

  const dispose = async ({ reader, viewers, writer }: Connections) => {
    for (const connection of [reader, ...viewers, writer]) await connection.destroy()
  }

  /** Connections are closed when the last call that uses them has ended. */
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
      // Kysely only closes a database that has been queried; this query makes sure of that.
      const schema = await schemaNumber(reader)
      if (schema === 0)
        throw new DatabaseUnavailable('The database file has no tables; run the seed step to create them.')
      if (schema > NEWEST_SCHEMA)
        throw new DatabaseUnavailable(
          `The database has schema ${schema}, but this version only supports up to ${NEWEST_SCHEMA}.`,
        )
      const { db: writer } = connect(path, false)
      try {
        if (schema < NEWEST_SCHEMA) await migrate(writer)
        await schemaNumber(writer)
      } catch (error) {
        await writer.destroy()
        throw error
      }
      const viewers = Array.from({ length: MAX_VIEWS }, () => connectLater(path))
      return { reader, viewers, writer, seen, users: 0, retired: false }
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Counts the caller as a user at once: connections without users may be closed before it goes on. */
  const acquire = async (): Promise<Connections> => {
    if (closed) throw new DatabaseUnavailable('The store is closed.')
    const seen = fileState(path)
    if (connections && connections.seen === seen) {
      connections.users += 1
      return connections
    }
    await retire(connections)
    if (failure && failure.seen === seen && performance.now() - failure.at < REOPEN_PAUSE_MS)
      throw failure.error
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
    const opened = await opening
    // A call that waited for the same ones may have found the file changed again.
    if (opened.retired) return acquire()
    opened.users += 1
    return opened
  }

  const use = async <T>(work: (connections: Connections) => Promise<T>): Promise<T> => {
    let used: Connections | undefined
    try {
      used = await acquire()
      return await work(used)
    } catch (error) {
      if (isBroken(error)) await retire(used)
      // Any error while opening the file counts as a database failure; afterwards, only SQLite's own failure
      // codes do.
      if (
        error instanceof DatabaseUnavailable ||
        isBusy(error) ||
        !(used === undefined || isDatabaseFailure(error))
      )
        throw error
      const databaseError = unavailable(error)
      if (used === undefined) failure = { error: databaseError, seen: fileState(path), at: performance.now() }
      throw databaseError
    } finally {
      if (used) {
        used.users -= 1
        if (used.retired && used.users === 0) await dispose(used)
      }
    }
  }

  const run = async <T>(
    work: (connections: Connections) => Promise<T>,
    deadline = performance.now() + lockTimeoutMs,
  ): Promise<T> => {
    try {
      return await whileBusy(deadline, () => use(work))
    } catch (error) {
      throw isBusy(error) ? unavailable(error) : error
    }
  }

  return {
    address: path,
    read: (work) => run(({ reader }) => work(reader)),
    // In the queue for each attempt only: while one waits for a lock, others can fail at the same time.
    view: (work) =>
      run(({ viewers }) =>
        views.add(async () => {
          const viewer = viewers.pop()!
          try {
            return await snapshot(viewer, work)
          } finally {
            viewers.push(viewer)
          }
        }),
      ),
    write(work) {
      // From now, not from its turn, so that many writes fail at the same time if another process has the lock.
      const deadline = performance.now() + lockTimeoutMs
      return writes.add(() => run(({ writer }) => immediately(writer, work), deadline))
    },
    isUnchanged: () => connections !== undefined && connections.seen === fileState(path),
    async close() {
      closed = true
      await opening?.catch(() => undefined)
      await retire(connections)
    },
  }
}
