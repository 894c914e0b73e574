import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { databasePath } from '../../../server/repositories/store.ts'
import { temporaryFolder } from '../harness.ts'
import { emptyServer, member, PASSWORD, visitor } from './people.ts'

/** Milliseconds for all the commands of a test, each a process of its own: a busy machine takes its time. */
const PATIENCE = 180_000

/** Runs the command as `npm run admin` does. */
function admin(dataDir: string, args: string[], input = ''): Promise<{ code: number | null; said: string }> {
  const command = spawn(process.execPath, [join(root, 'scripts', 'admin.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  })
  let said = ''
  command.stdout.on('data', (text: Buffer) => void (said += text.toString()))
  command.stderr.on('data', (text: Buffer) => void (said += text.toString()))
  command.stdin.end(input)
  return new Promise((resolve) => void command.on('exit', (code) => resolve({ code, said: said.trim() })))
}

/** Writes what an earlier version of the product allowed: an account with this username, as it was typed. */
function addFormerAccount(path: string, username: string, email: string): number {
  const database = new Database(path)
  const { lastInsertRowid } = database
    .prepare('insert into users (username, email) values (?, ?)')
    .run(username, email)
  const names = database.prepare('insert or ignore into sign_in_names (name, userId, kind) values (?, ?, ?)')
  names.run(username.normalize('NFKC').toLowerCase(), lastInsertRowid, 'username')
  names.run(email, lastInsertRowid, 'email')
  database.close()
  return Number(lastInsertRowid)
}

const administrators = (path: string) => {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare('select id from users where isAdmin = 1').pluck().all()
  } finally {
    database.close()
  }
}

test(
  'an account is promoted while the product runs, demoted and signed out',
  { timeout: PATIENCE },
  async () => {
    const { app, config } = await emptyServer()
    const rex = await member(app, { username: 'Rex', email: 'rex@example.com' })
    const isAdmin = async () => (await rex.get('/api/user')).json().isAdmin
    expect(await admin(config.dataDir, ['promote', 'REX', '--yes'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('Account 1, "Rex", is an administrator.'),
    })
    expect(await isAdmin()).toBe(true)
    expect(await admin(config.dataDir, ['demote', 'rex@example.com'])).toEqual({
      code: 0,
      said: 'Account 1, "Rex", is no longer an administrator.',
    })
    expect(await isAdmin()).toBe(false)
    expect(await admin(config.dataDir, ['sign-out', 'rex'])).toEqual({
      code: 0,
      said: 'Account 1, "Rex", is signed out everywhere.',
    })
    expect((await rex.get('/api/user')).statusCode).toBe(401)
    for (const command of ['promote', 'demote', 'sign-out']) {
      expect(await admin(config.dataDir, [command, 'missing'])).toEqual({
        code: 1,
        said: 'No account has the username "missing".',
      })
    }
  },
)

test(
  'promoting shows id, username, e-mail and date, says that e-mails are not confirmed, and asks',
  { timeout: PATIENCE },
  async () => {
    const { app, config, path } = await emptyServer()
    const { account } = await member(app, { username: 'Rex', email: 'rex@example.com' })
    for (const input of ['', 'n\n', 'maybe\n']) {
      const { code, said } = await admin(config.dataDir, ['promote', 'rex'], input)
      expect(code).toBe(1)
      for (const part of [
        `id        ${account.id}`,
        'username  "Rex"',
        'e-mail    "rex@example.com" (not confirmed',
        `created   ${account.createdAt}`,
        'Nothing was changed.',
      ])
        expect(said).toContain(part)
    }
    expect(administrators(path)).toEqual([])
    expect((await admin(config.dataDir, ['promote', 'rex@example.com'], 'y\n')).code).toBe(0)
    expect(administrators(path)).toEqual([account.id])
  },
)

test(
  'promoting an e-mail address never promotes an account whose username looks like it',
  { timeout: PATIENCE },
  async () => {
    const { app, config, path } = await emptyServer()
    const attacker = addFormerAccount(path, 'boss＠council.example', 'mallory@example.com')
    const alone = await admin(config.dataDir, ['promote', 'boss@council.example', '--yes'])
    expect(alone).toMatchObject({ code: 1, said: expect.stringContaining(`id ${attacker},`) })
    expect(administrators(path)).toEqual([])
    // An account that has the e-mail, made before the name was taken.
    const { account } = await member(app, { username: 'Boss', email: 'chief@council.example' })
    addFormerAccount(path, 'chief＠council.example', 'eve@example.com')
    const both = await admin(config.dataDir, ['promote', 'chief@council.example', '--yes'])
    expect(both.code).toBe(1)
    expect(both.said).toContain(`id ${account.id},`)
    expect(both.said).toContain('Use --id')
    expect(administrators(path)).toEqual([])
    expect((await admin(config.dataDir, ['promote', '--id', String(account.id), '--yes'])).code).toBe(0)
    expect(administrators(path)).toEqual([account.id])
  },
)

test(
  'an account whose username is no longer allowed is found by its id only',
  { timeout: PATIENCE },
  async () => {
    const { config, path } = await emptyServer()
    const id = addFormerAccount(path, 'bo\u034fss', 'dog@example.com')
    expect(await admin(config.dataDir, ['promote', 'bo\u034fss', '--yes'])).toMatchObject({
      code: 1,
      said: expect.stringContaining(`id ${id},`),
    })
    expect(await admin(config.dataDir, ['promote', '--id', '77', '--yes'])).toEqual({
      code: 1,
      said: 'There is no account with the id 77.',
    })
    expect((await admin(config.dataDir, ['promote', '--id', String(id), '--yes'])).code).toBe(0)
    expect(administrators(path)).toEqual([id])
  },
)

test(
  'the first administrator is made before the product has ever run, with a password that is not in the command',
  { timeout: PATIENCE },
  async () => {
    const folder = temporaryFolder()
    expect(
      await admin(folder, ['create', 'boss@example.com', '--username', 'Boss'], `${PASSWORD}\n`),
    ).toEqual({ code: 0, said: 'Boss is an administrator.' })
    const database = new Database(databasePath(folder), { readonly: true })
    expect(database.prepare('select username, email, isAdmin, password from users').all()).toEqual([
      {
        username: 'Boss',
        email: 'boss@example.com',
        isAdmin: 1,
        password: expect.stringMatching(/^\$argon2id\$/),
      },
    ])
    database.close()
    expect(await admin(folder, ['create', 'Boss@Example.com'], `${PASSWORD}\n`)).toEqual({
      code: 1,
      said: "This email is somebody else's.",
    })
    expect(await admin(folder, ['create', 'b@example.com'], '123456\n')).toEqual({
      code: 1,
      said: 'This password is one of the most common ones. Choose another.',
    })
    expect(await admin(folder, ['create', 'b@example.com'], 'abc\n')).toEqual({
      code: 1,
      said: 'Password must be at least 6 characters',
    })
    expect(await admin(folder, ['create', 'b@example.com'])).toEqual({
      code: 1,
      said: 'There is no password on standard input.',
    })
  },
)

test('whoever was made there signs in on the web', { timeout: PATIENCE }, async () => {
  const { app, config } = await emptyServer()
  await admin(config.dataDir, ['create', 'boss@example.com'], `${PASSWORD}\n`)
  const boss = visitor(app)
  expect(
    (await boss.send('POST', '/api/login', { username: 'boss', password: PASSWORD })).json(),
  ).toMatchObject({ username: 'boss', isAdmin: true })
})

test('nothing that the server does makes one', async () => {
  const makers: string[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    if (file !== join('server', 'repositories', 'users.ts') && /\bsetAdmin\b|isAdmin: (true|1)\b/.test(text))
      makers.push(file)
  }
  expect(makers).toEqual([])
})

test.each([
  [[]],
  [['promote']],
  [['promote', 'a', 'b']],
  [['delete', 'a']],
  [['promote', 'a', '--force']],
  [['promote', 'a', '--id', '1']],
  [['promote', '--id', 'x']],
])('%j says how it is used', { timeout: PATIENCE }, async (args) => {
  const { code, said } = await admin(temporaryFolder(), args)
  expect([
    code,
    said.includes('npm run admin -- promote') || said.includes("Unknown option '--force'"),
  ]).toEqual([1, true])
})
