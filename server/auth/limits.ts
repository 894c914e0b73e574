import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { foldName } from '../../data/model/account.ts'
import { HOUR } from '../../data/model/constants.ts'
import { ProblemError } from '../problems.ts'
import { forgetAttempts, giveAttemptBack, takeAttempt } from '../repositories/attempts.ts'
import type { Allowance } from '../repositories/attempts.ts'
import type { Store } from '../repositories/store.ts'

const MINUTE = 60_000

/**
 * How often a password may be wrong, and how many accounts may be made. What succeeds is not counted, making accounts apart. The limit of
 * one account from anywhere is wide, because it also keeps its owner out: with it, guessing gets 4,800 tries a day, from as many machines
 * as one likes.
 */
const SIGN_IN_HERE = { most: 10, window: 15 * MINUTE }
const SIGN_IN_ANYWHERE = { most: 50, window: 15 * MINUTE }
const SIGN_IN_FROM_ADDRESS = { most: 100, window: 15 * MINUTE }
const REGISTER_FROM_ADDRESS = { most: 10, window: HOUR }

/** Kept hashed: nobody finds addresses or e-mails in this table by looking. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/**
 * What counts as one address: a /64 network for IPv6, which is the least a home gets; an IPv4 address also where it is written as IPv6.
 * Unreadable addresses count as one.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const plain = address.split('%', 1)[0]!
  if (!isIPv6(plain)) return address
  const [before, after] = plain.split('::', 2).map((side) => side.split(':').filter((part) => part !== ''))
  const gap = after === undefined ? 0 : 8 - before!.length - after.length - (plain.includes('.') ? 1 : 0)
  const groups = [...before!, ...Array.from({ length: gap }, () => '0'), ...(after ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** 'a minute', '12 minutes', '2 hours'. */
function inWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE)
  if (minutes <= 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** A try that has been counted. */
export interface Attempt {
  /** It was right: what was wrong before, here, is forgotten. */
  succeeded(): Promise<void>
  /** It was none: something else went wrong. */
  takenBack(): Promise<void>
}

/** Counts tries in the database, so that neither a restart nor a second process starts them anew. */
export interface Limits {
  /**
   * A password is about to be checked: of an account where the name is somebody's, else of the name. Both are counted alike.
   * @throws ProblemError `too-many-requests`
   */
  signIn(who: { userId: number } | { name: string }, address: string): Promise<Attempt>
  /**
   * An account is about to be made.
   * @throws ProblemError `too-many-requests`
   */
  register(address: string): Promise<void>
}

/** `byAddress`: false where addresses are not counted (load tests on the own machine). */
export function openLimits(store: Store, clock: () => Date, byAddress: boolean): Limits {
  const take = async (what: string, allowances: readonly Allowance[]) => {
    const wait = await store.write((db) => takeAttempt(db, allowances, clock()))
    if (wait === 0) return
    const message = `${what} Wait ${inWords(wait)} and try again.`
    throw new ProblemError({ code: 'too-many-requests', message }, 429, Math.ceil(wait / 1000))
  }

  return {
    async signIn(who, address) {
      const account = 'userId' in who ? `account ${who.userId}` : `name ${foldName(who.name)}`
      const here = keyOf('sign-in', account, networkOf(address))
      const allowances = [
        { key: here, ...SIGN_IN_HERE },
        { key: keyOf('sign-in', account), ...SIGN_IN_ANYWHERE },
        ...(byAddress ? [{ key: keyOf('sign-in from', networkOf(address)), ...SIGN_IN_FROM_ADDRESS }] : []),
      ]
      await take('Too many attempts to sign in.', allowances)
      const takenBack = () =>
        store.write((db) =>
          giveAttemptBack(
            db,
            allowances.map(({ key }) => key),
          ),
        )
      return {
        takenBack,
        succeeded: async () => {
          await takenBack()
          await store.write((db) => forgetAttempts(db, here))
        },
      }
    },
    async register(address) {
      if (byAddress)
        await take('Too many accounts were made from here.', [
          { key: keyOf('register', networkOf(address)), ...REGISTER_FROM_ADDRESS },
        ])
    },
  }
}
