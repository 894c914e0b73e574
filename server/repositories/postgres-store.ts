import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPool } from 'kysely'
import PQueue from 'p-queue'
import {
  APPLICATION,
  beginRead,
  beginWrite,
  hasTable,
  isConflict,
  isConnectionLost,
  isDatabaseFailure,
} from '../database/dialect.ts'
import { DatabaseUnavailable } from '../database/store.ts'
import type { ConnectionLimits, Store, WriteOrder } from '../database/store.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { migrate, NEWEST_SCHEMA, schemaNumber } from '../migrations/index.ts'

/** A table that exists while rows are moved into a database (server/repositories/move.ts). */
export const UNFINISHED_MOVE = 'unfinished_move'

/** Whether an address names a PostgreSQL server. */
export const isPostgresUrl = (address: string): boolean => /^postgres(ql)?:\/\//.test(address)

/** How long to wait for a connection, new or from the pool. */
const CONNECTION_TIMEOUT_MS = 2_000
/** The same of an address, which may have libpq's parameter `connect_timeout`, in seconds. */
function connectionTimeoutMs(url: string): number {
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'))
  return seconds > 0 ? seconds * 1_000 : CONNECTION_TIMEOUT_MS
}
/**
 * Connections of one store. A node has up to three stores, for requests, an import and pictures: up to 60
 * connections (deploy/postgresql-primary.conf).
 * @internal A test opens all of them.
 */
export const MAX_CONNECTIONS = 20
/**
 * Of these, for writes: all of them may wait for a lock, for example while an import is published, and reads must
 * not wait with them.
 */
const MAX_WRITES = 14
const IDLE_TIMEOUT_MS = 10_000
/** How long a statement waits for a lock, unless the address or the server has a limit of its own. */
const LOCK_TIMEOUT_MS = 3_000
/**
 * How long a transaction may be idle before PostgreSQL ends it: the process that began it may have been
 * paused, and its locks hold up the writes of all servers. Longer than any work between two statements.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000
/**
 * The first statement of a connection. A standby may lag behind: nothing that it says about accounts and
 * epochs may be used.
 */
const onConnect = (idleTransactionTimeoutMs: number, lockTimeoutMs: number) =>
  `select set_config('lock_timeout', coalesce(nullif(current_setting('lock_timeout'), '0'), '${lockTimeoutMs}ms'), false),
    set_config('idle_in_transaction_session_timeout', '${idleTransactionTimeoutMs}ms', false),
    current_setting('transaction_read_only') as readonly`
/** How often a transaction is repeated that PostgreSQL has undone because of another one. */
const MAX_REPEATS = 5
/** Minimum time before a server that could not be used is tried again. */
const REOPEN_PAUSE_MS = 200

/** Types of PostgreSQL that are read as numbers: `bigint`, and `numeric`, the type of the sum of a `bigint`. */
const NUMBERS = new Set([20, 1700])

/** PostgreSQL cannot store the character NUL, so it is replaced as in HTML. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value

function unavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error
  const { message = String(error), code } = error as { message?: string; code?: unknown }
  return new DatabaseUnavailable(`The database cannot be used: ${message || String(code)}`, { cause: error })
}

/** The error of the package `pg` for a query without a reply. */
const NO_REPLY = /^Query read timeout/

/** Imported here, so that a server with SQLite does not load the driver. */
async function openPool(
  url: string,
  max: number,
  { queryTimeoutMs = 0, idleTransactionTimeoutMs = 0, lockTimeoutMs = LOCK_TIMEOUT_MS }: ConnectionLimits,
): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const connectedAt = new WeakMap<object, number>()
  /** When a statement got no reply: connections from before lead to a machine that has probably gone. */
  let noReplyAt = -Infinity
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectionTimeoutMs(url),
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    application_name: APPLICATION,
    verify: (client, done) =>
      client.query<{ readonly: string }>(
        onConnect(idleTransactionTimeoutMs, lockTimeoutMs),
        (error, result) =>
          done(
            error ??
              (result.rows[0]!.readonly === 'on'
                ? new DatabaseUnavailable('The database is read-only, like a standby.')
                : undefined),
          ),
      ),
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        NUMBERS.has(type)
          ? Number
          : (pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown),
    },
  })
  // A lost connection is an error of the query that uses it, or of none; without listeners it would end the
  // process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    connectedAt.set(client, performance.now())
  })
  const acquire = async () => {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw unavailable(error)
      })
      if ((connectedAt.get(client) ?? -Infinity) > noReplyAt) return client
      client.release(true)
    }
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await acquire()
      let failure: DatabaseUnavailable | undefined
      return {
        query: (async (text: string, values: readonly unknown[] = []) => {
          if (failure) throw failure
          try {
            return await client.query(text, values.map(withoutNul))
          } catch (error) {
            if (!(error instanceof Error && NO_REPLY.test(error.message))) throw error
            noReplyAt = performance.now()
            failure = unavailable(error)
            throw failure
          }
        }) as never,
        // A late reply would be taken for that of the next statement.
        release: (destroy) => client.release(failure !== undefined || (destroy ?? false)),
      }
    },
  }
}

