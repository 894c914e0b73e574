import crypto from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PROVIDERS } from '../../../data/model/account.ts'
import { readConfig } from '../../../fastify.config.ts'
import type { Config } from '../../../fastify.config.ts'
import { addIdentity, identitiesOf } from '../../../server/repositories/identities.ts'
import { addUser } from '../../../server/repositories/users.ts'
import { openedStore } from '../harness.ts'
import { emptyServer, member, PASSWORD, visitor } from './visitors.ts'
import { openDatabase } from '../sql.ts'

const PUBLIC_URL = 'https://offlead.example'
const NEW_PASSWORD = 'magpie on the oval'
const EMAIL = 'kim@example.com'
const MINUTE = 60_000

interface Received {
  to: string[]
  text: string
}

const decodeQuotedPrintable = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/**
 * A real mail server on this machine. `mailbox.refuse`: its answer to every recipient; `mailbox.arriving`: awaited
 * before an e-mail is accepted.
 */
async function mailServer() {
  const received: Received[] = []
  const mailbox: { refuse?: string | undefined; arriving?: () => Promise<unknown> } = {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(mailbox.refuse === undefined ? null : new Error(mailbox.refuse)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await mailbox.arriving?.()
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: decodeQuotedPrintable(Buffer.concat(chunks).toString('utf8')),
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, mailbox, url: `smtp://127.0.0.1:${port}` }
}

const configured = (url: string): Pick<Config, 'mail' | 'publicUrl'> => {
  const { mail, publicUrl } = readConfig({
    PUBLIC_URL,
    SMTP_URL: url,
    MAIL_FROM: 'parks@offlead.example',
  })
  return { publicUrl, ...(mail && { mail }) }
}

async function started(change: Partial<Config> = {}, clock?: () => Date) {
  const mail = await mailServer()
  const server = await emptyServer({ ...configured(mail.url), ...change }, clock)
  const browser = visitor(server.app)
  const [info, error] = [vi.spyOn(server.app.log, 'info'), vi.spyOn(server.app.log, 'error')]
  /** Waits until this many e-mails have been sent, or could not be sent. */
  const logged = (log: typeof info, message: string, count: number) =>
    vi.waitUntil(() => log.mock.calls.filter((call: unknown[]) => call[1] === message).length >= count, {
      timeout: 60_000,
    })
  const sent = (count: number) => logged(info, 'email to reset a password sent', count)
  return {
    ...server,
    failed: (count: number) => logged(error, 'an email cannot be sent', count),
    ...mail,
    browser,
    ask: (email: string, more = {}) => browser.send('POST', '/api/password-reset', { email }, more),
    complete: (token: string, newPassword = NEW_PASSWORD) =>
      browser.send('POST', '/api/password-reset/complete', { token, newPassword }),
    login: (password: string) =>
      visitor(server.app).send('POST', '/api/login', { username: EMAIL, password }),
    /** The token of the e-mail at this position. */
    async tokenOf(position = 0) {
      await sent(position + 1)
      return /https:\/\/offlead\.example\/auth#reset=([\w-]{43})\r?\n/.exec(
        mail.received[position]!.text,
      )![1]!
    },
  }
}

test('the sign-in options name the configured providers and whether a password can be reset', async () => {
  const { browser } = await started({
    providers: { google: { issuer: 'https://accounts.google.com', clientId: 'id', secret: 'secret' } },
  })
  expect((await browser.get('/api/sign-in-options')).json()).toEqual({
    providers: ['google'],
    passwordReset: true,
  })
  const { app } = await emptyServer()
  expect((await visitor(app).get('/api/sign-in-options')).json()).toEqual({
    providers: [],
    passwordReset: false,
  })
})

test('without a mail server the routes to reset a password answer 404', async () => {
  const { app } = await emptyServer()
  const browser = visitor(app)
  expect((await browser.send('POST', '/api/password-reset', { email: EMAIL })).statusCode).toBe(404)
  const body = { token: 'unknown', newPassword: NEW_PASSWORD }
  expect((await browser.send('POST', '/api/password-reset/complete', body)).statusCode).toBe(404)
})

