import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a file: its request may take as long as it makes progress. */
    upload?: boolean
  }
}

/** Milliseconds in which a request's body must have arrived whole; of a file, in which more of it must have arrived. */
export const REQUEST_MUST_ARRIVE_IN = 15_000
/** Milliseconds between two looks at the connections whose request's head is not complete. */
const LOOK_AT_HEADS_EVERY = 1_000
/** Milliseconds: a connection is closed 15 seconds after it opened when it has not sent the head of a request. */
export const HEAD_DEADLINE = {
  headersTimeout: 15_000 - LOOK_AT_HEADS_EVERY,
  connectionsCheckingInterval: LOOK_AT_HEADS_EVERY,
} as const
/** Milliseconds in which a file must have arrived whole. */
export const UPLOAD_MUST_ARRIVE_IN = 900_000

/** Ends connections whose request does not arrive: a client that sends byte by byte is not waited for for ever, one on a slow line is. */
export function holdToDeadlines(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // A request that says nothing of a body has none (RFC 9112, section 6.3), and is here as a whole.
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    if (hasBody && !raw.complete) {
      // What has arrived and is not read to its end, because nobody wants it, is answered all the same.
      const give = () => void (raw.complete || raw.destroy())
      let patience = setTimeout(give, REQUEST_MUST_ARRIVE_IN)
      const stop = () => clearTimeout(patience)
      raw.once('end', stop).once('close', stop)
      if (request.routeOptions.config.upload) {
        // Listened for on the connection: who listens on the request takes the data out of it.
        const { socket } = raw
        const progress = () => {
          clearTimeout(patience)
          patience = setTimeout(give, REQUEST_MUST_ARRIVE_IN)
        }
        socket.on('data', progress)
        const leave = () => void socket.off('data', progress)
        raw.once('end', leave).once('close', leave)
      }
    }
    done()
  })
}
