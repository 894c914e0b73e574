import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Provider } from '../../../data/model/account.ts'
import type { Config, ProviderConfig } from '../../../fastify.config.ts'
import { appleSecret } from '../../../server/auth/providers.ts'
import type { Running } from '../harness.ts'
import { CLIENT_ID, CLIENT_SECRET, hostileProvider, PUBLIC_URL, realProvider } from './openid-provider.ts'
import type { Known } from './openid-provider.ts'
import { sentenceOfCode } from '../../../data/model/sign-in-error.ts'
import { safeReturn } from '../../../server/auth/return-to.ts'
import { emptyServer, member, PASSWORD, visitor } from './people.ts'
import type { Visitor } from './people.ts'

const KIM: Known = { sub: 'kim-1', email: 'kim@example.com', email_verified: true }
const LEE: Known = { sub: 'lee-2', email: 'lee@example.com', email_verified: true }

const set = (issuer: string, secret: ProviderConfig['secret'] = CLIENT_SECRET): ProviderConfig => ({
  issuer,
  clientId: CLIENT_ID,
  secret,
})

const serverWith = (providers: Config['providers'], clock?: () => Date): Promise<Running> =>
  emptyServer({ publicUrl: PUBLIC_URL, providers }, clock)

/** The address the product sends a browser to. */
async function leave(browser: Visitor, provider: Provider, returnTo?: string): Promise<string> {
  const answer = await browser.get(
    `/api/auth/${provider}${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`,
  )
  expect(answer.statusCode, answer.body).toBe(303)
  return String(answer.headers.location)
}

/** Comes back with what the provider answered; where the product sends the browser then. */
async function comeBack(
  browser: Visitor,
  provider: Provider,
  returned: Record<string, string>,
): Promise<string> {
  const form = new URLSearchParams(returned).toString()
  const answer =
    provider === 'apple'
      ? await browser.send('POST', '/api/auth/apple/callback', undefined, {
          payload: form,
          headers: {
            'sec-fetch-site': 'cross-site',
            origin: 'https://appleid.apple.com',
            'content-type': 'application/x-www-form-urlencoded',
          },
        })
      : await browser.get(`/api/auth/${provider}/callback?${form}`)
  expect(answer.statusCode, answer.body).toBe(303)
  return String(answer.headers.location)
}

const errorIn = (location: string) => {
  const url = new URL(location, PUBLIC_URL)
  const code = url.searchParams.get('error')
  // The address has a code and never a sentence.
  if (code !== null) expect(code).toMatch(/^(google|apple|microsoft)-[a-z-]+$/)
  return { page: url.pathname, error: code === null ? null : sentenceOfCode(code) }
}
const who = async (browser: Visitor) =>
  (await browser.get('/api/user')).json() as {
    id: number
    username: string
    email: string
    hasPassword: boolean
  }
const isNobody = async (browser: Visitor) => (await browser.get('/api/user')).statusCode === 401
const rows = (path: string, question: string) => {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare(question).all()
  } finally {
    database.close()
  }
}

