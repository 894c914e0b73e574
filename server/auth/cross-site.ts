import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasHost, originOf } from '../http/origin.ts'
import { ProblemError } from '../http/problems.ts'
import type { RequestCount } from '../http/problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A provider posts here from its own site; the route proves by other means that the person wanted it. */
    crossSite?: boolean
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses whatever changes something and does not come from our own pages. Browsers say so themselves, in a header no script can set: by
 * `Sec-Fetch-Site`, and by `Origin` where they are old or the product is reached by plain http. A call that says neither is refused, too.
 */
export function refuseCrossSite(
  app: FastifyInstance,
  publicUrl: string | undefined,
  count: RequestCount,
): void {
  const isOurOrigin = (request: FastifyRequest) =>
    (publicUrl !== undefined || hasHost(request)) && request.headers.origin === originOf(request, publicUrl)
  app.addHook('onRequest', async (request, reply) => {
    if (SAFE.has(request.method) || request.routeOptions.config.crossSite) return
    const site = request.headers['sec-fetch-site']
    const ours = site === undefined ? isOurOrigin(request) : site === 'same-origin'
    if (ours) return
    // The limit of the route comes after this hook, and refusals count, too.
    await count(request, reply)
    throw new ProblemError({
      code: 'cross-site',
      message: 'This can only be asked from the pages of this site.',
    })
  })
}
