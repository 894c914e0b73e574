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
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import {
  prepareRestoredDatabase,
  completeBackup,
  copyDatabase,
  forEachFile,
  examineBackup,
  lockExclusively,
  NotABackup,
} from './repositories/backup.ts'
import type { BackupFile, RestoreSummary } from './repositories/backup.ts'
import { databasePath } from './repositories/store.ts'
import { protectDataFolder } from './data-folder.ts'

/** Folders of the data folder whose files nobody can make again: their sources may be gone. */
const KEPT_FOLDERS = ['pictures']
const WAL_FILES = ['-wal', '-shm']
/** What a run that was killed has left is cleared away after so long, in milliseconds. */
const LEFT_FOR = 86_400_000

/** Something the person at the terminal can put right. The message is a sentence. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** An instant as part of a file's name that sorts by time. */
const inName = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
const OWN_NAME = /^offlead-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.db$/

/** Where backups go unless somebody says otherwise. */
const backupFolder = (dataDir: string) => join(dataDir, 'backups')

function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Has the names in a folder on disk, too. */
const syncFolder = syncFile

function* keptFiles(dataDir: string): Generator<BackupFile> {
  for (const folder of KEPT_FOLDERS) {
    if (!existsSync(join(dataDir, folder))) continue
    for (const entry of readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || entry.name.endsWith('.tmp')) continue
      const bytes = readFileSync(path)
      yield {
        path: path
          .slice(dataDir.length + 1)
          .split(sep)
          .join('/'),
        sha256: sha256(bytes),
        bytes,
      }
    }
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Deletes files of this folder that a run which was killed has left. */
function clearParts(folder: string, at: Date): void {
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.part') && at.getTime() - lstatSync(join(folder, name)).mtimeMs > LEFT_FOR)
      rmSync(join(folder, name), { force: true })
  }
}

/**
 * Writes everything that cannot be made again into one file, while a server may be writing: it shows one moment. The file is whole and on
 * disk when its name is there.
 * @param to the file; without it, one named by the instant in {@link backupFolder}
 * @param keep leave only so many of those in that folder
 * @returns the file's path, its bytes, and the earlier backups that were deleted
 * @throws BackupRefused, NotABackup
 */
export async function takeBackup(
  dataDir: string,
  { to, keep, at, version }: { to?: string; keep?: number; at: Date; version: string },
): Promise<{ path: string; bytes: number; deleted: string[] }> {
  const path = resolve(to ?? join(backupFolder(dataDir), `offlead-${inName(at)}.db`))
  const database = databasePath(dataDir)
  if (!existsSync(database)) throw new BackupRefused(`There is no database in ${dataDir}.`)
  if (existsSync(path)) throw new BackupRefused(`${path} is there already, and is left as it is.`)
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  clearParts(folder, at)
  const part = `${path}.${process.pid}.part`
  try {
    // People's addresses are in it: nobody else on this machine is to read it.
    closeSync(openSync(part, 'wx', 0o600))
    await copyDatabase(database, part)
    await completeBackup(part, { takenAt: at.toISOString(), version }, keptFiles(dataDir))
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
          .filter((name) => OWN_NAME.test(name))
          .sort()
          .slice(0, -keep)
  for (const name of earlier) rmSync(join(folder, name))
  return { path, bytes: statSync(path).size, deleted: earlier }
}

export interface Restored extends RestoreSummary {
  schema: number
  takenAt: string | null
  files: number
  /** Where the database that was here is now; `null` when there was none. */
  setAside: string | null
}

/**
 * Puts a backup in the database's place. Whatever was there is set aside, never deleted. Killed at any moment it leaves the old database or
 * the new one.
 * @throws BackupRefused while a server has the database open; NotABackup
 */
export async function restoreBackup(
  dataDir: string,
  { from, at }: { from: string; at: Date },
): Promise<Restored> {
  const database = databasePath(dataDir)
  if (!existsSync(from)) throw new BackupRefused(`There is no file ${from}.`)
  const { schema, takenAt } = await examineBackup(from)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  clearParts(dataDir, at)
  const held = existsSync(database) ? await lockExclusively(database) : undefined
  if (held === 'in use')
    throw new BackupRefused('The database is in use. Stop the server, and whatever else has it open, first.')
  const part = `${database}.${process.pid}.part`
  const owner = process.getuid?.() === 0 ? statSync(existsSync(database) ? database : dataDir) : undefined
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  try {
    closeSync(openSync(part, 'wx', 0o600))
    await copyDatabase(from, part)
    const life = await prepareRestoredDatabase(part, {
      directoryEpoch: randomBytes(9).toString('base64url'),
      syncEpoch: randomBytes(16).toString('hex'),
      predecessor: typeof held === 'object' ? held.predecessor : undefined,
    })
    own(part)
    syncFile(part)
    let files = 0
    await forEachFile(from, (file) => {
      if (putBack(dataDir, file, own)) files += 1
    })
    const setAside = swap(database, part, join(dataDir, `before-restore-${inName(at)}-${process.pid}`), own)
    // What was set aside had the permissions it had. Where they cannot be changed, the server says so when it starts.
    protectDataFolder(dataDir, () => undefined)
    return { ...life, schema, takenAt, files, setAside }
  } finally {
    for (const suffix of ['', '-journal']) rmSync(part + suffix, { force: true })
    if (typeof held === 'object') held.release()
  }
}

/** False when the very same file is there already. */
function putBack(
  dataDir: string,
  { path: name, sha256: hash, bytes }: BackupFile,
  own: (path: string) => void,
): boolean {
  const path = resolve(dataDir, name)
  if (!KEPT_FOLDERS.some((folder) => path.startsWith(join(dataDir, folder) + sep)))
    throw new NotABackup(`It has a file that belongs elsewhere: ${name}.`)
  if (sha256(bytes) !== hash) throw new NotABackup(`It is damaged: ${name} is not what it was.`)
  if (existsSync(path) && sha256(readFileSync(path)) === hash) return false
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  own(folder)
  writeFileSync(`${path}.tmp`, bytes, { flush: true, mode: 0o600 })
  own(`${path}.tmp`)
  renameSync(`${path}.tmp`, path)
  syncFolder(folder)
  return true
}

/** Gives a file a second name; where the file system knows only one for each, copies it. */
function alsoAs(path: string, other: string): void {
  try {
    linkSync(path, other)
  } catch {
    copyFileSync(path, other)
    syncFile(other)
  }
}

/** Puts a file into the database's place in one step. The lock is held, or there is nothing to lock. */
function swap(database: string, part: string, aside: string, own: (path: string) => void): string | null {
  // A log that lies about would be played into the new database, whatever became of the database it belongs to.
  const present = ['', ...WAL_FILES].map((suffix) => database + suffix).filter((path) => existsSync(path))
  if (present.length > 0) {
    mkdirSync(aside, { mode: 0o700 })
    own(aside)
    // A second name, so that the first one is never missing.
    for (const path of present) alsoAs(path, join(aside, basename(path)))
    syncFolder(aside)
    syncFolder(dirname(aside))
    for (const path of present) if (path !== database) rmSync(path)
  }
  renameSync(part, database)
  syncFolder(dirname(database))
  return present.length > 0 ? aside : null
}
