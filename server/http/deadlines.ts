import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: the request may take longer while it makes progress. */
    upload?: boolean
  }
}

/** Time for a whole request body; for a file, the longest pause between two pieces of it. */
export const REQUEST_TIMEOUT_MS = 15_000
const HEADERS_CHECK_INTERVAL_MS = 1_000
/** A connection is closed 15 seconds after it opened if the headers of a request have not arrived. */
export const HEADERS_TIMEOUTS = {
  headersTimeout: 15_000 - HEADERS_CHECK_INTERVAL_MS,
  connectionsCheckingInterval: HEADERS_CHECK_INTERVAL_MS,
} as const
/** Time for a whole file. */
export const UPLOAD_TIMEOUT_MS = 900_000

/** Closes connections whose request body does not arrive in time, against clients that send byte by byte. */
export function enforceDeadlines(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // Without these headers a request has no body (RFC 9112, section 6.3) and is complete.
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    if (hasBody && !raw.complete) {
      // A body that has arrived but was not read is no reason to close: the request still gets its reply.
      const giveUp = () => void (raw.complete || raw.destroy())
      let timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS)
      const stop = () => clearTimeout(timer)
      raw.once('end', stop).once('close', stop)
      if (request.routeOptions.config.upload) {
        // On the socket, because a data listener on the request would consume its body.
        const { socket } = raw
        const progress = () => {
          clearTimeout(timer)
          timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS)
        }
        socket.on('data', progress)
        const removeListener = () => void socket.off('data', progress)
        raw.once('end', removeListener).once('close', removeListener)
      }
    }
    done()
  })
}