/** Connects at the first query. */
export const connectToPostgres = (
  url: string,
  connections = MAX_CONNECTIONS,
  limits: ConnectionLimits = {},
): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(url, connections, limits) }) })

/**
 * Creates the tables, or migrates the schema to the newest. The database itself must exist.
 * @throws DatabaseUnavailable
 */
export async function createPostgresTables(url: string): Promise<void> {
  const db = connectToPostgres(url, 1)
  try {
    await migrate(db)
  } catch (error) {
    throw isDatabaseFailure(error) ? unavailable(error) : error
  } finally {
    await db.destroy()
  }
}

/** Returns a store that connects on the first call. Never creates tables in a database that has none. */
export function openPostgresStore(url: string, limits: ConnectionLimits = {}): Store {
  const db = connectToPostgres(url, MAX_CONNECTIONS, {
    idleTransactionTimeoutMs: IDLE_TRANSACTION_TIMEOUT_MS,
    ...limits,
  })
  let checked = false
  let checking: Promise<void> | undefined
  let failure: { error: DatabaseUnavailable; at: number } | undefined
  let reachable = true
  let closed = false
  const writes = new PQueue({ concurrency: MAX_WRITES })

  const check = async () => {
    if (await hasTable(db, UNFINISHED_MOVE))
      throw new DatabaseUnavailable('Rows are still being moved into the database: run the move again.')
    const schema = await schemaNumber(db)
    if (schema === 0)
      throw new DatabaseUnavailable('The database has no tables; run the seed step to create them.')
    if (schema > NEWEST_SCHEMA)
      throw new DatabaseUnavailable(
        `The database has schema ${schema}, but this version only supports up to ${NEWEST_SCHEMA}.`,
      )
    // On a connection without limits: a step may rewrite a large table.
    if (schema < NEWEST_SCHEMA) await createPostgresTables(url)
    checked = true
    failure = undefined
  }

  const acquire = async (): Promise<Kysely<Tables>> => {
    if (closed) throw new DatabaseUnavailable('The store is closed.')
    if (checked) return db
    if (failure && performance.now() - failure.at < REOPEN_PAUSE_MS) throw failure.error
    checking ??= check()
      .catch((error: unknown) => {
        failure = { error: unavailable(error), at: performance.now() }
        throw failure.error
      })
      .finally(() => {
        checking = undefined
      })
    await checking
    return db
  }

  /**
   * Runs `work`, and repeats it if that is safe: after a conflict of transactions, and after the loss of a
   * connection, of which the pool may have several if the server was restarted.
   * @param mayRepeat false once a commit was sent, which may have succeeded
   */
  const run = async <T>(work: (db: Kysely<Tables>) => Promise<T>, mayRepeat = () => true): Promise<T> => {
    let lost = 0
    for (let conflicts = 0; ;) {
      try {
        const result = await work(await acquire())
        reachable = true
        return result
      } catch (error) {
        if (closed) throw new DatabaseUnavailable('The store is closed.', { cause: error })
        if (isConflict(error) && mayRepeat() && conflicts++ < MAX_REPEATS) continue
        if (error instanceof DatabaseUnavailable) {
          reachable = false
          throw error
        }
        if (!isDatabaseFailure(error)) throw error
        if (isConnectionLost(error) && mayRepeat() && lost++ < MAX_CONNECTIONS) continue
        reachable = false
        throw unavailable(error)
      }
    }
  }

  return {
    address: url,
    read: (work) => run(work),
    view: (work) => run((db) => inTransaction(db, beginRead(db), work)),
    write<T>(work: (db: Kysely<Tables>) => Promise<T>, order?: WriteOrder): Promise<T> {
      let sent = false
      const deadline = performance.now() + connectionTimeoutMs(url)
      return writes.add(() => {
        if (performance.now() > deadline)
          throw new DatabaseUnavailable('The database cannot be used: too many writes wait for a lock.')
        return run(
          (db) => inTransaction(db, beginWrite(db, order?.of), work, () => void (sent = true)),
          () => !sent,
        )
      })
    },
    isUnchanged: () => checked && reachable,
    async close() {
      closed = true
      await checking?.catch(() => undefined)
      await db.destroy()
    },
  }
}
