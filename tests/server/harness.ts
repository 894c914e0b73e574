import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { Config } from '../../fastify.config.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { createDatabase, databaseAddress, openStore } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { openJobProcesses } from '../../server/import/job-processes.ts'
import type { IdleProcesses } from '../../server/import/job-processes.ts'
import type { OpenJobs } from '../../server/import/service.ts'
import { startServer } from '../../server/start.ts'
import { createSqlite } from './sqlite-databases.ts'
import { newPostgresUrl, preparePostgres } from './postgres-databases.ts'
import { LOCALITIES, PARKS } from './parks.ts'

export { LOCALITIES, PARKS } from './parks.ts'

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A configuration with its data in a folder, and on PostgreSQL with a database of its own. */
export function configIn(folder: string, change: Partial<Config> = {}): Config {
  const databaseUrl = newPostgresUrl(folder)
  return {
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'var'),
    ...(databaseUrl !== undefined && { databaseUrl }),
    shutdownDelay: 0,
    logLevel: 'silent',
    rateLimit: false,
    trustProxy: false,
    publicUrl: undefined,
    clientDir: join(folder, 'client'),
    version: '1.2.3',
    metricsToken: undefined,
    metricsAddresses: [],
    serviceWorker: true,
    geo: {},
    providers: {},
    hashCost: { memory: 8, passes: 1 },
    ...change,
  }
}

/** The environment variables of the database and of files, for a process of its own. */
export const environmentOf = ({ dataDir, databaseUrl, storage }: Config): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  ...(storage?.kind === 'folder' && { STORAGE_URL: String(pathToFileURL(storage.path)) }),
  ...(storage?.kind === 's3' && {
    STORAGE_URL: `s3://${storage.bucket}/${storage.prefix}`,
    S3_ENDPOINT: storage.endpoint,
    S3_REGION: storage.region,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
  }),
})

/** Creates a database without tables, which PostgreSQL needs before the first start. */
export const createBlank = (config: Config): Promise<boolean> =>
  preparePostgres(databaseAddress(config), 'blank')

/** Creates the database, without a directory. @returns its address */
export async function createEmpty(config: Config): Promise<string> {
  const path = databaseAddress(config)
  if (await preparePostgres(path, 'empty')) return path
  await (existsSync(path) ? createDatabase(path) : createSqlite(path, 'empty'))
  return path
}

/** Creates the database with a directory. @returns its address */
export async function seed(
  config: Config,
  directory: { parks?: readonly DirectoryPark[]; localities?: readonly Locality[]; epoch?: string } = {},
): Promise<string> {
  mkdirSync(config.dataDir, { recursive: true })
  const path = databaseAddress(config)
  if (Object.keys(directory).length === 0 && !existsSync(path)) {
    if (!(await preparePostgres(path, 'seeded'))) await createSqlite(path, 'seeded')
    return path
  }
  const { parks = PARKS, localities = LOCALITIES, epoch = 'epoch1' } = directory
  await createEmpty(config)
  const store = openStore(path)
  await store.write((db) => seedDirectory(db, { parks, localities, epoch }))
  await store.close()
  return path
}

/** Writes a minimal built client. */
export function putClient(config: Config): void {
  mkdirSync(join(config.clientDir, 'assets'), { recursive: true })
  writeFileSync(join(config.clientDir, 'index.html'), '<!doctype html><title>Offlead</title>')
  writeFileSync(join(config.clientDir, 'sw.js'), '/* service worker */')
  writeFileSync(join(config.clientDir, 'manifest.webmanifest'), '{"name":"Offlead"}')
  writeFileSync(join(config.clientDir, 'assets', 'main-abc123.js'), 'console.log("plain")')
  writeFileSync(join(config.clientDir, 'assets', 'main-abc123.js.br'), 'brotli form')
}

export interface Running {
  app: FastifyInstance
  config: Config
  /** Address of the database. */
  path: string
}

/** For tests of limits per minute: a busy machine may need more than a minute for that many requests. */
export function stoppedClock(): () => Date {
  const at = new Date()
  return () => at
}

/** The real app on a real database in a folder of its own. */
export async function startedServer(
  change: Partial<Config> = {},
  clock?: () => Date,
  openJobs?: OpenJobs,
): Promise<Running> {
  const config = configIn(temporaryFolder(), change)
  const path = await seed(config)
  putClient(config)
  return { ...(await startedOn(config, clock, openJobs)), path }
}

/** Starting a process for each server that imports a list takes longer than the import. */
const idleProcesses: IdleProcesses = []

/** Runs jobs in processes, as the product does. */
export const openSharedProcesses: OpenJobs = (database) =>
  openJobProcesses(database, undefined, idleProcesses)

/** The real app on an existing folder. */
export async function startedOn(
  config: Config,
  clock?: () => Date,
  openJobs: OpenJobs = openSharedProcesses,
): Promise<Running> {
  const app = await startServer(config, clock, { openJobs })
  onTestFinished(() => app.close())
  return { app, config, path: databaseAddress(config) }
}

/**
 * A real app for all tests of a file or group, because starting one takes longer than most requests. No test may
 * change what another one sees.
 * @returns the app, once the tests run
 */
export function sharedServer(content: 'empty' | 'seeded' = 'seeded'): () => Running {
  let folder: string
  let running: Running | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'offlead-test-'))
    const config = configIn(folder)
    const path = await (content === 'seeded' ? seed(config) : createEmpty(config))
    putClient(config)
    running = { app: await startServer(config), config, path }
  })
  afterAll(async () => {
    await running?.app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => running!
}

export function openedStore(path: string): Store {
  const store = openStore(path)
  onTestFinished(() => store.close())
  return store
}

/** Milliseconds. Long, so that a busy machine does not fail a test. */
const LONGEST_WAIT = 150_000

/**
 * Polls until the condition holds, less often the longer it takes: every question takes time from what is awaited.
 * @returns the milliseconds this took
 */
export async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (await condition()) return performance.now() - start
    const waited = performance.now() - start
    if (waited > LONGEST_WAIT) throw new Error(`the condition did not hold within ${LONGEST_WAIT} ms`)
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(20, waited / 10), 250)))
  }
}

/** Records durations and prints them with their goal at the end of the file. A duration never fails a test. */
export function timings(what: string, goal: number): (milliseconds: number) => void {
  const all: number[] = []
  afterAll(() => {
    const sorted = all.sort((a, b) => a - b)
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0)
    console.log(`${what}: median ${at(0.5)} ms, longest ${at(1)} ms of ${sorted.length} (goal ${goal} ms)`)
  })
  return (milliseconds) => void all.push(milliseconds)
}
