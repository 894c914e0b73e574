import { describe, expect, test } from 'vitest'
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../../../data/model/account.ts'
import { emptyServer, FROM_OUR_PAGE, member, PASSWORD, sessionCookie, visitor } from './visitors.ts'
import type { Visitor } from './visitors.ts'
import { sharedServer } from '../harness.ts'
import { openDatabase } from '../sql.ts'

const rows = (path: string, query: string) => {
  const database = openDatabase(path)
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}
const register = (browser: Visitor, body: object) => browser.send('POST', '/api/register', body)
const login = (browser: Visitor, username: string, password = PASSWORD) =>
  browser.send('POST', '/api/login', { username, password })
const isSignedOut = async (browser: Visitor) => (await browser.get('/api/user')).statusCode === 401

describe('registering', () => {
  /** No test registers an account here. */
  const refusing = sharedServer('empty')

  test('creates the account and signs in', async () => {
    const { app, path } = await emptyServer()
    const rex = visitor(app)
    const answer = await register(rex, {
      username: 'Rex',
      email: 'Rex.Owner@example.com',
      password: PASSWORD,
      fullName: ' Kim Lee ',
      address: '',
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const account = {
      id: 1,
      username: 'Rex',
      email: 'Rex.Owner@example.com',
      fullName: 'Kim Lee',
      address: null,
      avatarUrl: null,
      isAdmin: false,
      hasPassword: true,
      createdAt: expect.any(String),
    }
    expect(answer.json()).toEqual(account)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await rex.get('/api/user')).json()).toEqual(account)
    expect(rows(path, 'select isAdmin, provider, resetToken from users')).toEqual([
      { isAdmin: 0, provider: null, resetToken: null },
    ])
    expect(rows(path, 'select userId, parksVisited from user_analytics')).toEqual([
      { userId: 1, parksVisited: 0 },
    ])
  })

  test.each([
    ['rex@example.com', 'rex'],
    ['rex+parks@example.com', 'rex'],
    ['jo@example.com', 'dog-jo'],
    [`${'l'.repeat(64)}@example.com`, 'l'.repeat(40)],
  ])('derives a username from the e-mail %s: %s', async (email, username) => {
    const { app } = await emptyServer()
    for (const given of [{}, { username: '' }, { username: '   ' }]) {
      const { account } = await member(app, {
        ...given,
        email: email.replace('@', `@${Object.keys(given).length + String(given.username?.length)}.`),
      })
      expect(account.username.replace(/\d+$/, '')).toBe(username)
    }
  })

  test('derives a unique username from each e-mail', async () => {
    const { app } = await emptyServer()
    const names: string[] = []
    for (let at = 0; at < 24; at += 1)
      names.push((await member(app, { email: `rex@${at}.example.com` })).account.username)
    expect(names.slice(0, 3)).toEqual(['rex', 'rex2', 'rex3'])
    expect(new Set(names).size).toBe(24)
  })

  test.each([
    [{ username: 'ab' }, 'username', 'Dog Name must be at least 3 characters'],
    [{ username: 'a'.repeat(51) }, 'username', 'Username cannot exceed 50 characters'],
    [{ username: 'rex@example.com' }, 'username', 'Username cannot contain @'],
    [{ username: 'Re\u200dx\u202e' }, 'username', 'Username has characters that cannot be shown'],
    [{ username: 'Rex\u0000' }, 'username', 'Username has characters that cannot be shown'],
    [{ username: ['Rex'] }, 'username', 'username must be a text.'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email'],
    [{ email: 'a@b' }, 'email', 'Please enter a valid email'],
    [{ email: '' }, 'email', 'Please enter a valid email'],
    [{ email: undefined }, 'email', 'email is missing.'],
    [{ email: `${'a'.repeat(EMAIL_MAX_LENGTH)}@example.com` }, 'email', 'Please enter a valid email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email', 'Please enter a valid email'],
    [{ password: 'abcde' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(PASSWORD_MAX_LENGTH + 1) }, 'password', 'Password cannot exceed 128 characters'],
    [{ password: undefined }, 'password', 'password is missing.'],
    [{ fullName: 'x'.repeat(101) }, 'fullName', 'Full Name cannot exceed 100 characters'],
    [{ address: 'x'.repeat(201) }, 'address', 'Home Address cannot exceed 200 characters'],
    [{ address: { street: 'x' } }, 'address', 'address must be a text.'],
  ])('%j is refused, naming the field', async (change, field, message) => {
    const { app, path } = refusing()
    const answer = await register(visitor(app), {
      username: 'Rex',
      email: 'rex@example.com',
      password: PASSWORD,
      ...change,
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', field, message }])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(rows(path, 'select id from users')).toEqual([])
  })

  test.each([
    'isAdmin',
    'id',
    'createdAt',
    'googleId',
    'provider',
    'resetToken',
    'avatarUrl',
    'confirmPassword',
    'constructor',
    'role',
  ])('refuses the privileged field %s by name', async (field) => {
    const { app, path } = refusing()
    const answer = await register(visitor(app), {
      email: 'rex@example.com',
      password: PASSWORD,
      [field]: true,
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'invalid-input', field, message: `There is no field called ${field} here.` },
    ])
    expect(rows(path, 'select id from users')).toEqual([])
  })

  test('refuses prototype fields', async () => {
    const { app } = await emptyServer()
    for (const payload of [
      `{"email":"rex@example.com","password":"${PASSWORD}","__proto__":{"isAdmin":true}}`,
      `{"email":"rex@example.com","password":"${PASSWORD}","constructor":{"prototype":{"isAdmin":true}}}`,
    ]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/register',
        payload,
        headers: { ...FROM_OUR_PAGE, 'content-type': 'application/json' },
      })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    }
  })

  test('refuses a password that is easy to guess', async () => {
    const { app } = await emptyServer()
    const person = { username: 'Wattlebird', email: 'kim.lee@example.com', fullName: 'Kim Lee' }
    for (const password of ['123456', 'Password', 'QWERTY', 'sunshine', 'letmein']) {
      expect((await register(visitor(app), { ...person, password })).json()).toEqual({
        code: 'invalid-input',
        field: 'password',
        message: 'This password is one of the most common ones. Choose another.',
      })
    }
    for (const password of [
      'wattlebird7',
      'Wattlebird',
      'KIM.LEE@example.com',
      'kim.lee',
      'kimlee99',
      'offlead1',
      'ababababab',
      'zzzzzzzz',
    ]) {
      const answer = await register(visitor(app), { ...person, password })
      expect([password, answer.json().message]).toEqual([
        password,
        'This password is easy to guess for this account. Choose another.',
      ])
    }
    expect(
      (await register(visitor(app), { ...person, password: 'wattlebird at the creek' })).statusCode,
    ).toBe(201)
  })

  test('accepts any characters in a password, and every one of them counts', async () => {
    const { app } = await emptyServer()
    const passwords = [
      '  blanks around it  ',
      'p\u0000ss\u0000word',
      'пароль для собаки',
      '🐕🦴🌳🏞️🐾☀️',
      `${'long '.repeat(24)}end`,
      'e\u0301clair-caf\u00e9',
    ]
    for (const [at, password] of passwords.entries()) {
      const { account } = await member(app, { username: `Dog ${at}`, password })
      expect((await login(visitor(app), account.email, password)).statusCode).toBe(200)
      for (const other of [
        password.trim() === password ? `${password} ` : password.trim(),
        password.slice(0, -1),
        password.toUpperCase() === password ? `${password}!` : password.toUpperCase(),
      ]) {
        expect([password, other, (await login(visitor(app), account.email, other)).statusCode]).toEqual([
          password,
          other,
          401,
        ])
      }
    }
  })
})

