import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { DAY } from '../../data/model/constants.ts'
import { root } from '../../scripts/root.ts'
import { BackupRefused, restoreBackup, takeBackup } from '../../server/backup.ts'
import { PROGRAM_ENVIRONMENT, runScript } from '../support/product.ts'
import { configIn, openedStore, seed, startedOn, temporaryFolder } from './harness.ts'

const AT = new Date('2026-11-21T03:04:05Z')
const NAME = 'offlead-2026-11-21T03-04-05Z.db'

async function seedFolder(): Promise<{ dataDir: string; path: string }> {
  const config = configIn(temporaryFolder())
  return { path: await seed(config), dataDir: config.dataDir }
}

/** Queries a database file, with a connection of its own. */
function queryFile<T = unknown>(path: string, query: string): T[] {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare(query).pluck().all() as T[]
  } finally {
    database.close()
  }
}

function change(path: string, statements: string): void {
  const database = new Database(path)
  database.exec(statements)
  database.close()
}

const addUser = (path: string, name: string) =>
  change(path, `insert into users (username, email) values ('${name}', '${name}@example.com')`)
const users = (path: string) => queryFile<string>(path, 'select username from users order by id')
const backUp = (dataDir: string, at = AT) => takeBackup(dataDir, { at, version: '1.2.3' })

test('a backup taken during writes is consistent and does not block them', async () => {
  const { dataDir, path } = await seedFolder()
  const store = openedStore(path)
  const done = new AbortController()
  const taking = runScript('scripts/backup.ts', { DATA_DIR: dataDir }).finally(() => done.abort())
  let written = 0
  while (!done.signal.aborted) {
    written += 1
    // Two rows in one transaction.
    await store.write(async (db) => {
      await db
        .insertInto('users')
        .values({ username: `user${written}`, email: `user${written}@example.com` })
        .execute()
      await db
        .insertInto('contact_messages')
        .values({ name: '', email: '', subject: '', message: '', createdAt: '' })
        .execute()
    })
    await sleep(1)
  }
  await taking
  const [name] = readdirSync(join(dataDir, 'backups'))
  const backup = join(dataDir, 'backups', name!)
  const [members, messages] = queryFile<number>(
    backup,
    'select count(*) from users union all select count(*) from contact_messages',
  )
  expect(members).toBe(messages ?? members)
  expect(queryFile(backup, 'pragma integrity_check')).toEqual(['ok'])
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700)
})

test('only the configured number of backups is kept, and other files are not touched', async () => {
  const { dataDir } = await seedFolder()
  mkdirSync(join(dataDir, 'backups'))
  writeFileSync(join(dataDir, 'backups', 'mine.db'), 'mine')
  for (const minute of [1, 2, 3])
    await takeBackup(dataDir, { at: new Date(AT.getTime() + minute * 60_000), version: '1.2.3', keep: 2 })
  expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([
    'mine.db',
    'offlead-2026-11-21T03-06-05Z.db',
    'offlead-2026-11-21T03-07-05Z.db',
  ])
})

test('a backup is kept that is the oldest by its name because the clock was set back', async () => {
  const { dataDir } = await seedFolder()
  const take = (at: string) => takeBackup(dataDir, { at: new Date(at), version: '1.2.3', keep: 1 })
  await take('2036-01-01T00:00:00Z')
  const { path } = await take('2026-11-26T00:00:00Z')
  expect(readdirSync(join(dataDir, 'backups')).map((name) => join(dataDir, 'backups', name))).toEqual([path])
})

test('a backup deletes its own incomplete files in any folder after a day, and nothing else', async () => {
  const { dataDir } = await seedFolder()
  const folder = temporaryFolder()
  const yesterday = new Date(AT.getTime() - 2 * DAY)
  for (const name of ['holiday.mkv.part', 'sun.db.4711.part', 'mon.db.4712.part'])
    writeFileSync(join(folder, name), name)
  for (const name of ['holiday.mkv.part', 'sun.db.4711.part'])
    utimesSync(join(folder, name), yesterday, yesterday)
  utimesSync(join(folder, 'mon.db.4712.part'), AT, AT)
  mkdirSync(join(folder, 'photos.part'))
  utimesSync(join(folder, 'photos.part'), yesterday, yesterday)
  await takeBackup(dataDir, { to: join(folder, 'tue.db'), at: AT, version: '1.2.3' })
  expect(readdirSync(folder).sort()).toEqual([
    'holiday.mkv.part',
    'mon.db.4712.part',
    'photos.part',
    'tue.db',
  ])
})

