import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import type { Config } from '../../fastify.config.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { createDatabase, databasePath, openStore } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { startServer } from '../../server/start.ts'

/** The first parks of the seed and the localities around them: enough for real searches, quick to load. */
export const PARKS: readonly DirectoryPark[] = seedParks().slice(0, 150)
const postcodes = new Set([...PARKS.map((park) => park.postcode), '3121', '2026', '7025', '4000', '2000'])
export const LOCALITIES: readonly Locality[] = localities().filter((locality) =>
  postcodes.has(locality.postcode),
)

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function configIn(folder: string, change: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    dataDir: join(folder, 'var'),
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
    ...change,
  }
}

/** Creates the database with a directory. */
export async function seed(
  config: Config,
  {
    parks = PARKS,
    localities = LOCALITIES,
    epoch = 'epoch1',
  }: { parks?: readonly DirectoryPark[]; localities?: readonly Locality[]; epoch?: string } = {},
): Promise<string> {
  const path = databasePath(config.dataDir)
  await createDatabase(path)
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
  path: string
}

/** The real app on a real database in a folder of its own. */
export async function startedServer(change: Partial<Config> = {}, clock?: () => Date): Promise<Running> {
  const config = configIn(temporaryFolder(), change)
  const path = await seed(config)
  putClient(config)
  return { ...(await startedOn(config, clock)), path }
}

/** The real app on an existing folder. */
export async function startedOn(config: Config, clock?: () => Date): Promise<Running> {
  const app = await startServer(config, clock)
  onTestFinished(() => app.close())
  return { app, config, path: databasePath(config.dataDir) }
}

export function openedStore(path: string): Store {
  const store = openStore(path)
  onTestFinished(() => store.close())
  return store
}

/** Polls until the condition holds; returns the milliseconds this took. */
export async function timeUntil(condition: () => Promise<boolean>, limit: number): Promise<number> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > limit) throw new Error(`the condition did not hold within ${limit} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - start
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
