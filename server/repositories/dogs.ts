import type { Kysely } from 'kysely'
import type { Dog, DogFields } from '../../data/model/account.ts'
import type { Tables } from '../database/tables.ts'

const COLUMNS = ['id', 'name', 'breed', 'createdAt'] as const

/** The user's dogs, oldest entry first. */
export const dogsOf = (db: Kysely<Tables>, userId: number): Promise<Dog[]> =>
  db.selectFrom('dogs').select(COLUMNS).where('userId', '=', userId).orderBy('id').execute()

/** Adds a dog; `undefined` if the user already has `most`. Call inside a transaction. */
export async function addDog(
  db: Kysely<Tables>,
  userId: number,
  { name, breed }: DogFields,
  most: number,
): Promise<Dog | undefined> {
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