test('a backup replaces no file, and a failed one leaves no file', async () => {
  const { dataDir, path } = await seedFolder()
  const folder = temporaryFolder()
  const to = join(folder, 'mine.db')
  writeFileSync(to, 'mine')
  await expect(takeBackup(dataDir, { to, at: AT, version: '1.2.3' })).rejects.toThrow('already exists')
  expect(readFileSync(to, 'utf8')).toBe('mine')
  // Damage a page in the middle.
  const bytes = readFileSync(path)
  writeFileSync(
    path,
    Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(16_384, 7), bytes.subarray(24_576)]),
  )
  await expect(takeBackup(dataDir, { to: join(folder, 'new.db'), at: AT, version: '1.2.3' })).rejects.toThrow(
    /malformed|damaged/,
  )
  expect(readdirSync(folder)).toEqual(['mine.db'])
})

test('a restore brings back the backup and sets the previous database aside', async () => {
  const { dataDir, path } = await seedFolder()
  addUser(path, 'ada')
  change(
    path,
    `insert into sessions (idHash, userId, data, createdAt, lastSeen, expiresAt) values ('x', 1, '{}', '', '', '2999')`,
  )
  mkdirSync(join(dataDir, 'pictures', 'a'), { recursive: true })
  writeFileSync(join(dataDir, 'pictures', 'a', '1.webp'), 'a picture')
  const { path: from } = await backUp(dataDir)
  addUser(path, 'bo')
  rmSync(join(dataDir, 'pictures'), { recursive: true })
  const report = await restoreBackup(dataDir, { from, at: AT })
  expect(report).toMatchObject({ sessions: 1, files: 1, takenAt: AT.toISOString(), deletedAccounts: [] })
  expect(users(path)).toEqual(['ada'])
  expect(readFileSync(join(dataDir, 'pictures', 'a', '1.webp'), 'utf8')).toBe('a picture')
  // No session is left, devices get a new epoch, so that they reload the directory and resend missing
  // changes, and the tables of the backup itself are removed.
  expect(queryFile(path, 'select count(*) from sessions')).toEqual([0])
  expect(queryFile(path, 'select epoch from directory_meta')).not.toEqual(['epoch1'])
  expect(queryFile(path, 'select count(*) from sync_epochs')).toEqual([2])
  expect(queryFile(path, `select name from sqlite_master where name like 'backup_%'`)).toEqual([])
  // Ids given since the backup are not reused.
  addUser(path, 'cy')
  expect(queryFile(path, `select id from users where username = 'cy'`)).toEqual([3])
  expect(users(join(report.setAside!, 'offlead.db'))).toEqual(['ada', 'bo'])
  // The database set aside can be restored in turn.
  const again = await restoreBackup(dataDir, {
    from: join(report.setAside!, 'offlead.db'),
    at: new Date(AT.getTime() + 1000),
  })
  expect(users(path)).toEqual(['ada', 'bo'])
  expect(again.takenAt).toBeNull()
})

test('after a restore on a new machine, no id is given a second time, also of tables that were empty', async () => {
  const { dataDir } = await seedFolder()
  const { path: from } = await backUp(dataDir)
  // The first account was made after the backup, and is lost with the machine.
  const newMachine = configIn(temporaryFolder()).dataDir
  await restoreBackup(newMachine, { from, at: AT })
  const path = join(newMachine, 'offlead.db')
  addUser(path, 'bo')
  change(path, `insert into parks (name, address, latitude, longitude) values ('New Park', '', '1', '1')`)
  expect(queryFile<number>(path, 'select id from users')[0]).toBeGreaterThan(1_000)
  expect(queryFile<number>(path, 'select max(id) from parks')[0]).toBeGreaterThan(1_000)
})

test('a restore lists accounts that were deleted since the backup', async () => {
  const { dataDir, path } = await seedFolder()
  addUser(path, 'ada')
  addUser(path, 'bo')
  const { path: from } = await backUp(dataDir)
  change(path, `delete from users where username = 'ada'`)
  expect((await restoreBackup(dataDir, { from, at: AT })).deletedAccounts).toEqual([1])
})

test.each([
  [
    'missing',
    (path: string) => ['', '-wal', '-shm'].forEach((suffix) => rmSync(path + suffix, { force: true })),
  ],
  ['overwritten', (path: string) => writeFileSync(path, 'not a database at all'.repeat(5000))],
  [
    'overwritten together with its WAL',
    (path: string) =>
      [path, `${path}-wal`].forEach((file) => writeFileSync(file, 'not a database at all'.repeat(5000))),
  ],
  [
    'missing, with its WAL left',
    (path: string) => {
      const other = new Database(path)
      other.exec(`begin; insert into users (username, email) values ('late', 'late'); commit`)
      copyFileSync(`${path}-wal`, `${path}-kept`)
      other.close()
      rmSync(path)
      copyFileSync(`${path}-kept`, `${path}-wal`)
    },
  ],
])('a restore works if the database is %s', async (_case, damage) => {
  const { dataDir, path } = await seedFolder()
  addUser(path, 'ada')
  const { path: from } = await backUp(dataDir)
  damage(path)
  await restoreBackup(dataDir, { from, at: AT })
  expect(users(path)).toEqual(['ada'])
  expect(queryFile(path, 'pragma integrity_check')).toEqual(['ok'])
  // The last id given is unknown, so ids continue far above.
  addUser(path, 'bo')
  expect(queryFile<number>(path, `select id from users where username = 'bo'`)[0]).toBeGreaterThan(100_000)
})

