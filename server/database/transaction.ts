import { sql, type Kysely } from 'kysely'
import { beginRead, beginWrite, isDatabaseFailure } from './dialect.ts'
import type { Tables } from './tables.ts'

/**
 * Runs `work` in a transaction that writes. SQLite takes the write lock at the start, so that only
 * the start can fail because another process has the lock, and never a later statement.
 */
export function immediately<T>(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, beginWrite(db), work)
}

/** Runs `work` on a consistent view of the database. It must not write. */
export function snapshot<T>(db: Kysely<Tables>, work: (view: Kysely<Tables>) => Promise<T>): Promise<T> {
  return inTransaction(db, beginRead(db), work)
}

/**
 * Runs `work` in a transaction.
 * @param begin the statements that begin it
 * @param onCommit called before the commit is sent: if that fails, it may have succeeded
 */
export function inTransaction<T>(
  db: Kysely<Tables>,
  begin: string,
  work: (connection: Kysely<Tables>) => Promise<T>,
  onCommit?: () => void,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    try {
      await sql.raw(begin).execute(connection)
      const result = await work(connection)
      onCommit?.()
      const { rows } = await sql<{ command?: string }>`commit`.execute(connection)
      // PostgreSQL answers so if a statement has failed, without an error.
      if (rows[0]?.command === 'ROLLBACK')
        throw new Error('A statement of the transaction failed, and its error was not handled.')
      return result
    } catch (error) {
      // After some failures (disk full, input/output) SQLite has already rolled back and reports an error;
      // the first error is the relevant one.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

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
    if (isDatabaseFailure(error)) throw error
    await sql`rollback to attempt`.execute(transaction)
    await sql`release attempt`.execute(transaction)
    return { error }
  }
}
