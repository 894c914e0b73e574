import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { AVATAR_MAX_LENGTH } from '../../../data/model/account.ts'
import { DOGS_MAX } from '../../../data/model/profile.ts'
import { PROTOCOL } from '../../../data/sync/envelope.ts'
import { EXPORTED, NOT_EXPORTED } from '../../../server/repositories/personal-data.ts'
import { emptyServer, member, PASSWORD, sessionCookie, visitor } from './visitors.ts'
import type { Visitor } from './visitors.ts'
import { sharedServer, startedServer } from '../harness.ts'
import { openDatabase } from '../sql.ts'

const opened = (path: string) => openDatabase(path)
const rows = (path: string, query: string) => {
  const database = opened(path)
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}
const isSignedOut = async (browser: Visitor) => (await browser.get('/api/user')).statusCode === 401
const newId = () => randomBytes(16).toString('hex')
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the account', () => {
  const refusing = sharedServer('empty')

  test('can be changed field by field, and fields can be removed', async () => {
    const { app } = await emptyServer()
    const rex = await member(app, { username: 'Rex', email: 'rex@example.com', fullName: 'Kim' })
    const change = async (body: object) => {
      const answer = await rex.send('PATCH', '/api/profile', body)
      expect(answer.statusCode, answer.body).toBe(200)
      expect((await rex.get('/api/profile')).json()).toEqual(answer.json())
      return answer.json()
    }
    expect(await change({ address: '1 Beach Rd', avatarUrl: PNG })).toEqual({
      ...rex.account,
      address: '1 Beach Rd',
      avatarUrl: PNG,
    })
    expect(await change({ fullName: null, avatarUrl: null })).toEqual({
      ...rex.account,
      fullName: null,
      address: '1 Beach Rd',
    })
    expect(await change({ address: '' })).toMatchObject({ address: null })
    expect(await change({})).toMatchObject({ username: 'Rex' })
    expect(await change({ username: 'REX' })).toMatchObject({ username: 'REX' })
    expect(await change({ username: 'Rexie', currentPassword: PASSWORD })).toMatchObject({
      username: 'Rexie',
    })
    const login = (username: string) =>
      visitor(app).send('POST', '/api/login', { username, password: PASSWORD })
    expect([(await login('rexie')).statusCode, (await login('rex')).statusCode]).toEqual([200, 401])
    // The old username is free again.
    await member(app, { username: 'Rex' })
  })

  test.each([
    [{ isAdmin: true }, 'isAdmin', 'There is no field called isAdmin here.'],
    [{ id: 2 }, 'id', 'There is no field called id here.'],
    [{ password: 'magpie on the oval' }, 'password', 'There is no field called password here.'],
    [{ googleId: '1' }, 'googleId', 'There is no field called googleId here.'],
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: null }, 'username', 'username must be a text.'],
    [{ email: 'x' }, 'email', 'Please enter a valid email'],
    [{ avatarUrl: 'https://tracker.example/me.png' }, 'avatarUrl', 'This is not a PNG, JPEG or WebP picture'],
    [{ avatarUrl: 'javascript:alert(1)' }, 'avatarUrl', 'This is not a PNG, JPEG or WebP picture'],
    [
      { avatarUrl: 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+' },
      'avatarUrl',
      'This is not a PNG, JPEG or WebP picture',
    ],
    [
      { avatarUrl: 'data:text/html;base64,PHNjcmlwdD4=' },
      'avatarUrl',
      'This is not a PNG, JPEG or WebP picture',
    ],
    [
      { avatarUrl: 'data:image/png;base64,PHNjcmlwdD4=' },
      'avatarUrl',
      'This is not a PNG, JPEG or WebP picture',
    ],
    [{ avatarUrl: `${PNG}" onerror="x` }, 'avatarUrl', 'This is not a PNG, JPEG or WebP picture'],
    [
      { avatarUrl: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(AVATAR_MAX_LENGTH)}` },
      'avatarUrl',
      'This picture is too large',
    ],
  ])('refuses %j by name', async (body, field, message) => {
    const { app } = refusing()
    const rex = await member(app)
    const answer = await rex.send('PATCH', '/api/profile', body)
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', field, message }])
    expect((await rex.get('/api/user')).json()).toEqual(rex.account)
  })

  test('refuses taken names, and needs the password for a new username or e-mail', async () => {
    const { app } = await emptyServer()
    const rex = await member(app, { username: 'Rex', email: 'rex@example.com' })
    await member(app, { username: 'Max', email: 'max@example.com' })
    const change = async (body: object) => {
      const answer = await rex.send('PATCH', '/api/profile', body)
      return [answer.statusCode, answer.json().code ?? answer.json().email, answer.json().field]
    }
    expect(await change({ username: 'Rexie' })).toEqual([400, 'invalid-input', 'currentPassword'])
    expect(await change({ username: 'Rexie', currentPassword: 'something else' })).toEqual([
      403,
      'wrong-credentials',
      'currentPassword',
    ])
    expect(await change({ username: 'REX' })).toEqual([200, 'rex@example.com', undefined])
    expect(await change({ username: 'MAX', currentPassword: PASSWORD })).toEqual([409, 'taken', 'username'])
    expect(await change({ email: 'new@example.com' })).toEqual([400, 'invalid-input', 'currentPassword'])
    expect(await change({ email: 'new@example.com', currentPassword: 'something else' })).toEqual([
      403,
      'wrong-credentials',
      'currentPassword',
    ])
    expect(await change({ email: 'MAX@example.com', currentPassword: PASSWORD })).toEqual([
      409,
      'taken',
      'email',
    ])
    expect(await change({ email: 'Rex@example.com' })).toEqual([200, 'Rex@example.com', undefined])
    expect(await change({ email: 'new@example.com', currentPassword: PASSWORD })).toEqual([
      200,
      'new@example.com',
      undefined,
    ])
    expect(
      (await visitor(app).send('POST', '/api/login', { username: 'rex@example.com', password: PASSWORD }))
        .statusCode,
    ).toBe(401)
    expect(
      (await visitor(app).send('POST', '/api/login', { username: 'NEW@example.com', password: PASSWORD }))
        .statusCode,
    ).toBe(200)
  })

  test.each([
    ['username', 'This username is taken.'],
    ['email', 'Another account has this email.'],
  ] as const)('refuses a taken %s with the sentence of the profile', async (field, message) => {
    const { app } = await emptyServer()
    const [rex, max] = [await member(app), await member(app)]
    const change = { [field]: max.account[field], currentPassword: PASSWORD }
    const answer = await rex.send('PATCH', '/api/profile', change)
    expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'taken', message, field }])
  })

  test('keeps its other fields if the username is taken', async () => {
    const { app } = await emptyServer()
    const rex = await member(app, { username: 'Rex' })
    await member(app, { username: 'Max' })
    const change = { fullName: 'New', username: 'max', currentPassword: PASSWORD }
    expect((await rex.send('PATCH', '/api/profile', change)).statusCode).toBe(409)
    expect((await rex.get('/api/profile')).json()).toEqual(rex.account)
    expect(
      (await visitor(app).send('POST', '/api/login', { username: 'rex', password: PASSWORD })).statusCode,
    ).toBe(200)
  })
})

describe('dogs', () => {
  const refusing = sharedServer('empty')

  test('can be added, changed and deleted', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    expect((await rex.get('/api/profile/dogs')).json()).toEqual([])
    const added = await rex.send('POST', '/api/profile/dogs', { name: ' Biscuit ', breed: 'Kelpie' })
    expect([added.statusCode, added.json()]).toEqual([
      201,
      { id: 1, name: 'Biscuit', breed: 'Kelpie', createdAt: expect.any(String) },
    ])
    const changed = await rex.send('PUT', '/api/profile/dogs/1', {
      name: 'Biscuit',
      breed: 'Kelpie × Cattle Dog',
    })
    expect([changed.statusCode, changed.json().breed]).toEqual([200, 'Kelpie × Cattle Dog'])
    expect((await rex.get('/api/profile/dogs')).json()).toEqual([changed.json()])
    expect((await rex.send('DELETE', '/api/profile/dogs/1')).statusCode).toBe(204)
    expect((await rex.send('DELETE', '/api/profile/dogs/1')).statusCode).toBe(404)
    expect((await rex.get('/api/profile/dogs')).json()).toEqual([])
  })

  test.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ breed: '  ' }, 'breed', 'Breed is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name cannot exceed 100 characters'],
    [{ breed: undefined }, 'breed', 'breed is missing.'],
    [{ userId: 2 }, 'userId', 'There is no field called userId here.'],
    [{ id: 9 }, 'id', 'There is no field called id here.'],
  ])('%j is refused, naming the field', async (change, field, message) => {
    const { app } = refusing()
    const rex = await member(app)
    const answer = await rex.send('POST', '/api/profile/dogs', {
      name: 'Biscuit',
      breed: 'Kelpie',
      ...change,
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', field, message }])
  })

  test('are added once by a request that is sent again, but again some minutes later', async () => {
    const { app, path } = await emptyServer()
    const [rex, max] = [await member(app), await member(app)]
    const add = (person: Visitor) =>
      person.send('POST', '/api/profile/dogs', { name: 'Biscuit', breed: 'Kelpie' })
    const first = await add(rex)
    const again = await add(rex)
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect((await add(max)).json().id).not.toBe(first.json().id)
    const database = opened(path)
    database
      .prepare('update dogs set createdAt = ? where userId = ?')
      .run(new Date(Date.now() - 360_000).toISOString(), rex.account.id)
    database.close()
    await add(rex)
    expect((await rex.get('/api/profile/dogs')).json()).toHaveLength(2)
  })

  test('of another user get 404', async () => {
    const { app } = await emptyServer()
    const [rex, max] = [await member(app), await member(app)]
    await rex.send('POST', '/api/profile/dogs', { name: 'Biscuit', breed: 'Kelpie' })
    expect((await max.get('/api/profile/dogs')).json()).toEqual([])
    expect((await max.send('PUT', '/api/profile/dogs/1', { name: 'Mine', breed: 'Now' })).statusCode).toBe(
      404,
    )
    expect((await max.send('DELETE', '/api/profile/dogs/1')).statusCode).toBe(404)
    expect((await rex.get('/api/profile/dogs')).json()).toMatchObject([{ name: 'Biscuit' }])
  })

  test(`are limited to ${DOGS_MAX}`, async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const add = async (at: number) =>
      (await rex.send('POST', '/api/profile/dogs', { name: `Dog ${at}`, breed: 'Kelpie' })).statusCode
    for (let at = 3; at < DOGS_MAX; at += 1) expect(await add(at)).toBe(201)
    // Few at once, because on PostgreSQL none waits longer than three seconds for the others.
    const last = await Promise.all([0, 1, 2, -1, -2, -3].map(add))
    expect(last.toSorted()).toEqual([201, 201, 201, 400, 400, 400])
  })
})

describe('devices', () => {
  const ANDROID =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const EDGE =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

  const signInOn = async (app: Parameters<typeof visitor>[0], name: string, userAgent: string) => {
    const browser = visitor(app, { headers: { 'user-agent': userAgent } })
    await browser.send('POST', '/api/login', { username: name, password: PASSWORD })
    return browser
  }
  const list = async (browser: Visitor) =>
    (await browser.get('/api/profile/devices')).json() as { id: string; device: string; current: boolean }[]

  test('are listed by browser and system, without session ids', async () => {
    let now = Date.parse('2026-03-01T00:00:00Z')
    const { app } = await emptyServer({}, () => new Date((now += 1000)))
    const rex = await member(app, { username: 'Rex' })
    await signInOn(app, 'Rex', ANDROID)
    await signInOn(app, 'Rex', IPHONE)
    await signInOn(app, 'Rex', FIREFOX)
    const edge = await signInOn(app, 'Rex', EDGE)
    const devices = await list(edge)
    expect(devices.map(({ device, current }) => [device, current])).toEqual([
      ['Edge on Windows', true],
      ['Firefox on Linux', false],
      ['Safari on iPhone', false],
      ['Chrome on Android', false],
      ['Unknown device', false],
    ])
    for (const { id } of devices) {
      expect(id).toMatch(/^[0-9a-f]{16}$/)
      expect([...rex.cookies.values(), ...edge.cookies.values()].some((cookie) => cookie.includes(id))).toBe(
        false,
      )
    }
  })

  test('can be signed out one by one, or all others at once', async () => {
    const { app } = await emptyServer()
    const rex = await member(app, { username: 'Rex' })
    const [phone, tablet, laptop] = [
      await signInOn(app, 'Rex', ANDROID),
      await signInOn(app, 'Rex', IPHONE),
      await signInOn(app, 'Rex', EDGE),
    ]
    const phoneId = (await list(rex)).find(({ device }) => device === 'Chrome on Android')!.id
    expect((await rex.send('DELETE', `/api/profile/devices/${phoneId}`)).statusCode).toBe(204)
    expect((await rex.send('DELETE', `/api/profile/devices/${phoneId}`)).statusCode).toBe(404)
    expect([await isSignedOut(phone), await isSignedOut(tablet), await isSignedOut(rex)]).toEqual([
      true,
      false,
      false,
    ])
    expect((await laptop.send('DELETE', '/api/profile/devices')).statusCode).toBe(204)
    expect([await isSignedOut(tablet), await isSignedOut(rex), await isSignedOut(laptop)]).toEqual([
      true,
      true,
      false,
    ])
    const own = (await list(laptop)).find(({ current }) => current)!.id
    expect(sessionCookie(await laptop.send('DELETE', `/api/profile/devices/${own}`))).toMatch(
      /^offlead-session=; Max-Age=0/,
    )
    expect(await isSignedOut(laptop)).toBe(true)
  })

  test('of another user get 404', async () => {
    const { app } = await emptyServer()
    const [rex, max] = [await member(app), await member(app)]
    const { id } = (await list(rex))[0]!
    expect((await list(max)).map((device) => device.id)).not.toContain(id)
    expect((await max.send('DELETE', `/api/profile/devices/${id}`)).statusCode).toBe(404)
    await max.send('DELETE', '/api/profile/devices')
    expect(await isSignedOut(rex)).toBe(false)
    for (const wrong of ['%25', '', "1' or '1'='1", id.slice(0, 8)])
      expect(
        (await max.send('DELETE', `/api/profile/devices/${encodeURIComponent(wrong)}`)).statusCode,
      ).not.toBe(204)
    expect(await isSignedOut(max)).toBe(false)
  })
})

/** Inserts a row of this user into every table with personal data. */
const fill = (path: string, userId: number) => {
  const database = opened(path)
  database.exec(`
    insert into parks (id, name, address, latitude, longitude) values (${userId}, 'A', 'B', '-33', '151');
    insert into dogs (userId, name, breed) values (${userId}, 'Biscuit ${userId}', 'Kelpie');
    insert into user_favorites (userId, parkId) values (${userId}, ${userId});
    insert into park_reviews (id, parkId, userId, rating, comment) values (${userId}, ${userId}, ${userId}, 4, 'Good ${userId}');
    insert into review_helpful_votes (reviewId, userId) values (${userId}, ${userId});
    insert into park_visits (userId, parkId, notes) values (${userId}, ${userId}, 'Mud ${userId}');
    insert into user_search_history (userId, query) values (${userId}, 'bondi ${userId}');
    insert into search_analytics (userId, searchTerm) values (${userId}, 'bondi ${userId}');
    insert into user_identities (issuer, subject, userId, provider, createdAt, lastUsed) values ('https://accounts.google.com', '${userId}', ${userId}, 'google', '', '');
    insert into park_submissions (userId, parkName, address, suburb, postcode, state, createdAt) values (${userId}, 'New ${userId}', 'x', 'y', '2000', 'nsw', '');
    insert into contact_messages (userId, name, email, subject, message, createdAt) values (${userId}, 'Kim', 'k@example.com', 'Hi', 'Hello ${userId}', '');
    insert into reports (userId, subject, subjectId, reason, message, createdAt) values (${userId}, 'park', 1, 'gone', 'Gone ${userId}', '');
    insert into admin_acts (userId, act, subject, details, createdAt) values (${userId}, 'import', 'import 1', '', '');
  `)
  database.close()
}

describe('personal data', () => {
  test('is exported as a file, complete, without data of others and without secrets', async () => {
    const { app, path } = await emptyServer()
    const [rex, max] = [await member(app), await member(app)]
    fill(path, rex.account.id)
    fill(path, max.account.id)
    const answer = await rex.get('/api/profile/export')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="offlead-\d{4}-\d\d-\d\d\.json"$/),
      'cache-control': 'no-store',
    })
    const { account, devices, data } = answer.json() as {
      account: object
      devices: unknown[]
      data: Record<string, unknown[]>
    }
    expect(account).toEqual(rex.account)
    expect(devices).toEqual([
      { device: 'Unknown device', createdAt: expect.any(String), lastSeen: expect.any(String) },
    ])
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(EXPORTED).toSorted())
    for (const [table, found] of Object.entries(data)) expect([table, found.length]).toEqual([table, 1])
    expect(data.dogs).toEqual([{ name: 'Biscuit 1', breed: 'Kelpie', createdAt: expect.any(String) }])
    expect(data.reports).toEqual([
      { subject: 'park', subjectId: 1, reason: 'gone', message: 'Gone 1', point: null, createdAt: '' },
    ])
    expect(answer.body).not.toMatch(/argon2|idHash|Biscuit 2|bondi 2|Hello 2/)
  })

  test('of every table is exported, or has a reason not to be', async () => {
    const { path } = await emptyServer()
    const database = opened(path)
    const owned = database.tablesWithKeyTo('users')
    database.close()
    const accounted = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)]
    expect(owned.toSorted()).toEqual(accounted.toSorted())
  })
})

describe('deleting the account', () => {
  test('takes its votes from the reviews of others', async () => {
    const { app } = await startedServer()
    const [writer, rex, max] = [await member(app), await member(app), await member(app)]
    const { id } = (
      await writer.send('POST', '/api/parks/2/reviews', { rating: 4, comment: 'Shade' })
    ).json() as { id: number }
    for (const voter of [rex, max])
      await voter.send('POST', `/api/reviews/${id}/helpful`, { isHelpful: true })
    const helpful = async () =>
      ((await app.inject('/api/parks/2/reviews')).json() as { helpful: number }[]).map((each) => each.helpful)
    expect(await helpful()).toEqual([2])
    expect((await rex.send('POST', '/api/profile/delete', { currentPassword: PASSWORD })).statusCode).toBe(
      204,
    )
    expect(await helpful()).toEqual([1])
  })

  test('deletes personal data, and keeps searches and messages without the user', async () => {
    const { app, path } = await emptyServer()
    const [rex, max] = [await member(app, { username: 'Rex' }), await member(app)]
    fill(path, rex.account.id)
    fill(path, max.account.id)
    const phone = visitor(app)
    await phone.send('POST', '/api/login', { username: 'Rex', password: PASSWORD })

    expect((await rex.send('POST', '/api/profile/delete', {})).statusCode).toBe(400)
    expect(
      (await rex.send('POST', '/api/profile/delete', { currentPassword: 'something else' })).statusCode,
    ).toBe(403)
    const answer = await rex.send('POST', '/api/profile/delete', { currentPassword: PASSWORD })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(sessionCookie(answer)).toMatch(/^offlead-session=; Max-Age=0/)
    expect([await isSignedOut(rex), await isSignedOut(phone), await isSignedOut(max)]).toEqual([
      true,
      true,
      false,
    ])

    const kept = new Set([
      'search_analytics',
      'park_submissions',
      'contact_messages',
      'reports',
      'admin_acts',
    ])
    for (const table of [...Object.keys(EXPORTED), 'sessions', 'sign_in_names']) {
      const owners = (
        rows(path, `select distinct userId from ${table} order by userId nulls first`) as {
          userId: number | null
        }[]
      ).map(({ userId }) => userId)
      expect([table, owners]).toEqual([table, kept.has(table) ? [null, max.account.id] : [max.account.id]])
    }
    expect(
      (await visitor(app).send('POST', '/api/login', { username: 'Rex', password: PASSWORD })).statusCode,
    ).toBe(401)
    // The names are free, and registering them again gives another account.
    expect((await member(app, { username: 'Rex', email: rex.account.email })).account.id).not.toBe(
      rex.account.id,
    )
  })

  test('signs out a request that the server has begun to read', async () => {
    const { app, path } = await startedServer()
    const writer = await member(app)
    const { id } = (
      await writer.send('POST', '/api/parks/2/reviews', { rating: 4, comment: 'Shade' })
    ).json() as { id: number }
    const sync = (userId: number, kinds: readonly string[]) => {
      const deviceId = newId()
      const operations = kinds.map((kind, at) => ({
        opId: newId(),
        deviceId,
        userId,
        seq: at + 1,
        kind,
        args: kind === 'favourite' ? { parkId: 1, saved: true } : {},
        baseRev: [],
      }))
      return { protocol: PROTOCOL, deviceId, userId, acknowledged: 0, cursor: null, operations }
    }
    const requests: readonly (readonly ['PATCH' | 'POST', string, (userId: number) => object])[] = [
      ['POST', '/api/sync', (userId) => sync(userId, ['favourite'])],
      ['POST', '/api/sync', (userId) => sync(userId, [])],
      ['POST', '/api/favorites', () => ({ parkId: 1 })],
      ['POST', '/api/favorites/sync', () => ({ parks: [{ id: 1 }] })],
      ['POST', '/api/user/search-history', () => ({ query: 'Bondi' })],
      [
        'POST',
        '/api/user/visits',
        () => ({ parkId: 1, visitDate: '2026-04-01T10:00:00+10:00', duration: 5 }),
      ],
      ['POST', '/api/parks/2/reviews', () => ({ rating: 5, comment: 'Grass' })],
      ['POST', `/api/reviews/${id}/helpful`, () => ({ isHelpful: true })],
      ['POST', '/api/profile/dogs', () => ({ name: 'Rex', breed: 'Kelpie' })],
      ['PATCH', '/api/profile', () => ({ address: '1 Beach Rd' })],
    ]
    const database = opened(path)
    const replies: unknown[] = []
    for (const [method, url, bodyOf] of requests) {
      const rex = await member(app)
      const body = JSON.stringify(bodyOf(rex.account.id))
      // The body is read after the session.
      const payload = new Readable({
        read() {
          database.prepare('delete from users where id = ?').run(rex.account.id)
          this.push(body)
          this.push(null)
        },
      })
      const answer = await rex.send(method, url, undefined, {
        payload,
        headers: { 'content-type': 'application/json' },
      })
      replies.push([url, answer.statusCode, (answer.json() as { code?: string }).code])
    }
    database.close()
    expect(replies).toEqual(requests.map(([, url]) => [url, 401, 'not-signed-in']))
  })
})
