import type { Kysely } from 'kysely'
import type { Provider } from '../../data/model/account.ts'
import type { Tables } from '../database/tables.ts'
import { setProviderId } from './users.ts'

/**
 * A person's identity at a provider: the issuer's URL and its subject. The e-mail address is not verified.
 */
export interface Identity {
  provider: Provider
  issuer: string
  subject: string
  email: string | null
}

export interface LinkedIdentity {
  provider: Provider
  email: string | null
  createdAt: string
  lastUsed: string
}

/**
 * The value of a provider's column in `users` (specification 13.60). Microsoft has many issuers, so its
 * subjects need the issuer; the others have one.
 */
const providerIdOf = ({ provider, issuer, subject }: Identity) =>
  provider === 'microsoft' ? `${issuer} ${subject}` : subject

/** The user with this identity, if any, and records that it was used. Call inside a transaction. */
export async function userOfIdentity(
  db: Kysely<Tables>,
  { issuer, subject }: Identity,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .updateTable('user_identities')
    .set({ lastUsed: now.toISOString() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('userId')
    .executeTakeFirst()
  return row?.userId
}

/**
 * Connects an identity with an account. Neither the identity nor the account's provider may be connected yet.
 * Call inside a transaction.
 */
export async function addIdentity(
  db: Kysely<Tables>,
  userId: number,
  identity: Identity,
  now: Date,
): Promise<void> {
  const { provider, issuer, subject, email } = identity
  const instant = now.toISOString()
  await db
    .insertInto('user_identities')
    .values({ issuer, subject, userId, provider, email, createdAt: instant, lastUsed: instant })
    .execute()
  await setProviderId(db, userId, provider, providerIdOf(identity))
}

export const identitiesOf = (db: Kysely<Tables>, userId: number): Promise<LinkedIdentity[]> =>
  db
    .selectFrom('user_identities')
    .select(['provider', 'email', 'createdAt', 'lastUsed'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

/** Disconnects a provider from an account. Call inside a transaction. */
export async function removeIdentity(db: Kysely<Tables>, userId: number, provider: Provider): Promise<void> {
  await db
    .deleteFrom('user_identities')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .execute()
  await setProviderId(db, userId, provider, null)
}
