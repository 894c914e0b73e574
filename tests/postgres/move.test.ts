import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/root.ts'
import {
  MOVED_TABLES,
  moveFromPostgres,
  MoveRefused,
  moveToPostgres,
} from '../../server/repositories/move.ts'
import type { MovedTable } from '../../server/repositories/move.ts'
import {
  createDatabase,
  databaseAddress,
  DatabaseUnavailable,
  openStore,
} from '../../server/repositories/store.ts'
import {
  configIn,
  createBlank,
  openedStore,
  seed,
  startedOn,
  temporaryFolder,
  timeUntil,
} from '../server/harness.ts'
import { member } from '../server/accounts/visitors.ts'
import { phone } from '../server/admin/administrator.ts'
import { administrator } from '../server/import/forms.ts'
import { openDatabase } from '../server/sql.ts'
import { barrierAt } from './barrier.ts'

/** A deployment on SQLite with rows in most tables, stopped. */
async function sqliteDeployment() {
  const { databaseUrl, ...config } = configIn(temporaryFolder())
  const path = await seed(config)
  const running = await startedOn(config)
  const { app } = running
  const boss = await administrator(running)
  const rex = await member(app, { username: 'Rex' })
  const device = phone(app, rex)
  for (let parkId = 1; parkId < 20; parkId += 1)
    await device.send('favourite', { parkId, saved: parkId % 3 > 0 })
  await device.send('history', { query: 'Bondi', at: Date.now(), resultCount: 12 })
  await device.send('visit', { parkId: 3, duration: 45, rating: 4 })
  await device.send('review', { parkId: 3, rating: 4.5, comment: 'Shade ☀ and "water"' })
  await phone(app).send('contact', {
    name: 'Kim',
    email: 'kim@example.com',
    subject: 'Hi',
    message: 'Hello\nyou',
  })
  await boss.send('POST', '/api/logout')
  await app.close()
  const database = openDatabase(path)
  // A merged park refers to a later one; the highest account is deleted, and its id must not be given again.
  database.exec(`update parks set removedAt = '2026-01-01', successor = 140 where id = 7;
    insert into users (id, email) values (900, 'gone@example.com'); delete from users where id = 900;
    insert into user_search_history (userId, query) values (1, 'with' || char(0) || 'nul')`)
  database.close()
  return { config: { ...config, databaseUrl: databaseUrl! }, path }
}

const rowsOf = (tables: readonly MovedTable[]) => tables.map(({ written: _written, ...table }) => table)

test('all rows of a SQLite deployment move to PostgreSQL and back, and the product continues there', async () => {
  const { config, path } = await sqliteDeployment()
  await createBlank(config)
  const there: MovedTable[] = []
  await moveToPostgres(path, config.databaseUrl, (table) => there.push(table))
  expect(there.map(({ name }) => name)).toEqual(MOVED_TABLES)
  expect(there.find(({ name }) => name === 'parks')!.rows).toBe(150)
  expect(there.filter(({ rows }) => rows > 0).length).toBeGreaterThan(15)
  for (const { rows, written } of there) expect(written).toBe(rows)

  const { app } = await startedOn(config)
  expect((await app.inject('/api/parks')).json()).toHaveLength(149)
  const added = await member(app, { username: 'New' })
  expect(added.account.id).toBe(901)
  await app.close()
  const database = openDatabase(config.databaseUrl)
  expect(
    database.prepare("select query from user_search_history where query like 'with%'").pluck().all(),
  ).toEqual(['with\uFFFDnul'])
  expect(database.prepare('select successor from parks where id = 7').pluck().get()).toBe(140)
  database.close()

  const folder = temporaryFolder()
  const back: MovedTable[] = []
  const file = join(folder, 'offlead.db')
  await moveFromPostgres(config.databaseUrl, file, (table) => back.push(table))
  expect(existsSync(`${file}.moving`)).toBe(false)
  const changed = new Set(['users', 'sign_in_names', 'user_analytics', 'sessions'])
  expect(rowsOf(back).filter(({ name }) => !changed.has(name))).toEqual(
    rowsOf(there).filter(({ name }) => !changed.has(name)),
  )
  const again = openDatabase(file)
  expect(again.integrity()).toBe('ok')
  expect(
    again.prepare("insert into users (email) values ('next@example.com') returning id").pluck().get(),
  ).toBe(902)
  again.close()
})

