import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../fastify.config.ts'
import { buildApp } from './app.ts'
import { openDirectory } from './directory.ts'
import { openParts } from './parts.ts'
import { databasePath, openStore } from './repositories/store.ts'

/**
 * Puts the product together from its configuration, on the database of its data folder. Starts whatever state that is in; closing the app
 * closes everything. Does not listen.
 */
export async function startServer(config: Config, clock: () => Date = () => new Date()): Promise<FastifyInstance> {
  const store = openStore(databasePath(config.dataDir))
  const parts = openParts(join(config.dataDir, 'parts'), (error) => app.log.warn({ err: error }, 'the parts cannot be kept on disk'))
  const directory = openDirectory({ store, parts, clock })
  const app = await buildApp({ config, directory, clock })
  app.addHook('onClose', async () => {
    await directory.close()
    await parts.close()
    await store.close()
  })
  await directory.current().catch((error: unknown) => app.log.warn({ err: error }, 'starting without a directory'))
  return app
}
