import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Kysely } from 'kysely'
import { basename, dirname, join, resolve } from 'node:path'
import {
  prepareRestoredDatabase,
  preparePromotedRows,
  prepareRestoredRows,
  completeBackup,
  copyDatabase,
  forEachFile,
  examineBackup,
  lockExclusively,
  NotABackup,
} from './repositories/backup.ts'
import { DAY } from '../data/model/constants.ts'
import type { BackupFile, NewEpochs, RestoreSummary } from './repositories/backup.ts'
import { databasePath, openStore } from './repositories/store.ts'
import type { Tables } from './database/tables.ts'
import { protectDataFolder } from './data-folder.ts'
import { createFolder } from './storage/create-folder.ts'
import { isKey, KEPT_FOLDERS } from './storage/files.ts'
import { folderStorage } from './storage/folder.ts'
import type { Storage } from './storage/storage.ts'

const WAL_FILES = ['-wal', '-shm']
/** Age at which incomplete files of a killed run are deleted. */
const ABANDONED_AFTER_MS = DAY

/** An error that the operator can fix. The message is a sentence. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** An instant for a file name, such that names sort by time. */
const fileNameTime = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
/** A file that is being written: the name of the backup and the id of the process. */
const OWN_PART = /\.db\.\d+\.part$/
const OWN_NAME = /^offlead-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.db$/

/** The default folder of backups. */
const backupFolder = (dataDir: string) => join(dataDir, 'backups')

function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Flushes a folder's file names to disk. */
const syncFolder = syncFile