describe('signing in with a provider', () => {
  test.each(['google', 'microsoft'] as const)(
    '%s: makes an account the first time, enters it the second, and returns to where the person was',
    async (name) => {
      const provider = await realProvider()
      const { app, path } = await serverWith({ [name]: set(provider.issuer) })
      const browser = visitor(app)
      const returned = await provider.visit(await leave(browser, name, '/park/7?from=list#hours'), KIM)
      expect(await comeBack(browser, name, returned)).toBe('/park/7?from=list#hours')
      expect(await who(browser)).toMatchObject({
        id: 1,
        username: 'kim',
        email: 'kim@example.com',
        hasPassword: false,
        isAdmin: false,
      })
      const column = name === 'google' ? 'kim-1' : `${provider.issuer} kim-1`
      expect(rows(path, `select ${name}Id, provider, password from users`)).toEqual([
        { [`${name}Id`]: column, provider: name, password: null },
      ])
      expect(rows(path, 'select issuer, subject, userId, provider, email from user_identities')).toEqual([
        { issuer: provider.issuer, subject: 'kim-1', userId: 1, provider: name, email: 'kim@example.com' },
      ])

      const other = visitor(app)
      expect(
        await comeBack(
          other,
          name,
          await provider.visit(await leave(other, name), { ...KIM, email: 'kim.new@example.com' }),
        ),
      ).toBe('/')
      // The e-mail of the account is the account's, whatever the provider says later.
      expect(await who(other)).toMatchObject({ id: 1, email: 'kim@example.com' })
    },
  )

  test('asks for no more than it takes, with state, nonce and PKCE that are new each time', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const asked = [await leave(visitor(app), 'google'), await leave(visitor(app), 'google')].map(
      (address) => new URL(address).searchParams,
    )
    for (const parameters of asked) {
      expect(Object.fromEntries(parameters)).toMatchObject({
        client_id: CLIENT_ID,
        response_type: 'code',
        scope: 'openid email',
        code_challenge_method: 'S256',
        redirect_uri: `${PUBLIC_URL}/api/auth/google/callback`,
      })
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(parameters.get(name)!.length).toBeGreaterThanOrEqual(43)
    }
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked[0]!.get(name)).not.toBe(asked[1]!.get(name))
  })

  test('Apple posts back from its own site: the cookie for that goes along, is good once, and the session is ours again', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const told: string[] = []
    const provider = await realProvider({ isSecret: (secret) => told.push(secret) > 0 })
    const key = {
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const { app } = await serverWith({ apple: set(provider.issuer, key) })
    const browser = visitor(app)
    const answer = await browser.get('/api/auth/apple?returnTo=/favorites')
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-offlead-flow-apple=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    )
    const address = String(answer.headers.location)
    expect(new URL(address).searchParams.get('response_mode')).toBe('form_post')
    const returned = await provider.visit(address, KIM)
    expect(await comeBack(browser, 'apple', returned)).toBe('/favorites')
    expect([...browser.cookies.keys()]).toEqual(['__Host-offlead-session', 'offlead-signed-in'])
    expect(await who(browser)).toMatchObject({ username: 'kim' })

    // The secret is a token that Apple can check, for a few minutes.
    const [header, claims, signature] = told[0]!.split('.')
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toEqual({
      alg: 'ES256',
      kid: 'KEY',
      typ: 'JWT',
    })
    const { iat, exp, ...rest } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as {
      iat: number
      exp: number
    }
    expect(rest).toEqual({ iss: 'TEAM', aud: provider.issuer, sub: CLIENT_ID })
    expect([Math.abs(Date.now() / 1000 - iat) < 60, exp - iat]).toEqual([true, 300])
    const signed = Buffer.from(`${header}.${claims}`)
    expect(
      verify(
        'sha256',
        signed,
        {
          key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
          dsaEncoding: 'ieee-p1363',
        },
        Buffer.from(signature!, 'base64url'),
      ),
    ).toBe(true)
    expect(appleSecret(key, CLIENT_ID, provider.issuer)).not.toBe(told[0])
  })

  test.each(['google', 'apple', 'microsoft'] as const)(
    '%s: whoever says no there comes back with a word about it',
    async (name) => {
      const provider = await realProvider()
      const { app } = await serverWith({ [name]: set(provider.issuer) })
      const browser = visitor(app)
      const returned = await provider.visit(await leave(browser, name), null)
      expect(returned.error).toBe('access_denied')
      const title = { google: 'Google', apple: 'Apple', microsoft: 'Microsoft' }[name]
      expect(errorIn(await comeBack(browser, name, returned))).toEqual({
        page: '/auth',
        error: `Signing in with ${title} was cancelled.`,
      })
      expect(await isNobody(browser)).toBe(true)
    },
  )

  test.each(['google', 'apple', 'microsoft'] as const)(
    '%s: one that is not set up goes back to the sign-in page and says so',
    async (name) => {
      const { app } = await emptyServer()
      const title = { google: 'Google', apple: 'Apple', microsoft: 'Microsoft' }[name]
      expect(errorIn(await leave(visitor(app), name))).toEqual({
        page: '/auth',
        error: `Signing in with ${title} is not available here.`,
      })
      expect(errorIn(await comeBack(visitor(app), name, { code: 'x', state: 'y' }))).toEqual({
        page: '/auth',
        error: `Signing in with ${title} is not available here.`,
      })
    },
  )

  test('one that cannot be reached says so, and is asked again the next time', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    provider.down = true
    expect(errorIn(await leave(visitor(app), 'google'))).toEqual({
      page: '/auth',
      error: 'Google cannot be reached just now. Please try again later.',
    })
    provider.down = false
    expect(await leave(visitor(app), 'google')).toContain(`${provider.issuer}/auth?`)
  })

  test('whatever goes wrong here, on the way there or back, leads to the sign-in page with words', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: set(provider.issuer) })
    const trouble = {
      page: '/auth',
      error: 'Signing in is not possible just now. Please try again in a moment.',
    }
    const browser = visitor(app)
    const returned = await provider.visit(await leave(browser, 'google'), KIM)
    const database = new Database(path)
    database.exec('begin exclusive')
    expect(errorIn(await leave(visitor(app), 'google'))).toEqual(trouble)
    database.exec('commit; alter table user_identities rename to hidden')
    expect(errorIn(await comeBack(browser, 'google', returned))).toEqual(trouble)
    database.close()
    expect(await isNobody(browser)).toBe(true)
  })

  test('a provider that tells no e-mail makes no account', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: set(provider.issuer) })
    const browser = visitor(app)
    const returned = await provider.visit(await leave(browser, 'google'), { sub: 'shy' })
    expect(errorIn(await comeBack(browser, 'google', returned))).toEqual({
      page: '/auth',
      error:
        'Google did not tell us your e-mail address, which an account needs. Please register with a password.',
    })
    expect(rows(path, 'select id from users')).toEqual([])
  })

  test('there is no such provider as any other', async () => {
    const { app } = await emptyServer()
    expect((await visitor(app).get('/api/auth/facebook')).statusCode).toBe(400)
    expect((await visitor(app).get('/api/auth/google?next=/x')).json()).toMatchObject({
      code: 'invalid-input',
      field: 'next',
    })
  })
})

