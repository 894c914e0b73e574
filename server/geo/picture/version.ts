import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Tells pictures drawn by this code from those of another version of it: a hash of its files. */
export async function drawingVersion(folder = import.meta.dirname): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort())
    hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('base64url').slice(0, 16)
}
