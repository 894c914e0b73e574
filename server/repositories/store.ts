import { join } from 'node:path'
import type { Store } from '../database/store.ts'
import { createSqliteDatabase, openSqliteStore } from './sqlite-store.ts'

export { DatabaseUnavailable, writeNames } from '../database/store.ts'
export type { Store } from '../database/store.ts'

/** Path of the SQLite database in a data folder. */
export const databasePath = (dataDir: string) => join(dataDir, 'offlead.db')

/**
 * Creates the database if it does not exist, and migrates its schema otherwise.
 * @param address the path of a file
 */
export const createDatabase = (address: string): Promise<void> => createSqliteDatabase(address)

/**
 * Returns a store that connects on the first call, so that a server starts whatever state its database is in.
 * Never creates a database.
 */
export const openStore = (address: string): Store => openSqliteStore(address)
