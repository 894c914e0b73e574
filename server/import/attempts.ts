import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFileType, ImportResult } from '../../data/model/import.ts'
import { failJob, hasAbandonedJob, releaseJob, renewJob, takeOverJob } from '../repositories/import-jobs.ts'
import type { JobAttempt } from '../repositories/import-jobs.ts'
import { writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { LEASE_MS, LEASE_RENEWAL_MS } from '../nodes/runner.ts'
import type { Storage } from '../storage/storage.ts'
import type { JobFiles } from './job-files.ts'
import type { ImportRequest } from './run.ts'
import { errorOf } from './server-jobs.ts'
import type { ServerJobs } from './server-jobs.ts'

/** Imports begin, are taken over and end one after the other. */
export const IN_ORDER = { of: [writeNames.imports] }

/**
 * Attempts at an import: one that ends each server that runs it, for example because it needs more memory than their
 * machines have, must not end all of them again and again. A server that was stopped during it counts as an attempt too.
 */
const MAX_ATTEMPTS = 10

export type FileRequest = ImportRequest & { kind: ImportFileType }

interface AttemptParts {
  store: Store
  jobs: ServerJobs
  clock: () => Date
}

/**
 * Imports a file.
 * @param attempt `null` for a dry run
 * @throws UnreadableFile, ImportBusy, DatabaseUnavailable
 */
export async function importFile(
  { jobs, clock }: Pick<AttemptParts, 'jobs' | 'clock'>,
  path: string,
  request: FileRequest,
  attempt: JobAttempt | null,
): Promise<ImportResult> {
  const outcome = await jobs.run({ kind: 'import', path, request, at: clock().getTime(), attempt })
  if (outcome.kind === 'error') throw errorOf(outcome)
  return outcome.result
}

/** Runs one attempt of an import, and records why it failed. */
export async function runAttempt(
  parts: AttemptParts,
  attempt: JobAttempt,
  path: string,
  request: FileRequest,
): Promise<ImportResult> {
  const { store, jobs, clock } = parts
  const renewal = setInterval(
    // If the database is unavailable for long, another server takes over.
    () => void store.write((db) => renewJob(db, attempt, LEASE_MS), IN_ORDER).catch(() => undefined),
    LEASE_RENEWAL_MS,
  ).unref()
  try {
    return await importFile(parts, path, request, attempt)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await store
      // A server that stops leaves its import to another.
      .write(
        (db) => (jobs.isClosed() ? releaseJob(db, attempt) : failJob(db, attempt, reason, clock())),
        IN_ORDER,
      )
      .catch(() => undefined)
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/**
 * Continues an import whose server has died, if there is one.
 * @param run runs an attempt
 */
export async function continueAbandoned({
  store,
  server,
  clock,
  files,
  sharedStorage,
  uploads,
  run,
}: Pick<AttemptParts, 'store' | 'clock'> & {
  server: string
  files: JobFiles
  sharedStorage: Storage | undefined
  uploads: () => Promise<string>
  run: (attempt: JobAttempt, path: string, request: FileRequest) => Promise<ImportResult>
}): Promise<void> {
  // Without its file it cannot be continued, and would count as begun.
  await sharedStorage?.check()
  const job = await store.write((db) => takeOverJob(db, server, LEASE_MS), IN_ORDER)
  if (!job) return
  const fail = (reason: string) => store.write((db) => failJob(db, job, reason, clock()), IN_ORDER)
  if (job.attempt > MAX_ATTEMPTS) {
    await fail('The servers stopped during this import again and again. Split the list.')
    await files.forget(job.fileKey)
    return
  }
  const file = await files.get(job).catch(async (error: unknown) => {
    // Another attempt follows, on any server.
    await store.write((db) => releaseJob(db, job), IN_ORDER)
    throw error
  })
  if (!file) {
    await fail('The server stopped during this import.')
    return
  }
  const path = join(await uploads(), `${randomUUID()}.tmp`)
  try {
    await writeFile(path, file, { mode: 0o600 })
    await run(job, path, JSON.parse(job.request) as FileRequest)
  } finally {
    await rm(path, { force: true })
    await files.forget(job.fileKey)
  }
}

/**
 * Looks for imports whose server has died.
 * @param isFree whether this server could continue one
 */
export function watchAbandoned({
  store,
  isFree,
  continueOne,
}: {
  store: Store
  isFree: () => boolean
  continueOne: () => Promise<void>
}): { stop(): void; ended(): Promise<void> } {
  let continuing: Promise<void> | undefined
  const check = async () => {
    if (isFree() && (await store.read((db) => hasAbandonedJob(db, LEASE_MS)))) await continueOne()
  }
  const timer = setInterval(() => {
    continuing ??= check()
      // Shown in the list of imports; the database may also be unavailable.
      .catch(() => undefined)
      .finally(() => {
        continuing = undefined
      })
  }, LEASE_RENEWAL_MS).unref()
  return { stop: () => clearInterval(timer), ended: async () => continuing }
}
