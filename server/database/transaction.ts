import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs `work` in a transaction that takes the write lock at the start, so that it fails for a missing lock
 * only at the start and never half-way. SQLite syntax; another engine would set its isolation level here.
 */
export function immediately<T>(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, 'begin immediate', work)
}

/** Runs `work` on a consistent view of the database. It must not write. */
export function snapshot<T>(db: Kysely<Tables>, work: (view: Kysely<Tables>) => Promise<T>): Promise<T> {
  return inTransaction(db, 'begin', work)
}

function inTransaction<T>(
  db: Kysely<Tables>,
  begin: string,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      const result = await work(connection)
      await sql`commit`.execute(connection)
      return result
    } catch (error) {
      // After some failures (disk full, input/output) SQLite has already rolled back and reports an error;
      // the first error is the relevant one.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

/** SQLite error codes for failures of the database itself rather than of the statement. */
const DATABASE_FAILURE =
  /^SQLITE_(BUSY|LOCKED|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PROTOCOL|FULL|PERM|NOMEM|INTERRUPT)/

/**
 * Runs `work` within a transaction so that its changes are rolled back if it fails; the transaction continues
 * either way.
 * @throws failures of the database itself, which abort the whole transaction
 */
export async function attempt<T>(
  transaction: Kysely<Tables>,
  work: () => Promise<T>,
): Promise<{ value: T } | { error: unknown }> {
  await sql`savepoint attempt`.execute(transaction)
  try {
    const value = await work()
    await sql`release attempt`.execute(transaction)
    return { value }
  } catch (error) {
    if (error instanceof Error && 'code' in error && DATABASE_FAILURE.test(String(error.code))) throw error
    await sql`rollback to attempt`.execute(transaction)
    await sql`release attempt`.execute(transaction)
    return { error }
  }
}
