import Database from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { migrate, MIGRATIONS, schemaNumber } from '../migrations/index.ts'
import { lastIds, setLastIds } from '../database/dialect.ts'
import { addEpoch, epochs } from './sync.ts'
import type { Tables } from '../database/tables.ts'

/** The extra tables of a backup: when it was made, and the files that cannot be regenerated. */
interface BackupTables extends Tables {
  backup_about: { takenAt: string; version: string }
  backup_files: { path: string; sha256: string; bytes: Buffer }
}
type BackupDatabase = Kysely<BackupTables>

/** A file of the data folder, with its path relative to the folder. */
export interface BackupFile {
  path: string
  sha256: string
  bytes: Buffer
}

/** A file that is not a complete backup of this product. The message is a sentence. */
export class NotABackup extends Error {
  override name = 'NotABackup'
}

/** How long to wait for a lock. Long, because no request is waiting. */
const BUSY_TIMEOUT_MS = 5_000
const BACKUP_TABLE_NAMES = ['backup_about', 'backup_files'] as const

async function withDatabase<T>(
  path: string,
  readonly: boolean,
  work: (db: BackupDatabase) => Promise<T>,
): Promise<T> {
  const database = new Database(path, { fileMustExist: true, readonly, timeout: BUSY_TIMEOUT_MS })
  try {
    const db = new Kysely<BackupTables>({ dialect: new SqliteDialect({ database }) })
    await sql`pragma foreign_keys = on`.execute(db)
    return await work(db)
  } finally {
    database.close()
  }
}

/**
 * Copies a consistent snapshot of a database, even while others write to it. `to` must be empty or not exist.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await withDatabase(from, true, async (db) => void (await sql`vacuum into ${to}`.execute(db)))
}

/**
 * @returns the schema's number
 * @throws NotABackup if the file is damaged, not a database of this product, or newer than this version
 */
async function examine(db: BackupDatabase): Promise<number> {
  const schema = await schemaNumber(db as unknown as Kysely<Tables>)
  if (schema === 0) throw new NotABackup('It has no tables of this product.')
  const newest = MIGRATIONS.at(-1)!.number
  if (schema > newest)
    throw new NotABackup(
      `It has schema ${schema}, but this version only supports up to ${newest}: restore it with the version that made it, or a later one.`,
    )
  const { rows: integrity } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
  if (integrity[0]?.integrity_check !== 'ok')
    throw new NotABackup(`It is damaged: ${integrity[0]?.integrity_check ?? 'it cannot be checked'}.`)
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
  if (orphans.length > 0) throw new NotABackup(`It is damaged: ${orphans.length} rows refer to missing rows.`)
  return schema
}

/** Turns SQLite's errors for an unreadable file into {@link NotABackup}. */
async function withBackupErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT|CANTOPEN)/.test(error.code))
      throw new NotABackup(`It cannot be read: ${error.message}.`)
    throw error
  }
}

/**
 * Turns a fresh copy into a backup: adds its description and the files that belong to it, and checks the
 * result.
 * @throws NotABackup
 */
export async function completeBackup(
  path: string,
  about: { takenAt: string; version: string },
  files: AsyncIterable<BackupFile>,
): Promise<void> {
  await withBackupErrors(() =>
    withDatabase(path, false, async (db) => {
      for (const table of BACKUP_TABLE_NAMES) await db.schema.dropTable(table).ifExists().execute()
      await sql`create table backup_about (takenAt text not null, version text not null) strict`.execute(db)
      await sql`create table backup_files (path text primary key, sha256 text not null, bytes blob not null) strict`.execute(
        db,
      )
      await db.insertInto('backup_about').values(about).execute()
      for await (const file of files) await db.insertInto('backup_files').values(file).execute()
      await examine(db)
    }),
  )
}

/**
 * Checks that a file is an intact database of this product with a supported schema. `takenAt` is `null` for a
 * database that was set aside by a restore.
 * @throws NotABackup
 */
export async function examineBackup(path: string): Promise<{ schema: number; takenAt: string | null }> {
  return withBackupErrors(() =>
    withDatabase(path, true, async (db) => {
      const schema = await examine(db)
      const { rows } = await sql`select 1 from sqlite_master where name = 'backup_about'`.execute(db)
      const about =
        rows.length === 0
          ? undefined
          : await db.selectFrom('backup_about').select('takenAt').executeTakeFirst()
      return { schema, takenAt: about?.takenAt ?? null }
    }),
  )
}

/** Calls `take` with each file of a backup in turn; a database that was set aside has none. */
export async function forEachFile(path: string, take: (file: BackupFile) => Promise<void>): Promise<void> {
  await withDatabase(path, true, async (db) => {
    const { rows } = await sql`select 1 from sqlite_master where name = 'backup_files'`.execute(db)
    if (rows.length === 0) return
    for (const { path: name } of await db
      .selectFrom('backup_files')
      .select('path')
      .orderBy('path')
      .execute()) {
      await take(
        await db
          .selectFrom('backup_files')
          .select(['path', 'sha256', 'bytes'])
          .where('path', '=', name)
          .executeTakeFirstOrThrow(),
      )
    }
  })
}

