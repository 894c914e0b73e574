import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../data/model/constants.ts'
import { addIdentity, removeIdentity } from '../../../server/repositories/identities.ts'
import { addSession } from '../../../server/repositories/sessions.ts'
import type { Proof } from '../../../server/repositories/sessions.ts'
import { passwordOf, replacePassword } from '../../../server/repositories/users.ts'
import { openedStore } from '../harness.ts'
import { emptyServer, FROM_OUR_PAGE, member, PASSWORD, sessionCookie, visitor } from './visitors.ts'
import type { Visitor } from './visitors.ts'
import { openDatabase } from '../sql.ts'
import { onPostgres } from '../postgres-databases.ts'

const rows = <Row>(path: string, query: string) => {
  const database = openDatabase(path)
  try {
    return database.prepare(query).all() as Row[]
  } finally {
    database.close()
  }
}
const isSignedOut = async (browser: Visitor) => (await browser.get('/api/user')).statusCode === 401
const idOf = (browser: Visitor) => browser.cookies.get('offlead-session')!
const copyCookies = (browser: Visitor, from: Visitor) =>
  [...from.cookies].forEach(([name, value]) => browser.cookies.set(name, value))

describe('the session cookie', () => {
  const COMMON = '=[\\w-]{43}; Path=/; Expires=[^;]+ GMT; HttpOnly'

  test('has no prefix and is not Secure on plain http, and its id has 256 bits', async () => {
    const { app } = await emptyServer()
    const answer = await visitor(app).send('POST', '/api/register', {
      email: 'rex@example.com',
      password: PASSWORD,
    })
    expect(sessionCookie(answer)).toMatch(new RegExp(`^offlead-session${COMMON}; SameSite=Lax$`))
    const expires = Date.parse(/Expires=([^;]+)/.exec(sessionCookie(answer)!)![1]!)
    expect(Math.abs(expires - Date.now() - 365 * DAY)).toBeLessThan(60_000)
  })

  test.each([
    ['PUBLIC_URL', { publicUrl: 'https://offlead.example' }, {}],
    [
      'a trusted proxy',
      { trustProxy: 1 },
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'offlead.example' },
    ],
    ['a proxy with a trusted address', { trustProxy: ['127.0.0.1'] }, { 'x-forwarded-proto': 'https' }],
  ])('is bound to this host and to https when https is known from %s', async (_source, config, headers) => {
    const { app } = await emptyServer(config)
    const rex = visitor(app, { headers })
    const answer = await rex.send('POST', '/api/register', { email: 'rex@example.com', password: PASSWORD })
    expect(sessionCookie(answer)).toMatch(
      new RegExp(`^__Host-offlead-session${COMMON}; Secure; SameSite=Lax$`),
    )
    expect(await isSignedOut(rex)).toBe(false)
    const out = await rex.send('POST', '/api/logout')
    expect(sessionCookie(out)).toBe(
      '__Host-offlead-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    )
    expect(await isSignedOut(rex)).toBe(true)
  })

  test('comes with a hint that scripts can read, which is set and deleted with it', async () => {
    const { app } = await emptyServer({ publicUrl: 'https://offlead.example' })
    const rex = visitor(app)
    const hints = (answer: { headers: Record<string, unknown> }) =>
      [answer.headers['set-cookie'] ?? []].flat().filter((line) => !/HttpOnly/.test(String(line)))
    const credentials = { email: 'rex@example.com', password: PASSWORD }
    const login = { username: credentials.email, password: PASSWORD }
    const signIns = [
      hints(await rex.send('POST', '/api/register', credentials)),
      hints(await rex.send('POST', '/api/login', login)),
    ]
    for (const signIn of signIns)
      expect(signIn).toEqual([
        expect.stringMatching(
          /^offlead-signed-in=[\w-]{8}; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
        ),
      ])
    // So that the page can tell them apart.
    expect(signIns[0]).not.toEqual(signIns[1])
    expect(hints(await rex.send('POST', '/api/logout'))).toEqual([
      expect.stringMatching(/^offlead-signed-in=; Max-Age=0;/),
    ])
    // The hint opens nothing, and the next response deletes it if the session has ended.
    rex.cookies.set('offlead-signed-in', '1')
    const answer = await rex.get('/api/user')
    expect([answer.statusCode, hints(answer)]).toEqual([
      401,
      [expect.stringMatching(/^offlead-signed-in=; Max-Age=0;/)],
    ])
  })

  test('ignores forwarding headers from an untrusted address', async () => {
    const { app } = await emptyServer()
    const answer = await visitor(app, { headers: { 'x-forwarded-proto': 'https' } }).send(
      'POST',
      '/api/register',
      { email: 'rex@example.com', password: PASSWORD },
    )
    expect(sessionCookie(answer)).toMatch(/^offlead-session=/)
  })

  test('is not read without its prefix on https, because another host may have set it', async () => {
    const { app } = await emptyServer({ trustProxy: 1 })
    const rex = await member(app)
    const overHttps = visitor(app, { headers: { 'x-forwarded-proto': 'https' } })
    copyCookies(overHttps, rex)
    expect(await isSignedOut(overHttps)).toBe(true)
    expect(await isSignedOut(rex)).toBe(false)
  })

  test('is not set for a visitor, nor is a session stored', async () => {
    const { app, path } = await emptyServer()
    const browser = visitor(app)
    for (const url of ['/api/user', '/api/health', '/api/states', '/api/auth/google', '/api/profile', '/']) {
      expect([url, (await browser.get(url)).headers['set-cookie']]).toEqual([url, undefined])
    }
    expect(
      (await browser.send('POST', '/api/login', { username: 'nobody', password: PASSWORD })).headers[
        'set-cookie'
      ],
    ).toBeUndefined()
    expect(rows(path, 'select * from sessions')).toEqual([])
  })

  test.skipIf(onPostgres)('is not set if the password is changed while it is checked', async () => {
    const { app, path } = await emptyServer()
    await member(app, { username: 'rex' })
    const database = openDatabase(path)
    // Attempts are deleted when the password was right.
    database.exec(
      "create trigger changed after delete on attempts begin update users set password = 'another hash'; end",
    )
    database.close()
    const answer = await visitor(app).send('POST', '/api/login', { username: 'rex', password: PASSWORD })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'wrong-credentials'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('is deleted only by logging out if it is invalid, because a new one may already be set', async () => {
    const { app } = await emptyServer()
    for (const id of ['x', 'a'.repeat(43), '%00', "' or 1=1 --", 'é'.repeat(2000)]) {
      const cookie = `offlead-session=${encodeURIComponent(id)}`
      const answer = await app.inject({ url: '/api/user', headers: { cookie } })
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined])
      const out = await app.inject({
        method: 'POST',
        url: '/api/logout',
        headers: { ...FROM_OUR_PAGE, cookie },
      })
      expect([out.statusCode, sessionCookie(out)]).toEqual([
        204,
        expect.stringMatching(/^offlead-session=; Max-Age=0;/),
      ])
    }
  })

  test('is never set by a cacheable response', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    for (const url of ['/api/states', '/api/health', '/api/openapi.json', '/robots.txt']) {
      const answer = await rex.get(url)
      expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([url, 200, undefined])
    }
  })
})

