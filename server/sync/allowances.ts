import type { Kysely } from 'kysely'
import { DAY, HOUR } from '../../data/model/constants.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { ProblemError } from '../http/problems.ts'
import { attemptKey, takeAttempt, takeAttemptsLeft } from '../repositories/attempts.ts'
import type { Allowance } from '../repositories/attempts.ts'
import type { Tables } from '../database/tables.ts'

interface Rate {
  hour: number
  day: number
}

/**
 * How many submissions, messages and reports an account may send, or a network without an account. The
 * longest texts that fit into a day without an account are 3.3 MB.
 */
export const SUBMISSION_RATES: Readonly<Partial<Record<Kind, Rate>>> = {
  submission: { hour: 20, day: 50 },
  contact: { hour: 20, day: 50 },
  report: { hour: 30, day: 100 },
}
/**
 * Search events counted for the statistics, per account and per network without one. Further ones are
 * accepted but not counted.
 */
export const SEARCH_RATES = {
  account: { hour: 100, day: 300 },
  network: { hour: 300, day: 1_500 },
} as const satisfies Record<string, Rate>
/** Operations of all kinds per network without an account, because each stores at least its outcome. */
export const OPEN_RATE: Rate = { hour: 2_000, day: 8_000 }

const allowances = (subject: string, sender: string, { hour, day }: Rate, tries = 1): Allowance[] => [
  { key: attemptKey('hour', subject, sender), most: hour, window: HOUR, tries },
  { key: attemptKey('day', subject, sender), most: day, window: DAY, tries },
]

/**
 * Who sends: an account, or a network (server/auth/home-network.ts). `null`: not limited, as in local load
 * tests.
 */
export type Sender = { userId: number } | { network: string } | null

const nameOf = (sender: NonNullable<Sender>) =>
  'userId' in sender ? `account ${sender.userId}` : `network ${sender.network}`

/**
 * Counts new operations against the limits: all of them or none, but of search events as many as are left.
 * Call it in the transaction that applies them.
 * @param kinds the kinds of the new operations
 * @returns how many of the search events among them are counted for the statistics
 * @throws ProblemError `too-large` if a smaller batch may be allowed, `too-many-requests` with `Retry-After`
 *   if not
 */
export async function takeAllowances(
  db: Kysely<Tables>,
  sender: Sender,
  kinds: readonly unknown[],
  now: Date,
): Promise<{ searches: number }> {
  const count = (kind: Kind) => kinds.filter((other) => other === kind).length
  if (sender === null || kinds.length === 0) return { searches: Infinity }
  const name = nameOf(sender)
  const take = async (needed: readonly Allowance[], field?: 'kind') => {
    const wait = needed.length === 0 ? 0 : await takeAttempt(db, needed, now)
    if (wait === 0) return
    if (kinds.length > 1)
      throw new ProblemError({ code: 'too-large', message: 'Send fewer changes at once.' })
    throw new ProblemError(
      {
        code: 'too-many-requests',
        message: 'That was too much at once. It will be sent later.',
        field,
      },
      undefined,
      Math.ceil(wait / 1000),
    )
  }
  if ('network' in sender) await take(allowances('operations', name, OPEN_RATE, kinds.length))
  const ofKinds = Object.entries(SUBMISSION_RATES).flatMap(([kind, rate]) => {
    const tries = count(kind as Kind)
    return tries === 0 ? [] : allowances(kind, name, rate, tries)
  })
  await take(ofKinds, 'kind')
  const searches = count('search-event')
  if (searches === 0) return { searches: 0 }
  const rate = 'userId' in sender ? SEARCH_RATES.account : SEARCH_RATES.network
  return { searches: await takeAttemptsLeft(db, allowances('searches', name, rate), searches, now) }
}
