import type { Kysely } from 'kysely'
import type { Provider } from '../../data/model/account.ts'
import type { Tables } from '../database/tables.ts'
import { noteProvider } from './users.ts'

/** Who somebody is to a provider: the issuer's address and the subject it gives them. The e-mail is what they told, and proves nothing here. */
export interface Identity {
  provider: Provider
  issuer: string
  subject: string
  email: string | null
}

export interface LinkedIdentity {
  provider: string
  email: string | null
  createdAt: string
  lastUsed: string
}

/** What the column of a provider in `users` holds (specification 13.60). Microsoft's subjects belong to one of many issuers, the others' to the only one. */
const columnOf = ({ provider, issuer, subject }: Identity) =>
  provider === 'microsoft' ? `${issuer} ${subject}` : subject

/** Whose identity this is, noting that it was used; `undefined` for nobody's. Only in a transaction. */
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

/** Connects an identity that is nobody's with an account that has none of this provider. Only in a transaction. */
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
  await noteProvider(db, userId, provider, columnOf(identity))
}

export const identitiesOf = (db: Kysely<Tables>, userId: number): Promise<LinkedIdentity[]> =>
  db
    .selectFrom('user_identities')
    .select(['provider', 'email', 'createdAt', 'lastUsed'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()

/** Only in a transaction. */
export async function removeIdentity(db: Kysely<Tables>, userId: number, provider: Provider): Promise<void> {
  await db
    .deleteFrom('user_identities')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .execute()
  await noteProvider(db, userId, provider, null)
}
