import { join } from 'node:path'
import type { ConnectionLimits, Store } from '../database/store.ts'
import { createPostgresTables, isPostgresUrl, openPostgresStore } from './postgres-store.ts'
import { createSqliteDatabase, openSqliteStore } from './sqlite-store.ts'

export { DatabaseUnavailable, writeNames } from '../database/store.ts'
export type { Store } from '../database/store.ts'

/** Path of the SQLite database in a data folder. */
export const databasePath = (dataDir: string) => join(dataDir, 'offlead.db')

/** The database of a deployment: a URL of PostgreSQL, or the path of a file of SQLite. */
export const databaseAddress = ({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl?: string | undefined
}) => databaseUrl ?? databasePath(dataDir)

/** How an address is shown: without a password. */
export function databaseName(address: string): string {
  if (!isPostgresUrl(address)) return address
  const { host, pathname } = new URL(address)
  return `PostgreSQL ${host}${pathname}`
}

/**
 * Creates the database if it does not exist, and migrates its schema otherwise. Of PostgreSQL it creates the
 * tables only.
 * @param address from {@link databaseAddress}
 */
export const createDatabase = (address: string): Promise<void> =>
  isPostgresUrl(address) ? createPostgresTables(address) : createSqliteDatabase(address)

/**
 * Returns a store that connects on the first call, so that a server starts whatever state its database is in.
 * Never creates a database.
 * @param address from {@link databaseAddress}
 */
export const openStore = (address: string, limits?: ConnectionLimits): Store =>
  isPostgresUrl(address) ? openPostgresStore(address, limits) : openSqliteStore(address, limits)
