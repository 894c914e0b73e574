import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** A code file of a build of the client, or a compressed form of one. */
export interface ClientFile {
  /** As in its URL, from the client's root. */
  path: string
  /** `null` if they are in the shared storage. */
  bytes: Buffer | null
}

/** The paths of all files. */
export async function clientFilePaths(db: Kysely<Tables>): Promise<Set<string>> {
  const rows = await db.selectFrom('client_files').select('path').execute()
  return new Set(rows.map(({ path }) => path))
}

export const findClientFiles = (db: Kysely<Tables>, paths: readonly string[]): Promise<ClientFile[]> =>
  db.selectFrom('client_files').select(['path', 'bytes']).where('path', 'in', paths).execute()

/** Adds a file, unless it is there. */
export async function addClientFile(
  db: Kysely<Tables>,
  { path, bytes }: ClientFile,
  at: Date,
): Promise<void> {
  await db
    .insertInto('client_files')
    .values({ path, bytes, usedAt: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records that a server has a build with these files. */
export async function touchClientFiles(
  db: Kysely<Tables>,
  paths: readonly string[],
  at: Date,
): Promise<void> {
  await db.updateTable('client_files').set({ usedAt: at.toISOString() }).where('path', 'in', paths).execute()
}

/**
 * Deletes at most `most` files that no server has had since an instant.
 * @returns the number of deleted files
 */
export async function deleteOldClientFiles(
  db: Kysely<Tables>,
  before: string,
  most: number,
): Promise<number> {
  const oldest = db.selectFrom('client_files').select('path').where('usedAt', '<', before).limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('client_files')
    .where('path', 'in', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
