import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { isHttps } from '../http/origin.ts'

/**
 * The device cookie of https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies: it says that somebody with the
 * right password has signed in to an account from this browser, so that wrong passwords typed elsewhere do not lock them out here. It opens
 * nothing.
 *
 * For each account it has a random number and an HMAC of it. The key is the hash of the account's password: only the database has it, a
 * restart or a second server changes nothing, and another password ends the trust in every device but the one it was set on.
 */
const COOKIE = `${STORAGE_PREFIX}-device`
/** Accounts a browser is remembered for: a family shares a tablet. */
const ACCOUNTS_MAX = 4
/** Seconds. Browsers keep no cookie longer than 400 days. */
const MAX_AGE = (400 * DAY) / 1000
const NUMBER_LENGTH = 16
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

/** What this browser is counted by when it signs in to the account with this password hash; `undefined` when it never has. */
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
  const number = randomBytes(NUMBER_LENGTH).toString('base64url')
  const token = `${number}.${macOf(number, passwordHash).toString('base64url')}`
  reply.setCookie(cookieName(https), [token, ...others].slice(0, ACCOUNTS_MAX).join('~'), {
    // Only calls of the API carry it, not pages and pictures.
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: https,
    maxAge: MAX_AGE,
  })
}
