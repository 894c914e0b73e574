import { sql, type Kysely } from 'kysely'
import { publishTouched } from './directory.ts'
import type { Tables } from './tables.ts'

/** A picture that has been looked for. */
export interface PictureFound {
  parkId: number
  url: string
  /** Name of the copy; `null` where there is none. */
  file: string | null
  reason: string | null
  /** Trying again may help. */
  again: boolean
}

/** How often a picture is asked for. */
const TRIES = 3

/** Where people's browsers ask for a copy. */
export const pictureUrl = (file: string) => `/api/pictures/${file}`

/** How many pictures are to be copied. */
export async function waitingPictures(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('park_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

/** The next ones, those that have been tried least first. */
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

/** Gives parks their pictures, as one version of the directory. A park that wants another picture by now is left alone. To be called in a write. */
export async function keepPictures(db: Kysely<Tables>, found: readonly PictureFound[]): Promise<void> {
  const moved: number[] = []
  for (const { parkId, url, file, reason, again } of found) {
    const { numUpdatedRows } = await db
      .updateTable('park_pictures')
      .set({
        tries: sql`tries + 1`,
        file,
        reason,
        state:
          file === null
            ? sql`case when ${again ? 1 : 0} = 1 and tries + 1 < ${TRIES} then 'waiting' else 'failed' end`
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
    if (park?.access) moved.push(parkId)
  }
  await publishTouched(db, sql`select value as id from json_each(${JSON.stringify(moved)})`)
}
