import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate, MIGRATIONS, schemaNumber } from '../../server/migrations/index.ts'
import { createDatabase, DatabaseUnavailable, openStore } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import type { Tables } from '../../server/database/tables.ts'
import { openedStore, temporaryFolder, timings } from './harness.ts'

const recordFailure = timings('database fault reported by the store after', 300)
const recordBlocked = timings('process blocked by a lock for', 150)

async function newDatabase(): Promise<{ path: string; store: Store }> {
  const path = join(temporaryFolder(), 'offlead.db')
  await createDatabase(path)
  return { path, store: openedStore(path) }
}

const addPlace = (store: Store, postcode = '2026') =>
  store.write((db) =>
    db
      .insertInto('postcodes')
      .values({
        postcode,
        state: 'NSW',
        locality: null,
        region: null,
        region4: null,
        latitude: null,
        longitude: null,
      })
      .execute(),
  )
const places = (store: Store) =>
  store.read((db) => db.selectFrom('postcodes').select('postcode').orderBy('id').execute())

/** The message of a DatabaseUnavailable error. Other errors are rethrown. */
async function unavailableMessage(work: () => Promise<unknown>): Promise<string> {
  const start = performance.now()
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    recordFailure(performance.now() - start)
    return error.message
  }
  return 'no error'
}

test('every connection, also after reopening, syncs commits and enforces foreign keys', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  await store.close()
  const again = openedStore(path)
  const pragmas = async (run: Store['read']) =>
    run(async (db) => {
      const read = async (name: string) =>
        Object.values(
          (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0]!,
        )[0]
      return {
        journal: await read('journal_mode'),
        synchronous: await read('synchronous'),
        keys: await read('foreign_keys'),
        timeout: await read('busy_timeout'),
      }
    })
  const expected = { journal: 'wal', synchronous: 2, keys: 1, timeout: 20 }
  expect(await pragmas(again.read)).toEqual(expected)
  expect(await pragmas(again.view)).toEqual(expected)
  expect(await pragmas(again.write)).toEqual(expected)
  await expect(
    again.write((db) => db.insertInto('directory_changes').values({ seq: 1, parkId: 77 }).execute()),
  ).rejects.toThrow(/FOREIGN KEY/)
})

test('opening a missing database creates no file', async () => {
  const path = join(temporaryFolder(), 'offlead.db')
  const store = openedStore(path)
  expect(await unavailableMessage(() => places(store))).toMatch(/missing/)
  expect(await unavailableMessage(() => addPlace(store))).toMatch(/missing/)
  expect(existsSync(path)).toBe(false)
})

test('a write that fails halfway is rolled back, and the next one works', async () => {
  const { store } = await newDatabase()
  const failing = store.write(async (db) => {
    await db
      .insertInto('postcodes')
      .values({
        postcode: '1',
        state: 'NSW',
        locality: null,
        region: null,
        region4: null,
        latitude: null,
        longitude: null,
      })
      .execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await places(store)).toEqual([])
  await addPlace(store)
  expect(await places(store)).toEqual([{ postcode: '2026' }])
})

test('concurrent writes are serialised', async () => {
  const { store } = await newDatabase()
  const count = () =>
    store.write(async (db) => {
      const rows = await db.selectFrom('postcodes').select('postcode').execute()
      await new Promise((resolve) => setImmediate(resolve))
      await db
        .insertInto('postcodes')
        .values({
          postcode: String(rows.length),
          state: 'NSW',
          locality: null,
          region: null,
          region4: null,
          latitude: null,
          longitude: null,
        })
        .execute()
    })
  await Promise.all(Array.from({ length: 8 }, count))
  expect((await places(store)).map((row) => row.postcode)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
})

test('a write waits for a longer one of the same process, also after a checkpoint', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store, '2001')
  const finish = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const long = store.write(async (db) => {
    begun.resolve()
    await finish.promise
    await db.updateTable('postcodes').set({ region: 'Sydney' }).execute()
  })
  await begun.promise
  // Changes the file, so that the store opens it again.
  const other = new Database(path)
  other.pragma('wal_checkpoint(PASSIVE)')
  other.close()
  const next = addPlace(store, '2002')
  // Longer than a write waits for another process.
  await new Promise((resolve) => setTimeout(resolve, 500))
  finish.resolve()
  await Promise.all([long, next])
  expect(await places(store)).toEqual([{ postcode: '2001' }, { postcode: '2002' }])
})

