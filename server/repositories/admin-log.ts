import type { Kysely } from 'kysely'
import type { AdminAct, AdminLogEntry } from '../../data/model/admin-log.ts'
import type { Tables } from './tables.ts'

/** An act to be noted. `userId`: `null` from the command line. */
export interface NotedAct {
  userId: number | null
  act: AdminAct
  subject: string
  details?: string
}

/** Notes what an administrator did. To be called in the write that does it, so that there is neither without the other. */
export async function noteAct(
  db: Kysely<Tables>,
  { userId, act, subject, details = '' }: NotedAct,
  at: Date,
): Promise<void> {
  // The name stays readable when the account is gone.
  const person =
    userId === null
      ? undefined
      : await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  await db
    .insertInto('admin_acts')
    .values({
      userId,
      username: person?.username ?? null,
      act,
      subject,
      details,
      createdAt: at.toISOString(),
    })
    .execute()
}

/** What administrators did, the latest first, and how many entries there are. */
export async function adminLog(
  db: Kysely<Tables>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ entries: AdminLogEntry[]; total: number }> {
  const entries = await db
    .selectFrom('admin_acts')
    .select(['id', 'createdAt', 'act', 'username', 'subject', 'details'])
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await db
    .selectFrom('admin_acts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { entries, total }
}
