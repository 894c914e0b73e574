import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Epoch } from '../repositories/sync.ts'
import { createFolderSync } from '../storage/create-folder.ts'

/**
 * The progress of the database, stored outside of it. A database behind this mark was restored from a backup.
 */
export interface Mark {
  read(): Epoch | undefined
  write(mark: Epoch): void
}

const StoredMark = z.object({ epoch: z.string(), total: z.int() })

/**
 * Stores the mark in a file. The file may lag behind or be lost; a restored database is then detected later,
 * from what devices send. It is never ahead, because it is written after the database is on disk.
 */
export function markIn(path: string, onError: (error: unknown) => void): Mark {
  return {
    read() {
      try {
        return StoredMark.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return undefined
      }
    },
    write(mark) {
      try {
        createFolderSync(dirname(path))
        writeFileSync(`${path}.tmp`, JSON.stringify(mark))
        renameSync(`${path}.tmp`, path)
      } catch (error) {
        onError(error)
      }
    },
  }
}
