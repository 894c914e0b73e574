import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCanvas } from '@napi-rs/canvas'
import { expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../data/model/constants.ts'
import { findHeaders } from '../../server/import/headers.ts'
import { copyPictures } from '../../server/import/picture-queue.ts'
import { readFile } from '../../server/import/read-file.ts'
import { runImport } from '../../server/import/run.ts'
import { LEASE_MS, LEASE_RENEWAL_MS, onlyRunner } from '../../server/nodes/runner.ts'
import { beginJob, renewJob } from '../../server/repositories/import-jobs.ts'
import { openRetention } from '../../server/retention.ts'
import { openStorage } from '../../server/storage/storage.ts'
import { openedStore, temporaryFolder, timeUntil } from '../server/harness.ts'
import { administrator, form } from '../server/import/forms.ts'
import { openDatabase } from '../server/sql.ts'
import { startS3Server } from '../support/s3-server.ts'
import { twoServers } from './two-servers.ts'

/** Two servers with data folders of their own, one database and one bucket. */
async function twoServersAndBucket() {
  const bucket = await startS3Server()
  onTestFinished(() => bucket.close())
  const keysBelow = (prefix: string) =>
    [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const servers = await twoServers({ storage: bucket.config, metricsAddresses: ['127.0.0.1'] })
  return { ...servers, bucket, keysBelow, storage: openStorage(bucket.config) }
}

const request = { kind: 'csv' as const, fileName: 'list.csv', source: 'list', userId: null, dryRun: false }
const LIST = 'name,suburb,state\nRosella Run,Carlton North,VIC\nGalah Green,Carlton North,VIC\n'
const upload = form([
  ['csvFile', { name: 'list.csv', content: LIST }],
  ['fileType', 'csv'],
])

test('a picture that one server has copied is sent by the other, also while the object store is down', async () => {
  const { one, two, address, configs, bucket, keysBelow, storage } = await twoServersAndBucket()
  const store = openedStore(address)
  const file = join(temporaryFolder(), 'list.csv')
  writeFileSync(
    file,
    'name,suburb,state,photo\nRosella Run,Carlton North,VIC,http://pictures.example/a.png\n',
  )
  await runImport(store, findHeaders(await readFile(file, 'csv')), request, () => new Date())
  const png = await createCanvas(1200, 900).encode('png')
  expect(await copyPictures(store, storage, 'Offlead/1.2.3', async () => png)).toBe(1)
  const [key] = keysBelow('pictures/')
  const bytes = bucket.objects.get(key!)!.bytes
  expect(key).toBe(`pictures/${createHash('sha256').update(bytes).digest('hex')}.webp`)

  const url = `/api/${key}`
  await timeUntil(async () => (await one.inject('/api/search?query=rosella')).json()[0]?.imageUrl === url)
  const sent = await two.inject(url)
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(sent.rawPayload.equals(bytes)).toBe(true)
  for (const { dataDir } of configs) expect(existsSync(join(dataDir, 'pictures'))).toBe(false)

  bucket.breakWith('error')
  expect((await two.inject(url)).rawPayload.equals(bytes)).toBe(true)
  // The other server has not read it before.
  const refused = await one.inject(url)
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    503,
    '1',
    'no-store',
  ])
  expect(refused.json()).toEqual({
    code: 'busy',
    message: 'Files cannot be stored or read just now. Try again in a minute.',
  })
  bucket.breakWith('none')
  expect((await one.inject(url)).statusCode).toBe(200)
})

test('a picture that was changed in the object store is not sent', async () => {
  const { one, bucket } = await twoServersAndBucket()
  const file = `${'0'.repeat(64)}.webp`
  bucket.objects.set(`pictures/${file}`, { bytes: Buffer.from('other'), modifiedAt: new Date() })
  expect((await one.inject(`/api/pictures/${file}`)).statusCode).toBe(404)
})

test('an import that a dead server has begun is continued by another one, with the file of the object store', async () => {
  const { address, keysBelow, storage } = await twoServersAndBucket()
  await storage.put('uploads/of-the-dead-server', Buffer.from(LIST))
  await openedStore(address).write((db) =>
    beginJob(db, { request, file: 'uploads/of-the-dead-server', server: 'dead' }, -1, new Date()),
  )
  const database = openDatabase(address)
  onTestFinished(() => database.close())
  const job = () =>
    database.prepare('select state, attempt, done, reason, "fileKey" from import_jobs').get() as {
      state: string
    }
  await timeUntil(async () => job().state !== 'running')
  expect(job()).toEqual({ state: 'done', attempt: 2, done: 2, reason: null, fileKey: null })
  await timeUntil(async () => keysBelow('uploads/').length === 0)
})

test('an abandoned import waits until the object store is back, and is not given up', async () => {
  const { address, bucket, storage } = await twoServersAndBucket()
  await storage.put('uploads/of-the-dead-server', Buffer.from(LIST))
  bucket.breakWith('error')
  await openedStore(address).write((db) =>
    beginJob(db, { request, file: 'uploads/of-the-dead-server', server: 'dead' }, -1, new Date()),
  )
  const database = openDatabase(address)
  onTestFinished(() => database.close())
  const job = () =>
    database.prepare('select state, attempt from import_jobs').get() as { state: string; attempt: number }
  // Both servers have looked for it, twice.
  await sleep(2 * LEASE_RENEWAL_MS + 1_000)
  expect(job()).toEqual({ state: 'running', attempt: 1 })
  bucket.breakWith('none')
  await timeUntil(async () => job().state === 'done')
})

