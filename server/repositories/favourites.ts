import type { Kysely } from 'kysely'
import { REMOVALS_KEPT } from '../../data/model/limits.ts'
import { isSaved } from '../../data/sync/favourite.ts'
import type { FavouriteState } from '../../data/sync/favourite.ts'
import type { FavouriteChange } from '../../data/sync/envelope.ts'
import type { Tables } from '../database/tables.ts'

/**
 * A park's state in a person's favourites: all saves in effect, and the removed saves among `about`.
 */
export async function favouriteState(
  db: Kysely<Tables>,
  userId: number,
  parkId: number,
  about: readonly string[] = [],
): Promise<FavouriteState> {
  const adds = await db
    .selectFrom('favourite_adds')
    .select(['addId', 'undone'])
    .where('userId', '=', userId)
    .where('parkId', '=', parkId)
    .where((eb) =>
      about.length === 0 ? eb('undone', '=', 0) : eb.or([eb('undone', '=', 0), eb('addId', 'in', about)]),
    )
    .orderBy('addId')
    .execute()
  const ids = (undone: number) => adds.filter((add) => add.undone === undone).map(({ addId }) => addId)
  return { held: ids(0), removed: ids(1) }
}

/** The revision of a park in a person's favourites; 0 if it has never been one. */
export async function favouriteRevision(db: Kysely<Tables>, userId: number, parkId: number): Promise<number> {
  const row = await db
    .selectFrom('favourite_revisions')
    .select('revision')
    .where('userId', '=', userId)
    .where('parkId', '=', parkId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Writes the difference between two states. Call inside a transaction. */
export async function saveFavourite(
  db: Kysely<Tables>,
  {
    userId,
    parkId,
    before,
    after,
    revision,
    at,
  }: {
    userId: number
    parkId: number
    before: FavouriteState
    after: FavouriteState
    revision: number
    at: string
  },
): Promise<void> {
  const known = new Map([
    ...before.held.map((id) => [id, 0] as const),
    ...before.removed.map((id) => [id, 1] as const),
  ])
  const changed = [
    ...after.held.map((addId) => ({ addId, undone: 0 })),
    ...after.removed.map((addId) => ({ addId, undone: 1 })),
  ].filter(({ addId, undone }) => known.get(addId) !== undone)
  await db
    .insertInto('favourite_adds')
    .values(changed.map((add) => ({ userId, parkId, ...add, revision })))
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'parkId', 'addId'])
        .doUpdateSet(({ ref }) => ({ undone: ref('excluded.undone'), revision: ref('excluded.revision') })),
    )
    .execute()
  const saved = isSaved(after) ? 1 : 0
  await db
    .insertInto('favourite_revisions')
    .values({ userId, parkId, revision, saved })
    .onConflict((conflict) => conflict.columns(['userId', 'parkId']).doUpdateSet({ revision, saved }))
    .execute()
  if (isSaved(after) === isSaved(before)) return
  if (isSaved(after))
    await db.insertInto('user_favorites').values({ userId, parkId, createdAt: at }).execute()
  else
    await db.deleteFrom('user_favorites').where('userId', '=', userId).where('parkId', '=', parkId).execute()
}

/** The number of a person's saves in effect, over all parks. */
export async function countSaves(db: Kysely<Tables>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('favourite_adds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('undone', '=', 0)
    .executeTakeFirstOrThrow()
  return count
}

/** Rows of one statement: SQLite allows 32,766 values, and a statement blocks the event loop. */
const ROWS_AT_ONCE = 200

/**
 * Saves several parks, none of which the person has saved yet. Call inside a transaction.
 * @param revision of the first; the others get the following ones
 * @param pause called between the statements
 */
export async function addSaves(
  db: Kysely<Tables>,
  {
    userId,
    saves,
    revision,
    at,
  }: { userId: number; saves: { parkId: number; addId: string }[]; revision: number; at: string },
  pause: () => Promise<void>,
): Promise<void> {
  for (let from = 0; from < saves.length; from += ROWS_AT_ONCE) {
    const batch = saves.slice(from, from + ROWS_AT_ONCE).map((save, position) => ({
      userId,
      ...save,
      undone: 0,
      revision: revision + from + position,
    }))
    await db.insertInto('favourite_adds').values(batch).execute()
    await pause()
    await db
      .insertInto('favourite_revisions')
      .values(batch.map(({ parkId, revision }) => ({ userId, parkId, revision, saved: 1 })))
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'parkId'])
          .doUpdateSet(({ ref }) => ({ revision: ref('excluded.revision'), saved: 1 })),
      )
      .execute()
    await pause()
    await db
      .insertInto('user_favorites')
      .values(batch.map(({ parkId }) => ({ userId, parkId, createdAt: at })))
      .execute()
    await pause()
  }
}

/** Deletes the oldest removed saves beyond {@link REMOVALS_KEPT}. Call inside a transaction. */
export async function deleteOldRemovals(db: Kysely<Tables>, userId: number): Promise<void> {
  const beyond = await db
    .selectFrom('favourite_adds')
    .select('revision')
    .where('userId', '=', userId)
    .where('undone', '=', 1)
    .orderBy('revision', 'desc')
    .offset(REMOVALS_KEPT)
    .limit(1)
    .executeTakeFirst()
  if (beyond === undefined) return
  await db
    .deleteFrom('favourite_adds')
    .where('userId', '=', userId)
    .where('undone', '=', 1)
    .where('revision', '<=', beyond.revision)
    .execute()
}

/** Ids of the parks a person has saved, latest first. */
export async function favouriteParks(db: Kysely<Tables>, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_favorites')
    .select('parkId')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ parkId }) => parkId)
}

/**
 * A person's favourites that changed after a revision, including those that were removed. All current
 * favourites if no revision is given.
 */
export async function favouriteChanges(
  db: Kysely<Tables>,
  userId: number,
  after: number | undefined,
): Promise<FavouriteChange[]> {
  let moved = db.selectFrom('favourite_revisions').select(['parkId', 'revision']).where('userId', '=', userId)
  moved = after === undefined ? moved.where('saved', '=', 1) : moved.where('revision', '>', after)
  const rows = await moved.orderBy('revision').execute()
  if (rows.length === 0) return []
  let saves = db
    .selectFrom('favourite_adds')
    .select(['parkId', 'addId'])
    .where('userId', '=', userId)
    .where('undone', '=', 0)
  if (rows.length <= SELECTED_PARKS)
    saves = saves.where(
      'parkId',
      'in',
      rows.map(({ parkId }) => parkId),
    )
  const adds = Map.groupBy(await saves.orderBy('addId').execute(), ({ parkId }) => parkId)
  return rows.map((row) => ({ ...row, adds: (adds.get(row.parkId) ?? []).map(({ addId }) => addId) }))
}

/** Up to this number, parks are selected by id; above it, reading all of a person's rows is as fast. */
const SELECTED_PARKS = 100

/** Whether a park with this id exists or has existed: a removed park can still be a favourite. */
export async function isKnownPark(db: Kysely<Tables>, parkId: number): Promise<boolean> {
  return (await db.selectFrom('parks').select('id').where('id', '=', parkId).executeTakeFirst()) !== undefined
}
