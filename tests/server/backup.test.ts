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
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { root } from '../../scripts/root.ts'
import { restoreBackup, takeBackup } from '../../server/backup.ts'
import { runScript } from '../support/product.ts'
import { configIn, openedStore, seed, startedOn, temporaryFolder } from './harness.ts'

const AT = new Date('2026-11-21T03:04:05Z')
const NAME = 'offlead-2026-11-21T03-04-05Z.db'

async function seeded(): Promise<{ dataDir: string; path: string }> {
  const config = configIn(temporaryFolder())
  return { path: await seed(config), dataDir: config.dataDir }
}

/** One question of a file, by another reader than ours. */
function ask<T = unknown>(path: string, question: string): T[] {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare(question).pluck().all() as T[]
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
const users = (path: string) => ask<string>(path, 'select username from users order by id')
const backUp = (dataDir: string, at = AT) => takeBackup(dataDir, { at, version: '1.2.3' })

test('a backup that is taken while others write shows one moment, and holds nobody up', async () => {
  const { dataDir, path } = await seeded()
  const store = openedStore(path)
  const done = new AbortController()
  const taking = runScript('scripts/backup.ts', { DATA_DIR: dataDir }).finally(() => done.abort())
  let written = 0
  while (!done.signal.aborted) {
    written += 1
    // Two rows that are only ever there together.
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
  const [members, messages] = ask<number>(
    backup,
    'select count(*) from users union all select count(*) from contact_messages',
  )
  expect(members).toBe(messages ?? members)
  expect(written).toBeGreaterThan(members!)
  expect(ask(backup, 'pragma integrity_check')).toEqual(['ok'])
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700)
})

test('only so many backups are kept as are wanted, and other files are left alone', async () => {
  const { dataDir } = await seeded()
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

test('a backup takes no file’s place, and one that fails leaves nothing', async () => {
  const { dataDir, path } = await seeded()
  const folder = temporaryFolder()
  const to = join(folder, 'mine.db')
  writeFileSync(to, 'mine')
  await expect(takeBackup(dataDir, { to, at: AT, version: '1.2.3' })).rejects.toThrow('is there already')
  expect(readFileSync(to, 'utf8')).toBe('mine')
  // A damaged page in the middle.
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

test('a restore is what the backup was, and sets the database that was there aside', async () => {
  const { dataDir, path } = await seeded()
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
  const told = await restoreBackup(dataDir, { from, at: AT })
  expect(told).toMatchObject({ sessions: 1, files: 1, takenAt: AT.toISOString(), deletedAccounts: [] })
  expect(users(path)).toEqual(['ada'])
  expect(readFileSync(join(dataDir, 'pictures', 'a', '1.webp'), 'utf8')).toBe('a picture')
  // Nobody is signed in, devices take the directory anew and send again what is missing, and what was backed up with it is not left over.
  expect(ask(path, 'select count(*) from sessions')).toEqual([0])
  expect(ask(path, 'select epoch from directory_meta')).not.toEqual(['epoch1'])
  expect(ask(path, 'select count(*) from sync_epochs')).toEqual([2])
  expect(ask(path, `select name from sqlite_master where name like 'backup_%'`)).toEqual([])
  // An id that somebody had since is nobody else's.
  addUser(path, 'cy')
  expect(ask(path, `select id from users where username = 'cy'`)).toEqual([3])
  expect(users(join(told.setAside!, 'offlead.db'))).toEqual(['ada', 'bo'])
  // And back again.
  const again = await restoreBackup(dataDir, {
    from: join(told.setAside!, 'offlead.db'),
    at: new Date(AT.getTime() + 1000),
  })
  expect(users(path)).toEqual(['ada', 'bo'])
  expect(again.takenAt).toBeNull()
})

test('accounts that were deleted since the backup are named', async () => {
  const { dataDir, path } = await seeded()
  addUser(path, 'ada')
  addUser(path, 'bo')
  const { path: from } = await backUp(dataDir)
  change(path, `delete from users where username = 'ada'`)
  expect((await restoreBackup(dataDir, { from, at: AT })).deletedAccounts).toEqual([1])
})

test.each([
  [
    'gone',
    (path: string) => ['', '-wal', '-shm'].forEach((suffix) => rmSync(path + suffix, { force: true })),
  ],
  ['overwritten', (path: string) => writeFileSync(path, 'not a database at all'.repeat(5000))],
  [
    'overwritten, with a log of its own left',
    (path: string) =>
      [path, `${path}-wal`].forEach((file) => writeFileSync(file, 'not a database at all'.repeat(5000))),
  ],
  [
    'gone, with its log left',
    (path: string) => {
      const other = new Database(path)
      other.exec(`begin; insert into users (username, email) values ('late', 'late'); commit`)
      copyFileSync(`${path}-wal`, `${path}-kept`)
      other.close()
      rmSync(path)
      copyFileSync(`${path}-kept`, `${path}-wal`)
    },
  ],
])('a restore where the database is %s', async (_what, destroy) => {
  const { dataDir, path } = await seeded()
  addUser(path, 'ada')
  const { path: from } = await backUp(dataDir)
  destroy(path)
  await restoreBackup(dataDir, { from, at: AT })
  expect(users(path)).toEqual(['ada'])
  expect(ask(path, 'pragma integrity_check')).toEqual(['ok'])
  // How far ids had come nobody knows.
  addUser(path, 'bo')
  expect(ask<number>(path, `select id from users where username = 'bo'`)[0]).toBeGreaterThan(100_000)
})

test('a restore is refused while a server has the database open, and changes nothing', async () => {
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
    'that is something else',
    (file: string) => writeFileSync(file, 'a letter to my aunt'.repeat(1000)),
    'cannot be read',
  ],
  [
    'that is somebody else’s database',
    (file: string) => {
      rmSync(file)
      change(file, 'create table aunts (name text)')
    },
    'no tables of this product',
  ],
  [
    'that breaks off',
    (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096),
    'It',
  ],
  [
    'of a later program',
    (file: string) =>
      change(file, `insert into migrations (number, name, appliedAt) values (999, 'later', '')`),
    'schema 999',
  ],
  [
    'whose rows refer to nothing',
    (file: string) =>
      change(
        file,
        `pragma foreign_keys = off; insert into dogs (userId, name, breed) values (77, 'Rex', '')`,
      ),
    'damaged',
  ],
  [
    'with a picture that is not what it was',
    (file: string) => change(file, `update backup_files set bytes = x'00'`),
    'damaged',
  ],
  [
    'with a file that belongs elsewhere',
    (file: string) => change(file, `update backup_files set path = 'pictures/../../server.ts'`),
    'path that is not allowed',
  ],
])('a file %s is not restored', async (_what, damage, reason) => {
  const { dataDir, path } = await seeded()
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

test('a restore that is killed leaves the old database or the new one, and can be done again', async () => {
  const { dataDir, path } = await seeded()
  addUser(path, 'ada')
  const { path: from } = await backUp(dataDir)
  const found = new Set<string>()
  const restore = (killAt: number) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'restore.ts'), from], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    // Beginning with what it makes first, so that the kill falls into the work and not into the start of the process.
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
    expect(ask(path, 'pragma integrity_check')).toEqual(['ok'])
    const now = users(path)
    found.add(now.join().startsWith('ada,bo') ? 'old' : now.join() === 'ada' ? 'new' : now.join())
  }
  expect([...found].filter((state) => state !== 'old' && state !== 'new')).toEqual([])
  await restoreBackup(dataDir, { from, at: AT })
  expect(users(path)).toEqual(['ada'])
  expect(existsSync(path)).toBe(true)
}, 60_000)