describe('a session', () => {
  test('is stored under a hash, so a copy of the database opens none', async () => {
    const { app, path } = await emptyServer()
    const rex = await member(app)
    const id = idOf(rex)
    const stored = rows<{ idHash: string }>(path, 'select * from sessions')
    expect(stored).toMatchObject([
      {
        idHash: createHash('sha256').update(id).digest('hex'),
        userId: rex.account.id,
        data: '{"device":"Unknown device"}',
      },
    ])
    const database = openDatabase(path)
    expect(database.content().includes(id)).toBe(false)
    database.close()
    const thief = visitor(app)
    thief.cookies.set('offlead-session', stored[0]!.idHash)
    expect(await isSignedOut(thief)).toBe(true)
  })

  test('has a new id after every sign-in, and an id planted or known before is invalid', async () => {
    const { app, path } = await emptyServer()
    const { account } = await member(app)
    const planted = 'p'.repeat(43)
    const victim = visitor(app)
    victim.cookies.set('offlead-session', planted)
    await victim.send('POST', '/api/login', { username: account.email, password: PASSWORD })
    expect(idOf(victim)).not.toBe(planted)
    const thief = visitor(app)
    thief.cookies.set('offlead-session', planted)
    expect(await isSignedOut(thief)).toBe(true)

    // A valid old id ends, too.
    const known = visitor(app)
    copyCookies(known, victim)
    await victim.send('POST', '/api/login', { username: account.email, password: PASSWORD })
    expect(idOf(victim)).not.toBe(idOf(known))
    expect([await isSignedOut(known), await isSignedOut(victim)]).toEqual([true, false])
    expect(rows(path, 'select idHash from sessions')).toHaveLength(2)

    // So it does when registering another account.
    copyCookies(known, victim)
    await victim.send('POST', '/api/register', { email: 'another@example.com', password: PASSWORD })
    expect([await isSignedOut(known), (await victim.get('/api/user')).json().email]).toEqual([
      true,
      'another@example.com',
    ])
  })

  test('ends after ninety days without use', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { app } = await emptyServer({}, () => new Date(now))
    const [used, idle] = [await member(app), await member(app)]
    now += 60 * DAY
    expect(await isSignedOut(used)).toBe(false)
    now += 30 * DAY
    expect([await isSignedOut(used), await isSignedOut(idle)]).toEqual([false, true])
  })

  test('ends after a year even if it is used', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { app } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    for (let day = 0; day < 360; day += 30) {
      now += 30 * DAY
      expect([day, await isSignedOut(rex)]).toEqual([day, false])
    }
    now += 5 * DAY
    expect(await isSignedOut(rex)).toBe(true)
  })

  test('records its use once an hour without a new cookie, and expired sessions are deleted', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { app, path } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    await member(app)
    const lastSeen = () => rows<{ lastSeen: string }>(path, 'select lastSeen from sessions where userId = 1')
    now += HOUR - 1
    expect((await rex.get('/api/user')).headers['set-cookie']).toBeUndefined()
    expect(lastSeen()).toEqual([{ lastSeen: '2026-01-01T00:00:00.000Z' }])
    now += 1
    expect((await rex.get('/api/user')).headers['set-cookie']).toBeUndefined()
    expect(lastSeen()).toEqual([{ lastSeen: '2026-01-01T01:00:00.000Z' }])
    expect(rows(path, 'select lastActive from user_analytics where userId = 1')).toEqual([
      { lastActive: '2026-01-01T01:00:00.000Z' },
    ])
    now += 90 * DAY - 1
    expect(await isSignedOut(rex)).toBe(false)
    await member(app)
    expect(rows(path, 'select userId from sessions order by userId')).toEqual([{ userId: 1 }, { userId: 3 }])
  })

  test('stays valid if its use cannot be recorded', async () => {
    let now = Date.now()
    const { app, path } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    now += 2 * HOUR
    const database = openDatabase(path)
    database.holdWrites()
    expect(await isSignedOut(rex)).toBe(false)
    database.close()
  })

  test('stays ended if it is used while it is ended elsewhere', async () => {
    let now = Date.now()
    const { app, path } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    now += 2 * HOUR
    const [, out] = await Promise.all([
      rex.get('/api/user'),
      app.inject({
        method: 'POST',
        url: '/api/logout',
        headers: { ...FROM_OUR_PAGE, cookie: `offlead-session=${idOf(rex)}` },
      }),
    ])
    expect(out.statusCode).toBe(204)
    expect(rows(path, 'select * from sessions')).toEqual([])
  })

  test('reflects administrator rights immediately when they are given or taken', async () => {
    const { app, path } = await emptyServer()
    const rex = await member(app)
    const database = openDatabase(path)
    database.exec('update users set isAdmin = 1')
    expect((await rex.get('/api/user')).json().isAdmin).toBe(true)
    database.exec('update users set isAdmin = 0')
    expect((await rex.get('/api/user')).json().isAdmin).toBe(false)
    database.close()
  })
})

