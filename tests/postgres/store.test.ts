import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { completePostgresRestore, completePromotion } from '../../server/backup.ts'
import type { ConnectionLimits } from '../../server/database/store.ts'
import { publicParks } from '../../server/repositories/directory.ts'
import { DatabaseUnavailable, openStore, writeNames } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { epochs } from '../../server/repositories/sync.ts'
import { changeAccount } from '../../server/repositories/users.ts'
import { markIn } from '../../server/sync/mark.ts'
import { openSync } from '../../server/sync/service.ts'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import {
  configIn,
  createBlank,
  createEmpty,
  openedStore,
  putClient,
  seed,
  startedOn,
  startedServer,
  temporaryFolder,
  timeUntil,
} from '../server/harness.ts'
import type { Running } from '../server/harness.ts'
import { openDatabase } from '../server/sql.ts'
import { member } from '../server/accounts/visitors.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { join } from 'node:path'

const newStore = async () => openedStore(await createEmpty(configIn(temporaryFolder())))

/** Two stores on one database, as of two server processes. */
async function twoStores(): Promise<[Store, Store]> {
  const address = await seed(configIn(temporaryFolder()))
  return [openedStore(address), openedStore(address)]
}

const countKey = (store: Store, key: string, order?: { of: string[] }) =>
  store.write(async (db) => {
    const row = await db.selectFrom('attempts').select('count').where('key', '=', key).executeTakeFirst()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await db
      .insertInto('attempts')
      .values({ key, count: (row?.count ?? 0) + 1, endsAt: '2099' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: (row?.count ?? 0) + 1 }))
      .execute()
  }, order)

test('writes that share a name, and writes without names, run one after the other in all processes', async () => {
  const stores = await twoStores()
  const order = { of: [writeNames.attempts('a'), writeNames.person(1)] }
  const other = { of: [writeNames.person(1), writeNames.attempts('b')] }
  // So few that none waits longer for the others than a lock is waited for.
  const WRITES = 12
  await Promise.all(
    Array.from({ length: WRITES }, (_, at) =>
      countKey(stores[at % 2]!, 'k', [order, other, undefined][at % 3]),
    ),
  )
  const rows = await stores[0].read((db) => db.selectFrom('attempts').select(['key', 'count']).execute())
  expect(rows).toEqual([{ key: 'k', count: WRITES }])
})

test('writes without a common name run at the same time', async () => {
  const [one, two] = await twoStores()
  let release!: () => void
  const held = new Promise<void>((resolve) => void (release = resolve))
  const first = one.write(() => held, { of: [writeNames.person(1)] })
  expect(await two.write(async () => 'written', { of: [writeNames.person(2)] })).toBe('written')
  release()
  await first
})

test('one operation sent to two processes at the same time has one row and one outcome', async () => {
  const { app, path } = await startedServer()
  const { account } = await member(app)
  const stores = [openedStore(path), openedStore(path), openedStore(path)]
  const folder = temporaryFolder()
  const nodes = stores.map((store, at) =>
    openSync({
      store,
      clock: () => new Date(),
      mark: markIn(join(folder, `${at}.json`), () => undefined),
      onFailure: (error) => {
        throw error
      },
    }),
  )
  const deviceId = randomUUID().replaceAll('-', '')
  const operations = Array.from({ length: 5 }, (_, at) => ({
    opId: randomUUID().replaceAll('-', ''),
    deviceId,
    seq: at + 1,
    userId: account.id,
    kind: 'favourite' as const,
    args: { parkId: at + 1, saved: true },
    baseRev: [],
  }))
  const request = {
    protocol: PROTOCOL,
    deviceId,
    userId: account.id,
    acknowledged: 0,
    cursor: null,
    operations,
  }
  // So few that none waits longer for the others than a lock is waited for.
  const replies = await Promise.all(
    Array.from({ length: 3 }, (_, at) =>
      nodes[at % 3]!.exchange(request, account.id, { userId: account.id }),
    ),
  )
  for (const { outcomes } of replies) expect(outcomes).toEqual(replies[0]!.outcomes)
  const count = async (table: 'sync_outcomes' | 'favourite_adds' | 'user_favorites') =>
    (
      await stores[0]!.read((db) =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .execute(),
      )
    )[0]!.n
  expect([
    await count('sync_outcomes'),
    await count('favourite_adds'),
    await count('user_favorites'),
  ]).toEqual([5, 5, 5])
  const [epoch] = await stores[0]!.read(epochs)
  expect(epoch!.total).toBe(5)
})

