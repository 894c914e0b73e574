import { createHash, randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import type { Kysely } from 'kysely'
import { HINT_COOKIE, HOUR, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { isForeignKeyFailure } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { notSignedIn, ProblemError } from '../http/problems.ts'
import {
  addSession,
  endSession,
  findSession,
  SESSION_MAX_MS,
  touchSession,
} from '../repositories/sessions.ts'
import type { Proof } from '../repositories/sessions.ts'
import { DatabaseUnavailable, writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { Person } from './access.ts'
import { isHttps } from '../http/origin.ts'
import { deviceName } from './device.ts'

declare module 'fastify' {
  interface Session {
    /** The signed-in user; missing before signing in. */
    person?: Person
    createdAt?: string
    lastSeen?: string
    /** Set during sign-in only, and never stored. */
    signingIn?: { device: string; proof: Proof } | undefined
  }
}

/** 256 random bits: signing the id as well would add nothing. */
const ID_BYTES = 32
/** Enough to tell a browser's sign-ins apart. */
const HINT_BYTES = 6
/** `lastSeen` is updated at most this often. */
const TOUCH_INTERVAL_MS = HOUR
const COOKIE = `${STORAGE_PREFIX}-session`

/**
 * The database has only the hash of a session's id, so that no one can sign in with a copy of the database.
 */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
export const sessionHash = (request: FastifyRequest) => tokenHash(request.session.sessionId)

/**
 * With https, the prefix by which browsers refuse the cookie from other hosts and plain http. Over plain http
 * they would refuse the prefix.
 */
const prefixed = (name: string, https: boolean) => (https ? `__Host-${name}` : name)

interface SessionParts {
  store: Store
  clock: () => Date
  publicUrl: string | undefined
}

/**
 * Reads the session for all routes of this scope. Visitors who are not signed in get no row and no cookie.
 * Only signing in sets the cookie and only signing out clears it: replies arrive in any order, and a reply to
 * a session that has ended must not clear the cookie of the next one.
 */
export async function openSessions(
  app: FastifyInstance,
  { store, clock, publicUrl }: SessionParts,
): Promise<void> {
  await app.register(cookie)

  // The session plugin has one cookie name; the name that the browser sees depends on http or https.
  app.addHook('onRequest', async (request, reply) => {
    const https = isHttps(request, publicUrl)
    const name = prefixed(COOKIE, https)
    const { [COOKIE]: plain, [`__Host-${COOKIE}`]: secure, ...others } = request.cookies
    const id = https ? secure : plain
    request.cookies = id === undefined ? others : { ...others, [COOKIE]: id }
    const { setCookie, clearCookie } = reply
    const hint = { path: '/', sameSite: 'lax', secure: https } as const
    reply.setCookie = (cookie, value, options) => {
      if (cookie !== COOKIE) return setCookie.call(reply, cookie, value, options)
      setCookie.call(reply, name, value, { ...options, secure: https })
      const signInId = randomBytes(HINT_BYTES).toString('base64url')
      return setCookie.call(reply, HINT_COOKIE, signInId, { ...hint, maxAge: SESSION_MAX_MS / 1000 })
    }
    reply.clearCookie = (cookie, options) => {
      if (cookie !== COOKIE) return clearCookie.call(reply, cookie, options)
      clearCookie.call(reply, name, { ...options, secure: https, httpOnly: true })
      return clearCookie.call(reply, HINT_COOKIE, hint)
    }
    // With a hint but no session the page would make a useless request each time it is opened.
    if (id === undefined && request.cookies[HINT_COOKIE] !== undefined)
      clearCookie.call(reply, HINT_COOKIE, hint)
  })

  await app.register(session, {
    cookieName: COOKIE,
    secret: { sign: (id) => id, unsign: (id) => ({ valid: true, renew: false, value: id }) },
    idGenerator: () => randomBytes(ID_BYTES).toString('base64url'),
    saveUninitialized: false,
    rolling: false,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SESSION_MAX_MS },
    store: sessionStore(store, clock),
  })

  app.addHook('onRequest', async (request, reply) => {
    // Routes with public replies override this.
    reply.header('cache-control', 'no-store')
    // The plugin has read the id. Without this line it would clear the cookie of an invalid session, possibly
    // in a reply that arrives after the one that has set a new cookie.
    delete request.cookies[COOKIE]
    const { person, lastSeen } = request.session
    if (!person || lastSeen === undefined) return
    request.user = person
    const now = clock()
    if (now.getTime() - Date.parse(lastSeen) < TOUCH_INTERVAL_MS) return
    // No reason to fail the request: the next one tries again.
    await store
      .write((db) => touchSession(db, sessionHash(request), now), {
        of: [writeNames.session(sessionHash(request))],
      })
      .catch(unlessDatabaseAway)
  })

  // The session may be ended, or the account deleted with its sessions, after the session was read. Rows that
  // refer to them cannot be written then.
  app.setErrorHandler(async (error, request) => {
    if (request.user && isForeignKeyFailure(error))
      await store.read((db) => requireSession(db, request, clock()))
    throw error
  })
}

/** The session plugin's store in our table. Only sessions with a signed-in user have a row. */
function sessionStore(store: Store, clock: () => Date) {
  return {
    get: callbackify(async (id: string): Promise<Session | null> => {
      const found = await store.read((db) => findSession(db, tokenHash(id), clock()))
      if (!found) return null
      const { userId, username, isAdmin, createdAt, lastSeen } = found
      return {
        person: { id: userId, username, isAdmin },
        createdAt,
        lastSeen,
        cookie: { originalMaxAge: SESSION_MAX_MS },
      }
    }),
    set: callbackify(async (id: string, session: Session): Promise<void> => {
      const { person, signingIn } = session
      if (!person || !signingIn) return
      session.signingIn = undefined
      const added = await store.write(
        (db) => addSession(db, { idHash: tokenHash(id), userId: person.id, ...signingIn, now: clock() }),
        { of: [writeNames.person(person.id)] },
      )
      if (!added) throw wrongCredentials()
    }),
    destroy: callbackify((id: string): Promise<void> =>
      store.write((db) => endSession(db, tokenHash(id)), { of: [writeNames.session(tokenHash(id))] }),
    ),
  }
}

function unlessDatabaseAway(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}

export const wrongCredentials = () =>
  new ProblemError({ code: 'wrong-credentials', message: 'The username or the password is wrong.' })

/**
 * Signs a person in on this device, with a new session id: an id that someone else knows or has set cannot be
 * used afterwards (session fixation).
 * @throws ProblemError `wrong-credentials` when the password or identity of `proof` has changed meanwhile
 */
export async function signIn(request: FastifyRequest, person: Person, proof: Proof): Promise<void> {
  await request.session.regenerate()
  request.session.person = person
  request.session.signingIn = { device: deviceName(request.headers['user-agent']), proof }
  try {
    await request.session.save()
  } catch (error) {
    // The plugin sets the cookie of a session that has changed.
    delete request.session.person
    throw error
  }
  request.user = person
  request.log.info({ user: person.id, by: 'password' in proof ? 'password' : proof.issuer }, 'signed in')
}

/**
 * Call inside the transaction of a change that was confirmed with the password: a reset may have ended the session
 * since the request arrived.
 * @throws ProblemError `not-signed-in`
 */
export async function requireSession(db: Kysely<Tables>, request: FastifyRequest, now: Date): Promise<void> {
  if (!(await findSession(db, sessionHash(request), now))) throw notSignedIn()
}

/** Ends the session on this device, if there is one. */
export async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { user } = request
  if (user) {
    await request.session.destroy()
    request.log.info({ user: user.id }, 'signed out')
  }
  request.user = null
  reply.clearCookie(COOKIE, { path: '/', sameSite: 'lax' })
}
