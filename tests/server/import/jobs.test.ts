import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { copyPictures, withPicturesPaused } from '../../../server/import/picture-queue.ts'
import { runImport } from '../../../server/import/run.ts'
import type { ImportRecorder } from '../../../server/import/run.ts'
import {
  beginJob,
  completeJob,
  deleteOldJobs,
  failJob,
  hasAbandonedJob,
  ImportBusy,
  isImporting,
  JobLost,
  latestJobs,
  renewJob,
  saveJobProgress,
  setJobImport,
  takeOverJob,
} from '../../../server/repositories/import-jobs.ts'
import type { JobAttempt } from '../../../server/repositories/import-jobs.ts'
import { directoryVersion, publishChange } from '../../../server/repositories/directory.ts'
import { beginImport, deleteAbandonedImports, stageRows } from '../../../server/repositories/imports.ts'
import { openStorage, storageConfig } from '../../../server/storage/storage.ts'
import type { Store } from '../../../server/repositories/store.ts'
import { openDatabase } from '../sql.ts'
import { configIn, openedStore, PARKS, seed, startedServer, temporaryFolder } from '../harness.ts'
import { importingServer } from './forms.ts'
import { listOf, stateOf } from './kill-import.ts'

/** Also that of an import of the command line. */
const LEASE_MS = 600_000
/** The end of a lease that was taken before the clock was set back. */
const UNREACHED = '9999-12-31T00:00:00.000Z'
const clock = () => new Date('2026-07-01T10:00:00Z')
const request = { kind: 'csv' as const, fileName: 'list.csv', source: 'list', userId: null, dryRun: false }
const isImportingBy = (store: Store) => store.read((db) => isImporting(db, LEASE_MS))
const job = (server: string) => ({ request, file: Buffer.from([0, 1, 255]), server })

/** Two stores on one database with a directory, as of two servers. */
async function twoStores() {
  const address = await seed(configIn(temporaryFolder()))
  return { one: openedStore(address), two: openedStore(address), address }
}

const recorderOf = (attempt: JobAttempt): ImportRecorder => ({
  begun: (db, importId) => setJobImport(db, attempt, importId),
  staged: (db, done, of) => saveJobProgress(db, attempt, done, of),
  published: (db) => completeJob(db, attempt, clock()),
})

test('only one import runs at a time, and an abandoned one is continued with its file', async () => {
  const { one, two } = await twoStores()
  const first = await one.write((db) => beginJob(db, job('one'), LEASE_MS, clock()))
  await expect(two.write((db) => beginJob(db, job('two'), LEASE_MS, clock()))).rejects.toThrow(ImportBusy)
  expect(await two.read((db) => hasAbandonedJob(db, LEASE_MS))).toBe(false)
  expect(await two.write((db) => takeOverJob(db, 'two', LEASE_MS))).toBeUndefined()

  await one.write((db) => renewJob(db, first, -1))
  expect(await two.read((db) => hasAbandonedJob(db, LEASE_MS))).toBe(true)
  const second = (await two.write((db) => takeOverJob(db, 'two', LEASE_MS)))!
  expect(second).toMatchObject({ id: first.id, attempt: 2 })
  expect([JSON.parse(second.request), [...second.file!]]).toEqual([request, [0, 1, 255]])
  expect(await one.read((db) => hasAbandonedJob(db, LEASE_MS))).toBe(false)

  await expect(one.write((db) => renewJob(db, first, LEASE_MS))).rejects.toThrow(JobLost)
  await expect(one.write((db) => failJob(db, first, 'no', clock()))).rejects.toThrow(JobLost)
  await two.write((db) => failJob(db, second, 'No name column.', clock()))
  expect(await one.read((db) => latestJobs(db, 5))).toEqual([
    {
      id: first.id,
      state: 'failed',
      fileName: 'list.csv',
      done: 0,
      total: 0,
      importId: null,
      reason: 'No name column.',
      createdAt: clock().toISOString(),
      endedAt: clock().toISOString(),
    },
  ])
  expect(await one.write((db) => deleteOldJobs(db, '2026-07-01T10:00:01Z', 300))).toBe(1)
})

test('an import that another server has taken over is published by that one alone', async () => {
  const { one, two, address } = await twoStores()
  const table = listOf(250)
  const first = await one.write((db) => beginJob(db, job('one'), LEASE_MS, clock()))
  const database = openDatabase(address)
  const progress: unknown[] = []
  const onProgress = (done: number) => {
    progress.push(database.prepare('select done, total from import_jobs').get())
    // This server pauses here for so long that it counts as dead, and another one takes over.
    if (done === table.rows.length)
      database.exec(`delete from imports where state = 'staging';
        update import_jobs set attempt = 2, server = 'two', importId = null, done = 0`)
  }
  await expect(runImport(one, table, request, clock, onProgress, recorderOf(first))).rejects.toThrow(JobLost)
  expect(progress).toEqual([100, 200, 250].map((done) => ({ done, total: 250 })))
  expect(stateOf(address)).toMatchObject({ parks: 0, done: 0, staging: 0 })
  const second = recorderOf({ id: first.id, attempt: 2 })
  expect(await runImport(two, table, request, clock, undefined, second)).toMatchObject({ created: 250 })
  expect(stateOf(address)).toMatchObject({ parks: 250, done: 1, staging: 0 })
  expect(await one.read((db) => latestJobs(db, 1))).toMatchObject([{ state: 'done', done: 250 }])
  database.close()
})

