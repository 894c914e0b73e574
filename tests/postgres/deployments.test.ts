import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deleteOldClientFiles } from '../../server/repositories/client-files.ts'
import { DatabaseUnavailable, openStore } from '../../server/repositories/store.ts'
import type { Config } from '../../fastify.config.ts'
import {
  configIn,
  createEmpty,
  openedStore,
  PARKS,
  putClient,
  seed,
  startedOn,
  temporaryFolder,
  timeUntil,
} from '../server/harness.ts'
import { openDatabase } from '../server/sql.ts'
import { twoServers } from './two-servers.ts'

/** Replaces the code of a server's build. */
function putBuild({ clientDir }: Config, file: string): void {
  const assets = join(clientDir, 'assets')
  rmSync(assets, { recursive: true, force: true })
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(assets, file), `console.log('${file}')`)
  writeFileSync(join(assets, `${file}.br`), `compressed ${file}`)
}

test('during a deployment each server serves the code of the other one’s pages', async () => {
  const one = configIn(temporaryFolder())
  const address = await seed(one)
  const two: Config = { ...configIn(temporaryFolder()), databaseUrl: address }
  for (const config of [one, two]) putClient(config)
  putBuild(one, 'main-one111.js')
  putBuild(two, 'main-two222.js')
  const { app: first } = await startedOn(one)
  const { app: second } = await startedOn(two)
  // A server that has asked for the list of files asks again after a moment.
  await timeUntil(async () => (await first.inject('/assets/main-two222.js')).statusCode === 200)
  for (const [app, file] of [
    [first, 'main-two222.js'],
    [second, 'main-one111.js'],
  ] as const) {
    const plain = await app.inject(`/assets/${file}`)
    expect([plain.statusCode, plain.body]).toEqual([200, `console.log('${file}')`])
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await app.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': 'br' } })
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', `compressed ${file}`])
    expect((await app.inject('/assets/main-none33.js')).statusCode).toBe(404)
    expect((await app.inject('/assets/..%2Findex.html')).statusCode).toBe(404)
  }
  // A file that was fetched is on the server's own disk.
  const database = openDatabase(address)
  database.exec('delete from client_files')
  database.close()
  expect((await first.inject('/assets/main-two222.js')).statusCode).toBe(200)
})

test('a file of another server’s build that is asked for several times at once is served each time', async () => {
  const one = configIn(temporaryFolder())
  const address = await seed(one)
  const two: Config = { ...configIn(temporaryFolder()), databaseUrl: address }
  for (const config of [one, two]) putClient(config)
  putBuild(two, 'main-two222.js')
  // So that the first server knows of it from its first request on.
  const { app: second } = await startedOn(two)
  await second.inject('/')
  const { app: first } = await startedOn(one)
  const replies = await Promise.all(Array.from({ length: 5 }, () => first.inject('/assets/main-two222.js')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
})

test('code that no server has any more is deleted', async () => {
  const { address } = await twoServers()
  const store = openedStore(address)
  const deleteBefore = (at: string) => store.write((db) => deleteOldClientFiles(db, at, 300))
  expect(await deleteBefore('2020-01-01T00:00:00.000Z')).toBe(0)
  let deleted = 0
  await timeUntil(async () => (deleted += await deleteBefore('2999-01-01T00:00:00.000Z')) === 2)
})

test('a device that is ahead of a server is not sent back to an older version', async () => {
  const { one, two, address } = await twoServers()
  const database = openDatabase(address)
  expect((await two.inject('/api/directory?format=2')).json()).toMatchObject({ seq: 1 })
  // Another server publishes a version.
  database.exec(`update parks set name = 'New Name' where id = ${PARKS[0]!.id};
    insert into directory_changes (parkId, seq) values (${PARKS[0]!.id}, 2);
    update directory_meta set seq = 2`)
  const answer = await one.inject('/api/directory/changes?format=2&cursor=epoch1.2')
  expect(answer.json()).toMatchObject({ kind: 'changes', seq: 2, removed: [] })
  database.close()
})

test('a standby is refused', async () => {
  const address = await createEmpty(configIn(temporaryFolder()))
  const name = new URL(address).pathname.slice(1)
  const database = openDatabase(address)
  // A standby says the same.
  database.exec(`alter database ${name} set default_transaction_read_only = on`)
  const store = openStore(address)
  await expect(store.read((db) => db.selectFrom('sync_epochs').selectAll().execute())).rejects.toThrow(
    DatabaseUnavailable,
  )
  database.exec(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)
  database.close()
  await sleep(300)
  expect(await store.read((db) => db.selectFrom('sync_epochs').selectAll().execute())).toHaveLength(1)
  await store.close()
})
