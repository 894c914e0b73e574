import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const PROJECT = join(import.meta.dirname, '..')

/**
 * A hash of what replies are made from, beside the database: the server's code, its data and the versions of
 * its libraries. The same on every server with the same release: 16 characters, 96 bits.
 * @param folder of the project
 * @throws the file system's error if a file cannot be read
 */
export async function hashOfCode(folder: string): Promise<string> {
  const files = [join(folder, 'package-lock.json')]
  for (const name of ['data', 'server']) {
    const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
    for (const entry of entries) if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const bytes = await readFile(file)
    hash.update(`${relative(folder, file).split(sep).join('/')} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('base64url').slice(0, 16)
}

let known: Promise<string> | undefined
/** {@link hashOfCode} of this program, computed once. */
export function buildId(): Promise<string> {
  known ??= hashOfCode(PROJECT)
  return known
}