describe('usernames and e-mails are unique', () => {
  test.each([
    ['username', { username: 'REX', email: 'other@example.com' }],
    ['username', { username: ' rex ', email: 'other@example.com' }],
    ['username', { username: 'Ｒｅｘ', email: 'other@example.com' }],
    ['email', { username: 'Max', email: 'REX@Example.COM' }],
    ['username', { username: 'rex', email: 'rex@example.com' }],
  ])('a %s that is taken is refused in any case: %j', async (field, body) => {
    const { app, path } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const answer = await register(visitor(app), { password: PASSWORD, ...body })
    expect([answer.statusCode, answer.json().code, answer.json().field]).toEqual([409, 'taken', field])
    expect(answer.json().message).toBe(
      field === 'email'
        ? 'There is an account with this email already. Log in instead.'
        : 'This Dog Name is taken. Choose another.',
    )
    expect(rows(path, 'select id from users')).toHaveLength(1)
  })

  test('upper and lower case are the same in every alphabet', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Žofie', email: 'z@example.com' })
    expect(
      (
        await register(visitor(app), { username: 'ŽOFIE', email: 'y@example.com', password: PASSWORD })
      ).json(),
    ).toMatchObject({ code: 'taken', field: 'username' })
    expect((await login(visitor(app), 'žofie')).statusCode).toBe(200)
  })

  test('of concurrent registrations of one username, one succeeds', async () => {
    const { app, path } = await emptyServer()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        register(visitor(app), { username: 'Rex', email: `rex${at}@example.com`, password: PASSWORD }),
      ),
    )
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ])
    expect(rows(path, 'select id from users')).toHaveLength(1)
  })
})

