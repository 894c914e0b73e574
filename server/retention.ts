import { setImmediate } from 'node:timers/promises'
import { FIGURES_ZONE } from '../data/model/analytics.ts'
import { DAY, HOUR } from '../data/model/constants.ts'
import { SEARCHES_KEPT_DAYS } from '../data/model/limits.ts'
import { addUpSearches, forgetRareTerms } from './repositories/search-days.ts'
import type { Store } from './repositories/store.ts'
import { forgetDevices, forgetOutcomes } from './repositories/sync.ts'

/** Outcomes are kept this long; devices ask again for 30 days. */
const OUTCOMES_KEPT_FOR = 90 * DAY
/** Devices without an account are remembered this long; one that comes back later begins a new sequence. */
const OPEN_DEVICES_KEPT_FOR = 400 * DAY
/** Rows of one write, so that others wait for a few milliseconds at most. */
const ROWS_AT_ONCE = 300
const FIRST_RUN_AFTER = 60_000

/** Forgets what is kept for a time only, every hour. */
export interface Retention {
  /** All that is due. */
  run(): Promise<void>
  /** Waits for a run that has begun. */
  close(): Promise<void>
}

/** The beginning of a day of the figures so many days before an instant. */
function dayBefore(instant: Date, days: number): Date {
  const day = new Date(instant.getTime() - days * DAY).toLocaleDateString('en-CA', {
    timeZone: FIGURES_ZONE.name,
  })
  return new Date(`${day}T00:00:00${FIGURES_ZONE.offset}`)
}

export function openRetention({
  store,
  clock,
  onTrouble,
}: {
  store: Store
  clock: () => Date
  onTrouble(error: unknown): void
}): Retention {
  const closing = new AbortController()
  let running: Promise<void> = Promise.resolve()

  /** Does the next rows again and again, until there are no more. */
  const inPieces = async (piece: () => Promise<number>) => {
    while (!closing.signal.aborted && (await piece()) >= ROWS_AT_ONCE) await setImmediate()
  }
  const run = async () => {
    const now = clock()
    const before = (age: number) => new Date(now.getTime() - age).toISOString()
    await inPieces(() => store.write((db) => forgetOutcomes(db, before(OUTCOMES_KEPT_FOR), ROWS_AT_ONCE)))
    await inPieces(() =>
      store.write((db) => forgetDevices(db, null, before(OPEN_DEVICES_KEPT_FOR), ROWS_AT_ONCE)),
    )
    const firstKept = dayBefore(now, SEARCHES_KEPT_DAYS).toISOString()
    await inPieces(() => store.write((db) => addUpSearches(db, firstKept, ROWS_AT_ONCE)))
    await store.write(forgetRareTerms)
  }

  const start = () => {
    running = run().catch(onTrouble)
  }
  const first = setTimeout(start, FIRST_RUN_AFTER).unref()
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
