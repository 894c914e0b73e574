import type { Kysely } from 'kysely'
import { DAY } from '../../data/model/constants.ts'
import { SESSIONS_KEPT } from '../../data/model/limits.ts'
import { ALL_ROWS } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { countActivity } from './analytics.ts'

/** A session ends when it has not been used for this long (specification 9.30). */
const SESSION_IDLE_MS = 90 * DAY
/** The longest life of a session. */
export const SESSION_MAX_MS = 365 * DAY

/** What a person signed in with: a password hash, or an identity at a provider. */
export type Proof = { password: string } | { issuer: string; subject: string }

export interface NewSession {
  idHash: string
  userId: number
  device: string
  proof: Proof
  now: Date
}

/** A valid session and its user. */
export interface ActiveSession {
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
  new Date(Math.min(lastSeen.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_MAX_MS)).toISOString()

async function isStillValid(db: Kysely<Tables>, userId: number, proof: Proof): Promise<boolean> {
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

/** Ends all but the latest sessions of a person, so that repeated sign-ins do not fill the table. */
async function keepLatestSessions(db: Kysely<Tables>, userId: number): Promise<void> {
  const beyond = db
    .selectFrom('sessions')
    .select('idHash')
    .where('userId', '=', userId)
    .orderBy('lastSeen', 'desc')
    .orderBy('createdAt', 'desc')
    .limit(ALL_ROWS)
    .offset(SESSIONS_KEPT)
  await db.deleteFrom('sessions').where('idHash', 'in', beyond).execute()
}

/**
 * Adds a session and deletes expired ones, and those beyond {@link SESSIONS_KEPT}. Call inside a transaction in
 * order with the person's other writes.
 * @returns false, without adding it, if the password or identity of `proof` has changed meanwhile
 */
export async function addSession(
  db: Kysely<Tables>,
  { idHash, userId, device, proof, now }: NewSession,
): Promise<boolean> {
  const instant = now.toISOString()
  await db.deleteFrom('sessions').where('expiresAt', '<=', instant).execute()
  if (!(await isStillValid(db, userId, proof))) return false
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
  await keepLatestSessions(db, userId)
  await countActivity(db, userId, instant)
  return true
}

/** The session with this id, if it has not expired. */
export async function findSession(
  db: Kysely<Tables>,
  idHash: string,
  now: Date,
): Promise<ActiveSession | undefined> {
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

/** Records that a session is in use, unless it has been ended meanwhile. Call inside a transaction. */
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
  await countActivity(db, row.userId, lastSeen)
}

export async function endSession(db: Kysely<Tables>, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('idHash', '=', idHash).execute()
}

/** Ends all sessions of a person, but not `except`. */
export async function endSessionsOf(db: Kysely<Tables>, userId: number, except = ''): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('idHash', '!=', except).execute()
}

/** A person's sessions, last used first. */
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
