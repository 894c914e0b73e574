import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isGuessable, PROVIDERS } from '../../data/model/account.ts'
import type { LoginBody, RegisterBody } from '../../data/model/account.ts'
import type { Account } from '../../data/model/profile.ts'
import { invalidInput, notSignedIn, ProblemError } from '../http/problems.ts'
import { removeIdentity } from '../repositories/identities.ts'
import { endSessionsOf } from '../repositories/sessions.ts'
import type { Proof } from '../repositories/sessions.ts'
import type { Store } from '../repositories/store.ts'
import {
  accountOf,
  addUser,
  credentialsOf,
  NameTaken,
  passwordOf,
  replacePassword,
  userOfResetToken,
} from '../repositories/users.ts'
import type { Person } from './access.ts'
import { isCommon } from './common-passwords.ts'
import type { Hasher } from './hashing.ts'
import type { Attempt, Limits } from './limits.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { requireSession, sessionHash, signIn, wrongCredentials } from './sessions.ts'

/** How recent the sign-in must be for an account without a password to count as confirmed. */
const RECENT_SIGN_IN_MS = 10 * 60_000

/**
 * Takes the place of a missing password hash, so that the same work is done with and without an account. It
 * is different after each start, so no device cookie matches it.
 */
const NO_PASSWORD = randomBytes(32).toString('base64url')

/** A person whose password has been checked or set. */
interface VerifiedPerson {
  person: Person
  proof: Extract<Proof, { password: string }>
}

export interface Accounts {
  /** @throws ProblemError `not-signed-in` if the account has been deleted */
  account(userId: number): Promise<Account>
  /** @throws ProblemError `taken`, `invalid-input`, `too-many-requests`, `busy` */
  register(body: RegisterBody, address: string): Promise<VerifiedPerson>
  /** @throws ProblemError `wrong-credentials`, also for an unknown name; `too-many-requests`, `busy` */
  checkPassword(body: LoginBody, request: FastifyRequest): Promise<VerifiedPerson>
  /**
   * Starts a session on this device and remembers the device.
   * @throws ProblemError `wrong-credentials` when the password has changed meanwhile
   */
  startSession(request: FastifyRequest, reply: FastifyReply, verified: VerifiedPerson): Promise<void>
  /**
   * Checks that the request comes from the account's owner, not from someone else who uses their device.
   * @throws ProblemError `wrong-credentials`, `confirm-again`, `too-many-requests`, `busy`
   */
  confirm(request: FastifyRequest, currentPassword: string | undefined): Promise<void>
  /**
   * Sets a new password and ends every session. Call {@link Accounts.confirm} first.
   * @throws ProblemError `not-signed-in`, `invalid-input`, `busy`
   */
  changePassword(request: FastifyRequest, newPassword: string): Promise<VerifiedPerson>
  /**
   * Sets a new password with a token from an e-mail, ends every session and disconnects every provider: the
   * account may have been registered with the e-mail address of someone else.
   * @returns false if the token has been used or replaced meanwhile
   * @throws ProblemError `invalid-input` for a weak password, `busy`
   */
  resetPassword(userId: number, resetTokenHash: string, newPassword: string): Promise<boolean>
}

interface AccountParts {
  store: Store
  hasher: Hasher
  limits: Limits
  clock: () => Date
  publicUrl: string | undefined
}

/** What a person is told whose username or e-mail is taken. */
const TAKEN = {
  registration: {
    username: 'This Dog Name is taken. Choose another.',
    email: 'There is an account with this email already. Log in instead.',
  },
  profile: { username: 'This username is taken.', email: 'Another account has this email.' },
} as const

/** Turns {@link NameTaken} into a problem that the person is told; rethrows other errors. */
export function rethrowNameTaken(error: unknown, form: keyof typeof TAKEN): never {
  if (error instanceof NameTaken)
    throw new ProblemError({ code: 'taken', message: TAKEN[form][error.field], field: error.field })
  throw error
}

/** What is wrong with a password for this person, as a sentence for them; `undefined` when nothing is. */
export async function passwordWeakness(
  password: string,
  person: Parameters<typeof isGuessable>[1],
): Promise<string | undefined> {
  if (await isCommon(password)) return 'This password is one of the most common ones. Choose another.'
  if (isGuessable(password, person)) return 'This password is easy to guess for this account. Choose another.'
  return undefined
}