describe('the address in the e-mail', () => {
  test('sets a new password once, and signs out on every device', async () => {
    const { app, ask, complete, tokenOf, login, received: mails } = await started()
    const kim = await member(app, { email: 'Kim@example.com', username: 'Kim' })
    expect((await ask(EMAIL)).statusCode).toBe(204)
    const token = await tokenOf()
    expect(mails[0]!.to).toEqual(['Kim@example.com'])
    expect(mails[0]!.text).toContain('Subject: Reset your Offlead password')
    expect(mails[0]!.text).toContain('within 30 minutes')

    const answer = await complete(token)
    expect(answer.statusCode, answer.body).toBe(204)
    expect((await kim.get('/api/user')).statusCode).toBe(401)
    expect((await login(PASSWORD)).statusCode).toBe(401)
    expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
    const again = await complete(token, 'currawong in the gum')
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject({
      code: 'invalid-input',
      field: 'token',
      message: expect.stringContaining('If you have just set a password, log in with it') as string,
    })
    expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('disconnects the account from its providers, whoever connected them', async () => {
    const { app, path, ask, complete, tokenOf } = await started()
    const { account } = await member(app, { email: EMAIL })
    const store = openedStore(path)
    await store.write(async (db) => {
      for (const provider of PROVIDERS) {
        const identity = { provider, issuer: `https://${provider}.example`, subject: '1', email: null }
        await addIdentity(db, account.id, identity, new Date())
      }
    })
    const connected = () =>
      store.read(async (db) => ({
        identities: (await identitiesOf(db, account.id)).map(({ provider }) => provider),
        columns: await db
          .selectFrom('users')
          .select(['googleId', 'appleId', 'microsoftId'])
          .executeTakeFirstOrThrow(),
      }))
    await ask(EMAIL)
    const token = await tokenOf()
    expect((await complete(token, 'password')).statusCode).toBe(400)
    expect((await connected()).identities.toSorted()).toEqual([...PROVIDERS].toSorted())
    expect((await complete(token)).statusCode).toBe(204)
    expect(await connected()).toEqual({
      identities: [],
      columns: { googleId: null, appleId: null, microsoftId: null },
    })
  })

  test.each([
    ['changes the password', 'POST', '/api/profile/password', { newPassword: 'currawong in the gum' }],
    ['changes the e-mail', 'PATCH', '/api/profile', { email: 'new@example.com' }],
    ['deletes the account', 'POST', '/api/profile/delete', {}],
  ] as const)(
    'stops a request that %s and whose old password is just being checked',
    async (_what, method, url, body) => {
      const { app, ask, complete, tokenOf, login } = await started()
      const kim = await member(app, { email: EMAIL })
      await ask(EMAIL)
      const token = await tokenOf()
      const { argon2 } = crypto
      vi.spyOn(crypto, 'argon2').mockImplementationOnce((algorithm, parameters, done) =>
        argon2(algorithm, parameters, async (error, tag) => {
          await complete(token)
          done(error, tag)
        }),
      )
      const answer = await kim.send(method, url, { ...body, currentPassword: PASSWORD })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in'])
      expect((await login(NEW_PASSWORD)).statusCode).toBe(200)
    },
  )

  test('is valid for 30 minutes', async () => {
    let now = new Date('2026-05-01T00:00:00Z')
    const { app, ask, complete, tokenOf } = await started({}, () => now)
    await member(app, { email: EMAIL })
    await ask(EMAIL)
    const first = await tokenOf()
    now = new Date(now.getTime() + 30 * MINUTE)
    expect((await complete(first)).statusCode).toBe(400)
    await ask(EMAIL)
    const second = await tokenOf(1)
    now = new Date(now.getTime() + 30 * MINUTE - 1)
    expect((await complete(second)).statusCode).toBe(204)
  })

  test('becomes invalid with a newer one, a new password and a new e-mail address', async () => {
    const { app, ask, complete, tokenOf } = await started()
    const kim = await member(app, { email: EMAIL })
    await ask(EMAIL)
    const first = await tokenOf()
    await ask(EMAIL)
    const second = await tokenOf(1)
    expect((await complete(first)).statusCode).toBe(400)
    const own = { currentPassword: PASSWORD }
    const change = { ...own, newPassword: 'currawong in the gum' }
    expect((await kim.send('POST', '/api/profile/password', change)).statusCode).toBe(204)
    expect((await complete(second)).statusCode).toBe(400)
    await ask(EMAIL)
    const third = await tokenOf(2)
    const moved = { currentPassword: change.newPassword, email: 'new@example.com' }
    expect((await kim.send('PATCH', '/api/profile', moved)).statusCode).toBe(200)
    expect((await complete(third)).statusCode).toBe(400)
  })

  test('does not accept a weak password, and can then be used again', async () => {
    const { app, ask, complete, tokenOf } = await started()
    await member(app, { email: EMAIL })
    await ask(EMAIL)
    const token = await tokenOf()
    const answer = await complete(token, 'password')
    expect(answer.json()).toMatchObject({ code: 'invalid-input', field: 'newPassword' })
    expect((await complete(token)).statusCode).toBe(204)
  })

  test('is stored under a hash', async () => {
    const { app, ask, tokenOf, path } = await started()
    await member(app, { email: EMAIL })
    await ask(EMAIL)
    const token = await tokenOf()
    const database = openDatabase(path)
    const row = database.prepare('select * from users').get() as Record<string, unknown>
    database.close()
    expect(row['resetToken']).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(row)).not.toContain(token)
  })
})

test('the reply to a request for an e-mail is the same with and without an account', async () => {
  const { app, ask, received: mails } = await started()
  await member(app, { email: EMAIL })
  const [known, unknown] = [await ask(EMAIL), await ask('other@example.com')]
  const shown = ({ statusCode, body, headers: { date: _date, ...headers } }: typeof known) => ({
    statusCode,
    body,
    headers,
  })
  expect(shown(known)).toEqual(shown(unknown))
  expect(known.statusCode).toBe(204)
  await expect.poll(() => mails.length).toBe(1)
})

test('an account without a password gets an e-mail without an address to set one', async () => {
  const { app, ask, path, received: mails } = await started()
  const store = openedStore(path)
  await store.write(async (db) => {
    const userId = await addUser(db, { email: EMAIL, password: null, provider: 'google' })
    const identity = { provider: 'google', issuer: 'https://accounts.google.com', subject: '1' } as const
    await addIdentity(db, userId, { ...identity, email: EMAIL }, new Date())
  })
  expect(app).toBeDefined()
  await ask(EMAIL)
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]!.text).toContain('Log in with Google, Apple or Microsoft')
  expect(mails[0]!.text).not.toContain('#reset=')
})

