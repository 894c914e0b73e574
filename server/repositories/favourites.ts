import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { REMOVALS_KEPT } from '../../data/model/limits.ts'
import { isSaved } from '../../data/sync/favourite.ts'
import type { FavouriteState } from '../../data/sync/favourite.ts'
import type { FavouriteChange } from '../../data/sync/envelope.ts'
import { executeTogether } from '../database/dialect.ts'
import type { Statement } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/** The ids of a person's saves of a park that are in effect. */
export async function savesInEffect(db: Kysely<Tables>, userId: number, parkId: number): Promise<string[]> {
  const adds = await db
    .selectFrom('favourite_adds')
    .select('addId')
    .where('userId', '=', userId)
    .where('parkId', '=', parkId)
    .where('undone', '=', 0)
    .orderBy('addId')
    .execute()
  return adds.map(({ addId }) => addId)
}

/**
 * A park's state in a person's favourites: all saves in effect, and the removed saves among `about`. And the number
 * of the person's saves in effect, over all parks.
 * @returns `undefined` if there has never been a park with this id
 */
export async function favouriteToChange(
  db: Kysely<Tables>,
  userId: number,
  parkId: number,
  about: readonly string[],
): Promise<{ state: FavouriteState; saves: number } | undefined> {
  const rows = await db
    .selectFrom('parks')
    .leftJoin('favourite_adds', (join) =>
      join
        .onRef('favourite_adds.parkId', '=', 'parks.id')
        .on('favourite_adds.userId', '=', userId)
        .on((eb) => eb.or([eb('undone', '=', 0), eb('addId', 'in', about)])),
    )
    .select(({ selectFrom }) => [
      'addId',
      'undone',
      selectFrom('favourite_adds as saved')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('saved.userId', '=', userId)
        .where('saved.undone', '=', 0)
        .as('saves'),
    ])
    .where('parks.id', '=', parkId)
    .orderBy('addId')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const ids = (undone: number) => rows.flatMap((row) => (row.undone === undone ? row.addId! : []))
  return { state: { held: ids(0), removed: ids(1) }, saves: first.saves ?? 0 }
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

/**
 * Writes the difference between two states. Call inside a transaction.
 * @param others statements to execute together with it
 */
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
  others: readonly Statement[] = [],
): Promise<void> {
  const known = new Map([
    ...before.held.map((id) => [id, 0] as const),
    ...before.removed.map((id) => [id, 1] as const),
  ])
  const changed = [
    ...after.held.map((addId) => ({ addId, undone: 0 })),
    ...after.removed.map((addId) => ({ addId, undone: 1 })),
  ].filter(({ addId, undone }) => known.get(addId) !== undone)
  const saved = isSaved(after) ? 1 : 0
  const statements: Statement[] = [
    db
      .insertInto('favourite_adds')
      .values(changed.map((add) => ({ userId, parkId, ...add, revision })))
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'parkId', 'addId'])
          .doUpdateSet(({ ref }) => ({ undone: ref('excluded.undone'), revision: ref('excluded.revision') })),
      ),
    db
      .insertInto('favourite_revisions')
      .values({ userId, parkId, revision, saved })
      .onConflict((conflict) => conflict.columns(['userId', 'parkId']).doUpdateSet({ revision, saved })),
  ]
  if (isSaved(after) && !isSaved(before))
    statements.push(db.insertInto('user_favorites').values({ userId, parkId, createdAt: at }))
  if (!isSaved(after) && isSaved(before))
    statements.push(db.deleteFrom('user_favorites').where('userId', '=', userId).where('parkId', '=', parkId))
  await executeTogether(db, [...statements, ...others])
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

/** What a device needs to know of a person's favourites and clearings. */
export interface PersonChanges {
  /** The current revision of the person's rows. */
  revision: number
  /** The current clearing of the search history. */
  clear: string | null
  favourites: FavouriteChange[]
}

/**
 * A person's favourites that changed after a revision, including those that were removed. All current
 * favourites if no revision is given. `undefined` if there is no such account.
 */
export async function favouriteChanges(
  db: Kysely<Tables>,
  userId: number,
  after: number | undefined,
): Promise<PersonChanges | undefined> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('sync_people', 'sync_people.userId', 'users.id')
    .leftJoin('history_clearings', (join) =>
      join.onRef('history_clearings.userId', '=', 'users.id').on('inForce', '=', 1),
    )
    .leftJoin('favourite_revisions as moved', (join) => {
      const moved = join.onRef('moved.userId', '=', 'users.id')
      return after === undefined ? moved.on('moved.saved', '=', 1) : moved.on('moved.revision', '>', after)
    })
    .leftJoin('favourite_adds', (join) =>
      join
        .onRef('favourite_adds.userId', '=', 'moved.userId')
        .onRef('favourite_adds.parkId', '=', 'moved.parkId')
        // With a bare column, SQLite would search by state and read all saves of the person for each park.
        .on(sql<number>`+favourite_adds.undone`, '=', 0),
    )
    .select([
      'sync_people.revision as current',
      'clearId',
      'moved.parkId as parkId',
      'moved.revision as revision',
      'addId',
    ])
    .where('users.id', '=', userId)
    .orderBy('moved.revision')
    .orderBy('addId')
    .execute()
  const favourites = new Map<number, FavouriteChange>()
  for (const { parkId, revision, addId } of rows) {
    if (parkId === null || revision === null) continue
    const favourite = favourites.get(parkId) ?? { parkId, revision, adds: [] }
    if (addId !== null) favourite.adds.push(addId)
    favourites.set(parkId, favourite)
  }
  const [first] = rows
  if (first === undefined) return undefined
  return {
    revision: first.current ?? 0,
    clear: first.clearId,
    favourites: [...favourites.values()],
  }
}

/** Whether a park with this id exists or has existed: a removed park can still be a favourite. */
export async function isKnownPark(db: Kysely<Tables>, parkId: number): Promise<boolean> {
  return (await db.selectFrom('parks').select('id').where('id', '=', parkId).executeTakeFirst()) !== undefined
}
