import { foldName } from '../../data/model/account.ts'
import { HOUR } from '../../data/model/constants.ts'
import { ProblemError } from '../http/problems.ts'
import { attemptKey, deleteAttempts, takeAttempt, undoAttempt } from '../repositories/attempts.ts'
import type { Allowance } from '../repositories/attempts.ts'
import { writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { networksOf } from './home-network.ts'

const MINUTE = 60_000

/**
 * How often a password may be wrong, and how many accounts may be created or renamed. Successes are not
 * counted, except created and renamed accounts.
 *
 * Names are counted as they were typed, so an account's username and its e-mail address are counted apart:
 * counting them together would reveal that they belong to one account. From unknown devices, an account's
 * password can be guessed 2 × 50 times in 15 minutes (9,600 times a day), from any number of networks.
 */
const SIGN_IN_HERE = { most: 10, window: 15 * MINUTE }
const SIGN_IN_ANYWHERE = { most: 50, window: 15 * MINUTE }
const SIGN_IN_FROM_ADDRESS = { most: 100, window: 15 * MINUTE }
const SIGN_IN_FROM_DEVICE = { most: 10, window: 15 * MINUTE }
const CONFIRM = { most: 10, window: 15 * MINUTE }
const REGISTER_FROM_ADDRESS = { most: 10, window: HOUR }
/** The reply shows whether another account has the name, as that of registering does. */
const CHANGE_NAMES = { most: 10, window: HOUR }
/** How long the address in an e-mail to reset a password is valid. */
export const RESET_LIFETIME_MS = 30 * MINUTE
const RESET_REQUEST_FROM_ADDRESS = { most: 10, window: HOUR }
/**
 * As long as an address is valid: whoever requests e-mails for another person's account never prevents that
 * person from having a valid one.
 */
const RESET_MAIL = { most: 3, window: RESET_LIFETIME_MS }
const RESET_ATTEMPT_FROM_ADDRESS = { most: 20, window: 15 * MINUTE }
/**
 * A provider's customer may get an IPv6 /48, which contains 256 networks of 56 bits: together they have twice
 * the allowance of one.
 */
const SITE_FACTOR = 2

/** 'a minute', '12 minutes', '2 hours'. */
function inWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / MINUTE)
  if (minutes <= 1) return 'a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** An attempt that has been counted. */
export interface Attempt {
  /** The password was right: earlier failures from here are forgotten. */
  succeeded(): Promise<void>
  /** The password was not checked, or the e-mail not sent: the attempt is not counted. */
  undo(): Promise<void>
}

/** Counts attempts in the database, so that neither a restart nor a second process resets them. */
export interface Limits {
  /**
   * Call before a password is checked. `name`: as it was typed. `device`: the result of {@link knownDevice};
   * a known browser is counted separately, so that attempts from elsewhere or from its network do not lock it
   * out.
   * @throws ProblemError `too-many-requests`
   */
  signIn(name: string, address: string, device: string | undefined): Promise<Attempt>
  /**
   * Call before the password of a signed-in person is checked. Counted by session, so that no one else can
   * use up the attempts.
   * @throws ProblemError `too-many-requests`
   */
  confirm(session: string): Promise<Attempt>
  /**
   * Call before an account is created.
   * @throws ProblemError `too-many-requests`
   */
  register(address: string): Promise<void>
  /**
   * Call before an account gets another username or e-mail. `address`: the IP address of the request.
   * @throws ProblemError `too-many-requests`
   */
  changeNames(userId: number, address: string): Promise<void>
  /**
   * Call before an e-mail to reset a password is requested.
   * @throws ProblemError `too-many-requests`
   */
  resetRequest(address: string): Promise<void>
  /**
   * Call before an e-mail is sent; undo it if that fails. `undefined` if the account may not get another one.
   * No error, so that a request shows nothing about accounts.
   */
  resetMail(userId: number): Promise<Pick<Attempt, 'undo'> | undefined>
  /**
   * Call before the token of an e-mail is looked up.
   * @throws ProblemError `too-many-requests`
   */
  resetAttempt(address: string): Promise<void>
}

