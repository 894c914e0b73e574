import Database from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { migrate, MIGRATIONS, schemaNumber } from '../migrations/index.ts'
import { beginEpoch, epochs } from './sync.ts'
import type { Tables } from './tables.ts'

/** What a backup has beside our tables: when it was made, and the files that cannot be made again. */
interface BackupTables extends Tables {
  backup_about: { takenAt: string; version: string }
  backup_files: { path: string; sha256: string; bytes: Buffer }
}
type BackupDatabase = Kysely<BackupTables>

/** A file of the data folder, by its path in there. */
export interface KeptFile {
  path: string
  sha256: string
  bytes: Buffer
}

/** A file that is no backup of ours, or not a whole one. The message is a sentence. */
export class NotABackup extends Error {
  override name = 'NotABackup'
}

/** How long the work waits for a lock, in milliseconds: nobody waits for it. */
const BUSY_TIMEOUT = 5_000
const OF_THE_BACKUP = ['backup_about', 'backup_files'] as const

async function within<T>(
  path: string,
  readonly: boolean,
  work: (db: BackupDatabase) => Promise<T>,
): Promise<T> {
  const database = new Database(path, { fileMustExist: true, readonly, timeout: BUSY_TIMEOUT })
  try {
    const db = new Kysely<BackupTables>({ dialect: new SqliteDialect({ database }) })
    await sql`pragma foreign_keys = on`.execute(db)
    return await work(db)
  } finally {
    database.close()
  }
}

/** Copies all of a database as it is at one moment, whoever writes to it meanwhile. `to` is empty or not there. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await within(from, true, async (db) => void (await sql`vacuum into ${to}`.execute(db)))
}

/** @throws NotABackup for what is damaged, not ours, or newer than this program. @returns the schema's number */
async function examine(db: BackupDatabase): Promise<number> {
  const schema = await schemaNumber(db as unknown as Kysely<Tables>)
  if (schema === 0) throw new NotABackup('It has no tables of this product.')
  const newest = MIGRATIONS.at(-1)!.number
  if (schema > newest)
    throw new NotABackup(
      `It has schema ${schema}, this program knows ${newest}: restore it with the program it was made by, or a later one.`,
    )
  const { rows: integrity } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db)
  if (integrity[0]?.integrity_check !== 'ok')
    throw new NotABackup(`It is damaged: ${integrity[0]?.integrity_check ?? 'it cannot be checked'}.`)
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(db)
  if (orphans.length > 0)
    throw new NotABackup(`It is damaged: ${orphans.length} rows refer to rows that are not there.`)
  return schema
}

/** What SQLite says of a file it cannot read, as a sentence about a backup. */
async function asBackup<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT|CANTOPEN)/.test(error.code))
      throw new NotABackup(`It cannot be read: ${error.message}.`)
    throw error
  }
}

/** Makes a backup of a fresh copy: what it is, and the files that go with it. Checks all of it. @throws NotABackup */
export async function completeBackup(
  path: string,
  about: { takenAt: string; version: string },
  files: Iterable<KeptFile>,
): Promise<void> {
  await asBackup(() =>
    within(path, false, async (db) => {
      for (const table of OF_THE_BACKUP) await db.schema.dropTable(table).ifExists().execute()
      await sql`create table backup_about (takenAt text not null, version text not null) strict`.execute(db)
      await sql`create table backup_files (path text primary key, sha256 text not null, bytes blob not null) strict`.execute(
        db,
      )
      await db.insertInto('backup_about').values(about).execute()
      for (const file of files) await db.insertInto('backup_files').values(file).execute()
      await examine(db)
    }),
  )
}

/** Checks that a file is ours, whole, and of a schema known here; `takenAt` is `null` for a database that was set aside. @throws NotABackup */
export async function examineBackup(path: string): Promise<{ schema: number; takenAt: string | null }> {
  return asBackup(() =>
    within(path, true, async (db) => {
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

/** The files of a backup, one after the other; none of a database that was set aside. */
export async function eachFile(path: string, take: (file: KeptFile) => void): Promise<void> {
  await within(path, true, async (db) => {
    const { rows } = await sql`select 1 from sqlite_master where name = 'backup_files'`.execute(db)
    if (rows.length === 0) return
    for (const { path: name } of await db
      .selectFrom('backup_files')
      .select('path')
      .orderBy('path')
      .execute()) {
      take(
        await db
          .selectFrom('backup_files')
          .select(['path', 'sha256', 'bytes'])
          .where('path', '=', name)
          .executeTakeFirstOrThrow(),
      )
    }
  })
}

/** What a database that is being replaced still tells: how far its ids have come, and whose accounts there are. */
export interface Predecessor {
  sequences: ReadonlyMap<string, number>
  users: ReadonlySet<number>
}

/** Ids that are left out where nobody knows any more how far they had come. */
const LEFT_OUT = 100_000

export interface NewLife {
  sessions: number
  /** Accounts that the predecessor had no more, although they had been made before. */
  deletedAccounts: number[]
}

/**
 * Makes of a copy of a backup a database to go on with. Its ids begin after all that were ever given, because addresses and devices know parks
 * and people by them; the directory and the sync have another epoch, so that devices take the one anew and send again what the other has
 * lost; and nobody is signed in, because sessions that were ended since would come back.
 */
export async function beginNewLife(
  path: string,
  {
    directoryEpoch,
    syncEpoch,
    predecessor,
  }: { directoryEpoch: string; syncEpoch: string; predecessor: Predecessor | undefined },
): Promise<NewLife> {
  return within(path, false, async (backup) => {
    // Everything is in the one file when it is closed.
    await sql`pragma journal_mode = delete`.execute(backup)
    for (const table of OF_THE_BACKUP) await backup.schema.dropTable(table).ifExists().execute()
    const db = backup as unknown as Kysely<Tables>
    await migrate(db)
    for (const { name, seq } of (
      await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
    ).rows) {
      const reached = predecessor?.sequences.get(name) ?? seq + LEFT_OUT
      await sql`update sqlite_sequence set seq = ${Math.max(seq, reached)} where name = ${name}`.execute(db)
    }
    for (const [name, reached] of predecessor?.sequences ?? []) {
      await sql`insert into sqlite_sequence (name, seq) select ${name}, ${reached} where not exists (select 1 from sqlite_sequence where name = ${name})`.execute(
        db,
      )
    }
    await db.updateTable('directory_meta').set({ epoch: directoryEpoch }).execute()
    await beginEpoch(db, { epoch: syncEpoch, total: (await epochs(db)).at(-1)!.total })
    await db.deleteFrom('sign_in_flows').execute()
    const { numDeletedRows } = await db.deleteFrom('sessions').executeTakeFirst()
    const users = await db.selectFrom('users').select('id').orderBy('id').execute()
    return {
      sessions: Number(numDeletedRows),
      deletedAccounts: predecessor
        ? users.map(({ id }) => id).filter((id) => !predecessor.users.has(id))
        : [],
    }
  })
}

/** The whole database for this process alone, with everything in its one file. */
export interface Held {
  /** `undefined` when it cannot be read. */
  predecessor: Predecessor | undefined
  release(): void
}

/**
 * Takes a database for this process alone. In WAL mode whoever has it open, a server above all, keeps it shared as long as it is open, so the
 * exclusive lock is had only when nobody does.
 * @returns `in use`, or `broken` where there is no database to be locked
 */
export async function holdAlone(path: string): Promise<Held | 'in use' | 'broken'> {
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
  return { predecessor: await readPredecessor(held), release: () => void held.close() }
}

async function readPredecessor(database: Database.Database): Promise<Predecessor | undefined> {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
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
