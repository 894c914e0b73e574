import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Identifies the version of the drawing code: a hash of its files. Images drawn by another version are not
 * reused.
 */
export async function drawingVersion(
  folders = [import.meta.dirname, join(import.meta.dirname, '../../../data/map')],
): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const name of (await readdir(folder)).sort())
      hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('base64url').slice(0, 16)
}