describe('nobody gets in by a provider who should not', () => {
  test("somebody else's e-mail opens nothing: an account is entered by who the provider says it is, never by an address", async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: set(provider.issuer) })
    const victim = await member(app, { email: 'Victim@example.com' })
    for (const email_verified of [true, false]) {
      const browser = visitor(app)
      const returned = await provider.visit(await leave(browser, 'google'), {
        sub: `mallory-${email_verified}`,
        email: 'victim@EXAMPLE.com',
        email_verified,
      })
      expect(errorIn(await comeBack(browser, 'google', returned))).toEqual({
        page: '/auth',
        error:
          'There is an account with this e-mail already. Log in to it, then connect Google in your profile.',
      })
      expect(await isNobody(browser)).toBe(true)
    }
    expect(rows(path, 'select id, googleId from users')).toEqual([{ id: victim.account.id, googleId: null }])
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('an account made beforehand with an e-mail does not catch its owner when they come by a provider', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const squatter = await member(app, { email: KIM.email! })
    const kim = visitor(app)
    await comeBack(kim, 'google', await provider.visit(await leave(kim, 'google'), KIM))
    expect(await isNobody(kim)).toBe(true)
    expect((await squatter.get('/api/profile/providers')).json()).toContainEqual({
      provider: 'google',
      available: true,
      linked: false,
      email: null,
    })
  })

  test('a code is good once: neither the same address again, nor the code in another sign-in', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const browser = visitor(app)
    const before = new Map<string, string>()
    const address = await leave(browser, 'google')
    for (const [name, value] of browser.cookies) before.set(name, value)
    const returned = await provider.visit(address, KIM)
    expect(await comeBack(browser, 'google', returned)).toBe('/')

    const again = visitor(app)
    for (const [name, value] of before) again.cookies.set(name, value)
    expect(errorIn(await comeBack(again, 'google', returned)).error).toMatch(/took too long/)
    expect(await isNobody(again)).toBe(true)

    const elsewhere = visitor(app)
    const fresh = new URL(await leave(elsewhere, 'google')).searchParams.get('state')!
    expect(errorIn(await comeBack(elsewhere, 'google', { ...returned, state: fresh })).error).toBe(
      'Signing in with Google did not work. Please try again.',
    )
    expect(await isNobody(elsewhere)).toBe(true)
  })

  test('a code taken from somebody before they could use it is worth nothing in another browser', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const stolen = await provider.visit(await leave(visitor(app), 'google'), KIM)
    const thief = visitor(app)
    const state = new URL(await leave(thief, 'google')).searchParams.get('state')!
    expect(errorIn(await comeBack(thief, 'google', { ...stolen, state })).error).toBe(
      'Signing in with Google did not work. Please try again.',
    )
    expect(await isNobody(thief)).toBe(true)
  })

  test('nobody is signed in to a stranger’s account by an address they are lured to', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const mallory = visitor(app)
    const returned = await provider.visit(await leave(mallory, 'google'), {
      sub: 'mallory',
      email: 'mallory@example.com',
    })
    const victim = visitor(app)
    expect(errorIn(await comeBack(victim, 'google', returned)).error).toMatch(
      /took too long, or cookies are blocked/,
    )
    // Also when the victim is signing in themselves at that moment.
    await leave(victim, 'google')
    expect(errorIn(await comeBack(victim, 'google', returned)).error).toMatch(/took too long/)
    expect(await isNobody(victim)).toBe(true)
  })

  test('a sign-in begun with one provider cannot be ended with another', async () => {
    const [google, microsoft] = [await realProvider(), await realProvider()]
    const { app } = await serverWith({ google: set(google.issuer), microsoft: set(microsoft.issuer) })
    const browser = visitor(app)
    const returned = await google.visit(await leave(browser, 'google'), KIM)
    expect(errorIn(await comeBack(browser, 'microsoft', returned)).error).toMatch(/took too long/)
    // Even where the cookie is carried over by hand.
    browser.cookies.set('__Host-offlead-flow-microsoft', browser.cookies.get('__Host-offlead-flow-google')!)
    expect(errorIn(await comeBack(browser, 'microsoft', returned)).error).toMatch(/took too long/)
    expect(await isNobody(browser)).toBe(true)
  })

  test('the same subject from another issuer is somebody else', async () => {
    const [one, two] = [await realProvider(), await realProvider()]
    const { app, path } = await serverWith({ google: set(one.issuer), microsoft: set(two.issuer) })
    const kim = visitor(app)
    await comeBack(kim, 'google', await one.visit(await leave(kim, 'google'), KIM))
    const other = visitor(app)
    await comeBack(
      other,
      'microsoft',
      await two.visit(await leave(other, 'microsoft'), { sub: KIM.sub, email: 'other@example.com' }),
    )
    expect((await who(other)).id).not.toBe((await who(kim)).id)
    expect(rows(path, 'select id from users')).toHaveLength(2)
  })

  test('a sign-in that takes longer than ten minutes is over', async () => {
    const provider = await realProvider()
    let now = Date.now()
    const { app } = await serverWith({ google: set(provider.issuer) }, () => new Date(now))
    const browser = visitor(app)
    const returned = await provider.visit(await leave(browser, 'google'), KIM)
    now += 10 * 60_000
    expect(errorIn(await comeBack(browser, 'google', returned)).error).toMatch(/took too long/)
    expect(await isNobody(browser)).toBe(true)
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, (provider: Awaited<ReturnType<typeof hostileProvider>>) => void]>([
    ['of another issuer', (provider) => void (provider.claims = { iss: 'https://accounts.google.com' })],
    ['for another client', (provider) => void (provider.claims = { aud: 'somebody-else' })],
    ['with another nonce', (provider) => void (provider.claims = { nonce: 'swapped' })],
    ['without a nonce', (provider) => void (provider.claims = { nonce: undefined })],
    ['without a subject', (provider) => void (provider.claims = { sub: undefined })],
    ['that has expired', (provider) => void (provider.claims = { iat: now() - 900, exp: now() - 600 })],
    ['signed by nobody', (provider) => void (provider.header = { alg: 'none' })],
    ['signed with a key of somebody else', (provider) => void (provider.otherKey = true)],
    ['signed with a secret it says it shares', (provider) => void (provider.header = { alg: 'HS256' })],
    [
      'that is not there',
      (provider) =>
        void (provider.tokenAnswer = { status: 200, body: { access_token: 'x', token_type: 'Bearer' } }),
    ],
    [
      'refused',
      (provider) => void (provider.tokenAnswer = { status: 400, body: { error: 'invalid_grant' } }),
    ],
    [
      'that is no answer at all',
      (provider) => void (provider.tokenAnswer = { status: 200, body: 'nonsense' }),
    ],
  ])('a token %s signs nobody in', async (_what, spoil) => {
    const provider = await hostileProvider()
    const { app, path } = await serverWith({ google: set(provider.issuer) })
    const good = visitor(app)
    expect(
      await comeBack(good, 'google', { code: 'c', state: provider.note(await leave(good, 'google')) }),
    ).toBe('/')
    expect(provider.asked!.get('code_verifier')!.length).toBeGreaterThanOrEqual(43)

    spoil(provider)
    const browser = visitor(app)
    const state = provider.note(await leave(browser, 'google'))
    expect(errorIn(await comeBack(browser, 'google', { code: 'c', state }))).toEqual({
      page: '/auth',
      error: 'Signing in with Google did not work. Please try again.',
    })
    expect(await isNobody(browser)).toBe(true)
    expect(rows(path, 'select subject from user_identities')).toEqual([{ subject: 'mallory' }])
  })

  test.each([
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n//evil.example',
    'evil.example',
    '/.//evil.example',
    '/a/../..//evil.example',
    '/%5c@evil.example\\x',
    'http:/evil.example',
    '///evil.example',
    '/\u2028/evil.example\u0000',
    '',
    '/api/logout',
    '/auth?error=boo',
    `/${'x'.repeat(600)}`,
  ])('%j is no place to return to', (returnTo) => {
    expect(safeReturn(returnTo)).toBe('/')
  })

  test('what leads elsewhere leads home', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const browser = visitor(app)
    const state = provider.note(await leave(browser, 'google', '//evil.example'))
    expect(await comeBack(browser, 'google', { code: 'c', state })).toBe('/')
  })

  test('an answer with a parameter twice, or with nothing, is no answer', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    for (const query of ['', '?code=c', '?state=a&state=b&code=c', '?error=access_denied', '?__proto__=1']) {
      const browser = visitor(app)
      await leave(browser, 'google')
      const answer = await browser.get(`/api/auth/google/callback${query}`)
      expect([query, answer.statusCode, errorIn(String(answer.headers.location)).page]).toEqual([
        query,
        303,
        '/auth',
      ])
      expect(await isNobody(browser)).toBe(true)
    }
  })

  test('what a provider says went wrong is not shown in its own words', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const browser = visitor(app)
    const state = provider.note(await leave(browser, 'google'))
    const location = await comeBack(browser, 'google', {
      error: 'server_error',
      error_description: 'Call 1900 555 555 now',
      state,
    })
    expect(errorIn(location)).toEqual({
      page: '/auth',
      error: 'Signing in with Google did not work. Please try again.',
    })
  })
})

