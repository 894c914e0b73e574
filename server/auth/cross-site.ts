import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from '../problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A provider posts here from its own site; the route proves by other means that the person wanted it. */
    crossSite?: boolean
  }
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The origin people see this product under. `publicUrl` where it is told, else where the request was sent. */
export const originOf = (request: FastifyRequest, publicUrl: string | undefined) =>
  publicUrl ?? `${request.protocol}://${request.host}`

/** Whether the person's browser speaks https, also where a proxy in front takes it off and the operator has only told the address. */
export const isHttps = (request: FastifyRequest, publicUrl: string | undefined) =>
  originOf(request, publicUrl).startsWith('https:')

/**
 * Refuses whatever changes something and does not come from our own pages. Browsers say so themselves, in a header no script can set: by
 * `Sec-Fetch-Site`, and by `Origin` where they are old or the product is reached by plain http. A call that says neither is refused, too.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE.has(request.method) || request.routeOptions.config.crossSite) return done()
    const site = request.headers['sec-fetch-site']
    const ours =
      site === undefined ? request.headers.origin === originOf(request, publicUrl) : site === 'same-origin'
    done(
      ours
        ? undefined
        : new ProblemError({
            code: 'cross-site',
            message: 'This can only be asked from the pages of this site.',
          }),
    )
  })
}
