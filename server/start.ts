import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../fastify.config.ts'
import { buildApp } from './app.ts'
import { buildId } from './build-id.ts'
import { protectDataFolder } from './data-folder.ts'
import { openDirectory } from './directory/directory.ts'
import { openRequestCounts } from './http/request-counts.ts'
import { openGeo } from './geo/open.ts'
import { followSharedMap } from './geo/shared-map.ts'
import { openPictures } from './import/picture-files.ts'
import { openImports } from './import/service.ts'
import type { OpenJobs } from './import/service.ts'
import { openParts } from './directory/parts.ts'
import { databaseAddress, openStore } from './repositories/store.ts'
import { openRetention } from './retention.ts'
import { alwaysAvailable, watchStorage } from './storage/state.ts'
import { openStorage, storageConfig } from './storage/storage.ts'
import { onlyRunner, openRunner } from './nodes/runner.ts'
import { markIn } from './sync/mark.ts'
import { openSync } from './sync/service.ts'

/**
 * Time for a reply of PostgreSQL. A machine that vanishes closes no connections, and the system gives them up
 * after a quarter of an hour. Longer than the locks that a write may wait for one after the other.
 */
const QUERY_TIMEOUT_MS = 10_000

/**
 * Builds the app from its configuration, with the database of its data folder. Also starts if the database is
 * unavailable. Closing the app closes everything. Does not listen.
 * @param options what runs imports, instead of processes that only this server uses
 */
export async function startServer(
  config: Config,
  clock: () => Date = () => new Date(),
  { openJobs }: { openJobs?: OpenJobs } = {},
): Promise<FastifyInstance> {
  let built: FastifyInstance | undefined
  const early: ((log: FastifyBaseLogger) => void)[] = []
  /** Logs, once the app is built: its parts may report something before. */
  const log = (write: (log: FastifyBaseLogger) => void) =>
    void (built === undefined ? early.push(write) : write(built.log))
  const logError = (level: 'warn' | 'error', message: string) => (error: unknown) =>
    log((to) => to[level]({ err: error }, message))
  // First, because it may reject its configuration: nothing needs closing yet.
  const geo = await openGeo({
    config: config.geo,
    version: config.version,
    clock,
    cacheDir: join(config.dataDir, 'maps'),
    onCacheError: logError('warn', 'map tiles cannot be written to disk'),
    gazetteer: () => directory.last()?.gazetteer,
    dataDir: config.dataDir,
    onStreetError: logError('warn', 'the street map cannot be used'),
    onTileError: logError('warn', 'a map is drawn without its tiles'),
  })
  protectDataFolder(
    config.dataDir,
    logError('warn', 'others can read the data folder, and its permissions cannot be changed'),
  )
  const store = openStore(databaseAddress(config), { queryTimeoutMs: QUERY_TIMEOUT_MS })
  const parts = openParts(
    join(config.dataDir, 'parts'),
    logError('warn', 'directory parts cannot be written to disk'),
  )
  const directory = openDirectory({ store, parts, clock, build: await buildId() })
  const sync = openSync({
    store,
    clock,
    mark: markIn(join(config.dataDir, 'sync-mark.json'), logError('warn', 'the sync mark cannot be saved')),
    onFailure: logError('error', 'an operation failed permanently'),
  })
  // With a file of SQLite there is only this server.
  const shared = config.databaseUrl !== undefined
  const server = `${config.nodeName ?? hostname()} ${randomBytes(6).toString('hex')}`
  const runner = shared ? openRunner({ store, server }) : onlyRunner
  const storage = openStorage(storageConfig(config))
  const sharedStorage = config.storage === undefined ? undefined : storage
  const storageState = sharedStorage
    ? watchStorage(sharedStorage, (reason) => {
        if (reason) log((to) => to.error({ err: reason }, 'the file storage cannot be used'))
        else log((to) => to.warn('the file storage can be used again'))
      })
    : alwaysAvailable
  const pictures = openPictures(
    storage,
    config.storage?.kind === 's3' ? join(config.dataDir, 'pictures-cache') : undefined,
    logError('error', 'a picture from the file storage is damaged or cannot be cached'),
  )
  const sharedMap =
    sharedStorage &&
    followSharedMap(
      sharedStorage,
      config.dataDir,
      logError('warn', 'the street map cannot be copied from the file storage'),
    )
  const retention = openRetention({
    store,
    storage: sharedStorage,
    runner,
    clock,
    onError: logError('warn', 'expired data could not be deleted'),
  })
  const imports = openImports({
    store,
    openJobs,
    server,
    shared,
    runner,
    dataDir: config.dataDir,
    storage: storageConfig(config),
    sharedStorage,
    version: config.version,
    clock,
    onError: logError('error', 'pictures cannot be copied'),
  })
  const requestCounts = config.rateLimit
    ? openRequestCounts({
        store: shared ? store : undefined,
        clock,
        onError: logError('error', 'requests cannot be counted together'),
      })
    : undefined
  const app = await buildApp({
    config,
    store,
    sharedStorage,
    storageState,
    pictures,
    directory,
    sync,
    geo,
    imports,
    requestCounts,
    runner,
    clock,
  })
  built = app
  for (const write of early.splice(0)) write(app.log)
  app.addHook('onClose', async () => {
    sync.close()
    await requestCounts?.close()
    await retention.close()
    await imports.close()
    await pictures.close()
    sharedMap?.close()
    storageState.close()
    await runner.close()
    await geo.close()
    await directory.close()
    await parts.close()
    await store.close()
  })
  await directory
    .current()
    .catch((error: unknown) => app.log.warn({ err: error }, 'starting without a directory'))
  return app
}