test('an interrupted move is completed by the next one, and its database is not used before', async () => {
  const { config, path } = await sqliteDeployment()
  await createBlank(config)
  await createDatabase(config.databaseUrl)
  const barrier = barrierAt(config.databaseUrl, 'user_favorites')
  barrier.close()
  const child = spawn(process.execPath, [join(root, 'scripts', 'move.ts'), '--to', config.databaseUrl], {
    env: { ...process.env, DATA_DIR: config.dataDir },
    stdio: 'ignore',
  })
  const store = openStore(config.databaseUrl)
  const count = () => {
    const database = openDatabase(config.databaseUrl)
    try {
      return database.prepare('select count(*) from postcodes').pluck().get() as number
    } catch {
      return 0
    } finally {
      database.close()
    }
  }
  // Ends while the rows are being copied.
  await timeUntil(async () => count() > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  barrier.remove()
  await expect(store.read(async () => 1)).rejects.toThrow(/run the move again/)
  await store.close()

  const tables: MovedTable[] = []
  await moveToPostgres(path, config.databaseUrl, (table) => tables.push(table))
  const users = tables.find(({ name }) => name === 'users')!
  expect([users.rows, users.written]).toEqual([2, 0])
  expect(await openedStore(config.databaseUrl).read(async () => 1)).toBe(1)
})

test('rows that changed between an interruption and the next run are copied again', async () => {
  const { config, path } = await sqliteDeployment()
  await createBlank(config)
  await moveToPostgres(path, config.databaseUrl, () => undefined)
  const target = openDatabase(config.databaseUrl)
  target.exec('create table unfinished_move (id integer primary key)')
  target.exec(
    "delete from sync_outcomes where seq > 4; update users set email = 'old@example.com' where id = 2",
  )
  target.close()
  const tables: MovedTable[] = []
  await moveToPostgres(path, config.databaseUrl, (table) => tables.push(table))
  const written = new Map(tables.map((table) => [table.name, table.written]))
  expect(written.get('users')).toBe(2)
  expect(written.get('parks')).toBe(0)
})

test('a move is refused while a server has one of the databases open, and into a database with rows', async () => {
  const { config, path } = await sqliteDeployment()
  await createBlank(config)
  const { databaseUrl, ...onSqlite } = config
  const move = () => moveToPostgres(path, databaseUrl, () => undefined)
  const { app } = await startedOn(onSqlite)
  await app.inject('/api/parks/1')
  await expect(move()).rejects.toThrow(/The database is in use/)
  await app.close()

  await createDatabase(databaseUrl)
  const store = openStore(databaseUrl)
  const use = () => store.read((db) => db.selectFrom('users').select('id').execute())
  await use()
  // A store closes connections that it has not used for a while.
  const using = setInterval(() => void use(), 1_000)
  await expect(move()).rejects.toThrow(/PostgreSQL database is in use/)
  clearInterval(using)
  await store.write((db) => db.insertInto('attempts').values({ key: 'k', count: 1, endsAt: 'x' }).execute())
  await store.close()
  await expect(move()).rejects.toThrow(new MoveRefused('The new database is not empty.'))
  rmSync(path)
  await expect(move()).rejects.toThrow(/There is no database/)
  await expect(moveToPostgres(path, 'postgres://offlead@127.0.0.1:1/none', () => undefined)).rejects.toThrow(
    /There is no database/,
  )
  await seed(onSqlite)
  await expect(
    moveToPostgres(databaseAddress(onSqlite), 'postgres://offlead@127.0.0.1:1/none', () => undefined),
  ).rejects.toThrow(DatabaseUnavailable)
})
