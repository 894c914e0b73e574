import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, readConfig } from '../fastify.config.ts'
import type { Config } from '../fastify.config.ts'
import { createForOwnerOnly } from './data-folder.ts'
import { startServer } from './start.ts'
import { warmUp } from './warm-up.ts'

/** How long clients have to end their connections before idle ones are closed. */
const SHUTDOWN_GRACE_MS = 300
const TURNS_TO_ACCEPT = 20

createForOwnerOnly()
// Starts the server. On a signal it finishes the open requests, then closes the database.
try {
  const config = readConfig()
  const app = await startServer(config)
  const stopping = new AbortController()
  let warm: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      app.log.info({ signal }, 'stopping')
      app.announceStop()
      sleep(config.shutdownDelay)
        .then(() => drainConnections(app.server))
        .then(() => warm)
        .then(() => app.close())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            app.log.error({ err: error }, 'shutdown failed')
            process.exit(1)
          },
        )
    })
  }
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw toConfigError(error, config)
  })
  warm = warmUp(app, stopping.signal)
  await warm
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}

/**
 * Accepts no new connections and sends `Connection: close` on open ones. Closing a connection without it
 * would drop a request that is on its way.
 */
async function drainConnections(server: Server): Promise<void> {
  // First accept clients that are already in the queue: each turn of the event loop accepts some.
  for (let turn = 0; turn < TURNS_TO_ACCEPT; turn += 1) await nextTurn()
  // Not the http server's own close, which also closes idle connections at once.
  Server.prototype.close.call(server)
  server.prependListener(
    'request',
    (_request: IncomingMessage, response: ServerResponse) => void response.setHeader('connection', 'close'),
  )
  await sleep(SHUTDOWN_GRACE_MS)
}

/** Names the variable because of which the server cannot listen. */
function toConfigError(error: unknown, { host, port }: Config): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ConfigError(
      `PORT ${port} is in use: stop the program that uses it, or set PORT to another number.`,
    )
  if (code === 'EACCES')
    return new ConfigError(`PORT ${port} is not permitted for this user: set PORT to 1024 or more.`)
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return new ConfigError(`HOST must be an address of this machine, but is '${host}' (${message}).`)
  return error
}
