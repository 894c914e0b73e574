import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { databaseAddress } from '../../../server/repositories/store.ts'
import { runScript } from '../../support/product.ts'
import { configIn, createBlank, environmentOf, temporaryFolder } from '../harness.ts'
import { admin } from './admin-command.ts'
import { emptyServer, member, PASSWORD, visitor } from './visitors.ts'
import { openDatabase } from '../sql.ts'

/** Inserts an account whose username is stored as typed, which earlier versions allowed. */
function addFormerAccount(path: string, username: string, email: string): number {
  const database = openDatabase(path)
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
  const database = openDatabase(path)
  try {
    return database.prepare('select id from users where isAdmin = 1').pluck().all()
  } finally {
    database.close()
  }
}

test('an account is promoted, demoted and signed out while the server runs', async () => {
  const { app, config } = await emptyServer()
  const rex = await member(app, { username: 'Rex', email: 'rex@example.com' })
  const isAdmin = async () => (await rex.get('/api/user')).json().isAdmin
  expect(await admin(config, ['promote', 'REX', '--yes'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Account 1, "Rex", is an administrator.'),
  })
  expect(await isAdmin()).toBe(true)
  expect(await admin(config, ['demote', 'rex@example.com'])).toEqual({
    code: 0,
    output: 'Account 1, "Rex", is no longer an administrator.',
  })
  expect(await isAdmin()).toBe(false)
  expect(await admin(config, ['sign-out', 'rex'])).toEqual({
    code: 0,
    output: 'Account 1, "Rex", is signed out everywhere.',
  })
  expect((await rex.get('/api/user')).statusCode).toBe(401)
  for (const command of ['promote', 'demote', 'sign-out']) {
    expect(await admin(config, [command, 'missing'])).toEqual({
      code: 1,
      output: 'No account has the username "missing".',
    })
  }
})

test('promoting shows id, username, e-mail and date, says that e-mails are not confirmed, and asks for confirmation', async () => {
  const { app, config, path } = await emptyServer()
  const { account } = await member(app, { username: 'Rex', email: 'rex@example.com' })
  for (const input of ['', 'n\n', 'maybe\n']) {
    const { code, output } = await admin(config, ['promote', 'rex'], input)
    expect(code).toBe(1)
    for (const part of [
      `id        ${account.id}`,
      'username  "Rex"',
      'e-mail    "rex@example.com" (not confirmed',
      `created   ${account.createdAt}`,
      'Nothing was changed.',
    ])
      expect(output).toContain(part)
  }
  expect(administrators(path)).toEqual([])
  expect((await admin(config, ['promote', 'rex@example.com'], 'y\n')).code).toBe(0)
  expect(administrators(path)).toEqual([account.id])
})

test('promoting an e-mail address never promotes an account whose username looks like it', async () => {
  const { app, config, path } = await emptyServer()
  const attacker = addFormerAccount(path, 'boss＠council.example', 'mallory@example.com')
  const alone = await admin(config, ['promote', 'boss@council.example', '--yes'])
  expect(alone).toMatchObject({ code: 1, output: expect.stringContaining(`id ${attacker},`) })
  expect(administrators(path)).toEqual([])
  // An account with this e-mail, created before another account took the name.
  const { account } = await member(app, { username: 'Boss', email: 'chief@council.example' })
  addFormerAccount(path, 'chief＠council.example', 'eve@example.com')
  const both = await admin(config, ['promote', 'chief@council.example', '--yes'])
  expect(both.code).toBe(1)
  expect(both.output).toContain(`id ${account.id},`)
  expect(both.output).toContain('Use --id')
  expect(administrators(path)).toEqual([])
  expect((await admin(config, ['promote', '--id', String(account.id), '--yes'])).code).toBe(0)
  expect(administrators(path)).toEqual([account.id])
})

test('an account whose username is no longer allowed is found by its id only', async () => {
  const { config, path } = await emptyServer()
  const id = addFormerAccount(path, 'bo\u034fss', 'dog@example.com')
  expect(await admin(config, ['promote', 'bo\u034fss', '--yes'])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`id ${id},`),
  })
  expect(await admin(config, ['promote', '--id', '77', '--yes'])).toEqual({
    code: 1,
    output: 'There is no account with the id 77.',
  })
  expect((await admin(config, ['promote', '--id', String(id), '--yes'])).code).toBe(0)
  expect(administrators(path)).toEqual([id])
})

test('the first administrator is created before the first start, with a password that is not in the command', async () => {
  const config = configIn(temporaryFolder())
  await createBlank(config)
  expect(await admin(config, ['create', 'boss@example.com', '--username', 'Boss'], `${PASSWORD}\n`)).toEqual({
    code: 0,
    output: 'Boss is an administrator.',
  })
  const database = openDatabase(databaseAddress(config))
  expect(database.prepare('select username, email, isAdmin, password from users').all()).toEqual([
    {
      username: 'Boss',
      email: 'boss@example.com',
      isAdmin: 1,
      password: expect.stringMatching(/^\$argon2id\$/),
    },
  ])
  database.close()
  expect(await admin(config, ['create', 'Boss@Example.com'], `${PASSWORD}\n`)).toEqual({
    code: 1,
    output: 'Another account has this email.',
  })
  expect(await admin(config, ['create', 'b@example.com'], '123456\n')).toEqual({
    code: 1,
    output: 'This password is one of the most common ones. Choose another.',
  })
  expect(await admin(config, ['create', 'b@example.com'], 'abc\n')).toEqual({
    code: 1,
    output: 'Password must be at least 6 characters',
  })
  expect(await admin(config, ['create', 'b@example.com'])).toEqual({
    code: 1,
    output: 'There is no password on standard input.',
  })
})

test('an administrator created by the command signs in on the web', async () => {
  const { app, config } = await emptyServer()
  const output = await runScript(
    'scripts/admin.ts',
    environmentOf(config),
    ['create', 'boss@example.com'],
    `${PASSWORD}\n`,
  )
  expect(output).toBe('boss is an administrator.\n')
  const boss = visitor(app)
  expect(
    (await boss.send('POST', '/api/login', { username: 'boss', password: PASSWORD })).json(),
  ).toMatchObject({ username: 'boss', isAdmin: true })
})

test('no code of the server makes an account an administrator', async () => {
  const makers: string[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    if (file !== join('server', 'repositories', 'users.ts') && /\bsetAdmin\b|isAdmin: (true|1)\b/.test(text))
      makers.push(file)
  }
  expect(makers).toEqual([])
})
