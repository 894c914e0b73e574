import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath } from './repositories/store.ts'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
/** Permission bits of the group and of others. */
const OTHERS = 0o077

/**
 * Makes this process and its child processes create files and folders for the owner only. Not in a worker
 * thread, where Node refuses it.
 */
export const createForOwnerOnly = (): void => void process.umask(OTHERS)

/**
 * Removes the permissions of group and others from the data folder, its database, and the backups and
 * replaced databases in it, which an earlier version, another program or a copy may have created. Other files
 * are protected by the folder's own permissions.
 * @param onError called for each path whose permissions cannot be changed, for example if another user owns
 * it
 */
export function protectDataFolder(dataDir: string, onError: (error: unknown) => void): void {
  const protect = (path: string) => {
    try {
      const found = lstatSync(path, { throwIfNoEntry: false })
      if (!found || found.isSymbolicLink()) return
      if (found.isDirectory()) {
        if (found.mode & OTHERS) chmodSync(path, OWNER_ONLY_FOLDER)
      } else if (found.mode & OTHERS) chmodSync(path, OWNER_ONLY_FILE)
    } catch (error) {
      onError(error)
    }
  }
  const namesIn = (folder: string) => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }
  protect(dataDir)
  for (const suffix of ['', '-wal', '-shm', '-journal']) protect(databasePath(dataDir) + suffix)
  for (const name of namesIn(dataDir)) {
    if (name !== 'backups' && !name.startsWith('before-restore-')) continue
    const folder = join(dataDir, name)
    protect(folder)
    for (const file of namesIn(folder)) protect(join(folder, file))
  }
}