async function refuseWeak(
  field: string,
  password: string,
  person: Parameters<typeof isGuessable>[1],
): Promise<void> {
  const weakness = await passwordWeakness(password, person)
  if (weakness) throw invalidInput(field, weakness)
}

/** Accounts and their passwords. */
export function openAccounts({ store, hasher, limits, clock, publicUrl }: AccountParts): Accounts {
  /** If the check itself fails, the attempt is not counted. */
  const verify = async (attempt: Attempt, password: string, hash: string | null | undefined) => {
    try {
      return await hasher.verify(password, hash)
    } catch (error) {
      await attempt.undo()
      throw error
    }
  }

  const account = async (userId: number) => {
    const found = await store.read((db) => accountOf(db, userId))
    if (!found) throw notSignedIn()
    return found
  }

  return {
    account,

    async register({ username, email, password, fullName, address: home }, address) {
      await refuseWeak('password', password, { username, email, fullName })
      await limits.register(address)
      // Hashed before the names are checked: the reply to a taken name takes as long.
      const hash = await hasher.hash(password)
      const person = await store
        .write(async (db) => {
          const id = await addUser(db, { username, email, password: hash, fullName, address: home })
          return { id, username: (await accountOf(db, id))!.username, isAdmin: false }
        })
        .catch((error: unknown) => rethrowNameTaken(error, 'registration'))
      return { person, proof: { password: hash } }
    },

    async checkPassword({ username, password }, request) {
      const found = await store.read((db) => credentialsOf(db, username))
      const device = knownDevice(request, found?.password ?? NO_PASSWORD, publicUrl)
      const attempt = await limits.signIn(username, request.ip, device)
      const { matches, outdated } = await verify(attempt, password, found?.password)
      if (!found || found.password === null || !matches) throw wrongCredentials()
      await attempt.succeeded()
      let hash = found.password
      if (outdated) {
        const renewed = await hasher.hash(password)
        if (await store.write((db) => replacePassword(db, found.userId, hash, renewed))) hash = renewed
      }
      const owner = await store.read((db) => accountOf(db, found.userId))
      if (!owner) throw wrongCredentials()
      return {
        person: { id: owner.id, username: owner.username, isAdmin: owner.isAdmin },
        proof: { password: hash },
      }
    },

    async startSession(request, reply, { person, proof }) {
      await signIn(request, person, proof)
      rememberDevice(request, reply, proof.password, publicUrl)
    },

    async confirm(request, currentPassword) {
      const { id } = request.user!
      const hash = await store.read((db) => passwordOf(db, id))
      if (hash === null) {
        if (clock().getTime() - Date.parse(request.session.createdAt!) <= RECENT_SIGN_IN_MS) return
        throw new ProblemError({
          code: 'confirm-again',
          message: 'Log out and in again first, to show that it is you.',
        })
      }
      if (currentPassword === undefined) throw invalidInput('currentPassword', 'Enter your current password.')
      const attempt = await limits.confirm(sessionHash(request))
      const { matches } = await verify(attempt, currentPassword, hash)
      // Not 401: the session is valid, and clients take 401 as signed out.
      if (!matches)
        throw new ProblemError(
          { code: 'wrong-credentials', message: 'Your current password is wrong.', field: 'currentPassword' },
          403,
        )
      await attempt.succeeded()
    },

    async changePassword(request, newPassword) {
      const person = request.user!
      await refuseWeak('newPassword', newPassword, await account(person.id))
      const hash = await hasher.hash(newPassword)
      await store.write(async (db) => {
        await requireSession(db, request, clock())
        await replacePassword(db, person.id, await passwordOf(db, person.id), hash)
        await endSessionsOf(db, person.id)
      })
      return { person, proof: { password: hash } }
    },

    async resetPassword(userId, resetTokenHash, newPassword) {
      await refuseWeak('newPassword', newPassword, await account(userId))
      const hash = await hasher.hash(newPassword)
      return store.write(async (db) => {
        if ((await userOfResetToken(db, resetTokenHash, clock())) !== userId) return false
        await replacePassword(db, userId, await passwordOf(db, userId), hash)
        await endSessionsOf(db, userId)
        for (const provider of PROVIDERS) await removeIdentity(db, userId, provider)
        return true
      })
    },
  }
}
