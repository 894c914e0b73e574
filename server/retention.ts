import { setImmediate } from 'node:timers/promises'
import { ANALYTICS_ZONE, dayOf } from '../data/model/analytics.ts'
import { DAY, HOUR } from '../data/model/constants.ts'
import { SEARCHES_KEPT_DAYS } from '../data/model/limits.ts'
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

  /** Repeats `deleteSome` until it has deleted fewer rows than one batch. */
  const inBatches = async (deleteSome: () => Promise<number>) => {
    while (!closing.signal.aborted && (await deleteSome()) >= ROWS_AT_ONCE) await setImmediate()
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
    await inBatches(() => store.write((db) => deleteOldOutcomes(db, before(OUTCOMES_KEPT_MS), ROWS_AT_ONCE)))
    await inBatches(() =>
      store.write((db) => deleteUnusedDevices(db, null, before(OPEN_DEVICES_KEPT_MS), ROWS_AT_ONCE)),
    )
    await inBatches(() => store.write((db) => deleteOldReports(db, before(REPORTS_KEPT_MS), ROWS_AT_ONCE)))
    await inBatches(() => store.write((db) => deleteOldJobs(db, before(REPORTS_KEPT_MS), ROWS_AT_ONCE)))
    await inBatches(() =>
      store.write((db) => deleteOldClientFiles(db, before(CLIENT_FILES_KEPT_MS), ROWS_AT_ONCE)),
    )
    await inBatches(() =>
      store.write((db) => deleteOldRequestCounts(db, now.toISOString(), ROWS_AT_ONCE), { of: [] }),
    )
    const firstKept = startOfDayBefore(now, SEARCHES_KEPT_DAYS).toISOString()
    await inBatches(() => store.write((db) => summarizeSearches(db, firstKept, ROWS_AT_ONCE)))
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
