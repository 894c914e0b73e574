import { onTestFinished } from 'vitest'
import { openDatabase } from '../server/sql.ts'

/** A place where inserts wait while it is closed, so that a process does not end before a test kills it. */
export interface Barrier {
  close(): void
  /** Opens it for good. Waits until the transaction that has waited here has ended. */
  remove(): void
}

let made = 0

/**
 * Puts an open barrier before inserts into a table.
 * @param rows those that wait: a condition for `new`, in SQL
 */
export function barrierAt(address: string, table: string, rows = 'true'): Barrier {
  const database = openDatabase(address)
  const lock = ++made
  const name = `barrier_${lock}`
  database.exec(`create function ${name}() returns trigger language plpgsql as 'begin
      while not pg_try_advisory_xact_lock(${lock}) loop perform pg_sleep(0.05); end loop;
      return new;
    end';
    create trigger ${name} before insert on ${table} for each row when (${rows}) execute function ${name}()`)
  let isRemoved = false
  const remove = () => {
    if (isRemoved) return
    isRemoved = true
    database.exec(`select pg_advisory_unlock_all(); drop function ${name} cascade`)
    database.close()
  }
  onTestFinished(remove)
  return { close: () => database.exec(`select pg_advisory_lock(${lock})`), remove }
}
