import type { Kysely } from 'kysely'
import { DAY } from '../../data/model/constants.ts'
import type { Tables } from '../database/tables.ts'

/** A session ends when it has not been used for so long, in milliseconds (specification 9.30). */
const SESSION_IDLE = 90 * DAY
/** And after so long in any case, in milliseconds. */
export const SESSION_AT_MOST = 365 * DAY

/** By what somebody has proved who they are; it must still hold when the session is made. */
export type Proof = { password: string } | { issuer: string; subject: string }

export interface NewSession {
  idHash: string
  userId: number
  device: string
  proof: Proof
  now: Date
}

/** A session that holds, and whose it is. */
export interface HeldSession {
  userId: number
  username: string
  isAdmin: boolean
  createdAt: string
  lastSeen: string
}

export interface ListedSession {
  idHash: string
  device: string
  createdAt: string
  lastSeen: string
}

const expiry = (createdAt: Date, lastSeen: Date) =>
  new Date(Math.min(lastSeen.getTime() + SESSION_IDLE, createdAt.getTime() + SESSION_AT_MOST)).toISOString()

async function holds(db: Kysely<Tables>, userId: number, proof: Proof): Promise<boolean> {
  if ('password' in proof) {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password', '=', proof.password)
      .executeTakeFirst()
    return row !== undefined
  }
  const { issuer, subject } = proof
  const row = await db
    .selectFrom('user_identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

async function noteActive(db: Kysely<Tables>, userId: number, now: string): Promise<void> {
  await db
    .insertInto('user_analytics')
    .values({ userId, lastActive: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ lastActive: now, updatedAt: now }))
    .execute()
}

/**
 * Makes a session, unless what it was proved by has changed meanwhile: a password that is being changed lets nobody in any more. False
 * then. Also clears away what has expired. Only in a transaction.
 */
export async function addSession(
  db: Kysely<Tables>,
  { idHash, userId, device, proof, now }: NewSession,
): Promise<boolean> {
  const instant = now.toISOString()
  await db.deleteFrom('sessions').where('expiresAt', '<=', instant).execute()
  if (!(await holds(db, userId, proof))) return false
  await db
    .insertInto('sessions')
    .values({
      idHash,
      userId,
      data: JSON.stringify({ device }),
      createdAt: instant,
      lastSeen: instant,
      expiresAt: expiry(now, now),
    })
    .execute()
  await noteActive(db, userId, instant)
  return true
}

/** The session of this id, if it holds at this moment. */
export async function heldSession(
  db: Kysely<Tables>,
  idHash: string,
  now: Date,
): Promise<HeldSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      'users.id as userId',
      'users.username as username',
      'users.isAdmin as isAdmin',
      'sessions.createdAt as createdAt',
      'sessions.lastSeen as lastSeen',
    ])
    .where('sessions.idHash', '=', idHash)
    .where('sessions.expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row && { ...row, username: row.username ?? '', isAdmin: row.isAdmin === 1 }
}

/** Notes that a session is in use. One that has ended meanwhile stays ended. Only in a transaction. */
export async function touchSession(db: Kysely<Tables>, idHash: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select(['userId', 'createdAt'])
    .where('idHash', '=', idHash)
    .executeTakeFirst()
  if (!row || row.userId === null) return
  const lastSeen = now.toISOString()
  await db
    .updateTable('sessions')
    .set({ lastSeen, expiresAt: expiry(new Date(row.createdAt), now) })
    .where('idHash', '=', idHash)
    .execute()
  await noteActive(db, row.userId, lastSeen)
}

export async function endSession(db: Kysely<Tables>, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('idHash', '=', idHash).execute()
}

/** All of a person's sessions; `except` one, where it is given. */
export async function endSessionsOf(db: Kysely<Tables>, userId: number, except = ''): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('idHash', '!=', except).execute()
}

/** Last used first. */
export async function sessionsOf(db: Kysely<Tables>, userId: number, now: Date): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['idHash', 'data', 'createdAt', 'lastSeen'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeen', 'desc')
    .orderBy('idHash')
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, device: (JSON.parse(data) as { device: string }).device }))
}
