import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { foldName } from '../../data/model/account.ts'
import { HOUR } from '../../data/model/constants.ts'
import { ProblemError } from '../http/problems.ts'
import { forgetAttempts, giveAttemptBack, takeAttempt } from '../repositories/attempts.ts'
import type { Allowance } from '../repositories/attempts.ts'
import type { Store } from '../repositories/store.ts'

const MINUTE = 60_000

/**
 * How often a password may be wrong, and how many accounts may be made. What succeeds is not counted, except making accounts.
 *
 * A name is counted as it was typed, so that its username and its e-mail are two names: counted together, they would tell that they belong to
 * one account. From unknown devices an account can be guessed at 2 × 50 times in 15 minutes, 9,600 times a day, from however many networks.
 */
const SIGN_IN_HERE = { most: 10, window: 15 * MINUTE }
const SIGN_IN_ANYWHERE = { most: 50, window: 15 * MINUTE }
const SIGN_IN_FROM_ADDRESS = { most: 100, window: 15 * MINUTE }
const SIGN_IN_FROM_DEVICE = { most: 10, window: 15 * MINUTE }
const CONFIRM = { most: 10, window: 15 * MINUTE }
const REGISTER_FROM_ADDRESS = { most: 10, window: HOUR }
/** A provider's customer may be given an IPv6 /48, with 256 networks of 56 bits in it: together they may do twice what one may. */
const SITE_FACTOR = 2

/** Kept hashed: nobody finds addresses or e-mails in this table by looking. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** Bits of an IPv6 address that a home is usually given, and that a customer may be given (RFC 6177, RIPE-690). */
export const HOME_PREFIX = 56
const SITE_PREFIX = 48

/**
 * What counts as one address, from narrow to wide: an IPv4 address, also where it is written as IPv6; for IPv6 the /56 and the /48 it is in.
 * Unreadable addresses count as one.
 */
export function networksOf(address: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return [mapped]
  const plain = address.split('%', 1)[0]!
  if (!isIPv6(plain)) return [address]
  const [before, after] = plain.split('::', 2).map((side) => side.split(':').filter((part) => part !== ''))
  const gap = after === undefined ? 0 : 8 - before!.length - after.length - (plain.includes('.') ? 1 : 0)
  const groups = [...before!, ...Array.from({ length: gap }, () => '0'), ...(after ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
  return [HOME_PREFIX, SITE_PREFIX].map((prefix) => {
    const kept = groups.map((group, at) => {
      const bits = Math.min(16, Math.max(0, prefix - 16 * at))
      return (group & (0xffff << (16 - bits))).toString(16)
    })
    return `${kept.join(':')}::/${prefix}`
  })
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

/** Counts tries in the database, so that neither a restart nor a second process resets them. */
export interface Limits {
  /**
   * A password is about to be checked for a name, as it was typed. `device`: what {@link knownDevice} found; such a browser is counted by
   * itself alone, so that others' tries, and those of others in its network, do not lock it out.
   * @throws ProblemError `too-many-requests`
   */
  signIn(name: string, address: string, device: string | undefined): Promise<Attempt>
  /**
   * The password of a person who is signed in is about to be checked. Counted by session: who has none cannot use it up.
   * @throws ProblemError `too-many-requests`
   */
  confirm(session: string): Promise<Attempt>
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

  /** The allowances of each network an address is in: the wider one may do more. */
  const forNetworks = (address: string, { most, window }: Omit<Allowance, 'key'>, ...parts: string[]) =>
    networksOf(address).map((network, at) => ({
      key: keyOf(...parts, network),
      most: most * (at === 0 ? 1 : SITE_FACTOR),
      window,
    }))

  /** @param here those that a success resets; of the others it takes back only itself */
  const attempt = async (here: readonly Allowance[], others: readonly Allowance[]): Promise<Attempt> => {
    const allowances = [...here, ...others]
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
        await store.write(async (db) => {
          for (const { key } of here) await forgetAttempts(db, key)
        })
      },
    }
  }

  return {
    signIn(name, address, device) {
      if (device !== undefined)
        return attempt([{ key: keyOf('sign-in device', device), ...SIGN_IN_FROM_DEVICE }], [])
      const typed = `name ${foldName(name)}`
      const [here, ...around] = forNetworks(address, SIGN_IN_HERE, 'sign-in', typed)
      return attempt(
        [here!],
        [
          ...around,
          { key: keyOf('sign-in', typed), ...SIGN_IN_ANYWHERE },
          ...(byAddress ? forNetworks(address, SIGN_IN_FROM_ADDRESS, 'sign-in from') : []),
        ],
      )
    },
    confirm: (session) => attempt([{ key: keyOf('confirm', session), ...CONFIRM }], []),
    async register(address) {
      if (byAddress)
        await take(
          'Too many accounts were made from here.',
          forNetworks(address, REGISTER_FROM_ADDRESS, 'register'),
        )
    },
  }
}