describe('changing the password', () => {
  test('signs out all other devices and renews the session id here', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const phone = visitor(app)
    await phone.send('POST', '/api/login', { username: rex.account.email, password: PASSWORD })
    const before = idOf(rex)
    const answer = await rex.send('POST', '/api/profile/password', {
      currentPassword: PASSWORD,
      newPassword: 'magpie on the oval',
    })
    expect(answer.statusCode, answer.body).toBe(204)
    expect(idOf(rex)).not.toBe(before)
    expect([await isSignedOut(rex), await isSignedOut(phone)]).toEqual([false, true])
    const old = visitor(app)
    old.cookies.set('offlead-session', before)
    expect(await isSignedOut(old)).toBe(true)
    expect(
      (await phone.send('POST', '/api/login', { username: rex.account.email, password: PASSWORD }))
        .statusCode,
    ).toBe(401)
    expect(
      (
        await phone.send('POST', '/api/login', {
          username: rex.account.email,
          password: 'magpie on the oval',
        })
      ).statusCode,
    ).toBe(200)
  })

  test('leaves the browser with the new id, whatever order concurrent responses arrive in', async () => {
    let now = Date.now()
    const { app } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    now += 2 * HOUR
    const before = idOf(rex)
    const callMeanwhile = async () => {
      const urls = ['/api/user', '/api/profile', '/api/profile/devices', '/api/states']
      return Promise.all(
        urls.map((url) =>
          app.inject({ url, headers: { cookie: `offlead-session=${before}; offlead-signed-in=1` } }),
        ),
      )
    }
    const change = rex.send('POST', '/api/profile/password', {
      currentPassword: PASSWORD,
      newPassword: 'magpie on the oval',
    })
    const changed = change.then(() => true)
    const answers = []
    do answers.push(...(await callMeanwhile()))
    while (!(await Promise.race([changed, setTimeout(5, false)])))
    answers.push(...(await callMeanwhile()))
    expect((await change).statusCode).toBe(204)
    expect(answers.at(-2)!.statusCode).toBe(401)
    // The change may overtake even the first calls.
    expect(
      answers.map(({ statusCode }) => statusCode).filter((code) => code !== 200 && code !== 401),
    ).toEqual([])
    expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
    expect(await isSignedOut(rex)).toBe(false)
  })

  test('needs the old password and follows the same rules', async () => {
    const { app } = await emptyServer()
    const rex = await member(app, { username: 'Biscuit' })
    const change = async (body: object) => {
      const answer = await rex.send('POST', '/api/profile/password', body)
      return [answer.statusCode, answer.json()]
    }
    expect(await change({ newPassword: 'magpie on the oval' })).toEqual([
      400,
      { code: 'invalid-input', field: 'currentPassword', message: 'Enter your current password.' },
    ])
    expect(await change({ currentPassword: 'something else', newPassword: 'magpie on the oval' })).toEqual([
      403,
      { code: 'wrong-credentials', field: 'currentPassword', message: 'Your current password is wrong.' },
    ])
    expect(await change({ currentPassword: PASSWORD, newPassword: '12345' })).toEqual([
      400,
      { code: 'invalid-input', field: 'newPassword', message: 'Password must be at least 6 characters' },
    ])
    expect(await change({ currentPassword: PASSWORD, newPassword: '123456' })).toMatchObject([
      400,
      { field: 'newPassword' },
    ])
    expect(await change({ currentPassword: PASSWORD, newPassword: 'biscuit1' })).toMatchObject([
      400,
      { field: 'newPassword' },
    ])
    expect(
      (await visitor(app).send('POST', '/api/login', { username: 'Biscuit', password: PASSWORD })).statusCode,
    ).toBe(200)
  })

  test('lets no session begin with a password or identity that is no longer valid', async () => {
    const { app, path } = await emptyServer()
    const { account } = await member(app)
    const store = openedStore(path)
    const beginSession = (idHash: string, proof: Proof) =>
      store.write((db) => addSession(db, { idHash, userId: account.id, device: 'x', proof, now: new Date() }))
    const password = (await store.read((db) => passwordOf(db, account.id)))!
    expect(await beginSession('before', { password })).toBe(true)
    await store.write((db) => replacePassword(db, account.id, password, 'another hash'))
    expect(await beginSession('after', { password })).toBe(false)
    const identity = {
      provider: 'google',
      issuer: 'https://accounts.google.com',
      subject: '1',
      email: null,
    } as const
    expect(await beginSession('stranger', identity)).toBe(false)
    await store.write((db) => addIdentity(db, account.id, identity, new Date()))
    expect(await beginSession('connected', identity)).toBe(true)
    await store.write((db) => removeIdentity(db, account.id, 'google'))
    expect(await beginSession('disconnected', identity)).toBe(false)
    expect(rows(path, 'select idHash from sessions where data = \'{"device":"x"}\' order by idHash')).toEqual(
      [{ idHash: 'before' }, { idHash: 'connected' }],
    )
  })

  test('lets no concurrent sign-in with the old password survive', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const thieves = Array.from({ length: 6 }, () => visitor(app))
    const [, ...answers] = await Promise.all([
      rex.send('POST', '/api/profile/password', {
        currentPassword: PASSWORD,
        newPassword: 'magpie on the oval',
      }),
      ...thieves.map((thief) =>
        thief.send('POST', '/api/login', { username: rex.account.email, password: PASSWORD }),
      ),
    ])
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 401)).toBe(true)
    expect(await Promise.all(thieves.map(isSignedOut))).toEqual(thieves.map(() => true))
    expect(await isSignedOut(rex)).toBe(false)
  })
})
