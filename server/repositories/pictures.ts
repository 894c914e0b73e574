import { sql, type Kysely } from 'kysely'
import { idsOf } from '../database/dialect.ts'
import { publishChangedParks } from './directory.ts'
import type { Tables } from '../database/tables.ts'

/** The result of copying a picture. */
export interface PictureResult {
  parkId: number
  url: string
  /** File name of the copy; `null` if it failed. */
  file: string | null
  reason: string | null
  /** Whether another attempt may succeed. */
  again: boolean
}

/** Maximum number of attempts per picture. */
const MAX_TRIES = 3

/** URL of a copied picture. */
const pictureUrl = (file: string) => `/api/pictures/${file}`

const waitingPictures = (db: Kysely<Tables>) => db.selectFrom('park_pictures').where('state', '=', 'waiting')

/** Number of pictures waiting to be copied. `untried`: for the first time. */
export async function countQueuedPictures(db: Kysely<Tables>, untried = false): Promise<number> {
  const { count } = await waitingPictures(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(untried, (query) => query.where('tries', '=', 0))
    .executeTakeFirstOrThrow()
  return count
}

export interface QueuedPicture {
  parkId: number
  url: string
}

/** The next pictures to copy for the first time. */
export const untriedPictures = (db: Kysely<Tables>, limit: number): Promise<QueuedPicture[]> =>
  waitingPictures(db)
    .select(['parkId', 'url'])
    .where('tries', '=', 0)
    .orderBy('parkId')
    .limit(limit)
    .execute()

/**
 * All pictures to try again, fewest attempts first. `alone`: those whose attempts have ended the process, and that have
 * one left. One that ends it again then takes no other with it.
 */
export async function picturesToRetry(
  db: Kysely<Tables>,
): Promise<{ together: QueuedPicture[]; alone: QueuedPicture[] }> {
  const rows = await waitingPictures(db)
    .select(['parkId', 'url', 'reason', 'tries'])
    .where('tries', '>', 0)
    .orderBy('tries')
    .orderBy('parkId')
    .execute()
  const together: QueuedPicture[] = []
  const alone: QueuedPicture[] = []
  for (const { parkId, url, reason, tries } of rows)
    (reason === null && tries === MAX_TRIES - 1 ? alone : together).push({ parkId, url })
  return { together, alone }
}

/**
 * The pictures that an import need not copy again: all but those given up after {@link MAX_TRIES} attempts,
 * which may have failed because their host was unavailable.
 */
export const knownPictures = (db: Kysely<Tables>): Promise<QueuedPicture[]> =>
  db
    .selectFrom('park_pictures')
    .select(['parkId', 'url'])
    .where(({ eb, or }) => or([eb('state', '<>', 'failed'), eb('tries', '<', MAX_TRIES)]))
    .execute()

/**
 * Counts an attempt at each of these pictures before it begins: one that ends the process must not end it again and
 * again, and then has no reason. `by`: -1 takes the attempt back.
 */
export async function countTries(
  db: Kysely<Tables>,
  pictures: readonly QueuedPicture[],
  by: 1 | -1 = 1,
): Promise<void> {
  for (const { parkId, url } of pictures)
    await db
      .updateTable('park_pictures')
      .set({ tries: sql`tries + ${by}`, reason: null })
      .where('parkId', '=', parkId)
      .where('url', '=', url)
      .where('state', '=', 'waiting')
      .execute()
}

/** Gives up the pictures whose last attempt has ended the process. */
export async function giveUpPictures(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('park_pictures')
    .set({ state: 'failed', reason: 'The picture could not be loaded.' })
    .where('state', '=', 'waiting')
    .where('tries', '>=', MAX_TRIES)
    .execute()
}

/**
 * Stores the results of attempts that are counted, and sets the parks' pictures, as one version of the directory. A
 * park whose picture URL has changed since is skipped. Call inside a write transaction.
 */
export async function savePictures(db: Kysely<Tables>, found: readonly PictureResult[]): Promise<void> {
  const changedParks: number[] = []
  for (const { parkId, url, file, reason, again } of found) {
    const { numUpdatedRows } = await db
      .updateTable('park_pictures')
      .set({
        file,
        reason,
        state:
          file === null
            ? sql`case when ${again ? 1 : 0} = 1 and tries < ${MAX_TRIES} then 'waiting' else 'failed' end`
            : 'copied',
      })
      .where('parkId', '=', parkId)
      .where('url', '=', url)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n || file === null) continue
    const park = await db
      .updateTable('parks')
      .set({ imageUrl: pictureUrl(file) })
      .where('id', '=', parkId)
      .where('removedAt', 'is', null)
      .returning('access')
      .executeTakeFirst()
    if (park?.access) changedParks.push(parkId)
  }
  await publishChangedParks(db, idsOf(db, changedParks))
}
