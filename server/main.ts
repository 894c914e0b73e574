import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from './data-folder.ts'
import { startServer } from './start.ts'

/** How long open connections are told to end with their next answer before the idle ones are closed, in milliseconds. */
const FAREWELL = 300
const TURNS_TO_ACCEPT = 20

createForOwnerOnly()
// Starts the product and stops it in good order: what has been asked is answered, then the database is closed.
try {
  const config = readConfig()
  const app = await startServer(config)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      app.log.info({ signal }, 'stopping')
      farewell(app.server)
        .then(() => app.close())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            app.log.error({ err: error }, 'could not stop in good order')
            process.exit(1)
          },
        )
    })
  }
  await app.listen({ port: config.port, host: config.host })
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigError || isListenError(error) ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}

/**
 * Takes no new connection and lets those there are end with an answer: a connection that is closed while a request is on its way drops that
 * request, one whose client was told does not.
 */
async function farewell(server: Server): Promise<void> {
  // Who is connected already and waits to be accepted is let in first: each turn of the event loop accepts.
  for (let turn = 0; turn < TURNS_TO_ACCEPT; turn += 1) await nextTurn()
  // Not http's own close, which would cut off connections that are quiet just now.
  Server.prototype.close.call(server)
  server.prependListener(
    'request',
    (_request: IncomingMessage, response: ServerResponse) => void response.setHeader('connection', 'close'),
  )
  await sleep(FAREWELL)
}

function isListenError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
