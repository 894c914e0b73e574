import { createHash, randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import { HINT_COOKIE, HOUR, STORAGE_PREFIX } from '../../data/model/constants.ts'
import { ProblemError } from '../http/problems.ts'
import {
  addSession,
  endSession,
  heldSession,
  SESSION_AT_MOST,
  touchSession,
} from '../repositories/sessions.ts'
import type { Proof } from '../repositories/sessions.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { Person } from './access.ts'
import { isHttps } from '../http/origin.ts'
import { deviceName } from './device.ts'

declare module 'fastify' {
  interface Session {
    /** Whose session it is; nobody's until somebody signs in. */
    person?: Person
    createdAt?: string
    lastSeen?: string
    /** Set while somebody signs in, and never kept. */
    beginning?: { device: string; proof: Proof } | undefined
  }
}

/** Bytes of an id: 256 bits from the system's generator, so that signing it would add nothing. */
const ID_LENGTH = 32
/** A session in use is noted no more often, in milliseconds. */
const NOTE_EVERY = HOUR
const COOKIE = `${STORAGE_PREFIX}-session`

/** The form in which the database has a session's id: a copy of it signs nobody in. */
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')
export const sessionHash = (request: FastifyRequest) => hashOf(request.session.sessionId)

/** On https with the prefix by which browsers keep other hosts and plain http from setting it; without, where they would refuse it. */
const prefixed = (name: string, https: boolean) => (https ? `__Host-${name}` : name)

interface SessionParts {
  store: Store
  clock: () => Date
  publicUrl: string | undefined
}

/**
 * Finds out who asks, for all routes of this scope. Whoever is not signed in costs no row and no cookie. Only signing in sets the cookie and
 * only signing out takes it back: answers arrive in any order, and one to a session that ended must not undo what the next has begun.
 */
export async function openSessions(
  app: FastifyInstance,
  { store, clock, publicUrl }: SessionParts,
): Promise<void> {
  await app.register(cookie)

  // The session plugin knows one name for its cookie; which one the browser is to see depends on how it came here.
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
      return setCookie.call(reply, HINT_COOKIE, '1', { ...hint, maxAge: SESSION_AT_MOST / 1000 })
    }
    reply.clearCookie = (cookie, options) => {
      if (cookie !== COOKIE) return clearCookie.call(reply, cookie, options)
      clearCookie.call(reply, name, { ...options, secure: https, httpOnly: true })
      return clearCookie.call(reply, HINT_COOKIE, hint)
    }
    // A hint that outlived its session would have the page ask for nothing, each time.
    if (id === undefined && request.cookies[HINT_COOKIE] !== undefined)
      clearCookie.call(reply, HINT_COOKIE, hint)
  })

  await app.register(session, {
    cookieName: COOKIE,
    secret: { sign: (id) => id, unsign: (id) => ({ valid: true, renew: false, value: id }) },
    idGenerator: () => randomBytes(ID_LENGTH).toString('base64url'),
    saveUninitialized: false,
    rolling: false,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SESSION_AT_MOST },
    store: sessionStore(store, clock),
  })

  app.addHook('onRequest', async (request, reply) => {
    // Private until a route says otherwise.
    reply.header('cache-control', 'no-store')
    // The plugin has read the id. Left here, it would have the plugin take back the cookie of one that opens nothing, by an answer that may
    // arrive after the one that has put a new id in its place.
    delete request.cookies[COOKIE]
    const { person, lastSeen } = request.session
    if (!person || lastSeen === undefined) return
    request.user = person
    const now = clock()
    if (now.getTime() - Date.parse(lastSeen) < NOTE_EVERY) return
    // That a session is in use is worth a note, but no failure: the next request makes it again.
    await store.write((db) => touchSession(db, sessionHash(request), now)).catch(unlessDatabaseAway)
  })
}

/** The plugin's store over our table. Only a session that somebody is signed in with has a row. */
function sessionStore(store: Store, clock: () => Date) {
  return {
    get: callbackify(async (id: string): Promise<Session | null> => {
      const held = await store.read((db) => heldSession(db, hashOf(id), clock()))
      if (!held) return null
      const { userId, username, isAdmin, createdAt, lastSeen } = held
      return {
        person: { id: userId, username, isAdmin },
        createdAt,
        lastSeen,
        cookie: { originalMaxAge: SESSION_AT_MOST },
      }
    }),
    set: callbackify(async (id: string, session: Session): Promise<void> => {
      const { person, beginning } = session
      if (!person || !beginning) return
      session.beginning = undefined
      const added = await store.write((db) =>
        addSession(db, { idHash: hashOf(id), userId: person.id, ...beginning, now: clock() }),
      )
      if (!added) throw wrongCredentials()
    }),
    destroy: callbackify((id: string): Promise<void> => store.write((db) => endSession(db, hashOf(id)))),
  }
}

function unlessDatabaseAway(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) throw error
}

export const wrongCredentials = () =>
  new ProblemError({ code: 'wrong-credentials', message: 'The username or the password is wrong.' })

/**
 * Signs somebody in on this device, under a new id: an id that somebody else knows or has planted is worth nothing afterwards.
 * @throws ProblemError `wrong-credentials` when what they proved it by has changed this very moment.
 */
export async function signIn(request: FastifyRequest, person: Person, proof: Proof): Promise<void> {
  await request.session.regenerate()
  request.session.person = person
  request.session.beginning = { device: deviceName(request.headers['user-agent']), proof }
  await request.session.save()
  request.user = person
  request.log.info({ user: person.id, by: 'password' in proof ? 'password' : proof.issuer }, 'signed in')
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
