import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { pushOver } from '../../client/store/drain.ts'
import { listFavourites, setFavourite } from '../../client/store/favourites.ts'
import { recordSearch } from '../../client/store/history.ts'
import { listOutbox, send } from '../../client/store/outbox.ts'
import { signIn, hidePersonalData } from '../../client/store/person.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { restoreBackup, takeBackup } from '../../server/backup.ts'
import { databasePath } from '../../server/repositories/store.ts'
import { runScript, SEEDED, startProduct } from '../support/product.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import type { Caller } from '../support/http-client.ts'
import { submission } from '../support/submission.ts'
import { configIn, openedStore, seed, startedServer } from '../server/harness.ts'
import { Device } from '../sync/device.ts'

const ADA = { email: 'ada@example.com', password: 'kelpie at the creek' }

// One folder that the products are copied from, because the program that seeds one takes longer than a restore.
let seeded: string
beforeAll(async () => {
  seeded = mkdtempSync(path.join(tmpdir(), 'offlead-test-'))
  const config = configIn(seeded)
  await seed(config, { parks: seedParks() })
  vi.stubEnv(SEEDED, config.dataDir)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(seeded, { recursive: true, force: true })
})

/** A device with its database and the HTTP session of its browser. */
interface Client {
  device: Device
  caller: Caller
  drain(): Promise<unknown>
}

function createClient(origin: string): Client {
  const device = new Device()
  onTestFinished(() => device.database.close())
  const caller = callerOf(origin)
  return {
    device,
    caller,
    drain: () => device.drain(pushOver((url, init) => caller.call(String(url), init))),
  }
}

test('after a restore from a backup taken under writes, the devices send again everything acknowledged since', async () => {
  const product = await startProduct()
  onTestFinished(() => product.dispose())
  const [phone, tablet, visitor] = [
    createClient(product.url),
    createClient(product.url),
    createClient(product.url),
  ]
  const { id } = await registerOrLogIn(phone.caller, ADA)
  await registerOrLogIn(tablet.caller, ADA, 'login')
  for (const { device } of [phone, tablet]) await signIn(device.database, id)
  const sendSubmission = (n: number) =>
    send(visitor.device.database, 'submission', submission(`Reserve ${n}`))

  // Write continuously while the database is copied, and now and then while the program starts.
  let park = 0
  const backedUp = new AbortController()
  const file = path.join(product.dataDir, 'monday.db')
  const isCopying = () => readdirSync(product.dataDir).some((name) => name.startsWith('monday.db'))
  const backup = runScript('scripts/backup.ts', { DATA_DIR: product.dataDir }, [file]).finally(() =>
    backedUp.abort(),
  )
  while (!backedUp.signal.aborted) {
    await setFavourite(phone.device.database, ++park, true)
    await phone.drain()
    if (!isCopying()) await sleep(20)
  }
  await backup

  // Changes after the backup, all of them acknowledged.
  await setFavourite(phone.device.database, 901, true)
  await setFavourite(phone.device.database, 1, false)
  await recordSearch(phone.device.database, { query: 'beach' })
  await send(phone.device.database, 'visit', { parkId: 902, duration: 30 })
  await setFavourite(tablet.device.database, 903, true)
  await sendSubmission(1)
  for (const { drain } of [phone, tablet, visitor]) expect(await drain()).toBe('done')

  await product.stop('SIGKILL')
  for (const suffix of ['', '-wal', '-shm', '/../sync-mark.json'])
    rmSync(path.normalize(databasePath(product.dataDir) + suffix), { force: true })
  const output = await runScript('scripts/restore.ts', { DATA_DIR: product.dataDir }, [file])
  expect(output).toMatch(/The database is now \S+monday\.db, taken \S+Z/)
  expect(output).toContain('2 sessions ended')
  await product.start()

  // The restore ended all sessions, which the app notices by itself.
  for (const { caller, drain, device } of [phone, tablet]) {
    expect(await drain()).toBe('signed-out')
    expect((await caller.call('/api/user')).status).toBe(401)
    await hidePersonalData(device.database)
    await registerOrLogIn(caller, ADA, 'login')
    await signIn(device.database, id)
  }
  await sendSubmission(2)
  for (const { drain } of [phone, tablet, visitor, phone]) expect(await drain()).toBe('done')

  const store = openedStore(databasePath(product.dataDir))
  const favourites = await store.read((db) =>
    db.selectFrom('user_favorites').select('parkId').where('userId', '=', id).orderBy('parkId').execute(),
  )
  const expected = [...Array.from({ length: park - 1 }, (_, index) => index + 2), 901, 903]
  expect(favourites.map(({ parkId }) => parkId)).toEqual(expected)
  for (const { device } of [phone, tablet]) {
    expect((await listFavourites(device.database)).sort((a, b) => a - b)).toEqual(expected)
    expect(await listOutbox(device.database)).toEqual([])
  }
  expect(
    await store.read((db) => db.selectFrom('park_visits').select(['parkId', 'duration']).execute()),
  ).toEqual([{ parkId: 902, duration: 30 }])
  expect(await store.read((db) => db.selectFrom('user_search_history').select('query').execute())).toEqual([
    { query: 'beach' },
  ])
  expect(
    await store.read((db) => db.selectFrom('park_submissions').select('parkName').orderBy('id').execute()),
  ).toEqual([{ parkName: 'Reserve 1' }, { parkName: 'Reserve 2' }])
})

test('a running server continues with a database that is restored under it', async () => {
  const { app, config } = await startedServer()
  const phone = createClient(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { id } = await registerOrLogIn(phone.caller, ADA)
  await signIn(phone.device.database, id)
  const { dataDir } = config
  const file = path.join(dataDir, 'monday.db')
  await takeBackup(dataDir, { to: file, at: new Date(), version: config.version })
  await setFavourite(phone.device.database, 5, true)
  await phone.drain()
  for (const suffix of ['', '-wal', '-shm']) rmSync(databasePath(dataDir) + suffix, { force: true })
  await restoreBackup(dataDir, { from: file, at: new Date() })
  await registerOrLogIn(phone.caller, ADA, 'login')
  await signIn(phone.device.database, id)
  await phone.drain()
  const favourites = await (await phone.caller.call('/api/favorites')).json()
  expect(favourites).toMatchObject([{ id: 5 }])
  await app.close()
  const store = openedStore(databasePath(dataDir))
  expect(await store.read((db) => db.selectFrom('user_favorites').select('parkId').execute())).toEqual([
    { parkId: 5 },
  ])
})