/** What is still known of the database that is being replaced: its highest ids, and its accounts. */
export interface Predecessor {
  sequences: ReadonlyMap<string, number>
  users: ReadonlySet<number>
}

/** Number of ids to skip if the highest id ever assigned is unknown. */
const SKIPPED_IDS = 100_000

export interface RestoreSummary {
  sessions: number
  /** Accounts in the backup that had been deleted in the predecessor. */
  deletedAccounts: number[]
}

/** Names of new epochs. */
export interface NewEpochs {
  directoryEpoch: string
  syncEpoch: string
}

/**
 * Prepares a copy of a backup for use. Its ids continue after all that were ever assigned, because URLs and
 * devices refer to parks and people by id. The directory and the sync get a new epoch, so that devices
 * download the directory again and resend what the sync has lost. All sessions are deleted, because sessions
 * that were ended since the backup would come back.
 */
export async function prepareRestoredDatabase(
  path: string,
  epochs: NewEpochs,
  predecessor: Predecessor | undefined,
): Promise<RestoreSummary> {
  return withDatabase(path, false, async (backup) => {
    // So that everything is in one file once it is closed.
    await sql`pragma journal_mode = delete`.execute(backup)
    for (const table of BACKUP_TABLE_NAMES) await backup.schema.dropTable(table).ifExists().execute()
    const db = backup as unknown as Kysely<Tables>
    await migrate(db)
    const continued = Array.from(await lastIds(db), ([name, last]): [string, number] => [
      name,
      Math.max(last, predecessor?.sequences.get(name) ?? last + SKIPPED_IDS),
    ])
    await setLastIds(db, new Map(continued))
    await beginEpochs(db, epochs)
    const sessions = await endAllSessions(db)
    const users = await db.selectFrom('users').select('id').orderBy('id').execute()
    return {
      sessions,
      deletedAccounts: predecessor
        ? users.map(({ id }) => id).filter((id) => !predecessor.users.has(id))
        : [],
    }
  })
}

/** Starts a new epoch of the directory and of the sync. */
async function beginEpochs(db: Kysely<Tables>, { directoryEpoch, syncEpoch }: NewEpochs): Promise<void> {
  await db.updateTable('directory_meta').set({ epoch: directoryEpoch }).execute()
  await addEpoch(db, { epoch: syncEpoch, total: (await epochs(db)).at(-1)!.total })
}

/** Ends all sessions. @returns how many */
async function endAllSessions(db: Kysely<Tables>): Promise<number> {
  await db.deleteFrom('sign_in_flows').execute()
  const { numDeletedRows } = await db.deleteFrom('sessions').executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Prepares a database that PostgreSQL's tools have restored, like {@link prepareRestoredDatabase}. Call inside
 * a write transaction.
 * @returns the number of sessions that were ended
 */
export async function prepareRestoredRows(db: Kysely<Tables>, epochs: NewEpochs): Promise<number> {
  await preparePromotedRows(db, epochs)
  return endAllSessions(db)
}

/**
 * Prepares the database of a standby that has become the primary and may lack the latest changes: as after a
 * restore, but sessions continue, because only those that ended in the last moments come back. Call inside a
 * write transaction.
 */
export async function preparePromotedRows(db: Kysely<Tables>, epochs: NewEpochs): Promise<void> {
  const ids = await lastIds(db)
  // Its number is not used outside of the database.
  ids.delete('sync_epochs')
  await setLastIds(db, new Map(Array.from(ids, ([name, last]) => [name, last + SKIPPED_IDS])))
  await beginEpochs(db, epochs)
}

/** A database locked by this process, with everything in one file. */
export interface LockedDatabase {
  db: Kysely<Tables>
  /** `undefined` if it cannot be read. */
  predecessor: Predecessor | undefined
  release(): void
}

/**
 * Locks a database exclusively. In WAL mode every process that has it open, in particular a server, holds a
 * shared lock, so the exclusive lock is only granted if no other process has it open.
 * @returns `in use`, or `broken` if the file is not a database
 */
export async function lockExclusively(path: string): Promise<LockedDatabase | 'in use' | 'broken'> {
  let database: Database.Database | undefined
  try {
    database = new Database(path, { fileMustExist: true, timeout: 0 })
    database.pragma('locking_mode = exclusive')
    database.exec('begin exclusive; commit')
    database.pragma('wal_checkpoint(truncate)')
  } catch (error) {
    database?.close()
    const code = error instanceof Database.SqliteError ? error.code : ''
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'in use'
    if (/^SQLITE_(NOTADB|CORRUPT|IOERR)/.test(code)) return 'broken'
    throw error
  }
  const held = database
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: held }) })
  return { db, predecessor: await readPredecessor(db), release: () => void held.close() }
}

async function readPredecessor(db: Kysely<Tables>): Promise<Predecessor | undefined> {
  try {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    const users = await db.selectFrom('users').select('id').execute()
    return {
      sequences: new Map(rows.map(({ name, seq }) => [name, seq])),
      users: new Set(users.map(({ id }) => id)),
    }
  } catch {
    return undefined
  }
}