describe('connecting a provider with an account', () => {
  const begin = async (browser: Visitor, name: Provider, body: object = { currentPassword: PASSWORD }) => {
    const answer = await browser.send('POST', `/api/profile/providers/${name}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { url: string }).url
  }
  const linked = async (browser: Visitor) =>
    ((await browser.get('/api/profile/providers')).json() as { provider: string; linked: boolean }[])
      .filter((row) => row.linked)
      .map((row) => row.provider)

  test.each(['google', 'apple', 'microsoft'] as const)(
    '%s: from inside, with the password; afterwards both ways lead in',
    async (name) => {
      const provider = await realProvider()
      const { app } = await serverWith({ [name]: set(provider.issuer) })
      const rex = await member(app, { email: 'rex@example.com' })
      const returned = await provider.visit(await begin(rex, name), KIM)
      // With a post from another site, the browser keeps the session's cookies to itself.
      const session = ['__Host-offlead-session', 'offlead-signed-in'].map(
        (name) => [name, rex.cookies.get(name)!] as const,
      )
      if (name === 'apple') for (const [name] of session) rex.cookies.delete(name)
      expect(await comeBack(rex, name, returned)).toBe('/profile')
      for (const [name, value] of session) rex.cookies.set(name, value)
      expect(rex.cookies.has(`__Host-offlead-flow-${name}`)).toBe(false)
      expect([...rex.cookies.keys()].toSorted()).toEqual([
        '__Host-offlead-session',
        '__Secure-offlead-device',
        'offlead-signed-in',
      ])
      expect(await linked(rex)).toEqual([name])
      const other = visitor(app)
      await comeBack(other, name, await provider.visit(await leave(other, name), KIM))
      expect(await who(other)).toMatchObject({
        id: rex.account.id,
        email: 'rex@example.com',
        hasPassword: true,
      })
    },
  )

  test('without the password, or with a wrong one, nothing begins', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const rex = await member(app)
    expect((await rex.send('POST', '/api/profile/providers/google', {})).json()).toMatchObject({
      code: 'invalid-input',
      field: 'currentPassword',
    })
    const wrong = await rex.send('POST', '/api/profile/providers/google', {
      currentPassword: 'something else',
    })
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong-credentials'])
    expect(
      (await rex.send('POST', '/api/profile/providers/apple', { currentPassword: PASSWORD })).statusCode,
    ).toBe(404)
  })

  test('an identity is connected with one account only, and an account with one identity of a provider', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const [rex, max] = [await member(app), await member(app)]
    await comeBack(rex, 'google', await provider.visit(await begin(rex, 'google'), KIM))
    expect(
      errorIn(await comeBack(max, 'google', await provider.visit(await begin(max, 'google'), KIM))),
    ).toEqual({
      page: '/profile',
      error: 'This Google account is connected with another account here.',
    })
    expect(await linked(max)).toEqual([])
    expect(
      errorIn(await comeBack(rex, 'google', await provider.visit(await begin(rex, 'google'), LEE))),
    ).toEqual({
      page: '/profile',
      error: 'Another Google account is connected already. Disconnect it first.',
    })
    // The same one again changes nothing.
    expect(await comeBack(rex, 'google', await provider.visit(await begin(rex, 'google'), KIM))).toBe(
      '/profile',
    )
  })

  test('a connection begun in a session ends with it', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: set(provider.issuer) })
    const rex = await member(app)
    const returned = await provider.visit(await begin(rex, 'google'), KIM)
    await rex.send('POST', '/api/logout')
    expect(errorIn(await comeBack(rex, 'google', returned)).error).toMatch(/took too long/)
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('a connection begun by one person is not ended by another who signed in since', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: set(provider.issuer) })
    const rex = await member(app)
    const max = await member(app)
    const returned = await provider.visit(await begin(rex, 'google'), KIM)
    max.cookies.set('__Host-offlead-flow-google', rex.cookies.get('__Host-offlead-flow-google')!)
    expect(errorIn(await comeBack(max, 'google', returned))).toEqual({
      page: '/profile',
      error: 'Signing in with Google did not work. Please try again.',
    })
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('a provider is disconnected unless it is the only way in', async () => {
    const provider = await realProvider()
    let time = Date.now()
    const { app, path } = await serverWith({ google: set(provider.issuer) }, () => new Date(time))
    const kim = visitor(app)
    await comeBack(kim, 'google', await provider.visit(await leave(kim, 'google'), KIM))
    const only = await kim.send('DELETE', '/api/profile/providers/google')
    expect([only.statusCode, only.json().code]).toEqual([409, 'last-way-in'])
    // An account without a password is confirmed by a fresh sign-in.
    time += 10 * 60_000 + 1
    const stale = await kim.send('POST', '/api/profile/password', { newPassword: PASSWORD })
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'confirm-again'])
    await comeBack(kim, 'google', await provider.visit(await leave(kim, 'google'), KIM))
    expect((await kim.send('POST', '/api/profile/password', { newPassword: PASSWORD })).statusCode).toBe(204)
    expect((await kim.send('DELETE', '/api/profile/providers/google')).statusCode).toBe(204)
    expect(rows(path, 'select googleId, provider from users')).toEqual([{ googleId: null, provider: null }])
    const again = visitor(app)
    expect(
      errorIn(await comeBack(again, 'google', await provider.visit(await leave(again, 'google'), KIM))).error,
    ).toMatch(/There is an account with this e-mail already/)
    expect((await again.send('POST', '/api/login', { username: 'kim', password: PASSWORD })).statusCode).toBe(
      200,
    )
  })

  test('nobody disconnects somebody else’s provider', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: set(provider.issuer) })
    const [rex, max] = [await member(app), await member(app)]
    await comeBack(rex, 'google', await provider.visit(await begin(rex, 'google'), KIM))
    expect((await max.send('DELETE', '/api/profile/providers/google')).statusCode).toBe(204)
    expect(await linked(rex)).toEqual(['google'])
  })
})
