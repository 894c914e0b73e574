import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasHost, originOf } from '../http/origin.ts'
import { ProblemError } from '../http/problems.ts'
import type { RequestCount } from '../http/problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests from other sites are allowed: the route protects itself against forged requests. */
    crossSite?: boolean
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that change data and do not come from our own pages. Browsers say where a request comes
 * from in headers that scripts cannot set: `Sec-Fetch-Site`, or `Origin` in old browsers and over plain http.
 * A request with neither is refused.
 */
export function refuseCrossSite(
  app: FastifyInstance,
  publicUrl: string | undefined,
  count: RequestCount,
): void {
  const isOurOrigin = (request: FastifyRequest) =>
    (publicUrl !== undefined || hasHost(request)) && request.headers.origin === originOf(request, publicUrl)
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    // The route's rate limit runs after this hook, and refused requests count too.
    await count(request, reply)
    throw new ProblemError({
      code: 'cross-site',
      message: 'This can only be asked from the pages of this site.',
    })
  }
  // Most requests only read: they do not wait for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    if (SAFE.has(request.method) || request.routeOptions.config.crossSite) return done()
    const site = request.headers['sec-fetch-site']
    const ours = site === undefined ? isOurOrigin(request) : site === 'same-origin'
    if (ours) return done()
    return refuse(request, reply)
  })
}