test('votes and reports on one review from several processes are all counted', async () => {
  const { app, path } = await startedServer()
  const { id } = (
    await (await member(app)).send('POST', '/api/parks/3/reviews', { rating: 4, comment: 'Shade' })
  ).json() as {
    id: number
  }
  const people = [await member(app), await member(app), await member(app), await member(app)]
  const stores = [openedStore(path), openedStore(path)]
  const nodes = stores.map((store, at) =>
    openSync({
      store,
      clock: () => new Date(),
      mark: markIn(join(temporaryFolder(), `${at}.json`), () => undefined),
      onFailure: () => undefined,
    }),
  )
  await Promise.all(
    people.map(({ account }, at) =>
      nodes[at % 2]!.change({
        kind: 'helpful-vote',
        userId: account.id,
        args: { reviewId: id, isHelpful: true },
      }),
    ),
  )
  const row = await stores[0]!.read((db) =>
    db.selectFrom('park_reviews').select('helpful').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row.helpful).toBe(4)
})

test('a request that began before the e-mail was changed does not undo that without the password', async () => {
  const { app, path } = await startedServer()
  const before = 'rex@example.com'
  const rex = await member(app, { email: before })
  const store = openedStore(path)
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  onTestFinished(() => end.resolve())
  const change = store.write(async (db) => {
    await changeAccount(db, rex.account.id, { email: 'new@example.com' })
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const undoing = rex.send('PATCH', '/api/profile', { email: before })
  await timeUntil(() =>
    store.read(async (db) => {
      const { rows } = await sql`select 1 from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      return rows.length > 0
    }),
  )
  end.resolve()
  await change
  const answer = await undoing
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'invalid-input', message: 'Enter your current password.', field: 'currentPassword' },
  ])
  expect((await rex.get('/api/profile')).json()).toMatchObject({ email: 'new@example.com' })
})

test('a transaction with a failed statement changes nothing, even if the error is ignored', async () => {
  const store = await newStore()
  const write = store.write(async (db) => {
    await db.insertInto('attempts').values({ key: 'a', count: 1, endsAt: 'x' }).execute()
    await sql`select 1 / 0`.execute(db).catch(() => undefined)
  })
  await expect(write).rejects.toThrow(/was not handled/)
  expect(await store.read((db) => db.selectFrom('attempts').selectAll().execute())).toEqual([])
})

test('a statement waits 3 seconds for a lock, or as long as the store or the address says', async () => {
  const url = new URL(await seed(configIn(temporaryFolder())))
  url.searchParams.delete('options')
  const lockTimeout = async (options: string | undefined, limits: ConnectionLimits = {}) => {
    const address = new URL(url)
    if (options !== undefined) address.searchParams.set('options', options)
    const store = openStore(address.href, limits)
    onTestFinished(() => store.close())
    const { rows } = await store.read((db) => sql<{ lock_timeout: string }>`show lock_timeout`.execute(db))
    return rows[0]!.lock_timeout
  }
  expect(await lockTimeout(undefined)).toBe('3s')
  expect(await lockTimeout(undefined, { lockTimeoutMs: 10_000 })).toBe('10s')
  expect(await lockTimeout('-c lock_timeout=20s')).toBe('20s')
})

test('a view does not see what is written meanwhile, and cannot write', async () => {
  const [store, other] = await twoStores()
  await store.view(async (db) => {
    const before = (await publicParks(db)).length
    await other.write((db) => db.updateTable('parks').set({ removedAt: 'x' }).where('id', '=', 1).execute())
    expect((await publicParks(db)).length).toBe(before)
  })
  await expect(store.view((db) => db.deleteFrom('populations').execute())).rejects.toThrow(
    /read-only transaction/,
  )
})

test('a lost connection is replaced without an error, and a database that is away is reported and used again', async () => {
  const config = configIn(temporaryFolder())
  const address = await seed(config)
  const store = openedStore(address)
  expect(await store.read(publicParks)).toHaveLength(150)
  const database = openDatabase(address)
  // As when the server is restarted.
  database.exec(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  expect(await store.read(publicParks)).toHaveLength(150)
  expect(store.isUnchanged()).toBe(true)
  database.holdAll()
  await expect(store.read(publicParks)).rejects.toThrow(DatabaseUnavailable)
  await expect(store.write(async () => undefined)).rejects.toThrow(DatabaseUnavailable)
  expect(store.isUnchanged()).toBe(false)
  database.release()
  expect(await store.read(publicParks)).toHaveLength(150)
  expect(store.isUnchanged()).toBe(true)
  database.close()
})

test('a transaction that a hung process leaves open is ended, so that others can write, and is repeated', async () => {
  const address = await seed(configIn(temporaryFolder()))
  const hung = openStore(address, { idleTransactionTimeoutMs: 200 })
  onTestFinished(() => hung.close())
  const other = openedStore(address)
  // A busy machine may pause a run for as long as that, too.
  let [runs, isOtherWritten, hasPaused] = [0, false, false]
  await hung.write(async (db) => {
    runs += 1
    if (hasPaused) await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    await db.insertInto('attempts').values({ key: 'hung', count: runs, endsAt: 'x' }).execute()
    if (!isOtherWritten) {
      await other.write((inner) =>
        inner.insertInto('attempts').values({ key: 'other', count: 1, endsAt: 'x' }).execute(),
      )
      isOtherWritten = true
    } else if (!hasPaused) {
      hasPaused = true
      // Like a paused process: the next statement is sent before the end of the connection is seen.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
    }
    await db.insertInto('attempts').values({ key: 'second', count: runs, endsAt: 'x' }).execute()
  })
  expect(runs).toBeGreaterThan(2)
  expect(
    await other.read((db) => db.selectFrom('attempts').select(['key', 'count']).orderBy('key').execute()),
  ).toEqual([
    { key: 'hung', count: runs },
    { key: 'other', count: 1 },
    { key: 'second', count: runs },
  ])
})

test('a database machine that vanishes makes reads fail in time, and is used again when it is back', async () => {
  const address = await seed(configIn(temporaryFolder()))
  const proxy = await startTcpProxy(address)
  // Long, so that a busy machine does not fail the reads before and after.
  const store = openStore(`${proxy.url}?connect_timeout=60`, { queryTimeoutMs: 15_000 })
  onTestFinished(() => store.close())
  const read = () => store.read(publicParks)
  expect(await Promise.all([read(), read(), read()])).toHaveLength(3)
  proxy.vanish()
  const begun = performance.now()
  await expect(store.write((db) => publicParks(db))).rejects.toThrow(DatabaseUnavailable)
  expect(performance.now() - begun).toBeLessThan(120_000)
  expect(store.isUnchanged()).toBe(false)
  proxy.returns()
  // None of the connections from before is used.
  for (let count = 0; count < 5; count += 1) expect(await read()).toHaveLength(150)
})

test('while the database machine has vanished, /api/health replies at once, and routes that need it reply 503', async () => {
  const config = configIn(temporaryFolder())
  const proxy = await startTcpProxy(await seed(config))
  putClient(config)
  const { app } = await startedOn({ ...config, databaseUrl: proxy.url })
  const health = async () => (await app.inject('/api/health')).json() as { database: string }
  // A busy machine may open a connection, or reply, later than the health check waits.
  await timeUntil(async () => (await health()).database === 'ok')
  proxy.vanish()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const replies: string[] = []
  const park = app.inject('/api/parks/1').then(({ statusCode }) => {
    replies.push('park')
    return statusCode
  })
  expect((await health()).database).toBe('unavailable')
  replies.push('health')
  expect((await app.inject('/api/ready')).statusCode).toBe(503)
  expect(await park).toBe(503)
  // The park is asked for until PostgreSQL would have had to reply.
  expect(replies).toEqual(['health', 'park'])
  proxy.returns()
  await timeUntil(async () => (await health()).database === 'ok')
})

test('a database without tables, with a newer schema, or that does not exist is not used', async () => {
  const blank = configIn(temporaryFolder())
  await createBlank(blank)
  const first = openStore(blank.databaseUrl!)
  await expect(first.read(publicParks)).rejects.toThrow(/no tables/)
  await first.close()
  const newer = configIn(temporaryFolder())
  const address = await createEmpty(newer)
  const database = openDatabase(address)
  database.exec("insert into migrations values (999, 'later', '')")
  const second = openStore(address)
  await expect(second.read(publicParks)).rejects.toThrow(/schema 999/)
  await second.close()
  database.exec('delete from migrations where number = 999')
  database.close()
  const third = openStore('postgres://offlead@127.0.0.1:1/none')
  await expect(third.read(publicParks)).rejects.toThrow(DatabaseUnavailable)
  await third.close()
})

/** Checks what the devices rely on after the database may have lost its newest rows. */
async function expectNewEpochsAndIds(
  path: string,
  app: Running['app'],
  recover: () => Promise<unknown>,
): Promise<void> {
  const store = openedStore(path)
  const before = await store.read(epochs)
  await recover()
  const after = await store.read(epochs)
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)!.epoch).not.toBe(before.at(-1)!.epoch)
  const meta = await store.read((db) =>
    db.selectFrom('directory_meta').select('epoch').executeTakeFirstOrThrow(),
  )
  expect(meta.epoch).not.toBe('epoch1')
  const { account } = await member(app)
  expect(account.id).toBeGreaterThan(100_000)
}

test('after a restore with other tools, all epochs are new, ids continue after a gap, and sessions are ended', async () => {
  const { app, path } = await startedServer()
  await member(app)
  await expectNewEpochsAndIds(path, app, async () =>
    expect(await completePostgresRestore(path)).toEqual({ sessions: 1 }),
  )
})

test('after the promotion of a standby that may lag, all epochs are new, ids continue after a gap, and sessions continue', async () => {
  const { app, path } = await startedServer()
  const { get } = await member(app)
  await expectNewEpochsAndIds(path, app, () => completePromotion(path))
  expect((await get('/api/user')).statusCode).toBe(200)
})