async function* keptFiles(storage: Storage): AsyncGenerator<BackupFile> {
  for (const folder of KEPT_FOLDERS)
    for await (const { key } of storage.list(folder)) {
      const bytes = await storage.get(key)
      if (bytes) yield { path: key, sha256: sha256(bytes), bytes }
    }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Deletes incomplete files that a killed run has left in a folder. */
function deleteAbandonedParts(folder: string, at: Date): void {
  for (const name of readdirSync(folder)) {
    // The folder may be the operator's, with files of other programs.
    if (!OWN_PART.test(name)) continue
    const { mtimeMs } = lstatSync(join(folder, name))
    if (at.getTime() - mtimeMs > ABANDONED_AFTER_MS) rmSync(join(folder, name), { force: true })
  }
}

/**
 * Writes everything that cannot be regenerated into one file: a consistent snapshot, also while a server is
 * running. Once the file has its name, it is complete and on disk.
 * @param to the file; by default one in {@link backupFolder}, named by the time
 * @param keep the number of such files to keep in that folder
 * @param storage where the server keeps files, if not in the data folder
 * @returns the file's path, its bytes, and the earlier backups that were deleted
 * @throws BackupRefused, NotABackup, StorageUnavailable
 */
export async function takeBackup(
  dataDir: string,
  {
    to,
    keep,
    at,
    version,
    storage = folderStorage(dataDir),
  }: { to?: string; keep?: number; at: Date; version: string; storage?: Storage | undefined },
): Promise<{ path: string; bytes: number; deleted: string[] }> {
  const path = resolve(to ?? join(backupFolder(dataDir), `offlead-${fileNameTime(at)}.db`))
  const database = databasePath(dataDir)
  if (!existsSync(database)) throw new BackupRefused(`There is no database in ${dataDir}.`)
  if (existsSync(path)) throw new BackupRefused(`${path} already exists.`)
  const folder = dirname(path)
  await createFolder(folder, 0o700)
  deleteAbandonedParts(folder, at)
  const part = `${path}.${process.pid}.part`
  try {
    // It contains personal data, so other users of this machine must not read it.
    closeSync(openSync(part, 'wx', 0o600))
    await copyDatabase(database, part)
    await completeBackup(part, { takenAt: at.toISOString(), version }, keptFiles(storage))
    syncFile(part)
    renameSync(part, path)
    syncFolder(folder)
  } catch (error) {
    for (const suffix of ['', '-journal', ...WAL_FILES]) rmSync(part + suffix, { force: true })
    throw error
  }
  const earlier =
    keep === undefined || to !== undefined
      ? []
      : readdirSync(folder)
          // Never this one, which is not the last by name if the clock was set back.
          .filter((name) => OWN_NAME.test(name) && name !== basename(path))
          .sort()
          .slice(0, keep === 1 ? undefined : 1 - keep)
  for (const name of earlier) rmSync(join(folder, name))
  return { path, bytes: statSync(path).size, deleted: earlier }
}

export interface Restored extends RestoreSummary {
  schema: number
  takenAt: string | null
  files: number
  /** The folder with the previous database; `null` if there was none. */
  setAside: string | null
}

/**
 * Replaces the database with a backup. The previous database is moved to another folder, never deleted. If
 * the process is killed at any moment, either the old or the new database is in place.
 * @param storage where the server keeps files, if not in the data folder
 * @throws BackupRefused while a server has the database open; NotABackup, StorageUnavailable
 */
export async function restoreBackup(
  dataDir: string,
  { from, at, storage }: { from: string; at: Date; storage?: Storage | undefined },
): Promise<Restored> {
  const database = databasePath(dataDir)
  if (!existsSync(from)) throw new BackupRefused(`There is no file ${from}.`)
  if (existsSync(database) && realpathSync(from) === realpathSync(database))
    throw new BackupRefused(`${from} is the database itself. Give the file of a backup.`)
  const { schema, takenAt } = await examineBackup(from)
  await createFolder(dataDir, 0o700)
  deleteAbandonedParts(dataDir, at)
  const held = existsSync(database) ? await lockExclusively(database) : undefined
  if (held === 'in use')
    throw new BackupRefused(
      'The database is in use. Stop the server, and other programs that have it open, first.',
    )
  const part = `${database}.${process.pid}.part`
  const owner = process.getuid?.() === 0 ? statSync(existsSync(database) ? database : dataDir) : undefined
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  try {
    closeSync(openSync(part, 'wx', 0o600))
    await copyDatabase(from, part)
    const predecessor = typeof held === 'object' ? held.predecessor : undefined
    const summary = await prepareRestoredDatabase(part, newEpochs(), predecessor)
    own(part)
    syncFile(part)
    const target = storage ?? ownedFiles(dataDir, own)
    let files = 0
    await forEachFile(from, async (file) => {
      if (await restoreFile(target, file)) files += 1
    })
    const setAside = swap(
      database,
      part,
      join(dataDir, `before-restore-${fileNameTime(at)}-${process.pid}`),
      own,
    )
    // The previous database keeps its permissions until here. If they cannot be changed, the server logs that
    // when it starts.
    protectDataFolder(dataDir, () => undefined)
    return { ...summary, schema, takenAt, files, setAside }
  } finally {
    for (const suffix of ['', '-journal']) rmSync(part + suffix, { force: true })
    if (typeof held === 'object') held.release()
  }
}

const newEpochs = (): NewEpochs => ({
  directoryEpoch: randomBytes(9).toString('base64url'),
  syncEpoch: randomBytes(16).toString('hex'),
})

/** Runs `work` on a PostgreSQL database with the names of new epochs. @throws DatabaseUnavailable */
async function withNewEpochs<T>(
  databaseUrl: string,
  work: (db: Kysely<Tables>, epochs: NewEpochs) => Promise<T>,
): Promise<T> {
  const store = openStore(databaseUrl)
  try {
    return await store.write((db) => work(db, newEpochs()))
  } finally {
    await store.close()
  }
}

/**
 * Prepares a PostgreSQL database that its own tools have restored, before servers use it.
 * @returns the number of sessions that were ended
 * @throws DatabaseUnavailable
 */
export const completePostgresRestore = (databaseUrl: string): Promise<{ sessions: number }> =>
  withNewEpochs(databaseUrl, async (db, epochs) => ({ sessions: await prepareRestoredRows(db, epochs) }))

/**
 * Prepares a PostgreSQL standby that was promoted and may lack acknowledged changes, before servers use it.
 * @throws DatabaseUnavailable
 */
export const completePromotion = (databaseUrl: string): Promise<void> =>
  withNewEpochs(databaseUrl, preparePromotedRows)

/** The files in a data folder, which get its owner. @param own gives a path to the owner */
const ownedFiles = (dataDir: string, own: (path: string) => void): Pick<Storage, 'get' | 'put'> => ({
  async get(key) {
    const path = join(dataDir, key)
    return existsSync(path) ? readFileSync(path) : undefined
  },
  async put(key, bytes) {
    const path = join(dataDir, key)
    const folder = dirname(path)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    own(folder)
    writeFileSync(`${path}.tmp`, bytes, { flush: true, mode: 0o600 })
    own(`${path}.tmp`)
    renameSync(`${path}.tmp`, path)
    syncFolder(folder)
  },
})

/**
 * Stores a file of a backup; returns false if the same file is there.
 * @throws NotABackup, StorageUnavailable
 */
async function restoreFile(
  target: Pick<Storage, 'get' | 'put'>,
  { path, sha256: hash, bytes }: BackupFile,
): Promise<boolean> {
  if (!isKey(path) || !KEPT_FOLDERS.some((folder) => path.startsWith(folder)))
    throw new NotABackup(`It has a file with a path that is not allowed: ${path}.`)
  if (sha256(bytes) !== hash) throw new NotABackup(`It is damaged: ${path} does not match its hash.`)
  const known = await target.get(path)
  if (known && sha256(known) === hash) return false
  await target.put(path, bytes)
  return true
}

/** Gives a file a second name, or copies it if the file system does not support links. */
function linkOrCopy(path: string, other: string): void {
  try {
    linkSync(path, other)
  } catch {
    copyFileSync(path, other)
    syncFile(other)
  }
}

/** Replaces the database with a file atomically. The caller has locked the database, if there is one. */
function swap(database: string, part: string, aside: string, own: (path: string) => void): string | null {
  // An old write-ahead log must not stay: SQLite would apply it to the new database.
  const present = ['', ...WAL_FILES].map((suffix) => database + suffix).filter((path) => existsSync(path))
  if (present.length > 0) {
    mkdirSync(aside, { mode: 0o700 })
    own(aside)
    // Linked rather than moved, so that the database is never missing.
    for (const path of present) linkOrCopy(path, join(aside, basename(path)))
    syncFolder(aside)
    syncFolder(dirname(aside))
    for (const path of present) if (path !== database) rmSync(path)
  }
  renameSync(part, database)
  syncFolder(dirname(database))
  return present.length > 0 ? aside : null
}