test('a restore of the database itself is refused', async () => {
  const config = configIn(temporaryFolder())
  const from = await seed(config)
  await expect(restoreBackup(config.dataDir, { from, at: AT })).rejects.toThrow(
    new BackupRefused(`${from} is the database itself. Give the file of a backup.`),
  )
})

test('a restore is refused without changes while a server has the database open', async () => {
  const config = configIn(temporaryFolder())
  const path = await seed(config)
  const { path: from } = await backUp(config.dataDir)
  addUser(path, 'ada')
  const before = new Set([...readdirSync(config.dataDir), 'parts', 'builds', 'maps'])
  const { app } = await startedOn(config)
  await expect(restoreBackup(config.dataDir, { from, at: AT })).rejects.toThrow('The database is in use.')
  expect(users(path)).toEqual(['ada'])
  expect((await app.inject('/api/parks/1')).statusCode).toBe(200)
  await app.close()
  expect(readdirSync(config.dataDir).filter((name) => !before.has(name))).toEqual([])
  await restoreBackup(config.dataDir, { from, at: AT })
  expect(users(path)).toEqual([])
})

test.each([
  [
    'that is not a database',
    (file: string) => writeFileSync(file, 'some other text'.repeat(1000)),
    'cannot be read',
  ],
  [
    'that is the database of another program',
    (file: string) => {
      rmSync(file)
      change(file, 'create table other (name text)')
    },
    'no tables of this product',
  ],
  [
    'that is cut off',
    (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096),
    'It',
  ],
  [
    'of a later version',
    (file: string) =>
      change(file, `insert into migrations (number, name, appliedAt) values (999, 'later', '')`),
    'schema 999',
  ],
  [
    'with dangling references',
    (file: string) =>
      change(
        file,
        `pragma foreign_keys = off; insert into dogs (userId, name, breed) values (77, 'Rex', '')`,
      ),
    'damaged',
  ],
  [
    'with a changed picture',
    (file: string) => change(file, `update backup_files set bytes = x'00'`),
    'damaged',
  ],
  [
    'with a file outside the data folder',
    (file: string) => change(file, `update backup_files set path = 'pictures/../../server.ts'`),
    'path that is not allowed',
  ],
])('a file %s is not restored', async (_case, damage, reason) => {
  const { dataDir, path } = await seedFolder()
  mkdirSync(join(dataDir, 'pictures'))
  writeFileSync(join(dataDir, 'pictures', '1.webp'), 'a picture')
  const { path: from } = await backUp(dataDir)
  expect(from).toBe(join(dataDir, 'backups', NAME))
  damage(from)
  addUser(path, 'ada')
  await expect(restoreBackup(dataDir, { from, at: AT })).rejects.toThrow(reason)
  expect(readdirSync(dataDir).sort()).toEqual(['backups', 'offlead.db', 'pictures'])
  expect(users(path)).toEqual(['ada'])
})

test('a restore that is killed leaves the old or the new database and can be repeated', async () => {
  const { dataDir, path } = await seedFolder()
  addUser(path, 'ada')
  const { path: from } = await backUp(dataDir)
  const states = new Set<string>()
  const restore = (killAt: number) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'restore.ts'), from], {
      env: { ...PROGRAM_ENVIRONMENT, DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    // Waits for the first file of the restore, so that the kill does not hit the start of the process.
    const kill = async () => {
      while (child.exitCode === null && !readdirSync(dataDir).some((name) => name.endsWith('.part')))
        await sleep(1)
      await sleep(killAt)
      child.kill('SIGKILL')
    }
    return Promise.all([once(child, 'exit'), kill()])
  }
  for (let round = 0; round < 10; round += 1) {
    addUser(path, `bo${round}`)
    await restore(round * 9)
    expect(queryFile(path, 'pragma integrity_check')).toEqual(['ok'])
    const now = users(path)
    states.add(now.join().startsWith('ada,bo') ? 'old' : now.join() === 'ada' ? 'new' : now.join())
  }
  expect([...states].filter((state) => state !== 'old' && state !== 'new')).toEqual([])
  await restoreBackup(dataDir, { from, at: AT })
  expect(users(path)).toEqual(['ada'])
  expect(existsSync(path)).toBe(true)
})
