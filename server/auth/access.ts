import type { FastifyInstance, FastifySchema } from 'fastify'
import { ProblemError } from '../http/problems.ts'

/** Who may call a route: everyone, signed-in users, administrators. */
const ACCESS = ['public', 'user', 'admin'] as const
export type Access = (typeof ACCESS)[number]
export const ROLES = ['anonymous', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The user a request comes from. */
export interface Person {
  id: number
  username: string
  isAdmin: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every API route: the server does not start without it. */
    access?: Access
    /** The route only refuses a method. */
    refused?: boolean
  }
  interface FastifyInstance {
    /** The routes of the API, and who may call them. */
    accessRules: readonly AccessRule[]
  }
  interface FastifyRequest {
    /** The signed-in user; `null` without one, and on routes that do not read the session. */
    user: Person | null
  }
}

export interface AccessRule {
  method: string
  url: string
  access: Access
  schema: FastifySchema | undefined
}

/** What each role gets from each kind of route. */
export const VERDICTS: Readonly<
  Record<Access, Readonly<Record<Role, 'allowed' | 'not-signed-in' | 'not-allowed'>>>
> = {
  public: { anonymous: 'allowed', user: 'allowed', admin: 'allowed' },
  user: { anonymous: 'not-signed-in', user: 'allowed', admin: 'allowed' },
  admin: { anonymous: 'not-signed-in', user: 'not-allowed', admin: 'allowed' },
}

const roleOf = (user: Person | null): Role => (user === null ? 'anonymous' : user.isAdmin ? 'admin' : 'user')
/** Whether a path is one of the API, not of a page. */
export const isApi = (url: string) => url === '/api' || url.startsWith('/api/')

/**
 * Requires `config.access` of every API route and checks it before a body is read. Call before any route is
 * declared; each adds to `accessRules`.
 */
export function guardRoutes(app: FastifyInstance): void {
  const rules: AccessRule[] = []
  app.decorate('accessRules', rules)
  app.decorateRequest('user', null)
  app.addHook('onRoute', function recordAccess({ url, method, config, schema }) {
    if (!isApi(url)) return
    const access = config?.access
    if (access === undefined)
      throw new Error(
        `${String(method)} ${url} does not say who may call it: set config.access to one of ${ACCESS.join(', ')}.`,
      )
    if (access !== 'public' && !this.hasRequestDecorator('session')) {
      throw new Error(
        `${String(method)} ${url} is for '${access}', but is declared where sessions are not read.`,
      )
    }
    if (config?.refused) return
    for (const name of [method].flat()) rules.push({ method: name, url, access, schema })
  })
  // After the hooks that read the session, and before the body is parsed.
  app.addHook('preParsing', ({ routeOptions, user }, _reply, _payload, done) => {
    const verdict = VERDICTS[routeOptions.config.access ?? 'public'][roleOf(user)]
    if (verdict === 'not-signed-in')
      return done(new ProblemError({ code: verdict, message: 'Sign in first.' }))
    if (verdict === 'not-allowed')
      return done(new ProblemError({ code: verdict, message: 'This is for administrators.' }))
    done()
  })
}
