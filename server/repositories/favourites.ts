import type { Kysely } from 'kysely'
import { isSaved } from '../../data/sync/favourite.ts'
import type { FavouriteState } from '../../data/sync/favourite.ts'
import type { FavouriteChange } from '../../data/sync/envelope.ts'
import type { Tables } from './tables.ts'

/** What is known of a park in a person's favourites: all acts of saving that hold, and of those that were taken back the ones asked about. */
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
  return { held: ids(0), undone: ids(1) }
}

/** The revision of a park in a person's favourites; 0 when it never was one. */
export async function favouriteRevision(db: Kysely<Tables>, userId: number, parkId: number): Promise<number> {
  const row = await db
    .selectFrom('favourite_revisions')
    .select('revision')
    .where('userId', '=', userId)
    .where('parkId', '=', parkId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Writes what has changed from one state to the next. To be called in a write. */
export async function keepFavourite(
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
    ...before.undone.map((id) => [id, 1] as const),
  ])
  const changed = [
    ...after.held.map((addId) => ({ addId, undone: 0 })),
    ...after.undone.map((addId) => ({ addId, undone: 1 })),
  ].filter(({ addId, undone }) => known.get(addId) !== undone)
  await db
    .insertInto('favourite_adds')
    .values(changed.map((add) => ({ userId, parkId, ...add })))
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'parkId', 'addId'])
        .doUpdateSet(({ ref }) => ({ undone: ref('excluded.undone') })),
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

/** Ids of the parks a person has saved, the latest first. */
export async function favouriteParks(db: Kysely<Tables>, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_favorites')
    .select('parkId')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ parkId }) => parkId)
}

/** A person's favourites that moved after a revision, those that are none any more included; all that are some when there is none. */
export async function favouriteChanges(
  db: Kysely<Tables>,
  userId: number,
  after: number | undefined,
): Promise<FavouriteChange[]> {
  let moved = db.selectFrom('favourite_revisions').select(['parkId', 'revision']).where('userId', '=', userId)
  moved = after === undefined ? moved.where('saved', '=', 1) : moved.where('revision', '>', after)
  const rows = await moved.orderBy('revision').execute()
  if (rows.length === 0) return []
  let holding = db
    .selectFrom('favourite_adds')
    .select(['parkId', 'addId'])
    .where('userId', '=', userId)
    .where('undone', '=', 0)
  if (rows.length <= FEW)
    holding = holding.where(
      'parkId',
      'in',
      rows.map(({ parkId }) => parkId),
    )
  const adds = Map.groupBy(await holding.orderBy('addId').execute(), ({ parkId }) => parkId)
  return rows.map((row) => ({ ...row, adds: (adds.get(row.parkId) ?? []).map(({ addId }) => addId) }))
}

/** Up to so many parks are asked for by name; beyond, reading all of a person's rows is as quick. */
const FEW = 100

/** Whether there is, or ever was, a park of this id: a favourite of one that is gone says so instead of vanishing. */
export async function isKnownPark(db: Kysely<Tables>, parkId: number): Promise<boolean> {
  return (await db.selectFrom('parks').select('id').where('id', '=', parkId).executeTakeFirst()) !== undefined
}
