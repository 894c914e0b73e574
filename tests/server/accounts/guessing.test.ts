import crypto from 'node:crypto'
import Database from 'better-sqlite3'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openHasher } from '../../../server/auth/hashing.ts'
import { networkOf } from '../../../server/auth/limits.ts'
import { ProblemError } from '../../../server/problems.ts'
import { startedOn } from '../harness.ts'
import { emptyServer, member, PASSWORD, visitor } from './people.ts'
import type { Visitor } from './people.ts'

afterEach(() => void vi.restoreAllMocks())

const MINUTE = 60_000
const login = (browser: Visitor, username: string, password: string, remoteAddress = '127.0.0.1') =>
  browser.send('POST', '/api/login', { username, password }, { remoteAddress })

describe('who has an account is not found out by signing in', () => {
  const figures: string[] = []
  afterAll(() => figures.forEach((line) => console.log(line)))

  test('a name nobody has and a wrong password get the same answer, byte for byte, after the same work', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const hashing = vi.spyOn(crypto, 'argon2')
    const seen: object[] = []
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
      seen.push({ statusCode, others, body, work })
    }
    expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(seen[0]).toMatchObject({
      statusCode: 401,
      body: '{"code":"wrong-credentials","message":"The username or the password is wrong."}',
      work: [['argon2id', { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }]],
    })
  })

  test('an account without a password is no different', async () => {
    const { app, path } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const database = new Database(path)
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

  test('nor is the waiting', async () => {
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

  test('how long the answers take is measured', async () => {
    const { app } = await emptyServer()
    await member(app, { username: 'Rex', email: 'rex@example.com' })
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 40; round += 1) {
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
        // Each from another network, so that nobody is told to wait.
        await login(visitor(app), name, 'something else', `10.0.${round}.1`)
        times[kind].push(performance.now() - start)
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
    figures.push(
      `login, wrong password: median ${median(times.known).toFixed(1)} ms; unknown name: ${median(times.unknown).toFixed(1)} ms; ` +
        `gap ${Math.abs(median(times.known) - median(times.unknown)).toFixed(1)} ms of 40 pairs (goal 5 ms)`,
    )
    expect(times.known).toHaveLength(times.unknown.length)
  }, 60_000)

  test('registering tells that an e-mail is known only to who has brought everything an account needs, and after the same work', async () => {
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

describe('guessing is slow', () => {
  test('ten wrong passwords for an account from one place, then a wait of a quarter of an hour; also the right one waits', async () => {
    let now = Date.now()
    const { app } = await emptyServer({}, () => new Date(now))
    const { account } = await member(app)
    const hashing = vi.spyOn(crypto, 'argon2')
    for (let at = 0; at < 10; at += 1)
      expect((await login(visitor(app), account.email, `wrong ${at}`)).statusCode).toBe(401)
    // By either name it is the same account, and waiting costs the server no hash.
    hashing.mockClear()
    for (const name of [account.email, account.username, account.email.toUpperCase()]) {
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

  test('it is the account that waits here: its owner elsewhere, and others here, do not', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const [rex, max] = [await member(app), await member(app)]
    for (let at = 0; at < 11; at += 1) await login(visitor(app), rex.account.email, `wrong ${at}`, '10.0.0.1')
    expect((await login(visitor(app), rex.account.email, PASSWORD, '10.0.0.1')).statusCode).toBe(429)
    expect((await login(visitor(app), rex.account.email, PASSWORD, '10.0.0.2')).statusCode).toBe(200)
    expect((await login(visitor(app), max.account.email, PASSWORD, '10.0.0.1')).statusCode).toBe(200)
  })

  test('many machines together get fifty tries at an account', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const { account } = await member(app)
    const seen: number[] = []
    for (let at = 0; at < 52; at += 1)
      seen.push((await login(visitor(app), account.email, `wrong ${at}`, `10.0.${at}.1`)).statusCode)
    expect(seen.filter((status) => status === 401)).toHaveLength(50)
    expect(seen.slice(50)).toEqual([429, 429])
  }, 60_000)

  test('one machine gets a hundred tries at many accounts', async () => {
    const { app } = await emptyServer({ rateLimit: true })
    const seen: number[] = []
    for (let at = 0; at < 102; at += 1)
      seen.push((await login(visitor(app), `name ${at}`, 'wrong', '2001:db8:1:2::1')).statusCode)
    expect(seen.filter((status) => status === 401)).toHaveLength(100)
    expect((await login(visitor(app), 'another', 'wrong', '2001:db8:1:2:ffff::9')).statusCode).toBe(429)
    expect((await login(visitor(app), 'another', 'wrong', '2001:db8:1:3::1')).statusCode).toBe(401)
  }, 60_000)

  test('tries made at the same moment are counted one by one', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => login(visitor(app), account.email, `wrong ${at}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  })

  test('what was right is not counted, and wipes out what was wrong before', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 9; at += 1) await login(visitor(app), account.email, `wrong ${at}`)
      expect((await login(visitor(app), account.email, PASSWORD)).statusCode).toBe(200)
    }
  }, 60_000)

  test('a restart does not begin anew', async () => {
    const first = await emptyServer()
    const { account } = await member(first.app)
    for (let at = 0; at < 10; at += 1) await login(visitor(first.app), account.email, `wrong ${at}`)
    await first.app.close()
    const { app } = await startedOn(first.config)
    expect((await login(visitor(app), account.email, PASSWORD)).statusCode).toBe(429)
  })

  test('whoever finds a device open gets no more tries at the password there', async () => {
    const { app } = await emptyServer()
    const rex = await member(app)
    const seen: number[] = []
    for (let at = 0; at < 11; at += 1)
      seen.push(
        (await rex.send('POST', '/api/profile/delete', { currentPassword: `wrong ${at}` })).statusCode,
      )
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await rex.get('/api/user')).statusCode).toBe(200)
  })

  test('ten accounts an hour are made from one address', async () => {
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

  test('neither names nor addresses can be read in what is counted', async () => {
    const { app, path } = await emptyServer({ rateLimit: true })
    await login(visitor(app), 'somebody@example.com', 'wrong', '203.0.113.9')
    const database = new Database(path, { readonly: true })
    const kept = JSON.stringify(database.prepare('select * from attempts').all())
    database.close()
    expect(kept).not.toMatch(/somebody|203\.0\.113/)
    expect(JSON.parse(kept)).toHaveLength(3)
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
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

  test('is Argon2id with the parameters of OWASP, salted anew each time, in the form every implementation reads', async () => {
    const hasher = openHasher()
    const [one, two] = [await hasher.hash(PASSWORD), await hasher.hash(PASSWORD)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await hasher.verify(PASSWORD, one)).toEqual({ matches: true, outdated: false })
    expect(await hasher.verify(`${PASSWORD} `, one)).toEqual({ matches: false, outdated: false })
  })

  test('agrees with the reference implementation', async () => {
    // Of the test vectors of the reference implementation (https://github.com/P-H-C/phc-winner-argon2, src/test.c), version 0x13.
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
  ])('against %j nothing matches, after the same work', async (hash) => {
    const hashing = vi.spyOn(crypto, 'argon2')
    expect((await openHasher().verify('', hash)).matches).toBe(false)
    expect((await openHasher().verify('plain', hash)).matches).toBe(false)
    expect(hashing).toHaveBeenCalledTimes(2)
  })

  test('made with other parameters, it is made anew when its owner signs in, and the session holds', async () => {
    const { app, path } = await emptyServer()
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
    const database = new Database(path)
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

  test('goes on a few at a time, in turn; whoever would wait too long is told to come back', async () => {
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
    const hasher = openHasher({ atOnce: 2, waiting: 3 })
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

  test('that fails gives its turn on', async () => {
    const hashing = vi
      .spyOn(crypto, 'argon2')
      .mockImplementation(((_algorithm: string, _parameters: object, done: (error: Error) => void) =>
        done(new Error('no memory'))) as never)
    const hasher = openHasher({ atOnce: 1, waiting: 5 })
    const results = await Promise.allSettled([hasher.hash('x'), hasher.hash('x'), hasher.hash('x')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    hashing.mockRestore()
    quick()
    await expect(hasher.hash('x')).resolves.toContain('$argon2id$')
  })

  test('that did not come to a verdict costs nobody a try', async () => {
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

  test('that too many wait for is answered 503, with word of when to come back', async () => {
    const { app } = await emptyServer()
    const { account } = await member(app)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => login(visitor(app), `${account.username}${at}`, PASSWORD)),
    )
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect([busy[0]!.headers['retry-after'], busy[0]!.json()]).toEqual([
      '5',
      { code: 'busy', message: 'Too many people are signing in at this moment. Try again in a few seconds.' },
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(60 - busy.length)
  }, 60_000)

  test('leaves the rest of the product its time', async () => {
    const { app } = await emptyServer()
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
      // Without a socket nothing else would get its turn.
      await new Promise(setImmediate)
    }
    expect((await logins).every(({ statusCode }) => statusCode === 401)).toBe(true)
    console.log(`while 20 people sign in, ${answered} other requests are answered`)
    expect(answered).toBeGreaterThan(20)
  }, 60_000)
})
