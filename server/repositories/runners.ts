import type { Kysely } from 'kysely'
import { databaseTime, leaseHasEnded } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Makes a server do a kind of work for some time, or longer if it does it already.
 * @param forMs milliseconds, by the database's clock
 * @returns whether it does; false if another server does
 */
export async function takeWork(
  db: Kysely<Tables>,
  work: string,
  server: string,
  forMs: number,
): Promise<boolean> {
  const until = databaseTime(db, forMs)
  const row = await db
    .insertInto('runners')
    .values({ work, server, until })
    .onConflict((conflict) =>
      conflict
        .column('work')
        .doUpdateSet({ server, until })
        .where(({ eb, or }) =>
          or([eb('runners.server', '=', server), leaseHasEnded(db, 'runners.until', forMs)]),
        ),
    )
    .returning('server')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets another server do the work at once. */
export async function leaveWork(db: Kysely<Tables>, work: string, server: string): Promise<void> {
  await db.deleteFrom('runners').where('work', '=', work).where('server', '=', server).execute()
}
