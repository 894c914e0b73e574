import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isGuessable } from '../../data/model/account.ts'
import type { LoginBody, RegisterBody } from '../../data/model/account.ts'
import { invalidInput, ProblemError } from '../http/problems.ts'
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
} from '../repositories/users.ts'
import type { Person } from './access.ts'
import { isCommon } from './common-passwords.ts'
import type { Hasher } from './hashing.ts'
import type { Attempt, Limits } from './limits.ts'
import { knownDevice } from './known-device.ts'
import { sessionHash, wrongCredentials } from './sessions.ts'

/** An account without a password is confirmed by having signed in this recently, in milliseconds. */
const RECENTLY = 10 * 60_000

/** Stands for the hash where there is none, so that the same work is done. No device is known by it: it changes with each start. */
const NO_PASSWORD = randomBytes(32).toString('base64url')

/** Somebody who has proved who they are. */
export interface Proven {
  person: Person
  proof: Extract<Proof, { password: string }>
}

export interface Accounts {
  /** @throws ProblemError `taken`, `invalid-input`, `too-many-requests`, `busy` */
  register(body: RegisterBody, address: string): Promise<Proven>
  /** @throws ProblemError `wrong-credentials`, the same for a name nobody has; `too-many-requests`, `busy` */
  signIn(body: LoginBody, request: FastifyRequest): Promise<Proven>
  /**
   * Makes sure that it is the person themselves who asks, and not somebody who found their device open.
   * @throws ProblemError `wrong-credentials`, `confirm-again`, `too-many-requests`, `busy`
   */
  confirm(request: FastifyRequest, currentPassword: string | undefined): Promise<void>
  /** Puts another password in the place of the one that has been confirmed, and ends every session. */
  changePassword(person: Person, newPassword: string): Promise<Proven>
}

interface AccountParts {
  store: Store
  hasher: Hasher
  limits: Limits
  clock: () => Date
  publicUrl: string | undefined
}

const TAKEN = {
  username: 'This Dog Name is taken. Choose another.',
  email: 'There is an account with this e-mail already. Log in instead.',
} as const

/** Names that are taken are for the person to hear. */
export function nameTaken(error: unknown): never {
  if (error instanceof NameTaken)
    throw new ProblemError({ code: 'taken', message: TAKEN[error.field], field: error.field })
  throw error
}

/** What is wrong with a password for this person, as a sentence for them; `undefined` when nothing is. */
export async function weakness(
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
  const weak = await weakness(password, person)
  if (weak) throw invalidInput(field, weak)
}

/** What happens to accounts that are entered by a password. */
export function openAccounts({ store, hasher, limits, clock, publicUrl }: AccountParts): Accounts {
  /** A try that came to no verdict is none. */
  const verify = async (attempt: Attempt, password: string, hash: string | null | undefined) => {
    try {
      return await hasher.verify(password, hash)
    } catch (error) {
      await attempt.takenBack()
      throw error
    }
  }

  return {
    async register({ username, email, password, fullName, address: home }, address) {
      await refuseWeak('password', password, { username, email, fullName })
      await limits.register(address)
      // Before it is known whether the names are free: that they are not is told no sooner.
      const hash = await hasher.hash(password)
      const person = await store
        .write(async (db) => {
          const id = await addUser(db, { username, email, password: hash, fullName, address: home })
          return { id, username: (await accountOf(db, id))!.username, isAdmin: false }
        })
        .catch(nameTaken)
      return { person, proof: { password: hash } }
    },

    async signIn({ username, password }, request) {
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
      const account = await store.read((db) => accountOf(db, found.userId))
      if (!account) throw wrongCredentials()
      return {
        person: { id: account.id, username: account.username, isAdmin: account.isAdmin },
        proof: { password: hash },
      }
    },

    async confirm(request, currentPassword) {
      const { id } = request.user!
      const hash = await store.read((db) => passwordOf(db, id))
      if (hash === null) {
        if (clock().getTime() - Date.parse(request.session.createdAt!) <= RECENTLY) return
        throw new ProblemError({
          code: 'confirm-again',
          message: 'Log out and in again first, to show that it is you.',
        })
      }
      if (currentPassword === undefined) throw invalidInput('currentPassword', 'Enter your current password.')
      const attempt = await limits.confirm(sessionHash(request))
      const { matches } = await verify(attempt, currentPassword, hash)
      // Not 401: the session holds, and nothing should take the person for signed out.
      if (!matches)
        throw new ProblemError(
          { code: 'wrong-credentials', message: 'Your current password is wrong.', field: 'currentPassword' },
          403,
        )
      await attempt.succeeded()
    },

    async changePassword(person, newPassword) {
      const account = await store.read((db) => accountOf(db, person.id))
      if (!account) throw new ProblemError({ code: 'not-signed-in', message: 'Sign in first.' })
      await refuseWeak('newPassword', newPassword, account)
      const hash = await hasher.hash(newPassword)
      await store.write(async (db) => {
        await replacePassword(db, person.id, await passwordOf(db, person.id), hash)
        await endSessionsOf(db, person.id)
      })
      return { person, proof: { password: hash } }
    },
  }
}
