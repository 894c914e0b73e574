import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ANALYTICS_ZONE, dayOf } from '../data/model/analytics.ts'
import { DAY, HOUR } from '../data/model/constants.ts'
import { SEARCHES_KEPT_DAYS } from '../data/model/limits.ts'
import type { WriteOrder } from './database/store.ts'
import type { Tables } from './database/tables.ts'
import { summarizeSearches, deleteRareTerms } from './repositories/search-days.ts'
import { clientFilePaths, deleteOldClientFiles } from './repositories/client-files.ts'
import { deleteOldJobs, jobFileKeys } from './repositories/import-jobs.ts'
import { deleteOldReports } from './repositories/import-reports.ts'
import { deleteOldRequestCounts } from './repositories/request-counts.ts'
import type { Store } from './repositories/store.ts'
import { deleteUnusedDevices, deleteOldOutcomes } from './repositories/sync.ts'
import type { Runner } from './nodes/runner.ts'
import { BUILDS } from './pages/shared-files.ts'
import { UPLOADS } from './import/job-files.ts'
import type { Storage } from './storage/storage.ts'

/** Devices ask for outcomes again for 30 days. */
const OUTCOMES_KEPT_MS = 90 * DAY
/** For devices without an account; one that returns later starts a new sequence. */
const OPEN_DEVICES_KEPT_MS = 400 * DAY
/** Reports of imports: long enough to correct a list and import it again. */
const REPORTS_KEPT_MS = 90 * DAY
/** Code of builds that no server has any more, for apps that were left open. */
const CLIENT_FILES_KEPT_MS = 14 * DAY
/** Files in the shared storage that the database does not refer to, perhaps because it is about to. */
const UNUSED_FILES_KEPT_MS = DAY
/** Rows of one write, so that other writes wait a few milliseconds at most. */
const ROWS_AT_ONCE = 300
const FIRST_RUN_DELAY_MS = 60_000

/** Deletes expired data every hour. */
export interface Retention {
  /** Deletes everything that has expired. */
  run(): Promise<void>
  /** Stops, after the current piece of work. */
  close(): Promise<void>
}

/** The start of a statistics day, `days` before an instant. */
function startOfDayBefore(instant: Date, days: number): Date {
  const day = dayOf(new Date(instant.getTime() - days * DAY))
  return new Date(`${day}T00:00:00${ANALYTICS_ZONE.offset}`)
}

export function openRetention({
  store,
  storage,
  runner,
  clock,
  onError,
}: {
  store: Store
  /** The storage that several servers share, if there is one. */
  storage?: Storage | undefined
  /** Which server deletes expired data every hour. */
  runner: Runner
  clock: () => Date
  onError(error: unknown): void
}): Retention {
  const closing = new AbortController()
  let running: Promise<void> = Promise.resolve()

  /** Repeats `deleteSome`, which deletes at most `most` rows, until it has deleted fewer. */
  const inBatches = async (
    deleteSome: (db: Kysely<Tables>, most: number) => Promise<number>,
    order?: WriteOrder,
  ) => {
    while (!closing.signal.aborted) {
      if ((await store.write((db) => deleteSome(db, ROWS_AT_ONCE), order)) < ROWS_AT_ONCE) return
      await setImmediate()
    }
  }
  /** Deletes the files below a prefix that are older than a day and not among `used`. */
  const deleteUnusedFiles = async (prefix: string, used: ReadonlySet<string>, before: number) => {
    for await (const { key, modifiedAt } of storage!.list(prefix)) {
      if (closing.signal.aborted) return
      if (modifiedAt.getTime() < before && !used.has(key)) await storage!.delete(key)
    }
  }
  const run = async () => {
    const now = clock()
    const before = (age: number) => new Date(now.getTime() - age).toISOString()
    await inBatches((db, most) => deleteOldOutcomes(db, before(OUTCOMES_KEPT_MS), most))
    await inBatches((db, most) => deleteUnusedDevices(db, null, before(OPEN_DEVICES_KEPT_MS), most))
    await inBatches((db, most) => deleteOldReports(db, before(REPORTS_KEPT_MS), most))
    await inBatches((db, most) => deleteOldJobs(db, before(REPORTS_KEPT_MS), most))
    await inBatches((db, most) => deleteOldClientFiles(db, before(CLIENT_FILES_KEPT_MS), most))
    await inBatches((db, most) => deleteOldRequestCounts(db, now.toISOString(), most), { of: [] })
    const firstKept = startOfDayBefore(now, SEARCHES_KEPT_DAYS).toISOString()
    await inBatches((db, most) => summarizeSearches(db, firstKept, most))
    await store.write(deleteRareTerms)
    if (!storage) return
    const paths = await store.read(clientFilePaths)
    const builds = new Set([...paths].map((path) => BUILDS + path))
    await deleteUnusedFiles(BUILDS, builds, now.getTime() - UNUSED_FILES_KEPT_MS)
    await deleteUnusedFiles(UPLOADS, await store.read(jobFileKeys), now.getTime() - UNUSED_FILES_KEPT_MS)
  }

  const start = () => {
    if (runner.isRunner()) running = run().catch(onError)
  }
  const first = setTimeout(start, FIRST_RUN_DELAY_MS).unref()
  const hourly = setInterval(start, HOUR).unref()
  return {
    run,
    async close() {
      closing.abort()
      clearTimeout(first)
      clearInterval(hourly)
      await running
    },
  }
}
