import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { DAY, HOUR } from '../../data/model/constants.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { ProblemError } from '../http/problems.ts'
import { takeAttempt } from '../repositories/attempts.ts'
import type { Allowance } from '../repositories/attempts.ts'
import type { Tables } from '../database/tables.ts'

interface Rate {
  hour: number
  day: number
}

/**
 * What one sender may write to the administrators: an account, or a network without one. A day of the longest texts without an account is 2.9 MB.
 */
export const LETTER_RATES: Readonly<Partial<Record<Kind, Rate>>> = {
  submission: { hour: 20, day: 50 },
  contact: { hour: 20, day: 50 },
  report: { hour: 30, day: 100 },
}
/** Searches that are counted for the figures, of one account and of one network without one; more are answered alike and left out. */
export const SEARCH_RATES = {
  account: { hour: 100, day: 300 },
  network: { hour: 300, day: 1_500 },
} as const satisfies Record<string, Rate>
/** Operations of one network without an account, of all kinds together: each leaves at least its outcome. */
export const OPEN_RATE: Rate = { hour: 2_000, day: 8_000 }

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

const allowances = (what: string, sender: string, { hour, day }: Rate, tries: number): Allowance[] => [
  { key: keyOf('hour', what, sender), most: hour, window: HOUR, tries },
  { key: keyOf('day', what, sender), most: day, window: DAY, tries },
]

/** Who is counted: an account, or a network (server/auth/home-network.ts). `null`: nobody is, as in load tests on the own machine. */
export type Sender = { userId: number } | { network: string } | null

const nameOf = (sender: NonNullable<Sender>) =>
  'userId' in sender ? `account ${sender.userId}` : `network ${sender.network}`

/**
 * Counts operations that have not come in before, all of them or none. To be called in the write that carries them out.
 * @returns which of the searches among them are counted for the figures
 * @throws ProblemError `too-large` when fewer at once would be taken, `too-many-requests` with the time to wait when none would
 */
export async function takeAllowances(
  db: Kysely<Tables>,
  sender: Sender,
  kinds: readonly unknown[],
  now: Date,
): Promise<{ searches: number }> {
  const count = (kind: Kind) => kinds.filter((one) => one === kind).length
  if (sender === null || kinds.length === 0) return { searches: Infinity }
  const name = nameOf(sender)
  const asked = [
    ...Object.entries(LETTER_RATES).flatMap(([kind, rate]) => {
      const tries = count(kind as Kind)
      return tries === 0 ? [] : allowances(kind, name, rate, tries)
    }),
    ...('network' in sender ? allowances('operations', name, OPEN_RATE, kinds.length) : []),
  ]
  const wait = asked.length === 0 ? 0 : await takeAttempt(db, asked, now)
  if (wait > 0) {
    if (kinds.length > 1)
      throw new ProblemError({ code: 'too-large', message: 'Send fewer changes at once.' })
    throw new ProblemError(
      {
        code: 'too-many-requests',
        message: 'That was too much at once. It will be sent later.',
      },
      undefined,
      Math.ceil(wait / 1000),
    )
  }
  const searches = count('search-event')
  if (searches === 0) return { searches: 0 }
  const rate = 'userId' in sender ? SEARCH_RATES.account : SEARCH_RATES.network
  const counted = (await takeAttempt(db, allowances('searches', name, rate, searches), now)) === 0
  return { searches: counted ? searches : 0 }
}
