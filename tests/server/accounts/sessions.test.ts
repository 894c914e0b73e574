import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../data/model/constants.ts'
import { addIdentity, removeIdentity } from '../../../server/repositories/identities.ts'
import { addSession } from '../../../server/repositories/sessions.ts'
import type { Proof } from '../../../server/repositories/sessions.ts'
import { passwordOf, replacePassword } from '../../../server/repositories/users.ts'
import { openedStore } from '../harness.ts'
import { emptyServer, FROM_OUR_PAGE, member, PASSWORD, sessionCookie, visitor } from './people.ts'
import type { Visitor } from './people.ts'

const rows = <Row>(path: string, question: string) => {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare(question).all() as Row[]
  } finally {
    database.close()
  }
}
const isNobody = async (browser: Visitor) => (await browser.get('/api/user')).statusCode === 401
const idOf = (browser: Visitor) => browser.cookies.get('offlead-session')!
const adopt = (browser: Visitor, from: Visitor) =>
  [...from.cookies].forEach(([name, value]) => browser.cookies.set(name, value))

describe('the cookie', () => {
  const COMMON = '=[\\w-]{43}; Path=/; Expires=[^;]+ GMT; HttpOnly'

  test('on plain http it has no prefix and is not Secure; its id has 256 bits', async () => {
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
    ['told by the address the product has', { publicUrl: 'https://offlead.example' }, {}],
    [
      'told by a proxy that is trusted',
      { trustProxy: 1 },
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'offlead.example' },
    ],
    [
      'told by a proxy with a trusted address',
      { trustProxy: ['127.0.0.1'] },
      { 'x-forwarded-proto': 'https' },
    ],
  ])('on https, %s, it is bound to this host and to https', async (_how, config, headers) => {
    const { app } = await emptyServer(config)
    const rex = visitor(app, { headers })
    const answer = await rex.send('POST', '/api/register', { email: 'rex@example.com', password: PASSWORD })
    expect(sessionCookie(answer)).toMatch(
      new RegExp(`^__Host-offlead-session${COMMON}; Secure; SameSite=Lax$`),
    )
    expect(await isNobody(rex)).toBe(false)
    const out = await rex.send('POST', '/api/logout')
    expect(sessionCookie(out)).toBe(
      '__Host-offlead-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    )
    expect(await isNobody(rex)).toBe(true)
  })

  test('beside it, a word that there may be a session is all a script can read, and it comes and goes with it', async () => {
    const { app } = await emptyServer({ publicUrl: 'https://offlead.example' })
    const rex = visitor(app)
    const hints = (answer: { headers: Record<string, unknown> }) =>
      [answer.headers['set-cookie'] ?? []].flat().filter((line) => !/HttpOnly/.test(String(line)))
    expect(
      hints(await rex.send('POST', '/api/register', { email: 'rex@example.com', password: PASSWORD })),
    ).toEqual([
      expect.stringMatching(/^offlead-signed-in=1; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/),
    ])
    expect(hints(await rex.send('POST', '/api/logout'))).toEqual([
      expect.stringMatching(/^offlead-signed-in=; Max-Age=0;/),
    ])
    // It opens nothing, and one that outlived its session goes with the next answer.
    rex.cookies.set('offlead-signed-in', '1')
    const answer = await rex.get('/api/user')
    expect([answer.statusCode, hints(answer)]).toEqual([
      401,
      [expect.stringMatching(/^offlead-signed-in=; Max-Age=0;/)],
    ])
  })

  test('what a stranger says of a proxy is not believed', async () => {
    const { app } = await emptyServer()
    const answer = await visitor(app, { headers: { 'x-forwarded-proto': 'https' } }).send(
      'POST',
      '/api/register',
      { email: 'rex@example.com', password: PASSWORD },
    )
    expect(sessionCookie(answer)).toMatch(/^offlead-session=/)
  })

  test('a cookie without the prefix, which others may have planted, is not read on https', async () => {
    const { app } = await emptyServer({ trustProxy: 1 })
    const rex = await member(app)
    const overHttps = visitor(app, { headers: { 'x-forwarded-proto': 'https' } })
    adopt(overHttps, rex)
    expect(await isNobody(overHttps)).toBe(true)
    expect(await isNobody(rex)).toBe(false)
  })

  test('whoever only looks gets none, and no row', async () => {
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

  test('a cookie that opens nothing is left alone by all but signing out: the next one may be there before the answer is', async () => {
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

  test('answers that are the same for everybody, and may be kept, never carry one', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    for (const url of ['/api/states', '/api/health', '/api/openapi.json', '/robots.txt']) {
      const answer = await rex.get(url)
      expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([url, 200, undefined])
    }
  })
})

describe('a session', () => {
  test('is kept under a hash: a copy of the database opens none', async () => {
    const { app, path } = await emptyServer()
    const rex = await member(app)
    const id = idOf(rex)
    const kept = rows<{ idHash: string }>(path, 'select * from sessions')
    expect(kept).toMatchObject([
      {
        idHash: createHash('sha256').update(id).digest('hex'),
        userId: rex.account.id,
        data: '{"device":"Unknown device"}',
      },
    ])
    const database = new Database(path, { readonly: true })
    expect(database.serialize().includes(id)).toBe(false)
    database.close()
    const thief = visitor(app)
    thief.cookies.set('offlead-session', kept[0]!.idHash)
    expect(await isNobody(thief)).toBe(true)
  })

  test('has a new id after every way of signing in: one that was planted or known before opens nothing', async () => {
    const { app, path } = await emptyServer()
    const { account } = await member(app)
    const planted = 'p'.repeat(43)
    const victim = visitor(app)
    victim.cookies.set('offlead-session', planted)
    await victim.send('POST', '/api/login', { username: account.email, password: PASSWORD })
    expect(idOf(victim)).not.toBe(planted)
    const thief = visitor(app)
    thief.cookies.set('offlead-session', planted)
    expect(await isNobody(thief)).toBe(true)

    // Also where the old id was a good one: it is over.
    const known = visitor(app)
    adopt(known, victim)
    await victim.send('POST', '/api/login', { username: account.email, password: PASSWORD })
    expect(idOf(victim)).not.toBe(idOf(known))
    expect([await isNobody(known), await isNobody(victim)]).toEqual([true, false])
    expect(rows(path, 'select idHash from sessions')).toHaveLength(2)

    // And by registering as somebody else.
    adopt(known, victim)
    await victim.send('POST', '/api/register', { email: 'another@example.com', password: PASSWORD })
    expect([await isNobody(known), (await victim.get('/api/user')).json().email]).toEqual([
      true,
      'another@example.com',
    ])
  })

  test('ends after ninety days without use, and lives on where it is used', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { app } = await emptyServer({}, () => new Date(now))
    const [used, idle] = [await member(app), await member(app)]
    now += 60 * DAY
    expect(await isNobody(used)).toBe(false)
    now += 30 * DAY
    expect([await isNobody(used), await isNobody(idle)]).toEqual([false, true])
  })

  test('ends after a year in any case', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const { app } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    for (let day = 0; day < 360; day += 30) {
      now += 30 * DAY
      expect([day, await isNobody(rex)]).toEqual([day, false])
    }
    now += 5 * DAY
    expect(await isNobody(rex)).toBe(true)
  })

  test('is noted as used once an hour, with no word of it to the browser; what has expired is cleared away', async () => {
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
    expect(await isNobody(rex)).toBe(false)
    await member(app)
    expect(rows(path, 'select userId from sessions order by userId')).toEqual([{ userId: 1 }, { userId: 3 }])
  })

  test('that cannot be noted still holds', async () => {
    let now = Date.now()
    const { app, path } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    now += 2 * HOUR
    const database = new Database(path)
    database.exec('begin immediate')
    expect(await isNobody(rex)).toBe(false)
    database.close()
  })

  test('ended elsewhere at the very moment it is used stays ended', async () => {
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

  test('knows at once when somebody becomes an administrator, and when no more', async () => {
    const { app, path } = await emptyServer()
    const rex = await member(app)
    const database = new Database(path)
    database.exec('update users set isAdmin = 1')
    expect((await rex.get('/api/user')).json().isAdmin).toBe(true)
    database.exec('update users set isAdmin = 0')
    expect((await rex.get('/api/user')).json().isAdmin).toBe(false)
    database.close()
  })
})

describe('another password', () => {
  test('signs out everywhere else, and here goes on under a new id', async () => {
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
    expect([await isNobody(rex), await isNobody(phone)]).toEqual([false, true])
    const old = visitor(app)
    old.cookies.set('offlead-session', before)
    expect(await isNobody(old)).toBe(true)
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

  test('leaves the browser with the new id, in whatever order the answers to its other calls arrive', async () => {
    let now = Date.now()
    const { app } = await emptyServer({}, () => new Date(now))
    const rex = await member(app)
    now += 2 * HOUR
    const before = idOf(rex)
    const beside = async () => {
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
    const over = change.then(() => true)
    const answers = []
    do answers.push(...(await beside()))
    while (!(await Promise.race([over, setTimeout(5, false)])))
    answers.push(...(await beside()))
    expect((await change).statusCode).toBe(204)
    expect(answers[0]!.statusCode).toBe(200)
    expect(answers.at(-2)!.statusCode).toBe(401)
    expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
    expect(await isNobody(rex)).toBe(false)
  })

  test('wants the old one, and is held to the same rules', async () => {
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

  test('leaves no session to be made by what has been proved and is true no more', async () => {
    const { app, path } = await emptyServer()
    const { account } = await member(app)
    const store = openedStore(path)
    const begin = (idHash: string, proof: Proof) =>
      store.write((db) => addSession(db, { idHash, userId: account.id, device: 'x', proof, now: new Date() }))
    const password = (await store.read((db) => passwordOf(db, account.id)))!
    expect(await begin('before', { password })).toBe(true)
    await store.write((db) => replacePassword(db, account.id, password, 'another hash'))
    expect(await begin('after', { password })).toBe(false)
    const identity = {
      provider: 'google',
      issuer: 'https://accounts.google.com',
      subject: '1',
      email: null,
    } as const
    expect(await begin('stranger', identity)).toBe(false)
    await store.write((db) => addIdentity(db, account.id, identity, new Date()))
    expect(await begin('connected', identity)).toBe(true)
    await store.write((db) => removeIdentity(db, account.id, 'google'))
    expect(await begin('disconnected', identity)).toBe(false)
    expect(rows(path, 'select idHash from sessions where data = \'{"device":"x"}\' order by idHash')).toEqual(
      [{ idHash: 'before' }, { idHash: 'connected' }],
    )
  })

  test('lets nobody slip in with the old one while it is being changed', async () => {
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
    expect(await Promise.all(thieves.map(isNobody))).toEqual(thieves.map(() => true))
    expect(await isNobody(rex)).toBe(false)
  })
})
