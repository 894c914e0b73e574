import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Epoch } from '../repositories/sync.ts'

/** How far the database is known to have come, kept outside of it: a database that has come less far was put back from a backup. */
export interface Mark {
  read(): Epoch | undefined
  keep(mark: Epoch): void
}

const Kept = z.object({ epoch: z.string(), total: z.int() })

/**
 * A mark in a file. It may lag behind and it may be lost: then an older database is noticed later, by what devices know. It is never ahead,
 * because it is written after the database is on disk.
 */
export function markIn(path: string, onError: (error: unknown) => void): Mark {
  return {
    read() {
      try {
        return Kept.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return undefined
      }
    },
    keep(mark) {
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(`${path}.tmp`, JSON.stringify(mark))
        renameSync(`${path}.tmp`, path)
      } catch (error) {
        onError(error)
      }
    },
  }
}
