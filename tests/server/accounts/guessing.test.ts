import crypto from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openHasher } from '../../../server/auth/hashing.ts'
import { networksOf } from '../../../server/auth/home-network.ts'
import { ProblemError } from '../../../server/http/problems.ts'
import { startedOn } from '../harness.ts'
import { emptyServer, member, PASSWORD, visitor } from './visitors.ts'
import type { Visitor } from './visitors.ts'
import { onPostgres } from '../postgres-databases.ts'
import { openDatabase } from '../sql.ts'

afterEach(() => void vi.restoreAllMocks())

const MINUTE = 60_000
/** With hashes as costly as in production, unlike in other tests. */
const serverWithFullCost = () => emptyServer({ hashCost: undefined })
const login = (browser: Visitor, username: string, password: string, remoteAddress = '127.0.0.1') =>
  browser.send('POST', '/api/login', { username, password }, { remoteAddress })

describe('signing in does not reveal whether an account exists', () => {
  const figures: string[] = []
  afterAll(() => figures.forEach((line) => console.log(line)))

  test('an unknown name and a wrong password get the same response, byte for byte, after the same work', async () => {
    const { app } = await serverWithFullCost()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const hashing = vi.spyOn(crypto, 'argon2')
    const responses: object[] = []
    for (const name of [
      'rex',
      'rex@example.com',
      'nobody',
      'nobody@example.com',
      `${'x'.repeat(200)}@example.com`,
    ]) {
      hashing.mockClear()
      const { statusCode, headers, body } = await login(visitor(app), name, 'something else')
      const { date: _date, ...others } = headers
      const work = hashing.mock.calls.map(
        ([algorithm, { message: _message, nonce: _nonce, ...parameters }]) => [algorithm, parameters],
      )
      responses.push({ statusCode, others, body, work })
    }
    expect(new Set(responses.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(responses[0]).toMatchObject({
      statusCode: 401,
      body: '{"code":"wrong-credentials","message":"The username or the password is wrong."}',
      work: [['argon2id', { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }]],
    })
  })

  test('an account without a password gets the same response after the same work', async () => {
    const { app, path } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const database = openDatabase(path)
    database.exec('update users set password = null')
    database.close()
    const hashing = vi.spyOn(crypto, 'argon2')
    const answer = await login(visitor(app), 'rex', PASSWORD)
    expect([answer.statusCode, answer.body, hashing.mock.calls.length]).toEqual([
      401,
      '{"code":"wrong-credentials","message":"The username or the password is wrong."}',
      1,
    ])
  })

  test('an unknown name has to wait as long as a known one', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const waits: string[] = []
    for (const name of ['rex', 'nobody']) {
      const browser = visitor(app)
      for (let at = 0; at < 10; at += 1)
        expect((await login(browser, name, 'something else')).statusCode).toBe(401)
      const answer = await login(browser, name, 'something else')
      waits.push(`${answer.statusCode} ${answer.headers['retry-after']} ${answer.body}`)
    }
    expect(waits[0]).toMatch(
      /^429 (900|89\d) \{"code":"too-many-requests","message":"Too many attempts to sign in\. Wait 15 minutes and try again\."\}$/,
    )
    expect(waits[1]!.replace(/ 8\d\d | 900 /, '')).toBe(waits[0]!.replace(/ 8\d\d | 900 /, ''))
  })

  test('after ten wrong passwords for a username, its owner’s e-mail gets the same response as an unknown name', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    for (let at = 0; at < 11; at += 1) await login(visitor(app), 'rex', `wrong ${at}`)
    expect((await login(visitor(app), 'rex', 'wrong')).statusCode).toBe(429)
    const hashing = vi.spyOn(crypto, 'argon2')
    const responses: object[] = []
    for (const name of ['rex@example.com', 'other@example.com', 'nobody']) {
      hashing.mockClear()
      const { statusCode, body } = await login(visitor(app), name, 'wrong')
      responses.push({ statusCode, body, hashes: hashing.mock.calls.length })
    }
    expect(new Set(responses.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(responses[0]).toMatchObject({ statusCode: 401, hashes: 1 })
  })

  test.skipIf(onPostgres)('the response times for known and unknown names are reported', async () => {
    const { app } = await serverWithFullCost()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const PAIRS = 12
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < PAIRS; round += 1) {
      for (const [kind, name] of (round % 2 === 1
        ? [
            ['known', 'rex'],
            ['unknown', 'nobody'],
          ]
        : [
            ['unknown', 'nobody'],
            ['known', 'rex'],
          ]) as ['known' | 'unknown', string][]) {
        const start = performance.now()
        // Each from another network, so that no limit applies.
        await login(visitor(app), name, 'something else', `10.0.${round}.1`)
        times[kind].push(performance.now() - start)
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
    figures.push(
      `login, wrong password: median ${median(times.known).toFixed(1)} ms; unknown name: ${median(times.unknown).toFixed(1)} ms; ` +
        `gap ${Math.abs(median(times.known) - median(times.unknown)).toFixed(1)} ms of ${PAIRS} pairs (goal 5 ms)`,
    )
    expect(times.known).toHaveLength(times.unknown.length)
  })

  test('registering reveals a known e-mail only for an otherwise valid request, and after the same work', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const hashing = vi.spyOn(crypto, 'argon2')
    const ask = async (body: object) => {
      hashing.mockClear()
      const answer = await visitor(app).send('POST', '/api/register', {
        email: 'rex@example.com',
        password: PASSWORD,
        ...body,
      })
      return [answer.statusCode, (answer.json() as { field?: string }).field, hashing.mock.calls.length]
    }
    expect(await ask({ password: 'short' })).toEqual([400, 'password', 0])
    expect(await ask({ password: '123456' })).toEqual([400, 'password', 0])
    expect(await ask({ username: 'REX' })).toEqual([409, 'username', 1])
    expect(await ask({})).toEqual([409, 'email', 1])
    expect(await ask({ email: 'free@example.com' })).toEqual([201, undefined, 1])
  })
})

describe('attempts to sign in are limited', () => {
  test('after ten wrong passwords from one network, even the right one is refused for 15 minutes', async () => {
    let now = Date.now()
    const { app } = await emptyServer({}, () => new Date(now))
    const { account } = await member(app)
    const hashing = vi.spyOn(crypto, 'argon2')
    for (let at = 0; at < 10; at += 1)
      expect((await login(visitor(app), account.email, `wrong ${at}`)).statusCode).toBe(401)
    // Upper case and spaces make no difference, and a refusal costs no hash.
    hashing.mockClear()
    for (const name of [account.email, account.email.toUpperCase(), ` ${account.email}`]) {
      const answer = await login(visitor(app), name, PASSWORD)
      expect([answer.statusCode, answer.json().code]).toEqual([429, 'too-many-requests'])
    }
    expect(hashing).not.toHaveBeenCalled()
    now += 14 * MINUTE
    const later = await login(visitor(app), account.email, PASSWORD)
    expect([later.statusCode, later.json().message]).toEqual([
      429,
      'Too many attempts to sign in. Wait a minute and try again.',
    ])
    now += MINUTE
    expect((await login(visitor(app), account.email, PASSWORD)).statusCode).toBe(200)
  })

  test('after the clock was set back, the wait is no longer than from now', async () => {
    let now = Date.now()
    const { app } = await emptyServer({}, () => new Date(now))
    const { account } = await member(app)
    for (let at = 0; at < 10; at += 1) await login(visitor(app), account.email, `wrong ${at}`)
    now -= 30 * 24 * 60 * MINUTE
    const answer = await login(visitor(app), account.email, PASSWORD)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900'])
    now += 15 * MINUTE
    expect((await login(visitor(app), account.email, PASSWORD)).statusCode).toBe(200)
  })

  test('the limit applies neither to the owner in another network nor to other accounts in the same one', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const [rex, max] = [await member(app), await member(app)]
    for (let at = 0; at < 11; at += 1) await login(visitor(app), rex.account.email, `wrong ${at}`, '10.0.0.1')
    expect((await login(visitor(app), rex.account.email, PASSWORD, '10.0.0.1')).statusCode).toBe(429)
    expect((await login(visitor(app), rex.account.email, PASSWORD, '10.0.0.2')).statusCode).toBe(200)
    expect((await login(visitor(app), max.account.email, PASSWORD, '10.0.0.1')).statusCode).toBe(200)
  })

  test('many machines together get fifty attempts at an account', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const { account } = await member(app)
    const statuses: number[] = []
    for (let at = 0; at < 52; at += 1)
      statuses.push((await login(visitor(app), account.email, `wrong ${at}`, `10.0.${at}.1`)).statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.slice(50)).toEqual([429, 429])
  })

  test('one machine gets a hundred attempts at many accounts', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const statuses: number[] = []
    for (let at = 0; at < 102; at += 1)
      statuses.push((await login(visitor(app), `name ${at}`, 'wrong', '2001:db8:1:2::1')).statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect((await login(visitor(app), 'another', 'wrong', '2001:db8:1:ff:ffff::9')).statusCode).toBe(429)
    expect((await login(visitor(app), 'another', 'wrong', '2001:db8:1:100::1')).statusCode).toBe(401)
  })

  test('concurrent attempts are each counted', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    const attempt = async () => (await login(visitor(app), account.email, 'wrong')).statusCode
    for (let at = 0; at < 7; at += 1) expect(await attempt()).toBe(401)
    // Few at once, because on PostgreSQL none waits longer than three seconds for the others.
    const last = await Promise.all(Array.from({ length: 6 }, attempt))
    expect(last.toSorted()).toEqual([401, 401, 401, 429, 429, 429])
  })

  test('a successful attempt is not counted and resets the count', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 9; at += 1) await login(visitor(app), account.email, `wrong ${at}`)
      expect((await login(visitor(app), account.email, PASSWORD)).statusCode).toBe(200)
    }
  })

  test('a restart does not reset the count', async () => {
    const first = await emptyServer()
    const { account } = await member(first.app)
    for (let at = 0; at < 10; at += 1) await login(visitor(first.app), account.email, `wrong ${at}`)
    await first.app.close()
    const { app } = await startedOn(first.config)
    expect((await login(visitor(app), account.email, PASSWORD)).statusCode).toBe(429)
  })

  test('an IPv6 /56 gets ten wrong passwords for a name, and a /48 twenty', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const { account } = await member(app)
    const countWrong = async (address: (at: number) => string) => {
      const statuses: number[] = []
      for (let at = 0; at < 12; at += 1)
        statuses.push((await login(visitor(app), account.email, `wrong ${at}`, address(at))).statusCode)
      return statuses.filter((status) => status === 401).length
    }
    // Each attempt from another /64 of one /56, which a single customer may have.
    expect(await countWrong((at) => `2001:db8:1:${at.toString(16)}::1`)).toBe(10)
    // Each from another /56 of the same /48.
    expect(await countWrong((at) => `2001:db8:1:${(0x1000 + 0x100 * at).toString(16)}::1`)).toBe(10)
    expect((await login(visitor(app), account.email, PASSWORD, '2001:db8:2::1')).statusCode).toBe(200)
  })

  test('a browser that has signed in before is not locked out by attempts of others, not even in its own network', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const rex = await member(app, { username: 'Rex', email: 'rex@example.com' })
    await rex.send('POST', '/api/logout')
    const old = visitor(app)
    for (const name of ['rex', 'rex@example.com'])
      for (let at = 0; at < 51; at += 1) await login(old, name, `wrong ${at}`, `10.${name.length}.${at}.1`)
    for (let at = 0; at < 60; at += 1) await login(old, `name ${at}`, 'wrong')
    for (const name of ['rex', 'rex@example.com']) {
      expect((await login(visitor(app), name, PASSWORD, '10.9.9.9')).statusCode).toBe(429)
      expect((await login(rex, name, PASSWORD)).statusCode).toBe(200)
    }
  })

  test('a browser that has signed in before gets ten wrong passwords of its own', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    await rex.send('POST', '/api/logout')
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1)
      statuses.push((await login(rex, rex.account.email, `wrong ${at}`)).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    // They do not count for other browsers.
    expect((await login(visitor(app), rex.account.email, PASSWORD)).statusCode).toBe(200)
  })

  test('a browser is trusted only for the accounts that have signed in there', async () => {
    const { app } = await emptyServer()
    const [rex, max] = [await member(app), await member(app)]
    for (const name of [rex.account.email, max.account.email])
      for (let at = 0; at < 10; at += 1) await login(visitor(app), name, `wrong ${at}`)
    const [, cookie] = [...max.cookies].find(([name]) => name === 'offlead-device')!
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    const [id, signature] = cookie.split('.') as [string, string]
    // The cookie of another account, and forged cookies.
    expect((await login(max, rex.account.email, PASSWORD)).statusCode).toBe(429)
    for (const forged of [
      `${id}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}.${signature}`,
      `${'A'.repeat(22)}.${'A'.repeat(43)}`,
      '~~~~',
      '.',
      'x'.repeat(4000),
    ]) {
      const other = visitor(app)
      other.cookies.set('offlead-device', forged)
      expect([forged, (await login(other, max.account.email, PASSWORD)).statusCode]).toEqual([forged, 429])
    }
    // A device used by both is trusted for both.
    expect((await login(max, max.account.email, PASSWORD)).statusCode).toBe(200)
    const shared = visitor(app)
    shared.cookies.set(
      'offlead-device',
      `${rex.cookies.get('offlead-device')}~${max.cookies.get('offlead-device')}`,
    )
    for (const name of [rex.account.email, max.account.email])
      expect((await login(shared, name, PASSWORD)).statusCode).toBe(200)
    expect(shared.cookies.get('offlead-device')!.split('~')).toHaveLength(2)
  })

  test('changing the password ends the trust in every device except the one it was changed on', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const phone = visitor(app)
    expect((await login(phone, rex.account.email, PASSWORD)).statusCode).toBe(200)
    const newPassword = 'another kelpie at the creek'
    const changed = await rex.send('POST', '/api/profile/password', {
      currentPassword: PASSWORD,
      newPassword,
    })
    expect(changed.statusCode).toBe(204)
    for (let at = 0; at < 10; at += 1) await login(visitor(app), rex.account.email, `wrong ${at}`)
    expect((await login(phone, rex.account.email, newPassword)).statusCode).toBe(429)
    expect((await login(rex, rex.account.email, newPassword)).statusCode).toBe(200)
  })

  test('wrong passwords typed elsewhere do not keep a signed-in person from changing theirs', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const rex = await member(app, {}, { remoteAddress: '10.0.0.7' })
    for (let at = 0; at < 55; at += 1)
      await login(visitor(app), rex.account.email, `wrong ${at}`, `10.0.${at}.1`)
    for (let at = 0; at < 100; at += 1) await login(visitor(app), `name ${at}`, 'wrong', '10.0.0.7')
    const answer = await rex.send('POST', '/api/profile/password', {
      currentPassword: PASSWORD,
      newPassword: 'another kelpie at the creek',
    })
    expect(answer.statusCode).toBe(204)
  })

  test('confirmations with a wrong password in one session are limited to ten', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const statuses: number[] = []
    for (let at = 0; at < 11; at += 1)
      statuses.push(
        (await rex.send('POST', '/api/profile/delete', { currentPassword: `wrong ${at}` })).statusCode,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await rex.get('/api/user')).statusCode).toBe(200)
  })

  test('ten accounts an hour can be registered from one address', async () => {
    let now = Date.now()
    const { app } = await emptyServer({ rateLimit: true }, () => new Date(now))
    for (let at = 0; at < 10; at += 1) await member(app)
    const answer = await visitor(app).send('POST', '/api/register', {
      email: 'one.more@example.com',
      password: PASSWORD,
    })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      429,
      '3600',
      {
        code: 'too-many-requests',
        message: 'Too many accounts were made from here. Wait 60 minutes and try again.',
      },
    ])
    now += 60 * MINUTE
    await member(app)
  })

  test('ten times an hour, an account and a network can try to change a username or e-mail', async () => {
    let now = Date.now()
    const { app } = await emptyServer({ rateLimit: true }, () => new Date(now))
    const [rex, max, ivy] = [await member(app), await member(app), await member(app)]
    const change = async (browser: Visitor, body: object, remoteAddress = '203.0.113.9') => {
      const own = { ...body, currentPassword: PASSWORD }
      const answer = await browser.send('PATCH', '/api/profile', own, { remoteAddress })
      const { statusCode, headers } = answer
      return statusCode === 429 ? [statusCode, headers['retry-after'], answer.json().message] : [statusCode]
    }
    const refused = [429, '3600', 'Too many changes of username or email. Wait 60 minutes and try again.']
    for (let at = 0; at < 5; at += 1) {
      expect(await change(rex, { email: max.account.email })).toEqual([409])
      expect(await change(rex, { username: `Rex ${at}` })).toEqual([200])
    }
    expect(await change(rex, { email: max.account.email })).toEqual(refused)
    expect(await change(rex, { username: 'Rex' }, '203.0.113.10')).toEqual(refused)
    expect(await change(max, { email: ivy.account.email })).toEqual(refused)
    expect(await change(max, { email: ivy.account.email }, '203.0.113.10')).toEqual([409])
    // Nothing is tried by a wrong password, by other fields, or by one's own name in upper case.
    const wrong = { username: 'Ivy', currentPassword: 'something else' }
    expect((await ivy.send('PATCH', '/api/profile', wrong)).statusCode).toBe(403)
    const mine = { fullName: 'Rex', email: rex.account.email.toUpperCase() }
    expect((await rex.send('PATCH', '/api/profile', mine)).statusCode).toBe(200)
    now += 60 * MINUTE
    expect(await change(rex, { email: max.account.email })).toEqual([409])
  })

  test('the stored counts contain neither names nor addresses', async () => {
    const { app, path } = await emptyServer({ rateLimit: true })
    await login(visitor(app), 'someone@example.com', 'wrong', '203.0.113.9')
    const database = openDatabase(path)
    const stored = JSON.stringify(database.prepare('select * from attempts').all())
    database.close()
    expect(stored).not.toMatch(/someone|203\.0\.113/)
    expect(JSON.parse(stored)).toHaveLength(3)
  })

  test.each([
    ['203.0.113.9', ['203.0.113.9']],
    ['::ffff:203.0.113.9', ['203.0.113.9']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:0::/56', '2001:db8:1:0::/48']],
    ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:200::/56', '2001:db8:1:0::/48']],
    ['2001:0DB8:0001:0002::', ['2001:db8:1:0::/56', '2001:db8:1:0::/48']],
    ['2001:db8::1', ['2001:db8:0:0::/56', '2001:db8:0:0::/48']],
    ['::1', ['0:0:0:0::/56', '0:0:0:0::/48']],
    ['2001:0DB8:1:2a12::7%eth0', ['2001:db8:1:2a00::/56', '2001:db8:1:0::/48']],
    ['fe80::1%eth0', ['fe80:0:0:0::/56', 'fe80:0:0:0::/48']],
    ['64:ff9b::203.0.113.9', ['64:ff9b:0:0::/56', '64:ff9b:0:0::/48']],
    ['not an address', ['not an address']],
  ])('%s counts as %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks)
  })
})

