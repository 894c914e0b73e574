import type { Kysely } from 'kysely'
import type { ImportFileType, ImportResult, ImportUndone } from '../../data/model/import.ts'
import type { Tables } from '../database/tables.ts'
import { undoImport, LaterImportExists } from '../repositories/imports.ts'
import {
  completeJob,
  hasRunningJob,
  ImportBusy,
  saveJobProgress,
  setJobImport,
} from '../repositories/import-jobs.ts'
import type { JobAttempt } from '../repositories/import-jobs.ts'
import type { ConnectionLimits } from '../database/store.ts'
import { openStore } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { openStorage } from '../storage/storage.ts'
import type { StorageConfig } from '../storage/storage.ts'
import { findHeaders } from './headers.ts'
import { copyPictures } from './picture-queue.ts'
import { readFile } from './read-file.ts'
import { runImport } from './run.ts'
import type { ImportRequest } from './run.ts'

/** Jobs that run outside the process that answers requests, because they take long and much memory. */
export type Job =
  | {
      kind: 'import'
      request: ImportRequest & { kind: ImportFileType }
      path: string
      at: number
      /** `null` for a dry run. */
      attempt: JobAttempt | null
    }
  | {
      kind: 'undo'
      importId: number
      userId: number
      at: number
      /** Whether other servers may be importing. */
      shared: boolean
    }
  | { kind: 'pictures'; storage: StorageConfig; userAgent: string }

export type Outcome =
  | { kind: 'import'; result: ImportResult }
  | { kind: 'undo'; result: Omit<ImportUndone, 'message'> | 'already' | null }
  | { kind: 'pictures'; copied: number }
  | { kind: 'error'; name: string; message: string; later?: { id: number; fileName: string } }

/** What the server sends to the process of a job. */
export interface Task {
  /** The address of the database. */
  database: string
  job: Job
}

async function perform(store: Store, job: Job, read: typeof readFile): Promise<Outcome> {
  switch (job.kind) {
    case 'import': {
      const begun = performance.now()
      const { kind, dryRun, columns = [] } = job.request
      // A dry run shows the columns of any table, so that the name can be assigned by hand.
      const nameRequired = !dryRun && !columns.some(({ field }) => field === 'name')
      const table = findHeaders(await read(job.path, kind), { nameRequired })
      // The server's time when the job began, plus the time since.
      const clock = () => new Date(job.at + performance.now() - begun)
      const { attempt } = job
      const recorder = attempt && {
        begun: (db: Kysely<Tables>, importId: number) => setJobImport(db, attempt, importId),
        staged: (db: Kysely<Tables>, done: number, of: number) => saveJobProgress(db, attempt, done, of),
        published: (db: Kysely<Tables>) => completeJob(db, attempt, clock()),
      }
      const result = await runImport(store, table, job.request, clock, undefined, recorder ?? undefined)
      return { kind: 'import', result }
    }
    case 'undo':
      return {
        kind: 'undo',
        result:
          (await store.write(async (db) => {
            if (job.shared && (await hasRunningJob(db))) throw new ImportBusy()
            return undoImport(db, job.importId, job.userId, new Date(job.at))
          })) ?? null,
      }
    case 'pictures':
      return {
        kind: 'pictures',
        copied: await copyPictures(store, openStorage(job.storage), job.userAgent),
      }
  }
}

/** Publishing a long list is one statement that takes seconds. No request waits for a write of a job. */
const LIMITS: ConnectionLimits = { queryTimeoutMs: 120_000, lockTimeoutMs: 10_000 }

/**
 * Runs a job with its own connection to the database.
 * @param read reads the file of an import
 */
export async function runJob({ database, job }: Task, read = readFile): Promise<Outcome> {
  const store = openStore(database, LIMITS)
  let outcome: Outcome
  try {
    outcome = await perform(store, job, read)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    outcome = {
      kind: 'error',
      name,
      message,
      ...(error instanceof LaterImportExists && { later: error.later }),
    }
  }
  await store.close()
  return outcome
}
