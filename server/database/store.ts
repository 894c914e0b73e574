import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The database cannot be used: missing, locked, read-only, full, corrupt or not reachable. Temporary: the
 * store retries on the next call.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The writes that a write must not overlap with. */
export interface WriteOrder {
  /**
   * Names of what is read and written, from {@link writeNames}. Two writes that share a name run one after the
   * other; others may run at the same time.
   */
  of: readonly string[]
}

/** The names for {@link WriteOrder}. */
export const writeNames = {
  device: (deviceId: string) => `device ${deviceId}`,
  person: (userId: number) => `person ${userId}`,
  /** Counted attempts (server/repositories/attempts.ts). */
  attempts: (key: string) => `attempts ${key}`,
  /** Imports, until their rows are published, which no other write may run beside. */
  imports: 'imports',
  session: (idHash: string) => `session ${idHash}`,
}

/** Limits of the connections of a store; 0 for none. Milliseconds. */
export interface ConnectionLimits {
  /** Time for a reply to a statement, after which the database counts as unavailable. Not with SQLite. */
  queryTimeoutMs?: number
  /** Time between two statements of a transaction. Not with SQLite. */
  idleTransactionTimeoutMs?: number
  /** How long a call waits for a lock that another process has. */
  lockTimeoutMs?: number
}

/**
 * Access to the database: a file of SQLite, or a PostgreSQL server. If it cannot be used, calls throw {@link
 * DatabaseUnavailable}, for SQLite within about a quarter of a second. If it becomes available again, the
 * next call uses it.
 */
export interface Store {
  /** What it was opened with: the path of a file, or a URL. */
  readonly address: string
  /** One query, or several that need not be consistent with each other. */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Several queries on one consistent view. */
  view<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /**
   * A transaction: all or nothing, and on disk when it resolves. `work` may run more than once and must have
   * no effects outside the database. Without an order, no other write runs at the same time. SQLite has only
   * one writer anyway.
   */
  write<T>(work: (db: Kysely<Tables>) => Promise<T>, order?: WriteOrder): Promise<T>
  /**
   * False if the open file was removed or changed from outside, or the last call did not reach PostgreSQL.
   * Costs one `stat` at most, cheap enough for every request.
   */
  isUnchanged(): boolean
  close(): Promise<void>
}