describe('hashing', () => {
  const quick = () =>
    vi.spyOn(crypto, 'argon2').mockImplementation(((
      _algorithm: string,
      _parameters: object,
      done: (error: null, tag: Buffer) => void,
    ) => {
      setTimeout(() => done(null, Buffer.alloc(32)), 5)
    }) as never)

  test('uses Argon2id with OWASP’s parameters, a new salt each time and the standard format', async () => {
    const hasher = openHasher()
    const [one, two] = [await hasher.hash(PASSWORD), await hasher.hash(PASSWORD)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await hasher.verify(PASSWORD, one)).toEqual({ matches: true, outdated: false })
    expect(await hasher.verify(`${PASSWORD} `, one)).toEqual({ matches: false, outdated: false })
  })

  test.skipIf(onPostgres)('agrees with the reference implementation', async () => {
    // A test vector of https://github.com/P-H-C/phc-winner-argon2, src/test.c, version 0x13.
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await openHasher().verify('password', known)).toEqual({ matches: true, outdated: true })
    expect((await openHasher().verify('passwort', known)).matches).toBe(false)
  })

  test.each([
    null,
    undefined,
    '',
    'plain',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ])('finds no match for the stored value %j, after the same work', async (hash) => {
    const hashing = vi.spyOn(crypto, 'argon2')
    expect((await openHasher().verify('', hash)).matches).toBe(false)
    expect((await openHasher().verify('plain', hash)).matches).toBe(false)
    expect(hashing).toHaveBeenCalledTimes(2)
  })

  test('with outdated parameters is repeated at the next sign-in, without ending the session', async () => {
    const { app, path } = await serverWithFullCost()
    const rex = await member(app)
    const salt = Buffer.from('somesaltsomesalt')
    const tag = crypto.argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const database = openDatabase(path)
    database
      .prepare('update users set password = ?')
      .run(`$argon2id$v=19$m=8192,t=1,p=1$${bare(salt)}$${bare(tag)}`)
    const browser = visitor(app)
    expect((await login(browser, rex.account.email, PASSWORD)).statusCode).toBe(200)
    expect(database.prepare('select password from users').pluck().get()).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    )
    database.close()
    expect((await browser.get('/api/user')).statusCode).toBe(200)
    expect((await login(visitor(app), rex.account.email, PASSWORD)).statusCode).toBe(200)
  })

  test('runs a few at a time, in order, and rejects with Retry-After when the queue is full', async () => {
    let [running, most] = [0, 0]
    vi.spyOn(crypto, 'argon2').mockImplementation(((
      _algorithm: string,
      _parameters: object,
      done: (error: null, tag: Buffer) => void,
    ) => {
      running += 1
      most = Math.max(most, running)
      setTimeout(() => {
        running -= 1
        done(null, Buffer.alloc(32))
      }, 5)
    }) as never)
    const hasher = openHasher({ maxRunning: 2, maxWaiting: 3 })
    const order: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => hasher.hash('x').then(() => order.push(at))),
    )
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 'fulfilled'),
      ...Array.from({ length: 3 }, () => 'rejected'),
    ])
    expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
    const { reason } = results[7] as PromiseRejectedResult
    expect(reason).toBeInstanceOf(ProblemError)
    expect([reason.statusCode, reason.problem.code, reason.retryAfter]).toEqual([503, 'busy', 5])
    await expect(hasher.hash('x')).resolves.toContain('$argon2id$')
  })

  test('continues with the next one after a failure', async () => {
    const hashing = vi
      .spyOn(crypto, 'argon2')
      .mockImplementation(((_algorithm: string, _parameters: object, done: (error: Error) => void) =>
        done(new Error('no memory'))) as never)
    const hasher = openHasher({ maxRunning: 1, maxWaiting: 5 })
    const results = await Promise.allSettled([hasher.hash('x'), hasher.hash('x'), hasher.hash('x')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    hashing.mockRestore()
    quick()
    await expect(hasher.hash('x')).resolves.toContain('$argon2id$')
  })

  test('that failed is not counted as an attempt', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    const failing = vi
      .spyOn(crypto, 'argon2')
      .mockImplementation(((_algorithm: string, _parameters: object, done: (error: Error) => void) =>
        done(new Error('no memory'))) as never)
    for (let at = 0; at < 15; at += 1)
      expect((await login(visitor(app), account.username, PASSWORD)).statusCode).toBe(500)
    failing.mockRestore()
    expect((await login(visitor(app), account.username, PASSWORD)).statusCode).toBe(200)
  })

  test.skipIf(onPostgres)('gets 503 with Retry-After when too many wait', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    const { argon2 } = crypto
    const isRefused = Promise.withResolvers<void>()
    // No hash ends before a request was refused, so that as many wait as may.
    vi.spyOn(crypto, 'argon2').mockImplementation(
      (...hash) => void isRefused.promise.then(() => argon2(...hash)),
    )
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const answer = await login(visitor(app), `${account.username}${at}`, PASSWORD)
        if (answer.statusCode === 503) isRefused.resolve()
        return answer
      }),
    )
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect([busy[0]!.headers['retry-after'], busy[0]!.json()]).toEqual([
      '5',
      { code: 'busy', message: 'Too many people are signing in at this moment. Try again in a few seconds.' },
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(60 - busy.length)
  })

  test.skipIf(onPostgres)('does not block other requests', async () => {
    const { app } = await serverWithFullCost()
    const { account } = await member(app)
    const progress = { done: false }
    const logins = Promise.all(
      Array.from({ length: 20 }, (_, at) => login(visitor(app), `${account.username}${at}`, PASSWORD)),
    ).finally(() => {
      progress.done = true
    })
    let answered = 0
    while (!progress.done) {
      expect((await app.inject('/api/states')).statusCode).toBe(200)
      answered += 1
      // inject() uses no socket, so other work needs a turn of the event loop.
      await new Promise(setImmediate)
    }
    expect((await logins).every(({ statusCode }) => statusCode === 401)).toBe(true)
    console.log(`while 20 people sign in, ${answered} other requests get a response`)
    expect(answered).toBeGreaterThan(20)
  })
})
