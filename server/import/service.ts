import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFileType, ImportResult, ImportUndone } from '../../data/model/import.ts'
import { countQueuedPictures } from '../repositories/pictures.ts'
import { LaterImportExists } from '../repositories/imports.ts'
import {
  beginJob,
  failJob,
  hasAbandonedJob,
  ImportBusy,
  releaseJob,
  renewJob,
  takeOverJob,
} from '../repositories/import-jobs.ts'
import type { JobAttempt } from '../repositories/import-jobs.ts'
import { DatabaseUnavailable, writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { LEASE_MS, LEASE_RENEWAL_MS } from '../nodes/runner.ts'
import type { Runner } from '../nodes/runner.ts'
import type { Storage, StorageConfig } from '../storage/storage.ts'
import type { ImportRequest } from './run.ts'
import { UnreadableFile } from './table.ts'
import { openJobFiles } from './job-files.ts'
import { JobOutOfMemory, openJobProcesses } from './job-processes.ts'
import type { JobProcesses } from './job-processes.ts'
import type { Job, Outcome } from './jobs.ts'
import { createFolder } from '../storage/create-folder.ts'

export interface Imports {
  /** The folder for uploads; emptied when the server starts. */
  uploads(): Promise<string>
  /** @throws UnreadableFile, ImportBusy, DatabaseUnavailable, StorageUnavailable */
  run(path: string, request: ImportRequest & { kind: ImportFileType }): Promise<ImportResult>
  /**
   * @returns `'already'` if it has been undone; `undefined` if there is no such import
   * @throws LaterImportExists, ImportBusy, DatabaseUnavailable
   */
  undo(importId: number, userId: number): Promise<Omit<ImportUndone, 'message'> | 'already' | undefined>
  close(): Promise<void>
}

/** How often the server retries pictures that could not be copied. */
const PICTURE_RETRY_INTERVAL_MS = 600_000
/** How often the runner looks for pictures of imports of other servers. */
const SHARED_PICTURE_INTERVAL_MS = 10_000

/**
 * Attempts at an import: one that ends each server that runs it, for example because it needs more memory than their
 * machines have, must not end all of them again and again. A server that was stopped during it counts as an attempt too.
 */
const MAX_ATTEMPTS = 10

/** Imports begin, are taken over and end one after the other. */
const IN_ORDER = { of: [writeNames.imports] }

/** @param database the address of the database */
export type OpenJobs = (database: string) => JobProcesses

export interface ImportParts {
  store: Store
  dataDir: string
  version: string
  clock: () => Date
  onError: (error: unknown) => void
  /** Opens what runs the jobs; processes of their own if it is not given. */
  openJobs?: OpenJobs | undefined
  /** The name of this process; no other has it. */
  server: string
  /** Whether other servers use the same database: they then continue the imports of a server that died. */
  shared: boolean
  /** Where copied pictures are stored. */
  storage: StorageConfig
  /** The storage that other servers use too, for files of imports; without it they are in the database. */
  sharedStorage: Storage | undefined
  /** Which server copies pictures. */
  runner: Runner
}

/** The error that a job has ended with in its process. */
function errorOf({ name, message, later }: Extract<Outcome, { kind: 'error' }>): Error {
  if (name === 'UnreadableFile') return new UnreadableFile(message)
  if (name === 'LaterImportExists') return new LaterImportExists(later!)
  if (name === 'ImportBusy') return new ImportBusy(message)
  if (name === 'DatabaseUnavailable' || name === 'JobLost') return new DatabaseUnavailable(message)
  return new Error(`${name}: ${message}`)
}

/** Runs imports one at a time in another process, and copies their pictures afterwards. */
export function openImports({
  store,
  dataDir,
  version,
  clock,
  onError,
  openJobs = openJobProcesses,
  server,
  shared,
  storage,
  sharedStorage,
  runner,
}: ImportParts): Imports {
  const folder = join(dataDir, 'uploads')
  const processes = openJobs(store.address)
  const files = openJobFiles({ store, shared, storage: sharedStorage })
  let closed = false
  let busy = false
  let current: Promise<unknown> = Promise.resolve()
  let copying: Promise<void> | undefined
  let emptied: Promise<void> | undefined

  /** @throws UnreadableFile, DatabaseUnavailable */
  const perform = async (job: Job): Promise<Outcome> => {
    if (closed) throw new DatabaseUnavailable('The server is stopping.')
    try {
      return await processes.run(job)
    } catch (error) {
      if (closed) throw new DatabaseUnavailable('The import was interrupted: the server is stopping.')
      if (error instanceof JobOutOfMemory)
        throw new UnreadableFile('This list is too large for this server. Split it.')
      throw error
    }
  }

  /** Runs `work` unless this server is importing already. */
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw new ImportBusy()
    busy = true
    const done = work().finally(() => {
      busy = false
    })
    current = done.catch(() => undefined)
    return done
  }

  const importFile = async (
    path: string,
    request: ImportRequest & { kind: ImportFileType },
    attempt: JobAttempt | null,
  ): Promise<ImportResult> => {
    const outcome = await perform({ kind: 'import', path, request, at: clock().getTime(), attempt })
    if (outcome.kind === 'error') throw errorOf(outcome)
    if (outcome.kind !== 'import') throw new Error('the reply is to another job')
    return outcome.result
  }

  /** Runs one attempt of an import, and records why it failed. */
  const runAttempt = async (
    attempt: JobAttempt,
    path: string,
    request: ImportRequest & { kind: ImportFileType },
  ): Promise<ImportResult> => {
    const renewal = setInterval(
      // If the database is unavailable for long, another server takes over.
      () => void store.write((db) => renewJob(db, attempt, LEASE_MS), IN_ORDER).catch(() => undefined),
      LEASE_RENEWAL_MS,
    )
    renewal.unref()
    try {
      const result = await importFile(path, request, attempt)
      if (result.pictures > 0) void copyPictures()
      return result
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await store
        // A server that stops leaves its import to another.
        .write((db) => (closed ? releaseJob(db, attempt) : failJob(db, attempt, reason, clock())), IN_ORDER)
        .catch(() => undefined)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  const emptyFolder = async (): Promise<void> => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
  }
  const uploads = async (): Promise<string> => {
    // Each time, because it may have been deleted.
    await createFolder(folder)
    // The next import tries again, for example when the disk is not full any more.
    emptied ??= emptyFolder().catch((error: unknown) => {
      emptied = undefined
      throw error
    })
    await emptied
    return folder
  }

  /** Continues an import whose server has died. */
  const continueAbandoned = async () => {
    if (closed || busy || !(await store.read((db) => hasAbandonedJob(db, LEASE_MS)))) return
    await exclusively(async () => {
      // Without its file it cannot be continued, and would count as begun.
      await sharedStorage?.check()
      const job = await store.write((db) => takeOverJob(db, server, LEASE_MS), IN_ORDER)
      if (!job) return
      if (job.attempt > MAX_ATTEMPTS) {
        const reason = 'The servers stopped during this import again and again. Split the list.'
        await store.write((db) => failJob(db, job, reason, clock()), IN_ORDER)
        await files.forget(job.fileKey)
        return
      }
      const file = await files.get(job).catch(async (error: unknown) => {
        // Another attempt follows, on any server.
        await store.write((db) => releaseJob(db, job), IN_ORDER)
        throw error
      })
      if (!file) {
        const reason = 'The server stopped during this import.'
        await store.write((db) => failJob(db, job, reason, clock()), IN_ORDER)
        return
      }
      const path = join(await uploads(), `${randomUUID()}.tmp`)
      try {
        await writeFile(path, file, { mode: 0o600 })
        const request = JSON.parse(job.request) as ImportRequest & { kind: ImportFileType }
        await runAttempt(job, path, request)
      } finally {
        await rm(path, { force: true })
        await files.forget(job.fileKey)
      }
    })
  }
  let continuing: Promise<void> | undefined
  const abandonedTimer = setInterval(() => {
    continuing ??= continueAbandoned()
      // Shown in the list of imports; the database may also be unavailable.
      .catch(() => undefined)
      .finally(() => {
        continuing = undefined
      })
  }, LEASE_RENEWAL_MS).unref()

  /** @param untried only if there are some that have not been tried */
  const copyPictures = (untried = false) => {
    copying ??= (async () => {
      if (closed || !runner.isRunner()) return
      if ((await store.read((db) => countQueuedPictures(db, untried))) === 0) return
      const outcome = await perform({ kind: 'pictures', storage, userAgent: `Offlead/${version}` })
      if (outcome.kind === 'error') onError(new Error(`${outcome.name}: ${outcome.message}`))
    })()
      // If the database is unavailable or the server is stopping, the next round continues.
      .catch((error: unknown) => void (closed || error instanceof DatabaseUnavailable || onError(error)))
      .finally(() => {
        copying = undefined
      })
    return copying
  }
  const retryTimer = setInterval(() => void copyPictures(), PICTURE_RETRY_INTERVAL_MS).unref()
  const sharedTimer = shared
    ? setInterval(() => void copyPictures(true), SHARED_PICTURE_INTERVAL_MS).unref()
    : undefined
  runner.onStart(() => void copyPictures())
  void copyPictures()

  return {
    uploads,
    run: (path, request) =>
      exclusively(async () => {
        if (request.dryRun) return importFile(path, request, null)
        const file = await files.share(path)
        try {
          const attempt = await store.write(
            (db) => beginJob(db, { request, file, server }, LEASE_MS, clock()),
            IN_ORDER,
          )
          return await runAttempt(attempt, path, request)
        } finally {
          await files.forget(file)
        }
      }),
    undo: (importId, userId) =>
      exclusively(async () => {
        const outcome = await perform({ kind: 'undo', importId, userId, at: clock().getTime(), shared })
        if (outcome.kind === 'error') throw errorOf(outcome)
        if (outcome.kind !== 'undo') throw new Error('the reply is to another job')
        return outcome.result ?? undefined
      }),
    async close() {
      closed = true
      clearInterval(retryTimer)
      clearInterval(sharedTimer)
      clearInterval(abandonedTimer)
      await processes.close()
      await copying
      await current
      await continuing
    },
  }
}
