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

const told = timings('trouble with the database told by the API after', 300)
const healed = timings('answering again after the end of the trouble', 2000)
/** Milliseconds after which waiting is given up. */
const GIVEN_UP_AFTER = 15_000

const NEEDING_THE_DATABASE = [
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

/** What the product answers: to each question that needs the database its status and, for an error, whether it is the one clients look for. */
async function service(app: FastifyInstance): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const url of NEEDING_THE_DATABASE) {
    const start = performance.now()
    const answer = await app.inject(url)
    if (answer.statusCode === 503) told(performance.now() - start)
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

const TROUBLE = {
  status: 503,
  code: 'database-unavailable',
  errorType: 'DatabaseConnectionError',
  retryAfter: '1',
  etag: undefined,
}
const LIMITED = {
  ...Object.fromEntries(NEEDING_THE_DATABASE.map((url) => [url, TROUBLE])),
  health: { http: 200, status: 'degraded', database: 'unavailable' },
  shell: 200,
  states: 200,
}
const WHOLE = {
  ...Object.fromEntries(NEEDING_THE_DATABASE.map((url) => [url, 200])),
  health: { http: 200, status: 'ok', database: 'ok' },
  shell: 200,
  states: 200,
}

async function serviceOnceHealed(app: FastifyInstance): Promise<Record<string, unknown>> {
  healed(await timeUntil(async () => (await app.inject('/api/parks/1')).statusCode === 200, GIVEN_UP_AFTER))
  return service(app)
}

test('started without a database, the product serves what it can, makes no file, and heals when the database comes', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const { app, path } = await startedOn(config)
  expect(await service(app)).toEqual(LIMITED)
  expect((await app.inject('/api/health')).json()).toMatchObject({ directory: null })
  expect(existsSync(path)).toBe(false)
  await seed(config)
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
})

test('the database removed while it runs', async () => {
  const { app, path } = await startedServer()
  expect((await app.inject('/api/parks/1')).statusCode).toBe(200)
  const { parks } = (await app.inject('/api/directory')).json()
  renameSync(path, `${path}.away`)
  expect(await service(app)).toEqual(LIMITED)
  // What a device was downloading goes on.
  expect((await app.inject(parks.parts[0].url)).statusCode).toBe(200)
  expect((await app.inject('/api/health')).json()).toMatchObject({ directory: { epoch: 'epoch1', seq: 1 } })
  renameSync(`${path}.away`, path)
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
})

test('the database deleted for good and made anew is a new directory', async () => {
  const { app, path, config } = await startedServer()
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  expect((await app.inject('/api/parks')).statusCode).toBe(503)
  await seed(config, { epoch: 'epoch2' })
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
  await timeUntil(async () => (await app.inject('/api/directory')).json().epoch === 'epoch2', GIVEN_UP_AFTER)
  expect((await app.inject('/api/directory/changes?cursor=epoch1.1')).json()).toEqual({ kind: 'snapshot' })
})

test.each([
  [
    'overwritten with something else',
    (path: string) => writeFileSync(path, 'not a database at all'.repeat(5000)),
  ],
  ['emptied', (path: string) => truncateSync(path, 0)],
])('the database %s while it runs', async (_, damage) => {
  const { app, path, config } = await startedServer()
  damage(path)
  expect(await service(app)).toEqual(LIMITED)
  rmSync(path)
  await seed(config, { epoch: 'epoch3' })
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
})

test('started on a broken database', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const path = await seed(config)
  writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000, 7)]))
  const { app } = await startedOn(config)
  expect(await service(app)).toEqual(LIMITED)
  rmSync(path)
  await seed(config)
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
})

test('started on a database that has its tables and no directory yet', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const path = await seed(config)
  const database = new Database(path)
  database.exec('delete from directory_meta')
  database.close()
  const { app } = await startedOn(config)
  expect(await service(app)).toEqual(LIMITED)
})

test('the database locked by another process so that not even reading is possible', async () => {
  const config = configIn(temporaryFolder())
  putClient(config)
  const path = await seed(config)
  const other = new Database(path)
  other.pragma('locking_mode = exclusive')
  other.exec('begin immediate; commit')
  const { app } = await startedOn(config)
  expect(await service(app)).toEqual(LIMITED)
  other.close()
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
})

test('the database locked for writing answers every question', async () => {
  const { app, path } = await startedServer()
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  expect(await serviceOnceHealed(app)).toEqual(WHOLE)
})
