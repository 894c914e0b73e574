import type { Kysely } from 'kysely'
import type { Provider } from '../../data/model/account.ts'
import type { Tables } from '../database/tables.ts'

/** A sign-in with a provider that is in progress. */
export interface Flow {
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /**
   * The user who connects a provider to their account, and their session; both `null` for an ordinary
   * sign-in. The flow ends with the session.
   */
  userId: number | null
  sessionHash: string | null
}

/** Adds a flow and deletes expired ones. `lifetime` in milliseconds. Call inside a transaction. */
export async function addFlow(
  db: Kysely<Tables>,
  tokenHash: string,
  provider: Provider,
  flow: Flow,
  now: Date,
  lifetime: number,
): Promise<void> {
  await db.deleteFrom('sign_in_flows').where('expiresAt', '<=', now.toISOString()).execute()
  await db
    .insertInto('sign_in_flows')
    .values({ tokenHash, provider, ...flow, expiresAt: new Date(now.getTime() + lifetime).toISOString() })
    .execute()
}

/**
 * Deletes and returns a flow, so that it can be used only once. `undefined` if it does not exist or has
 * expired.
 */
export const consumeFlow = (
  db: Kysely<Tables>,
  tokenHash: string,
  provider: Provider,
  now: Date,
): Promise<Flow | undefined> =>
  db
    .deleteFrom('sign_in_flows')
    .where('tokenHash', '=', tokenHash)
    .where('provider', '=', provider)
    .where('expiresAt', '>', now.toISOString())
    .returning(['state', 'nonce', 'verifier', 'returnTo', 'userId', 'sessionHash'])
    .executeTakeFirst()
