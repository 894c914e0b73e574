import { createHash, randomBytes } from 'node:crypto'
import PQueue from 'p-queue'
import { PRODUCT } from '../../data/model/constants.ts'
import type { PasswordReset as PasswordResetBody } from '../../data/model/account.ts'
import { RESET_HASH } from '../../data/model/account.ts'
import { invalidInput, ProblemError } from '../http/problems.ts'
import { addResetToken, credentialsOf, emailOf, userOfResetToken } from '../repositories/users.ts'
import type { Store } from '../repositories/store.ts'
import type { Accounts } from './accounts.ts'
import { RESET_LIFETIME_MS } from './limits.ts'
import type { Limits } from './limits.ts'
import type { Mailer } from './reset-mail.ts'

/** 256 random bits need no slow hash. */
const TOKEN_BYTES = 32
/** E-mails sent at the same time. */
const MAX_RUNNING = 2
/** Requests that may wait for their e-mail; further ones are refused as busy. */
const MAX_WAITING = 200
const RETRY_AFTER_S = 60

const resetTokenHash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Setting a new password with an address sent by e-mail. */
export interface PasswordReset {
  /**
   * Sends the address if there is an account with this e-mail. It resolves before the account is looked up,
   * so that neither the reply nor its duration shows whether there is one.
   * @param address the IP address of the request
   * @throws ProblemError `too-many-requests`, `busy`
   */
  request(email: string, address: string): Promise<void>
  /**
   * Sets the new password, ends every session and disconnects every provider. The token cannot be used again.
   * @throws ProblemError `invalid-input` if the token is wrong, used or expired, or the password is weak;
   * `too-many-requests`, `busy`
   */
  complete(body: PasswordResetBody, address: string): Promise<{ userId: number }>
  /** Waits for the e-mails that are being sent. Those that have not been started are not sent. */
  close(): Promise<void>
}

interface PasswordResetParts {
  mailer: Mailer
  store: Store
  accounts: Accounts
  limits: Limits
  clock: () => Date
  publicUrl: string
  /** Called for an e-mail that was sent, with the account's id. */
  onSent: (userId: number) => void
  /** Called for an e-mail that could not be sent. `reason`: a code without personal data. */
  onError: (reason: string) => void
}

/** A mail server's message may contain the recipient's address, so only codes are passed on. */
function reasonOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown }
  return [code ?? name, responseCode].filter((part) => part !== undefined).join(' ')
}

/** The reply that a password is set may have been lost. */
const LINK_USED =
  'This link has expired or has been used. If you have just set a password, log in with it; otherwise ask for a new link.'

/** The username is left out: anyone could register a stranger's e-mail address with any text as the name. */
const withLink = (link: string) => `Someone asked to reset the password of your ${PRODUCT} account.

To set a new password, open this address within ${RESET_LIFETIME_MS / 60_000} minutes. It works once.

${link}

If it wasn't you, ignore this email. Your password hasn't changed.
`

const withoutPassword = (site: string) => `Someone asked to reset the password of your ${PRODUCT} account.

Your account has no password. Log in with Google, Apple or Microsoft, as before:

${site}/auth

If it wasn't you, ignore this email.
`

export function openPasswordReset({
  mailer,
  store,
  accounts,
  limits,
  clock,
  publicUrl,
  onSent,
  onError,
}: PasswordResetParts): PasswordReset {
  const queue = new PQueue({ concurrency: MAX_RUNNING })

  const sendTo = async (typed: string) => {
    const found = await store.read((db) => credentialsOf(db, typed))
    if (!found) return
    const { userId, password } = found
    // As it is stored: the address that was typed may only fold to it, and belong to another person.
    const email = await store.read((db) => emailOf(db, userId))
    if (email === undefined) return
    const attempt = await limits.resetMail(userId)
    if (!attempt) return
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const expiry = new Date(clock().getTime() + RESET_LIFETIME_MS)
    // In the fragment, which browsers send neither to servers nor to other sites.
    const link = `${publicUrl}/auth${RESET_HASH}${token}`
    const text = password === null ? withoutPassword(publicUrl) : withLink(link)
    try {
      await mailer.send({ to: email, subject: `Reset your ${PRODUCT} password`, text })
    } catch (error) {
      await attempt.undo()
      throw error
    }
    // Only now: the address of the e-mail before is valid until another one has been sent.
    if (password !== null)
      await store.write((db) => addResetToken(db, { userId, email, password }, resetTokenHash(token), expiry))
    onSent(userId)
  }

  return {
    async request(email, address) {
      await limits.resetRequest(address)
      if (queue.size >= MAX_WAITING)
        throw new ProblemError(
          { code: 'busy', message: 'We are sending many emails right now. Try again in a minute.' },
          503,
          RETRY_AFTER_S,
        )
      void queue.add(() => sendTo(email)).catch((error: unknown) => onError(reasonOf(error)))
    },

    async complete({ token, newPassword }, address) {
      await limits.resetAttempt(address)
      const hash = resetTokenHash(token)
      const userId = await store.read((db) => userOfResetToken(db, hash, clock()))
      const expired = () => invalidInput('token', LINK_USED)
      if (userId === undefined) throw expired()
      if (!(await accounts.resetPassword(userId, hash, newPassword))) throw expired()
      return { userId }
    },

    async close() {
      queue.clear()
      await queue.onIdle()
      mailer.close()
    },
  }
}
