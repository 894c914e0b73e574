import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs `work` in one transaction that takes the write lock at its beginning, so that it fails at once or not at all for want of the lock,
 * never half-way. SQLite's own form; another engine begins and isolates here.
 */
export function immediately<T>(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return within(db, 'begin immediate', work)
}

/** Runs `work` on one unchanging view of the database. Nothing may be written in it. */
export function snapshot<T>(db: Kysely<Tables>, work: (view: Kysely<Tables>) => Promise<T>): Promise<T> {
  return within(db, 'begin', work)
}

function within<T>(
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
      // After some failures (disk full, input/output) SQLite has rolled back already and says so; the first error is the one to tell.
      await sql`rollback`.execute(connection).catch(() => undefined)
      throw error
    }
  })
}

/** What SQLite says when it is the database that fails, and not what it was asked. */
const TROUBLE =
  /^SQLITE_(BUSY|LOCKED|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PROTOCOL|FULL|PERM|NOMEM|INTERRUPT)/

/**
 * Runs `work` within a transaction so that it leaves nothing behind when it fails; the transaction goes on either way.
 * @throws what the whole transaction fails for, too: trouble with the database itself.
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
    if (error instanceof Error && 'code' in error && TROUBLE.test(String(error.code))) throw error
    await sql`rollback to attempt`.execute(transaction)
    await sql`release attempt`.execute(transaction)
    return { error }
  }
}