const inOrder = (allowances: readonly Allowance[]) => ({
  of: allowances.map(({ key }) => writeNames.attempts(key)),
})

/** `byAddress`: false to not count addresses (load tests on the same machine). */
export function openLimits(store: Store, clock: () => Date, byAddress: boolean): Limits {
  const take = async (what: string, allowances: readonly Allowance[]) => {
    if (allowances.length === 0) return
    const wait = await store.write((db) => takeAttempt(db, allowances, clock()), inOrder(allowances))
    if (wait === 0) return
    const message = `${what} Wait ${inWords(wait)} and try again.`
    throw new ProblemError({ code: 'too-many-requests', message }, 429, Math.ceil(wait / 1000))
  }

  const undo = (allowances: readonly Allowance[]) =>
    store.write(
      (db) =>
        undoAttempt(
          db,
          allowances.map(({ key }) => key),
        ),
      inOrder(allowances),
    )

  /** The allowances of each network an address is in; the wider one has more. */
  const forNetworks = (address: string, { most, window }: Omit<Allowance, 'key'>, ...parts: string[]) =>
    networksOf(address).map((network, at) => ({
      key: attemptKey(...parts, network),
      most: most * (at === 0 ? 1 : SITE_FACTOR),
      window,
    }))

  /** The same for what is only counted by address. */
  const fromAddress: typeof forNetworks = (...from) => (byAddress ? forNetworks(...from) : [])

  /** @param here the allowances that a success resets; of `others` it undoes only this attempt */
  const attempt = async (here: readonly Allowance[], others: readonly Allowance[]): Promise<Attempt> => {
    const allowances = [...here, ...others]
    await take('Too many attempts to sign in.', allowances)
    return {
      undo: () => undo(allowances),
      succeeded: async () => {
        await undo(allowances)
        await store.write(async (db) => {
          for (const { key } of here) await deleteAttempts(db, key)
        }, inOrder(here))
      },
    }
  }

  return {
    signIn(name, address, device) {
      if (device !== undefined)
        return attempt([{ key: attemptKey('sign-in device', device), ...SIGN_IN_FROM_DEVICE }], [])
      const typed = `name ${foldName(name)}`
      const [here, ...around] = forNetworks(address, SIGN_IN_HERE, 'sign-in', typed)
      return attempt(
        [here!],
        [
          ...around,
          { key: attemptKey('sign-in', typed), ...SIGN_IN_ANYWHERE },
          ...fromAddress(address, SIGN_IN_FROM_ADDRESS, 'sign-in from'),
        ],
      )
    },
    confirm: (session) => attempt([{ key: attemptKey('confirm', session), ...CONFIRM }], []),
    register: (address) =>
      take('Too many accounts were made from here.', fromAddress(address, REGISTER_FROM_ADDRESS, 'register')),
    changeNames: (userId, address) =>
      take('Too many changes of username or email.', [
        { key: attemptKey('change names', String(userId)), ...CHANGE_NAMES },
        ...fromAddress(address, CHANGE_NAMES, 'change names from'),
      ]),
    resetRequest: (address) =>
      take(
        'Too many emails were requested from here.',
        fromAddress(address, RESET_REQUEST_FROM_ADDRESS, 'reset request'),
      ),
    resetMail: async (userId) => {
      const allowances = [{ key: attemptKey('reset mail', String(userId)), ...RESET_MAIL }]
      const wait = await store.write((db) => takeAttempt(db, allowances, clock()), inOrder(allowances))
      return wait === 0 ? { undo: () => undo(allowances) } : undefined
    },
    resetAttempt: (address) =>
      take(
        'Too many attempts to set a password.',
        fromAddress(address, RESET_ATTEMPT_FROM_ADDRESS, 'reset attempt'),
      ),
  }
}