describe('signing in', () => {
  const refusing = sharedServer('empty')

  test.each(['Rex', 'rex', 'REX', ' rex ', 'Rex@example.com', 'rex@EXAMPLE.com'])(
    'accepts the name as %j',
    async (name) => {
      const { app } = await emptyServer()
      const { account } = await member(app, { username: 'Rex', email: 'Rex@example.com' })
      const browser = visitor(app)
      const answer = await login(browser, name)
      expect([answer.statusCode, answer.json()]).toEqual([200, account])
      expect((await browser.get('/api/user')).json()).toEqual(account)
    },
  )

  test.each([
    [{ username: '' }, 'username', 'Username is required'],
    [{ username: '  ' }, 'username', 'Username is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ username: undefined }, 'username', 'username is missing.'],
    [{ remember: true }, 'remember', 'There is no field called remember here.'],
    [{ username: { $ne: null } }, 'username', 'username must be a text.'],
    [{ password: 'x'.repeat(129) }, 'password', 'Password cannot exceed 128 characters'],
  ])('%j is refused, naming the field', async (change, field, message) => {
    const { app } = refusing()
    const answer = await visitor(app).send('POST', '/api/login', {
      username: 'rex',
      password: PASSWORD,
      ...change,
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', field, message }])
  })

  test.each([
    "' or '1'='1",
    "rex' --",
    "rex'; drop table users; --",
    "' union select 1, 'x' --",
    'rex" or ""="',
    '%',
    '_ex',
    'rex\\',
    "rex' or 1=1 limit 1 offset 0 --",
    'rex\u0000',
  ])('treats SQL in a name or password as text: %j', async (name) => {
    const { app, path } = await emptyServer()
    const rex = await member(app, { username: 'rex', email: 'rex@example.com' })
    for (const [username, password] of [
      [name, PASSWORD],
      ['rex', name],
      [name, name],
    ]) {
      const answer = await login(visitor(app), username!, password)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'wrong-credentials'])
    }
    const change = await rex.send('PATCH', '/api/profile', { fullName: name })
    expect([200, 400]).toContain(change.statusCode)
    expect(rows(path, 'select id, username from users')).toEqual([{ id: 1, username: 'rex' }])
  })

  test('logging out ends only this session', async () => {
    const { app, path } = await emptyServer()
    const rex = await member(app)
    const phone = visitor(app)
    await login(phone, rex.account.email)
    const cookies = new Map(rex.cookies)
    const answer = await rex.send('POST', '/api/logout')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(sessionCookie(answer)).toBe(
      'offlead-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    )
    expect(rows(path, 'select userId from sessions')).toHaveLength(1)
    // A kept copy of the cookie is invalid.
    for (const [name, value] of cookies) rex.cookies.set(name, value)
    expect(await isSignedOut(rex)).toBe(true)
    expect(await isSignedOut(phone)).toBe(false)
    // Logging out again, or without a session, is no error.
    expect((await rex.send('POST', '/api/logout')).statusCode).toBe(204)
    expect((await visitor(app).send('POST', '/api/logout')).statusCode).toBe(204)
  })
})

test('signing in without a database is an error of the server, not a wrong password', async () => {
  const { app, path } = await emptyServer()
  const rex = await member(app)
  const database = openDatabase(path)
  database.holdAll()
  try {
    for (const answer of [
      await login(visitor(app), rex.account.email),
      await register(visitor(app), { email: 'b@example.com', password: PASSWORD }),
    ]) {
      expect([answer.statusCode, answer.json().errorType]).toEqual([503, 'DatabaseConnectionError'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  } finally {
    database.close()
  }
  expect((await login(visitor(app), rex.account.email)).statusCode).toBe(200)
})
