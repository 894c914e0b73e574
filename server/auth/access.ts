import type { FastifyInstance, FastifySchema } from 'fastify'
import { ProblemError } from '../http/problems.ts'

/** Who may call a route: everybody, whoever is signed in, administrators. */
const ACCESS = ['public', 'user', 'admin'] as const
export type Access = (typeof ACCESS)[number]
export const ROLES = ['anonymous', 'user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who asks. */
export interface Person {
  id: number
  username: string
  isAdmin: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the API says who may call it; one that does not keeps the server from starting. */
    access?: Access
    /** Declared only to refuse a method. */
    refused?: boolean
  }
  interface FastifyInstance {
    /** The routes of the API that there are, and who may call them. */
    accessRules: readonly AccessRule[]
  }
  interface FastifyRequest {
    /** Who is signed in; `null` for nobody, and on routes that never look. */
    user: Person | null
  }
}

export interface AccessRule {
  method: string
  url: string
  access: Access
  /** What the route reads by. */
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
const isApi = (url: string) => url === '/api' || url.startsWith('/api/')

/**
 * Has every route of the API say who may call it, and holds callers to it before a body is read. To be called before any route is declared;
 * `accessRules` fills as they are.
 */
export function guardRoutes(app: FastifyInstance): void {
  const rules: AccessRule[] = []
  app.decorate('accessRules', rules)
  app.decorateRequest('user', null)
  app.addHook('onRoute', function noteAccess({ url, method, config, schema }) {
    if (!isApi(url)) return
    const access = config?.access
    if (access === undefined)
      throw new Error(
        `${String(method)} ${url} does not say who may call it: give it config.access, one of ${ACCESS.join(', ')}.`,
      )
    if (access !== 'public' && !this.hasRequestDecorator('session')) {
      throw new Error(
        `${String(method)} ${url} is for '${access}', but is declared where nobody looks who asks.`,
      )
    }
    if (config?.refused) return
    for (const name of [method].flat()) rules.push({ method: name, url, access, schema })
  })
  // After all the hooks that find out who asks, and before the body.
  app.addHook('preParsing', ({ routeOptions, user }, _reply, _payload, done) => {
    const verdict = VERDICTS[routeOptions.config.access ?? 'public'][roleOf(user)]
    if (verdict === 'not-signed-in')
      return done(new ProblemError({ code: verdict, message: 'Sign in first.' }))
    if (verdict === 'not-allowed')
      return done(new ProblemError({ code: verdict, message: 'This is for administrators.' }))
    done()
  })
}