test('a file that is imported is in the object store until the import has ended, and not in the database', async () => {
  const { one, two, address, configs, bucket, keysBelow } = await twoServersAndBucket()
  const boss = await administrator({ app: one, config: configs[0], path: address })
  bucket.requests.length = 0
  const answer = await one.inject({
    method: 'POST',
    url: '/api/admin/import-parks',
    ...upload,
    cookies: Object.fromEntries(boss.cookies),
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { created: 2 }])
  const put = bucket.requests.find((line) => line.startsWith('PUT /offlead/uploads/'))
  expect(put).toBeDefined()
  expect(bucket.requests).toContain(put!.replace('PUT', 'DELETE'))
  expect(keysBelow('uploads/')).toEqual([])
  const database = openDatabase(address)
  expect(database.prepare('select state, file, "fileKey" from import_jobs').all()).toEqual([
    { state: 'done', file: null, fileKey: null },
  ])
  database.close()
  await timeUntil(async () => (await two.inject('/api/search?query=galah')).json().length === 1)
})

test('while the object store is down, an import is refused with the reason and not begun, and readiness says it', async () => {
  const { one, address, configs, bucket } = await twoServersAndBucket()
  const boss = await administrator({ app: one, config: configs[0], path: address })
  const readiness = async () => {
    const reply = await one.inject('/api/ready')
    return [reply.statusCode, reply.json()]
  }
  await expect.poll(readiness).toEqual([200, { status: 'ready', storage: 'ok', node: null }])
  bucket.breakWith('cut')
  const send = () =>
    one.inject({
      method: 'POST',
      url: '/api/admin/import-parks',
      ...upload,
      cookies: Object.fromEntries(boss.cookies),
    })
  const refused = await send()
  expect([refused.statusCode, refused.json()]).toEqual([
    503,
    { code: 'busy', message: 'Files cannot be stored or read just now. Try again in a minute.' },
  ])
  expect((await boss.get('/api/admin/import-jobs')).json()).toEqual([])
  // The rest works, so that a proxy goes on sending requests here.
  await timeUntil(async () => JSON.stringify(await readiness()).includes('"storage":"unavailable"'))
  await expect.poll(async () => (await readiness())[0]).toBe(200)
  expect((await one.inject('/metrics')).body).toContain('\nofflead_storage_up 0\n')
  bucket.breakWith('none')
  await timeUntil(async () => JSON.stringify(await readiness()).includes('"storage":"ok"'))
  expect((await one.inject('/metrics')).body).toContain('\nofflead_storage_up 1\n')
  expect((await send()).statusCode).toBe(200)
})

test('the code of the servers’ builds is in the object store, and each sends that of the other', async () => {
  const { one, address, bucket, keysBelow, configs } = await twoServersAndBucket()
  await timeUntil(async () => keysBelow('builds/').length === 2)
  expect(keysBelow('builds/')).toEqual(['builds/assets/main-abc123.js', 'builds/assets/main-abc123.js.br'])
  const database = openDatabase(address)
  onTestFinished(() => database.close())
  await timeUntil(async () => database.prepare('select path from client_files').all().length === 2)
  expect(database.prepare('select path from client_files where bytes is not null').all()).toEqual([])

  const { clientDir } = configs[0]
  rmSync(join(clientDir, 'assets'), { recursive: true })
  mkdirSync(join(clientDir, 'assets'))
  bucket.objects.set('builds/assets/main-def456.js', {
    bytes: Buffer.from('of another'),
    modifiedAt: new Date(),
  })
  database.exec(`insert into client_files (path, "usedAt") values ('assets/main-def456.js', '2026-01-01')`)
  await timeUntil(async () => (await one.inject('/assets/main-def456.js')).statusCode === 200)
  expect((await one.inject('/assets/main-def456.js')).body).toBe('of another')
  expect(readdirSync(join(configs[0].dataDir, 'builds', 'others', 'assets'))).toEqual(['main-def456.js'])
})

test('files that the database does not refer to are deleted from the object store after a day', async () => {
  const { address, bucket, keysBelow, storage } = await twoServersAndBucket()
  await timeUntil(async () => keysBelow('builds/').length === 2)
  const store = openedStore(address)
  const old = { bytes: Buffer.from('x'), modifiedAt: new Date(Date.now() - 2 * DAY) }
  for (const key of ['uploads/old', 'uploads/running', 'builds/assets/old.js', 'pictures/old.webp', 'other'])
    bucket.objects.set(key, old)
  bucket.objects.set('uploads/new', { ...old, modifiedAt: new Date() })
  const job = await store.write((db) =>
    beginJob(db, { request, file: 'uploads/running', server: 'other' }, LEASE_MS, new Date()),
  )
  const renewal = setInterval(() => void store.write((db) => renewJob(db, job, LEASE_MS)), LEASE_RENEWAL_MS)
  onTestFinished(() => clearInterval(renewal))
  const retention = openRetention({
    store,
    storage,
    runner: onlyRunner,
    clock: () => new Date(),
    onError: (error) => {
      throw error
    },
  })
  await retention.run()
  await retention.close()
  expect(keysBelow('')).toEqual([
    'builds/assets/main-abc123.js',
    'builds/assets/main-abc123.js.br',
    'other',
    'pictures/old.webp',
    'uploads/new',
    'uploads/running',
  ])
})
