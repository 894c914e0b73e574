import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { isHttps } from '../http/origin.ts'

/**
 * The device cookie of https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
 * It shows that this browser has signed in to an account with the right password, so that wrong passwords
 * typed elsewhere do not lock its owner out here. It gives no access by itself.
 *
 * For each account it contains a random number and an HMAC of it. The key is the account's password hash,
 * which only the database has: the cookie survives a restart and works with a second server, and a new
 * password invalidates it on every device but the one where it was set.
 */
const COOKIE = `${STORAGE_PREFIX}-device`
/** Accounts a browser is remembered for, for example of a family that shares a tablet. */
const ACCOUNTS_MAX = 4
/** Browsers keep no cookie longer than 400 days. */
const MAX_AGE_S = (400 * DAY) / 1000
const NUMBER_BYTES = 16
/** A number and its HMAC, both base64url, joined by a dot; several joined by tildes. */
const TOKEN = /^([\w-]{22})\.([\w-]{43})$/

const cookieName = (https: boolean) => (https ? `__Secure-${COOKIE}` : COOKIE)

const macOf = (number: string, passwordHash: string) =>
  createHmac('sha256', passwordHash).update(`device ${number}`).digest()

const tokensOf = (request: FastifyRequest, https: boolean) =>
  (request.cookies[cookieName(https)] ?? '').split('~').slice(0, ACCOUNTS_MAX)

/** The number of a token that was made for an account with this password hash. */
function numberOf(token: string, passwordHash: string): string | undefined {
  const [, number, mac] = TOKEN.exec(token) ?? []
  if (number === undefined) return undefined
  const given = Buffer.from(mac!, 'base64url')
  const expected = macOf(number, passwordHash)
  return given.length === expected.length && timingSafeEqual(given, expected) ? number : undefined
}

/**
 * The number of this browser for the account with this password hash; `undefined` if it has never signed in
 * to it.
 */
export function knownDevice(
  request: FastifyRequest,
  passwordHash: string,
  publicUrl: string | undefined,
): string | undefined {
  for (const token of tokensOf(request, isHttps(request, publicUrl))) {
    const number = numberOf(token, passwordHash)
    if (number !== undefined) return number
  }
  return undefined
}

/** Remembers that this browser has signed in to the account with this password hash. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  passwordHash: string,
  publicUrl: string | undefined,
): void {
  const https = isHttps(request, publicUrl)
  const others = tokensOf(request, https).filter(
    (token) => TOKEN.test(token) && numberOf(token, passwordHash) === undefined,
  )
  const number = randomBytes(NUMBER_BYTES).toString('base64url')
  const token = `${number}.${macOf(number, passwordHash).toString('base64url')}`
  reply.setCookie(cookieName(https), [token, ...others].slice(0, ACCOUNTS_MAX).join('~'), {
    // Sent with API calls only, not with pages and pictures.
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    maxAge: MAX_AGE_S,
  })
}