test('a view is not affected by concurrent writes', async () => {
  const { store } = await newDatabase()
  await store.view(async (db) => {
    expect(await db.selectFrom('postcodes').select('id').execute()).toEqual([])
    await addPlace(store)
    expect(await db.selectFrom('postcodes').select('id').execute()).toEqual([])
  })
  expect(await places(store)).toHaveLength(1)
})

test('reads, writes and other views do not wait for a long view', { timeout: 60_000 }, async () => {
  const { path, store } = await newDatabase()
  const finish = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const placesIn = (db: Kysely<Tables>) => db.selectFrom('postcodes').select('postcode').execute()
  const long = store.view(async (db) => {
    await placesIn(db)
    begun.resolve()
    await finish.promise
    return placesIn(db)
  })
  await begun.promise
  expect(await places(store)).toEqual([])
  await addPlace(store)
  const seen = await Promise.all([store.view(placesIn), store.view(placesIn), places(store)])
  expect(seen).toEqual(Array.from({ length: 3 }, () => [{ postcode: '2026' }]))
  finish.resolve()
  expect(await long).toEqual([])
  await store.close()
  // SQLite deletes it when the last connection is closed.
  expect(existsSync(`${path}-wal`)).toBe(false)
})

test('a moved file is noticed immediately and used again when it is back', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  expect(store.isUnchanged()).toBe(true)
  renameSync(path, `${path}.away`)
  expect(store.isUnchanged()).toBe(false)
  expect(await unavailableMessage(() => places(store))).toMatch(/missing/)
  expect(await unavailableMessage(() => addPlace(store))).toMatch(/missing/)
  renameSync(`${path}.away`, path)
  expect(await places(store)).toEqual([{ postcode: '2026' }])
  expect(existsSync(path)).toBe(true)
})

test('a read that has just begun is not broken when the file is opened again', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  await places(store)
  const first = places(store)
  // As a checkpoint of another process does.
  utimesSync(path, 0, 0)
  expect(await Promise.all([first, places(store)])).toEqual([[{ postcode: '2026' }], [{ postcode: '2026' }]])
})

test('reads that wait while the file is opened are not broken when it is opened again', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  for (let turns = 0; turns < 200; turns += 1) {
    utimesSync(path, 0, 2 * turns)
    const first = [places(store), places(store)]
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    utimesSync(path, 0, 2 * turns + 1)
    const all = await Promise.all([...first, places(store)])
    expect(all).toEqual(Array.from({ length: 3 }, () => [{ postcode: '2026' }]))
  }
  await store.close()
  expect(existsSync(`${path}-wal`)).toBe(false)
})

test('a replaced file is read from then on', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store, '2026')
  await store.close()
  const open = openedStore(path)
  await places(open)
  const other = join(temporaryFolder(), 'offlead.db')
  await createDatabase(other)
  const writer = openedStore(other)
  await addPlace(writer, '3121')
  await writer.close()
  renameSync(other, path)
  expect(await places(open)).toEqual([{ postcode: '3121' }])
})

test.each([
  [
    'overwritten with something else',
    (path: string) => writeFileSync(path, 'x'.repeat(40_000)),
    /not a database/,
  ],
  ['emptied', (path: string) => truncateSync(path, 0), /not a database/],
  ['cut off', (path: string) => truncateSync(path, 5000), /malformed|cannot be used/],
])('a file that is %s while it is open is reported as unavailable in time', async (_, damage, message) => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  await store.write((db) => sql`select 1`.execute(db))
  new Database(path).pragma('wal_checkpoint(truncate)')
  await places(store)
  damage(path)
  expect(await unavailableMessage(() => places(store))).toMatch(message)
})

