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

/** Number of pictures waiting to be copied. */
export async function countQueuedPictures(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('park_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

/** The next pictures to copy, fewest attempts first. */
export function nextPictures(db: Kysely<Tables>, limit: number): Promise<{ parkId: number; url: string }[]> {
  return db
    .selectFrom('park_pictures')
    .select(['parkId', 'url'])
    .where('state', '=', 'waiting')
    .orderBy('tries')
    .orderBy('parkId')
    .limit(limit)
    .execute()
}

/**
 * Stores the results and sets the parks' pictures, as one version of the directory. A park whose picture URL
 * has changed since is skipped. Call inside a write transaction.
 */
export async function savePictures(db: Kysely<Tables>, found: readonly PictureResult[]): Promise<void> {
  const changedParks: number[] = []
  for (const { parkId, url, file, reason, again } of found) {
    const { numUpdatedRows } = await db
      .updateTable('park_pictures')
      .set({
        tries: sql`tries + 1`,
        file,
        reason,
        state:
          file === null
            ? sql`case when ${again ? 1 : 0} = 1 and tries + 1 < ${MAX_TRIES} then 'waiting' else 'failed' end`
            : 'copied',
      })
      .where('parkId', '=', parkId)
      .where('url', '=', url)
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
