import { existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import {
  configIn,
  putClient,
  seed,
  startedOn,
  startedServer,
  temporaryFolder,
  timeUntil,
  timings,
} from './harness.ts'

const recordFailure = timings('database fault reported by the API after', 300)
const recordRecovery = timings('recovery after the end of the fault', 2000)

const DATABASE_URLS = [
  '/api/parks',
  '/api/parks/1',
  '/api/parks/search?q=park',
  '/api/parks/nearby?lat=-37.8&lng=145',
  '/api/search?query=park',
  '/api/states/nsw/cities',
  '/api/states/nsw/cities/Bondi/postcodes',
  '/api/geocode?address=Bondi',
  '/api/reverse-geocode?lat=-33.9&lng=151.2',
  '/api/directory',
  '/api/directory/changes?cursor=epoch1.1',
]

/** The replies of the server: 200 or the error for each URL that needs the database, and a few others. */
async function checkService(app: FastifyInstance): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const url of DATABASE_URLS) {
    const start = performance.now()
    const answer = await app.inject(url)
    if (answer.statusCode === 503) recordFailure(performance.now() - start)
    const { code, errorType } = answer.json()
    found[url] =
      answer.statusCode === 200
        ? 200
        : {
            status: answer.statusCode,
            code,
            errorType,
            retryAfter: answer.headers['retry-after'],
            etag: answer.headers.etag,
          }
  }
  const health = await app.inject('/api/health')
  const { status, database } = health.json()
  found.health = { http: health.statusCode, status, database }
  found.shell = (await app.inject('/')).statusCode
  found.states = (await app.inject('/api/states')).statusCode
  return found
}

const UNAVAILABLE = {
  status: 503,
  code: 'database-unavailable',
  errorType: 'DatabaseConnectionError',
  retryAfter: '1',
  etag: undefined,
}
const LIMITED_SERVICE = {
  ...Object.fromEntries(DATABASE_URLS.map((url) => [url, UNAVAILABLE])),
  health: { http: 200, status: 'degraded', database: 'unavailable' },
  shell: 200,
  states: 200,
}
const FULL_SERVICE = {
  ...Object.fromEntries(DATABASE_URLS.map((url) => [url, 200])),
  health: { http: 200, status: 'ok', database: 'ok' },
  shell: 200,
  states: 200,
}

/** Waits until a fault shows: the server does not look at the file for each request. */
async function untilUnavailable(app: FastifyInstance): Promise<void> {
  recordFailure(await timeUntil(async () => (await app.inject('/api/parks/1')).statusCode === 503))
}

async function checkServiceOnceRecovered(app: FastifyInstance): Promise<Record<string, unknown>> {
  recordRecovery(await timeUntil(async () => (await app.inject('/api/parks/1')).statusCode === 200))
  return checkService(app)
}

test('a server started without a database serves what it can, creates no file and recovers when the database appears', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const { app, path } = await startedOn(config)
  expect(await checkService(app)).toEqual(LIMITED_SERVICE)
  expect((await app.inject('/api/health')).json()).toMatchObject({ directory: null })
  expect(existsSync(path)).toBe(false)
  await seed(config)
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
})

test('a server whose database is moved away serves what it can and recovers', async () => {
  const { app, path } = await startedServer()
  expect((await app.inject('/api/parks/1')).statusCode).toBe(200)
  const { parks } = (await app.inject('/api/directory')).json()
  renameSync(path, `${path}.away`)
  await untilUnavailable(app)
  expect(await checkService(app)).toEqual(LIMITED_SERVICE)
  // A download in progress can continue.
  expect((await app.inject(parks.parts[0].url)).statusCode).toBe(200)
  expect((await app.inject('/api/health')).json()).toMatchObject({ directory: { epoch: 'epoch1', seq: 1 } })
  renameSync(`${path}.away`, path)
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
})

test('a database that is deleted and seeded again is a new directory', async () => {
  const { app, path, config } = await startedServer()
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  await untilUnavailable(app)
  await seed(config, { epoch: 'epoch2' })
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
  await timeUntil(async () => (await app.inject('/api/directory')).json().epoch === 'epoch2')
  expect((await app.inject('/api/directory/changes?cursor=epoch1.1')).json()).toEqual({ kind: 'snapshot' })
})

test.each([
  [
    'overwritten with something else',
    (path: string) => writeFileSync(path, 'not a database at all'.repeat(5000)),
  ],
  ['emptied', (path: string) => truncateSync(path, 0)],
])('a server whose database is %s recovers with a new one', async (_, damage) => {
  const { app, path, config } = await startedServer()
  damage(path)
  await untilUnavailable(app)
  expect(await checkService(app)).toEqual(LIMITED_SERVICE)
  rmSync(path)
  await seed(config, { epoch: 'epoch3' })
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
})

test('a server started on a damaged database recovers with a new one', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const path = await seed(config)
  writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000, 7)]))
  const { app } = await startedOn(config)
  expect(await checkService(app)).toEqual(LIMITED_SERVICE)
  rmSync(path)
  await seed(config)
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
})

test('a server started on a database without a directory serves what it can', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const path = await seed(config)
  const database = new Database(path)
  database.exec('delete from directory_meta')
  database.close()
  const { app } = await startedOn(config)
  expect(await checkService(app)).toEqual(LIMITED_SERVICE)
})

test('a server whose database is locked exclusively serves what it can and recovers', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const path = await seed(config)
  const other = new Database(path)
  other.pragma('locking_mode = exclusive')
  other.exec('begin immediate; commit')
  const { app } = await startedOn(config)
  expect(await checkService(app)).toEqual(LIMITED_SERVICE)
  other.close()
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
})

test('a server whose database is locked for writing answers every read', async () => {
  const { app, path } = await startedServer()
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  expect(await checkServiceOnceRecovered(app)).toEqual(FULL_SERVICE)
})
