import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath } from './repositories/store.ts'

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
/** Permissions of the group and of everybody else. */
const OTHERS = 0o077

/** Has this process, and those it starts, create files and folders for its own user alone. Not in a worker thread, where Node refuses it. */
export const createForOwnerOnly = (): void => void process.umask(OTHERS)

/**
 * Takes the permissions of group and others away from the data folder, its database, and the backups and databases set aside in it: an
 * earlier version, another program or a copy may have left them open. What else is in the folder is behind the folder's own permissions.
 * @param onTrouble told of each path whose permissions cannot be changed, for example because another user owns it
 */
export function protectDataFolder(dataDir: string, onTrouble: (error: unknown) => void): void {
  const protect = (path: string) => {
    try {
      const found = lstatSync(path, { throwIfNoEntry: false })
      if (!found || found.isSymbolicLink()) return
      if (found.isDirectory()) {
        if (found.mode & OTHERS) chmodSync(path, OWNER_ONLY_FOLDER)
      } else if (found.mode & OTHERS) chmodSync(path, OWNER_ONLY_FILE)
    } catch (error) {
      onTrouble(error)
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
