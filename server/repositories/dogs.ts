import type { Kysely } from 'kysely'
import type { Dog, DogFields } from '../../data/model/profile.ts'
import { databaseTime } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

const COLUMNS = ['id', 'name', 'breed', 'createdAt'] as const

/** The user's dogs, oldest entry first. */
export const dogsOf = (db: Kysely<Tables>, userId: number): Promise<Dog[]> =>
  db.selectFrom('dogs').select(COLUMNS).where('userId', '=', userId).orderBy('id').execute()

/** A dog with the same name and breed that is added again within this time counts as the same request. */
const REPEATED_WITHIN_MS = 300_000

/**
 * Adds a dog; `undefined` if the user already has `most`. A request whose reply was lost is sent again: then
 * the dog that the first one added is returned. Call inside a transaction in order with the user's other
 * writes.
 */
export async function addDog(
  db: Kysely<Tables>,
  userId: number,
  { name, breed }: DogFields,
  most: number,
): Promise<Dog | undefined> {
  const added = await db
    .selectFrom('dogs')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('name', '=', name)
    .where('breed', '=', breed)
    .where('createdAt', '>', databaseTime(db, -REPEATED_WITHIN_MS))
    .executeTakeFirst()
  if (added) return added
  if ((await dogsOf(db, userId)).length >= most) return undefined
  return db.insertInto('dogs').values({ userId, name, breed }).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** Changes a dog; `undefined` if the user has no such dog. */
export const changeDog = (
  db: Kysely<Tables>,
  userId: number,
  id: number,
  { name, breed }: DogFields,
): Promise<Dog | undefined> =>
  db
    .updateTable('dogs')
    .set({ name, breed })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Removes a dog; false if the user has no such dog. */
export async function removeDog(db: Kysely<Tables>, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('dogs')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
