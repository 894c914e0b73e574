import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Creates a folder and those that it is in, unless they exist. Node's own `recursive` never ends where no folder can be
 * created although its parent exists, as in `/proc`.
 * @throws the error of the file system
 */
export async function createFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) await createFolder(parent, mode)
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have created it meanwhile.
    if (!(await isFolder(path))) throw error
  })
}

/** {@link createFolder} without waiting, for what is written while the process ends. */
export function createFolderSync(path: string): void {
  const exists = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (exists()) return
  const parent = dirname(path)
  if (parent !== path) createFolderSync(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    if (!exists()) throw error
  }
}