test('an import is refused as busy if the directory changes during each of its attempts', async () => {
  const { one, address } = await twoStores()
  let attempts = 0
  const recorder: ImportRecorder = {
    begun: async (db) => {
      attempts += 1
      await publishChange(db, { upserts: [{ ...PARKS[0]!, name: `Park ${attempts}` }] }, clock())
    },
    staged: async () => undefined,
    published: async () => undefined,
  }
  await expect(runImport(one, listOf(5), request, clock, undefined, recorder)).rejects.toThrow(ImportBusy)
  expect(attempts).toBe(8)
  expect(stateOf(address)).toMatchObject({ done: 0, staging: 0 })
})

test('pictures are not copied while an import is running, and are copied after it', async () => {
  const config = configIn(temporaryFolder())
  const store = openedStore(await seed(config))
  await store.write(async (db) => {
    const figures = { total: 0, failed: 0, created: 0, updated: 0, unchanged: 0, merged: 0, unpublished: 0 }
    const importId = await beginImport(
      db,
      { kind: 'csv', fileName: 'a.csv', userId: null, header: ['name'], figures },
      clock(),
    )
    await db
      .insertInto('park_pictures')
      .values({ parkId: 1, importId, url: 'http://pictures.example/a.png', state: 'waiting' })
      .execute()
  })
  const picture = await createCanvas(400, 200).encode('png')
  const running = await store.write((db) => beginJob(db, job('one'), LEASE_MS, clock()))
  const versionOf = async () => (await store.read(directoryVersion))!.seq
  const before = await versionOf()
  let requests = 0
  const copying = copyPictures(store, openStorage(storageConfig(config)), 'Offlead/1.2.3', async () => {
    requests += 1
    return picture
  })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect([requests, await versionOf()]).toEqual([0, before])
  await store.write((db) => completeJob(db, running, clock()))
  expect(await copying).toBe(1)
  expect([requests, await versionOf()]).toEqual([1, before + 1])
  // A server that died does not hold them up.
  await store.write((db) => beginJob(db, job('one'), -1, clock()))
  expect(await isImportingBy(store)).toBe(false)
})

test('pictures wait for an import of the command line, also one that fails', async () => {
  const { one, two, address } = await twoStores()
  const running = withPicturesPaused(one, async () => {
    expect(await isImportingBy(two)).toBe(true)
    // A second one neither waits nor ends the pause of the first.
    expect(await withPicturesPaused(two, async () => 'second')).toBe('second')
    expect(await isImportingBy(two)).toBe(true)
    // An import from the web is not refused.
    const attempt = await two.write((db) => beginJob(db, job('two'), LEASE_MS, clock()))
    await two.write((db) => completeJob(db, attempt, clock()))
    throw new Error('unreadable')
  })
  await expect(running).rejects.toThrow('unreadable')
  expect(await isImportingBy(two)).toBe(false)

  // The process died, and then the clock was set back.
  await withPicturesPaused(one, async () => {
    const database = openDatabase(address)
    database.exec(`update runners set until = '${UNREACHED}'`)
    database.close()
    expect(await isImportingBy(two)).toBe(false)
  })
})

test('the list of imports from the web shows how they ended, but no dry runs', async () => {
  const { boss, take, post } = await importingServer({ clock })
  const list = 'name,suburb,state,dogs\nRosella Run,Carlton North,VIC,off leash\n'
  await take(list, { dryRun: true })
  const { importId } = await take(list, { name: 'rosella.csv' })
  expect((await post('a,b\n1,2\n')).statusCode).toBe(400)
  const jobs = (await boss.get('/api/admin/import-jobs')).json()
  expect(jobs).toMatchObject([
    { state: 'failed', fileName: 'parks.csv', importId: null, reason: expect.stringMatching(/\.$/) },
    { state: 'done', fileName: 'rosella.csv', importId, done: 1, total: 1, reason: null },
  ])
})

test('an import that makes progress is not deleted as abandoned, however long its planning took', async () => {
  const { path } = await startedServer()
  const store = openedStore(path)
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  const figures = { total: 1, failed: 1, created: 0, updated: 0, unchanged: 0, merged: 0, unpublished: 0 }
  const begin = (minute: number) =>
    store.write((db) =>
      beginImport(
        db,
        { kind: 'csv', fileName: 'a.csv', userId: null, header: ['name'], figures },
        at(minute),
      ),
    )
  const stage = (id: number, row: number, minute: number) =>
    store.write((db) =>
      stageRows(
        db,
        id,
        [
          {
            row,
            outcome: 'failed',
            parkId: null,
            before: null,
            after: null,
            dataset: null,
            sourceId: null,
            pictureUrl: null,
            cells: ['x'],
            reason: 'x.',
          },
        ],
        at(minute),
      ),
    )
  const [slow, killed] = [await begin(0), await begin(0)]
  await stage(slow, 2, 9)
  await store.write((db) => deleteAbandonedImports(db, at(12 - 10)))
  const remaining = await store.read((db) => db.selectFrom('imports').select('id').execute())
  expect(remaining.map(({ id }) => id)).toEqual([slow])
  expect(killed).not.toBe(slow)
})