test('a database without our tables, or with a newer schema, is not used', async () => {
  const path = join(temporaryFolder(), 'offlead.db')
  const foreign = new Database(path)
  foreign.exec('create table other (id integer)')
  foreign.close()
  expect(await unavailableMessage(() => places(openedStore(path)))).toMatch(/no tables/)

  const newer = await newDatabase()
  await newer.store.write((db) =>
    db.insertInto('migrations').values({ number: 999, name: 'later', appliedAt: '' }).execute(),
  )
  await newer.store.close()
  expect(await unavailableMessage(() => places(openedStore(newer.path)))).toMatch(/schema 999/)
})

test('a database with an older schema is migrated when it is opened', async () => {
  const path = join(temporaryFolder(), 'offlead.db')
  const older = new Database(path)
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: older }) })
  await migrate(db, MIGRATIONS.slice(0, 1))
  await db.destroy()
  expect(await openedStore(path).read(schemaNumber)).toBe(MIGRATIONS.length)
})

test('a write has the lock from the start, so that its reads stay valid', async () => {
  const { path, store } = await newDatabase()
  const other = new Database(path, { timeout: 0 })
  onTestFinished(() => void other.close())
  await store.write(async (db) => {
    await db.selectFrom('postcodes').select('id').execute()
    expect(() => other.exec("insert into postcodes (postcode, state) values ('3121', 'VIC')")).toThrow(
      /locked/,
    )
    await db
      .insertInto('postcodes')
      .values({
        postcode: '2026',
        state: 'NSW',
        locality: null,
        region: null,
        region4: null,
        latitude: null,
        longitude: null,
      })
      .execute()
  })
  expect(await places(store)).toEqual([{ postcode: '2026' }])
})

test('a locked database is reported in time without blocking the process, and used again after the lock', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  let longest = 0
  let last = performance.now()
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  expect(await unavailableMessage(() => addPlace(store))).toMatch(/locked/)
  clearInterval(ticking)
  recordBlocked(longest)
  expect(await places(store)).toHaveLength(1)
  other.exec('commit')
  await addPlace(store)
  expect(await places(store)).toHaveLength(2)
})

test('a write waits for a short lock', async () => {
  const { path, store } = await newDatabase()
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  // Each look at the clock is a millisecond after the one before: a busy machine may not run at all for longer than a
  // lock is waited for.
  let at = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += 1))
  onTestFinished(() => clock.mockRestore())
  setTimeout(() => other.exec('commit'), 60)
  await addPlace(store)
  expect(await places(store)).toHaveLength(1)
})

test('a store that may wait longer for a lock does', async () => {
  const { path } = await newDatabase()
  const patient = openStore(path, { lockTimeoutMs: 60_000 })
  onTestFinished(() => patient.close())
  const other = new Database(path)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  setTimeout(() => other.exec('commit'), 500)
  await addPlace(patient)
  expect(await places(patient)).toHaveLength(1)
})

test('a violated constraint is not reported as an unavailable database', async () => {
  const { store } = await newDatabase()
  const broken = unavailableMessage(() =>
    store.write((db) => sql`insert into dogs (userId, name, breed) values (1, 'Rex', 'Kelpie')`.execute(db)),
  )
  await expect(broken).rejects.toThrow(/FOREIGN KEY/)
  expect(store.isUnchanged()).toBe(true)
})

test('a closed store is unavailable', async () => {
  const { store } = await newDatabase()
  await store.close()
  expect(await unavailableMessage(() => places(store))).toMatch(/closed/)
})

// Runs as an unprivileged user, because root may write read-only files.
test('a write to a read-only database is reported as unavailable in time', async () => {
  const { path, store } = await newDatabase()
  await addPlace(store)
  await store.close()
  const folder = join(path, '..')
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const program = `
    import { openStore } from ${JSON.stringify(join(import.meta.dirname, '../../server/repositories/store.ts'))}
    const store = openStore(${JSON.stringify(path)})
    const start = performance.now()
    const error = await store.write((db) => db.deleteFrom('postcodes').execute()).catch((error) => error)
    console.log(JSON.stringify({ name: error.name, after: performance.now() - start }))
    await store.close()`
  const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    encoding: 'utf8',
    ...unprivileged,
    cwd: '/',
  })
  const { name, after } = JSON.parse(output) as { name: string; after: number }
  expect(name).toBe('DatabaseUnavailable')
  recordFailure(after)
  expect(statSync(path).mode & 0o777).toBe(0o444)
})