test('an account gets three e-mails in 30 minutes, and the reply stays the same', async () => {
  let now = new Date('2026-05-01T00:00:00Z')
  const { app, ask, complete, tokenOf, received: mails } = await started({}, () => now)
  await member(app, { email: EMAIL })
  for (let at = 0; at < 5; at += 1) expect((await ask(EMAIL)).statusCode).toBe(204)
  await tokenOf(2)
  // Another account's e-mail is sent after all of these.
  await member(app, { email: 'other@example.com' })
  await ask('other@example.com')
  await expect.poll(() => mails.some(({ to }) => to[0] === 'other@example.com')).toBe(true)
  expect(mails).toHaveLength(4)
  now = new Date(now.getTime() + 29 * MINUTE)
  // Two are sent at the same time, so any of them can be the newest.
  const replies: number[] = []
  for (const at of [0, 1, 2]) replies.push((await complete(await tokenOf(at))).statusCode)
  expect(replies.toSorted()).toEqual([204, 400, 400])
})

test('one network gets ten requests an hour and twenty attempts in 15 minutes', async () => {
  const { ask, complete } = await started({ rateLimit: true })
  for (let at = 0; at < 10; at += 1) expect((await ask(`${at}@example.com`)).statusCode).toBe(204)
  const refused = await ask('more@example.com')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBeDefined()
  for (let at = 0; at < 20; at += 1) expect((await complete(`unknown-${at}`)).statusCode).toBe(400)
  expect((await complete('unknown')).statusCode).toBe(429)
})

test('a mail server that refuses changes nothing in the reply', async () => {
  const { app, ask, mailbox } = await started()
  mailbox.refuse = 'no such mailbox'
  await member(app, { email: EMAIL })
  expect((await ask(EMAIL)).statusCode).toBe(204)
})

test('an e-mail that cannot be sent is not counted, and the address of the one before stays valid', async () => {
  const { app, ask, complete, failed, tokenOf, mailbox } = await started()
  await member(app, { email: EMAIL })
  await ask(EMAIL)
  const first = await tokenOf()
  mailbox.refuse = 'try again later'
  for (let at = 1; at <= 3; at += 1) {
    await ask(EMAIL)
    await failed(at)
  }
  mailbox.refuse = undefined
  expect((await complete(first)).statusCode).toBe(204)
  await ask(EMAIL)
  expect((await complete(await tokenOf(1))).statusCode).toBe(204)
})

test.each([
  ['e-mail', 'PATCH', '/api/profile', { email: 'new@example.com' }],
  ['password', 'POST', '/api/profile/password', { newPassword: 'currawong in the gum' }],
] as const)(
  'an address that is sent while the %s changes sets no password',
  async (_what, method, url, change) => {
    const { app, ask, complete, tokenOf, mailbox } = await started()
    const kim = await member(app, { email: EMAIL })
    mailbox.arriving = () => kim.send(method, url, { ...change, currentPassword: PASSWORD })
    await ask(EMAIL)
    expect((await complete(await tokenOf())).statusCode).toBe(400)
  },
)

describe('the configuration of the mail server', () => {
  const all = { PUBLIC_URL, MAIL_FROM: 'parks@offlead.example' }

  test('is encrypted, except on this machine', () => {
    expect(readConfig({ ...all, SMTP_URL: 'smtps://kim:p%40ss@mail.example' }).mail).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      requireTls: false,
      auth: { user: 'kim', pass: 'p@ss' },
      from: 'parks@offlead.example',
      publicUrl: PUBLIC_URL,
    })
    expect(readConfig({ ...all, SMTP_URL: 'smtp://mail.example' }).mail).toMatchObject({
      port: 587,
      secure: false,
      requireTls: true,
      auth: undefined,
    })
    expect(readConfig({ ...all, SMTP_URL: 'smtp://127.0.0.1:25' }).mail).toMatchObject({
      port: 25,
      requireTls: false,
    })
  })

  test.each([
    ['without a sender', { PUBLIC_URL, SMTP_URL: 'smtps://mail.example' }, 'MAIL_FROM must be set'],
    [
      'without a public URL',
      { MAIL_FROM: all.MAIL_FROM, SMTP_URL: 'smtps://mail.example' },
      'PUBLIC_URL must be set',
    ],
    ['of another protocol', { ...all, SMTP_URL: 'https://kim:secret-pass@mail.example' }, 'SMTP_URL must be'],
  ])('%s is refused without showing the password', (_, environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
    expect(() => readConfig(environment)).not.toThrow('secret-pass')
  })
})
