import type { Kysely } from 'kysely'
import type { Provider } from '../../data/model/account.ts'
import type { Tables } from './tables.ts'

/** A sign-in with a provider that is under way. */
export interface Flow {
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /** Who connects a provider with their account, and from which session; both `null` for somebody who signs in. The flow ends with the session. */
  userId: number | null
  sessionHash: string | null
}

/** Also clears away what has expired. Only in a transaction. */
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

/** Takes a flow, once: whoever comes with the same cookie again finds none. */
export const takeFlow = (
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
