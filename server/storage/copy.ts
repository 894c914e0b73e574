import { createHash } from 'node:crypto'
import { KEPT_FOLDERS } from './files.ts'
import type { Storage } from './files.ts'

/** The result of {@link copyFiles}. */
export interface CopiedFiles {
  files: number
  /** Files that this run has written; fewer than `files` if an earlier run was interrupted. */
  written: number
  bytes: number
}

/** A file that was read again after copying, and was not the same. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Copies all files that cannot be made again from one storage to another, and reads each written file again. May
 * be repeated after an interruption. A file that is there with the same size is not copied: such files are named
 * by their content.
 * @throws CopyFailed, StorageUnavailable
 */
export async function copyFiles(from: Storage, to: Storage): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: 0, written: 0, bytes: 0 }
  for (const folder of KEPT_FOLDERS)
    for await (const { key } of from.list(folder)) {
      const bytes = await from.get(key)
      if (!bytes) continue
      copied.files += 1
      copied.bytes += bytes.length
      if ((await to.size(key)) === bytes.length) continue
      await to.put(key, bytes)
      const stored = await to.get(key)
      if (!stored || sha256(stored) !== sha256(bytes))
        throw new CopyFailed(`${key} was not copied correctly.`)
      copied.written += 1
    }
  return copied
}
