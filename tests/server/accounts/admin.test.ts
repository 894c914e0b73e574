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

test(
  'somebody is made an administrator at the terminal, also while the product runs, and no more, and signed out',
  { timeout: PATIENCE },
  async () => {
    const { app, config } = await emptyServer()
    const rex = await member(app, { username: 'Rex', email: 'rex@example.com' })
    const isAdmin = async () => (await rex.get('/api/user')).json().isAdmin
    expect(await admin(config.dataDir, ['promote', 'REX'])).toEqual({
      code: 0,
      said: 'REX is an administrator.',
    })
    expect(await isAdmin()).toBe(true)
    expect(await admin(config.dataDir, ['demote', 'rex@example.com'])).toEqual({
      code: 0,
      said: 'rex@example.com is no administrator any more.',
    })
    expect(await isAdmin()).toBe(false)
    expect(await admin(config.dataDir, ['sign-out', 'rex'])).toEqual({
      code: 0,
      said: 'rex is signed out everywhere.',
    })
    expect((await rex.get('/api/user')).statusCode).toBe(401)
    for (const command of ['promote', 'demote', 'sign-out']) {
      expect(await admin(config.dataDir, [command, 'nobody'])).toEqual({
        code: 1,
        said: 'Nobody has the username or e-mail nobody.',
      })
    }
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
      said: 'There is no password on the standard input.',
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

test.each([[[]], [['promote']], [['promote', 'a', 'b']], [['delete', 'a']], [['promote', 'a', '--force']]])(
  '%j says how it is used',
  { timeout: PATIENCE },
  async (args) => {
    const { code, said } = await admin(temporaryFolder(), args)
    expect([
      code,
      said.includes('npm run admin -- promote') || said.includes("Unknown option '--force'"),
    ]).toEqual([1, true])
  },
)
