import { sql, type Kysely, type UpdateObject } from 'kysely'
import type { ImportJob } from '../../data/model/import.ts'
import { databaseTime, leaseHasEnded, skipLocked } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { deleteImport } from './imports.ts'

/** Another import is running, or the directory changes too often. */
export class ImportBusy extends Error {
  override name = 'ImportBusy'
}

/** Another server has taken over the import, because this one seemed to be dead. */
export class JobLost extends Error {
  override name = 'JobLost'
}

/** One attempt of an import. A second attempt begins only when the first one's server counts as dead. */
export interface JobAttempt {
  id: number
  attempt: number
}

const runningJobs = (db: Kysely<Tables>) =>
  db.selectFrom('import_jobs').select('id').where('state', '=', 'running')

/** Whether an import is running, on any server. */
export const hasRunningJob = async (db: Kysely<Tables>): Promise<boolean> =>
  (await runningJobs(db).executeTakeFirst()) !== undefined

/** The work of a process that imports without a job, such as the command line, among that of `runners`. */
export const IMPORT_WORK = 'import'

/**
 * Whether a server that is not dead, or the command line, is importing.
 * @param leaseMs the longest lease of them
 */
export async function isImporting(db: Kysely<Tables>, leaseMs: number): Promise<boolean> {
  const isAlive = sql<boolean>`not ${leaseHasEnded(db, 'until', leaseMs)}`
  return (
    (await runningJobs(db).where(isAlive).executeTakeFirst()) !== undefined ||
    (await db
      .selectFrom('runners')
      .select('work')
      .where('work', '=', IMPORT_WORK)
      .where(isAlive)
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Records an import that begins. Call inside a transaction in order with other imports.
 * @param file its content, or its key in the shared storage, if another server may continue it
 * @param leaseMs after this many milliseconds without {@link renewJob}, another server may take it over
 * @throws ImportBusy
 */
export async function beginJob(
  db: Kysely<Tables>,
  { request, file, server }: { request: object; file: Buffer | string | null; server: string },
  leaseMs: number,
  at: Date,
): Promise<JobAttempt> {
  // Without their files, imports of another process are of one that has ended.
  if (file === null)
    await db
      .updateTable('import_jobs')
      .set({ state: 'failed', reason: 'The server stopped during this import.', endedAt: at.toISOString() })
      .where('state', '=', 'running')
      .where('server', '<>', server)
      .execute()
  if (await hasRunningJob(db)) throw new ImportBusy()
  const { id } = await db
    .insertInto('import_jobs')
    .values({
      state: 'running',
      request: JSON.stringify(request),
      file: typeof file === 'string' ? null : file,
      fileKey: typeof file === 'string' ? file : null,
      server,
      until: databaseTime(db, leaseMs),
      createdAt: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, attempt: 1 }
}

/** Changes a running job. @throws JobLost if it is not this attempt's any more */
async function updateJob(
  db: Kysely<Tables>,
  { id, attempt }: JobAttempt,
  change: UpdateObject<Tables, 'import_jobs', 'import_jobs'>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new JobLost('Another server continues this import.')
}

/** @throws JobLost */
export const renewJob = (db: Kysely<Tables>, job: JobAttempt, leaseMs: number): Promise<void> =>
  updateJob(db, job, { until: databaseTime(db, leaseMs) })

/** Records the import in which the rows are staged. @throws JobLost */
export const setJobImport = (db: Kysely<Tables>, job: JobAttempt, importId: number): Promise<void> =>
  updateJob(db, job, { importId, done: 0, total: 0 })

/** @throws JobLost */
export const saveJobProgress = (
  db: Kysely<Tables>,
  job: JobAttempt,
  done: number,
  total: number,
): Promise<void> => updateJob(db, job, { done, total })

/** Call in the transaction that publishes the import, so that it happens once. @throws JobLost */
export const completeJob = (db: Kysely<Tables>, job: JobAttempt, at: Date): Promise<void> =>
  updateJob(db, job, { state: 'done', file: null, fileKey: null, endedAt: at.toISOString() })

/** @throws JobLost */
export const failJob = (db: Kysely<Tables>, job: JobAttempt, reason: string, at: Date): Promise<void> =>
  updateJob(db, job, {
    state: 'failed',
    file: null,
    fileKey: null,
    importId: null,
    reason: reason.slice(0, 500),
    endedAt: at.toISOString(),
  })

/** Lets another server take the job over at once. @throws JobLost */
export const releaseJob = (db: Kysely<Tables>, job: JobAttempt): Promise<void> =>
  updateJob(db, job, { until: databaseTime(db) })

/** Whether a server has died during an import. */
export const hasAbandonedJob = async (db: Kysely<Tables>, leaseMs: number): Promise<boolean> =>
  (await runningJobs(db)
    .where(leaseHasEnded(db, 'until', leaseMs))
    .executeTakeFirst()) !== undefined

/**
 * Takes over an import whose server has died, and deletes the rows that it had staged. Call inside a
 * transaction in order with other imports.
 */
export async function takeOverJob(
  db: Kysely<Tables>,
  server: string,
  leaseMs: number,
): Promise<(JobAttempt & { request: string; file: Buffer | null; fileKey: string | null }) | undefined> {
  const { rows } = await sql<{ id: number; importId: number | null }>`select id, "importId" from import_jobs
    where state = 'running' and ${leaseHasEnded(db, 'until', leaseMs)} order by id limit 1 ${skipLocked(db)}`.execute(
    db,
  )
  const [found] = rows
  if (!found) return undefined
  if (found.importId !== null) await deleteImport(db, found.importId)
  return db
    .updateTable('import_jobs')
    .set(({ eb }) => ({
      server,
      until: databaseTime(db, leaseMs),
      attempt: eb('attempt', '+', 1),
      importId: null,
      done: 0,
      total: 0,
    }))
    .where('id', '=', found.id)
    .returning(['id', 'attempt', 'request', 'file', 'fileKey'])
    .executeTakeFirst()
}

/** The keys of the files that running imports have in the shared storage. */
export async function jobFileKeys(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('import_jobs').select('fileKey').where('fileKey', 'is not', null).execute()
  return new Set(rows.map(({ fileKey }) => fileKey!))
}

/** Imports from the web, latest first. */
export async function latestJobs(db: Kysely<Tables>, limit: number): Promise<ImportJob[]> {
  const rows = await db
    .selectFrom('import_jobs')
    .select(['id', 'state', 'request', 'done', 'total', 'importId', 'reason', 'createdAt', 'endedAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ request, importId, ...job }) => ({
    ...job,
    fileName: (JSON.parse(request) as { fileName: string }).fileName,
    importId: job.state === 'done' ? importId : null,
  }))
}

/**
 * Deletes at most `most` imports that ended before an instant. What they imported is kept.
 * @returns the number of deleted rows
 */
export async function deleteOldJobs(db: Kysely<Tables>, before: string, most: number): Promise<number> {
  const oldest = db.selectFrom('import_jobs').select('id').where('endedAt', '<', before).limit(most)
  const { numDeletedRows } = await db.deleteFrom('import_jobs').where('id', 'in', oldest).executeTakeFirst()
  return Number(numDeletedRows)
}
