import type { ImportResult, ImportUndone } from '../../data/model/import.ts'
import { beginJob, ImportBusy } from '../repositories/import-jobs.ts'
import type { JobAttempt } from '../repositories/import-jobs.ts'
import type { Store } from '../repositories/store.ts'
import { LEASE_MS } from '../nodes/runner.ts'
import type { Runner } from '../nodes/runner.ts'
import type { Storage, StorageConfig } from '../storage/storage.ts'
import { continueAbandoned, importFile, IN_ORDER, runAttempt, watchAbandoned } from './attempts.ts'
import type { FileRequest } from './attempts.ts'
import { openJobFiles } from './job-files.ts'
import { openJobProcesses } from './job-processes.ts'
import type { JobProcesses } from './job-processes.ts'
import { openPictureCopying } from './picture-copying.ts'
import { errorOf, openServerJobs } from './server-jobs.ts'
import { openUploads } from './uploads.ts'

export interface Imports {
  /** The folder for uploads; emptied when the server starts. */
  uploads(): Promise<string>
  /** @throws UnreadableFile, ImportBusy, DatabaseUnavailable, StorageUnavailable */
  run(path: string, request: FileRequest): Promise<ImportResult>
  /**
   * @returns `'already'` if it has been undone; `undefined` if there is no such import
   * @throws LaterImportExists, ImportBusy, DatabaseUnavailable
   */
  undo(importId: number, userId: number): Promise<Omit<ImportUndone, 'message'> | 'already' | undefined>
  close(): Promise<void>
}

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
  const jobs = openServerJobs(openJobs(store.address))
  const uploads = openUploads(dataDir)
  const files = openJobFiles({ store, shared, storage: sharedStorage })
  const pictures = openPictureCopying({ store, jobs, runner, storage, shared, version, onError })
  const imports = oneAtATime()

  const run = async (attempt: JobAttempt, path: string, request: FileRequest) => {
    const result = await runAttempt({ store, jobs, clock }, attempt, path, request)
    if (result.pictures > 0) pictures.start()
    return result
  }
  const abandoned = watchAbandoned({
    store,
    isFree: () => !jobs.isClosed() && !imports.isBusy(),
    continueOne: () =>
      imports.run(() => continueAbandoned({ store, server, clock, files, sharedStorage, uploads, run })),
  })

  return {
    uploads,
    run: (path, request) =>
      imports.run(async () => {
        if (request.dryRun) return importFile({ jobs, clock }, path, request, null)
        const file = await files.share(path)
        try {
          const attempt = await store.write(
            (db) => beginJob(db, { request, file, server }, LEASE_MS, clock()),
            IN_ORDER,
          )
          return await run(attempt, path, request)
        } finally {
          await files.forget(file)
        }
      }),
    undo: (importId, userId) =>
      imports.run(async () => {
        const outcome = await jobs.run({ kind: 'undo', importId, userId, at: clock().getTime(), shared })
        if (outcome.kind === 'error') throw errorOf(outcome)
        return outcome.result ?? undefined
      }),
    async close() {
      pictures.stop()
      abandoned.stop()
      await jobs.close()
      await pictures.ended()
      await imports.ended()
      await abandoned.ended()
    },
  }
}

/** Runs one piece of work at a time, and refuses others meanwhile. */
function oneAtATime() {
  let busy = false
  let current: Promise<unknown> = Promise.resolve()
  return {
    isBusy: () => busy,
    /** @throws ImportBusy */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (busy) throw new ImportBusy()
      busy = true
      const done = work().finally(() => {
        busy = false
      })
      current = done.catch(() => undefined)
      return done
    },
    /** Resolves when the current work has ended. */
    ended: async () => void (await current),
  }
}
