import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../storage/create-folder.ts'

/** @returns a function that returns the folder for uploads, which it empties the first time */
export function openUploads(dataDir: string): () => Promise<string> {
  const folder = join(dataDir, 'uploads')
  let emptied: Promise<void> | undefined

  const empty = async (): Promise<void> => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  }
  return async () => {
    // Each time, because it may have been deleted.
    await createFolder(folder)
    // The next import tries again, for example when the disk is not full any more.
    emptied ??= empty().catch((error: unknown) => {
      emptied = undefined
      throw error
    })
    await emptied
    return folder
  }
}
