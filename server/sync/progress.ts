import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { waitForOthers } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { addEpoch, epochs } from '../repositories/sync.ts'
import type { Epoch } from '../repositories/sync.ts'
import type { Mark } from './mark.ts'

/** Maximum delay of writing the mark. */
const MARK_DELAY_MS = 2_000

/** The latest progress of the database, kept outside of it. */
export interface Progress {
  /** `undefined` if nothing is known. */
  latest(): Epoch | undefined
  record(now: Epoch): void
  /** Writes the mark without waiting. */
  save(): void
}

export function openProgress(mark: Mark): Progress {
  let latest = mark.read()
  let marked = latest
  let timer: NodeJS.Timeout | undefined

  const save = () => {
    clearTimeout(timer)
    timer = undefined
    if (latest === undefined || marked === latest) return
    mark.write(latest)
    marked = latest
  }
  return {
    latest: () => latest,
    record(now) {
      if (latest?.epoch === now.epoch && latest.total >= now.total) return
      latest = now
      timer ??= setTimeout(save, MARK_DELAY_MS).unref()
    },
    save,
  }
}

/**
 * Whether the database was restored from a backup.
 * @param known the epochs of the database
 * @param seen the latest progress known outside of it
 */
export function wasRestored(known: readonly Epoch[], seen: Epoch | undefined): boolean {
  const now = known.at(-1)!
  if (seen === undefined) return false
  return seen.epoch === now.epoch ? now.total < seen.total : known.every(({ epoch }) => epoch !== seen.epoch)
}

/**
 * The epoch for new operations. If the database was restored, a new one is started.
 * @param found the epochs of the database
 * @param seenBefore the progress known before the transaction began
 */
export async function currentEpoch(
  db: Kysely<Tables>,
  found: readonly Epoch[],
  seenBefore: Epoch | undefined,
): Promise<Epoch> {
  if (!wasRestored(found, seenBefore)) return found.at(-1)!
  // Only one of the exchanges that find this starts an epoch.
  await waitForOthers(db, 'epochs')
  const known = await epochs(db)
  if (!wasRestored(known, seenBefore)) return known.at(-1)!
  const next = { epoch: randomBytes(16).toString('hex'), total: known.at(-1)!.total }
  await addEpoch(db, next)
  return next
}
