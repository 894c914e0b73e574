import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { startServer } from './start.ts'

/** How long open connections are told to end with their next answer before the idle ones are closed, in milliseconds. */
const FAREWELL = 300

// Starts the product and stops it in good order: what has been asked is answered, then the database is closed.
try {
  const config = readConfig()
  const app = await startServer(config)
  let stopping = false
  // A connection that is closed while a request is on its way drops that request; one that the client was told about does not.
  app.server.prependListener('request', (_request, response) => {
    if (stopping) response.setHeader('connection', 'close')
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      app.log.info({ signal }, 'stopping')
      sleep(FAREWELL)
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
  process.stderr.write(`${error instanceof ConfigError || isListenError(error) ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exit(1)
}

function isListenError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
