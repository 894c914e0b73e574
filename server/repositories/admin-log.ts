import type { Kysely } from 'kysely'
import type { AdminAction, AdminLogEntry } from '../../data/model/admin-log.ts'
import type { Tables } from '../database/tables.ts'

/** An act to record. `userId` is `null` for the command line. */
export interface AdminActRecord {
  userId: number | null
  act: AdminAction
  subject: string
  details?: string
}

/**
 * Records what an administrator did. Call it in the same transaction as the act, so that neither happens
 * without the other.
 */
export async function recordAdminAct(
  db: Kysely<Tables>,
  { userId, act, subject, details = '' }: AdminActRecord,
  at: Date,
): Promise<void> {
  // The name is copied so that it stays readable after the account is deleted.
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

/** A page of the admin log, newest first, and the total number of entries. */
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
