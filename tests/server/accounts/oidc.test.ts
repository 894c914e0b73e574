import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Provider } from '../../../data/model/account.ts'
import type { Config, ProviderConfig } from '../../../fastify.config.ts'
import { appleSecret } from '../../../server/auth/providers.ts'
import { startedOn } from '../harness.ts'
import type { Running } from '../harness.ts'
import { onPostgres } from '../postgres-databases.ts'
import { CLIENT_ID, CLIENT_SECRET, hostileProvider, PUBLIC_URL, realProvider } from './openid-provider.ts'
import type { Known } from './openid-provider.ts'
import { signInErrorMessage } from '../../../data/model/sign-in-error.ts'
import { safeReturn } from '../../../data/model/return-to.ts'
import { emptyServer, member, PASSWORD, visitor } from './visitors.ts'
import type { Visitor } from './visitors.ts'
import { openDatabase } from '../sql.ts'

const KIM: Known = { sub: 'kim-1', email: 'kim@example.com', email_verified: true }
const LEE: Known = { sub: 'lee-2', email: 'lee@example.com', email_verified: true }

const providerAt = (issuer: string, secret: ProviderConfig['secret'] = CLIENT_SECRET): ProviderConfig => ({
  issuer,
  clientId: CLIENT_ID,
  secret,
})

const serverWith = (providers: Config['providers'], clock?: () => Date): Promise<Running> =>
  emptyServer({ publicUrl: PUBLIC_URL, providers }, clock)

/** Starts a sign-in; returns the URL of the provider. */
async function beginSignIn(browser: Visitor, provider: Provider, returnTo?: string): Promise<string> {
  const answer = await browser.get(
    `/api/auth/${provider}${returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}`,
  )
  expect(answer.statusCode, answer.body).toBe(303)
  return String(answer.headers.location)
}

/** Opens the callback with the provider's parameters; returns where the product redirects to. */
async function callback(
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

const messageAt = (location: string) => {
  const url = new URL(location, PUBLIC_URL)
  const code = url.searchParams.get('error')
  // The URL contains a code, never a sentence.
  if (code !== null) expect(code).toMatch(/^(google|apple|microsoft)-[a-z-]+$/)
  return { page: url.pathname, error: code === null ? null : signInErrorMessage(code) }
}
const accountOf = async (browser: Visitor) =>
  (await browser.get('/api/user')).json() as {
    id: number
    username: string
    email: string
    hasPassword: boolean
  }
const isSignedOut = async (browser: Visitor) => (await browser.get('/api/user')).statusCode === 401
const rows = (path: string, query: string) => {
  const database = openDatabase(path)
  try {
    return database.prepare(query).all()
  } finally {
    database.close()
  }
}

describe('signing in with a provider', () => {
  test.each(['google', 'microsoft'] as const)(
    '%s: creates an account the first time, signs in to it the second, and returns to the previous page',
    async (name) => {
      const provider = await realProvider()
      const { app, path } = await serverWith({ [name]: providerAt(provider.issuer) })
      const browser = visitor(app)
      const returned = await provider.visit(await beginSignIn(browser, name, '/park/7?from=list#hours'), KIM)
      expect(await callback(browser, name, returned)).toBe('/park/7?from=list#hours')
      expect(await accountOf(browser)).toMatchObject({
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
        await callback(
          other,
          name,
          await provider.visit(await beginSignIn(other, name), { ...KIM, email: 'kim.new@example.com' }),
        ),
      ).toBe('/')
      // A later e-mail of the provider does not change that of the account.
      expect(await accountOf(other)).toMatchObject({ id: 1, email: 'kim@example.com' })
    },
  )

  test('requests only the needed scopes, with new state, nonce and PKCE each time', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const asked = [await beginSignIn(visitor(app), 'google'), await beginSignIn(visitor(app), 'google')].map(
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

  test('Apple’s cross-site form uses a single-use cookie, and the session cookie stays SameSite=Lax', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const secrets: string[] = []
    const provider = await realProvider({ isSecret: (secret) => secrets.push(secret) > 0 })
    const key = {
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const { app } = await serverWith({ apple: providerAt(provider.issuer, key) })
    const browser = visitor(app)
    const answer = await browser.get('/api/auth/apple?returnTo=/favorites')
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-offlead-flow-apple=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    )
    const address = String(answer.headers.location)
    expect(new URL(address).searchParams.get('response_mode')).toBe('form_post')
    const returned = await provider.visit(address, KIM)
    expect(await callback(browser, 'apple', returned)).toBe('/favorites')
    expect([...browser.cookies.keys()]).toEqual(['__Host-offlead-session', 'offlead-signed-in'])
    expect(await accountOf(browser)).toMatchObject({ username: 'kim' })

    // The client secret is a short-lived token that Apple can verify.
    const [header, claims, signature] = secrets[0]!.split('.')
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
    expect(appleSecret(key, CLIENT_ID, provider.issuer)).not.toBe(secrets[0])
  })

  test.each(['google', 'apple', 'microsoft'] as const)(
    '%s: a user who refuses returns with a message',
    async (name) => {
      const provider = await realProvider()
      const { app } = await serverWith({ [name]: providerAt(provider.issuer) })
      const browser = visitor(app)
      const returned = await provider.visit(await beginSignIn(browser, name), null)
      expect(returned.error).toBe('access_denied')
      const title = { google: 'Google', apple: 'Apple', microsoft: 'Microsoft' }[name]
      expect(messageAt(await callback(browser, name, returned))).toEqual({
        page: '/auth',
        error: `Signing in with ${title} was cancelled.`,
      })
      expect(await isSignedOut(browser)).toBe(true)
    },
  )

  test.each(['google', 'apple', 'microsoft'] as const)(
    '%s: a provider that is not configured returns to the sign-in page with a message',
    async (name) => {
      const { app } = await emptyServer()
      const title = { google: 'Google', apple: 'Apple', microsoft: 'Microsoft' }[name]
      expect(messageAt(await beginSignIn(visitor(app), name))).toEqual({
        page: '/auth',
        error: `Signing in with ${title} is not available here.`,
      })
      expect(messageAt(await callback(visitor(app), name, { code: 'x', state: 'y' }))).toEqual({
        page: '/auth',
        error: `Signing in with ${title} is not available here.`,
      })
    },
  )

  test('an unreachable provider gets a message and is tried again the next time', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    provider.down = true
    expect(messageAt(await beginSignIn(visitor(app), 'google'))).toEqual({
      page: '/auth',
      error: 'Google cannot be reached just now. Please try again later.',
    })
    provider.down = false
    expect(await beginSignIn(visitor(app), 'google')).toContain(`${provider.issuer}/auth?`)
  })

  test('a database error before or after the provider’s page leads to the sign-in page with a message', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const trouble = {
      page: '/auth',
      error: 'Signing in is not possible just now. Please try again in a moment.',
    }
    const browser = visitor(app)
    const returned = await provider.visit(await beginSignIn(browser, 'google'), KIM)
    const database = openDatabase(path)
    database.holdAll()
    expect(messageAt(await beginSignIn(visitor(app), 'google'))).toEqual(trouble)
    database.release()
    database.exec('alter table user_identities rename to hidden')
    expect(messageAt(await callback(browser, 'google', returned))).toEqual(trouble)
    database.close()
    expect(await isSignedOut(browser)).toBe(true)
  })

  test.skipIf(onPostgres)('a provider that sends no e-mail creates no account', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const browser = visitor(app)
    const returned = await provider.visit(await beginSignIn(browser, 'google'), { sub: 'shy' })
    expect(messageAt(await callback(browser, 'google', returned))).toEqual({
      page: '/auth',
      error:
        'Google did not tell us your e-mail address, which an account needs. Please register with a password.',
    })
    expect(rows(path, 'select id from users')).toEqual([])
  })

  test.skipIf(onPostgres)('an unknown provider or parameter is refused', async () => {
    const { app } = await emptyServer()
    expect((await visitor(app).get('/api/auth/facebook')).statusCode).toBe(400)
    expect((await visitor(app).get('/api/auth/google?next=/x')).json()).toMatchObject({
      code: 'invalid-input',
      field: 'next',
    })
  })
})

describe('a sign-in with a provider is secure', () => {
  test('an e-mail from a provider never opens an existing account', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const victim = await member(app, { email: 'Victim@example.com' })
    for (const email_verified of [true, false]) {
      const browser = visitor(app)
      const returned = await provider.visit(await beginSignIn(browser, 'google'), {
        sub: `mallory-${email_verified}`,
        email: 'victim@EXAMPLE.com',
        email_verified,
      })
      expect(messageAt(await callback(browser, 'google', returned))).toEqual({
        page: '/auth',
        error:
          'There is an account with this email already. Log in to it, then connect Google in your profile.',
      })
      expect(await isSignedOut(browser)).toBe(true)
    }
    expect(rows(path, 'select id, googleId from users')).toEqual([{ id: victim.account.id, googleId: null }])
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('an account registered with another person’s e-mail is not connected when that person signs in with a provider', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const squatter = await member(app, { email: KIM.email! })
    const kim = visitor(app)
    await callback(kim, 'google', await provider.visit(await beginSignIn(kim, 'google'), KIM))
    expect(await isSignedOut(kim)).toBe(true)
    expect((await squatter.get('/api/profile/providers')).json()).toContainEqual({
      provider: 'google',
      available: true,
      linked: false,
      email: null,
    })
  })

  test('a code works once, and not in another sign-in', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const browser = visitor(app)
    const before = new Map<string, string>()
    const address = await beginSignIn(browser, 'google')
    for (const [name, value] of browser.cookies) before.set(name, value)
    const returned = await provider.visit(address, KIM)
    expect(await callback(browser, 'google', returned)).toBe('/')

    const again = visitor(app)
    for (const [name, value] of before) again.cookies.set(name, value)
    expect(messageAt(await callback(again, 'google', returned)).error).toMatch(/took too long/)
    expect(await isSignedOut(again)).toBe(true)

    const elsewhere = visitor(app)
    const fresh = new URL(await beginSignIn(elsewhere, 'google')).searchParams.get('state')!
    expect(messageAt(await callback(elsewhere, 'google', { ...returned, state: fresh })).error).toBe(
      'Signing in with Google did not work. Please try again.',
    )
    expect(await isSignedOut(elsewhere)).toBe(true)
  })

  test('a stolen code does not work in another browser', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const stolen = await provider.visit(await beginSignIn(visitor(app), 'google'), KIM)
    const thief = visitor(app)
    const state = new URL(await beginSignIn(thief, 'google')).searchParams.get('state')!
    expect(messageAt(await callback(thief, 'google', { ...stolen, state })).error).toBe(
      'Signing in with Google did not work. Please try again.',
    )
    expect(await isSignedOut(thief)).toBe(true)
  })

  test('a callback URL from another person does not sign in', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const mallory = visitor(app)
    const returned = await provider.visit(await beginSignIn(mallory, 'google'), {
      sub: 'mallory',
      email: 'mallory@example.com',
    })
    const victim = visitor(app)
    expect(messageAt(await callback(victim, 'google', returned)).error).toMatch(
      /took too long, or cookies are blocked/,
    )
    // Also while the victim has a sign-in of their own in progress.
    await beginSignIn(victim, 'google')
    expect(messageAt(await callback(victim, 'google', returned)).error).toMatch(/took too long/)
    expect(await isSignedOut(victim)).toBe(true)
  })

  test('a sign-in begun with one provider cannot be completed with another', async () => {
    const [google, microsoft] = [await realProvider(), await realProvider()]
    const { app } = await serverWith({
      google: providerAt(google.issuer),
      microsoft: providerAt(microsoft.issuer),
    })
    const browser = visitor(app)
    const returned = await google.visit(await beginSignIn(browser, 'google'), KIM)
    expect(messageAt(await callback(browser, 'microsoft', returned)).error).toMatch(/took too long/)
    // Also with the cookie copied to the other provider's name.
    browser.cookies.set('__Host-offlead-flow-microsoft', browser.cookies.get('__Host-offlead-flow-google')!)
    expect(messageAt(await callback(browser, 'microsoft', returned)).error).toMatch(/took too long/)
    expect(await isSignedOut(browser)).toBe(true)
  })

  test('the same subject from another issuer is another account', async () => {
    const [one, two] = [await realProvider(), await realProvider()]
    const { app, path } = await serverWith({
      google: providerAt(one.issuer),
      microsoft: providerAt(two.issuer),
    })
    const kim = visitor(app)
    await callback(kim, 'google', await one.visit(await beginSignIn(kim, 'google'), KIM))
    const other = visitor(app)
    await callback(
      other,
      'microsoft',
      await two.visit(await beginSignIn(other, 'microsoft'), { sub: KIM.sub, email: 'other@example.com' }),
    )
    expect((await accountOf(other)).id).not.toBe((await accountOf(kim)).id)
    expect(rows(path, 'select id from users')).toHaveLength(2)
  })

  test('a sign-in expires after ten minutes', async () => {
    const provider = await realProvider()
    let now = Date.now()
    const { app } = await serverWith({ google: providerAt(provider.issuer) }, () => new Date(now))
    const browser = visitor(app)
    const returned = await provider.visit(await beginSignIn(browser, 'google'), KIM)
    now += 10 * 60_000
    expect(messageAt(await callback(browser, 'google', returned)).error).toMatch(/took too long/)
    expect(await isSignedOut(browser)).toBe(true)
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.skipIf(onPostgres).each<[string, (provider: Awaited<ReturnType<typeof hostileProvider>>) => void]>([
    ['of another issuer', (provider) => void (provider.claims = { iss: 'https://accounts.google.com' })],
    ['for another client', (provider) => void (provider.claims = { aud: 'another-client' })],
    ['with another nonce', (provider) => void (provider.claims = { nonce: 'swapped' })],
    ['without a nonce', (provider) => void (provider.claims = { nonce: undefined })],
    ['without a subject', (provider) => void (provider.claims = { sub: undefined })],
    ['that has expired', (provider) => void (provider.claims = { iat: now() - 900, exp: now() - 600 })],
    ['without a signature', (provider) => void (provider.header = { alg: 'none' })],
    ['signed with a key that is not in the key set', (provider) => void (provider.otherKey = true)],
    ['signed with a shared secret', (provider) => void (provider.header = { alg: 'HS256' })],
    [
      'that is missing',
      (provider) =>
        void (provider.tokenAnswer = { status: 200, body: { access_token: 'x', token_type: 'Bearer' } }),
    ],
    [
      'that the token endpoint refuses',
      (provider) => void (provider.tokenAnswer = { status: 400, body: { error: 'invalid_grant' } }),
    ],
    [
      'that is replaced by an invalid reply',
      (provider) => void (provider.tokenAnswer = { status: 200, body: 'not JSON' }),
    ],
  ])('an ID token %s is refused', async (_case, spoil) => {
    const provider = await hostileProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const good = visitor(app)
    expect(
      await callback(good, 'google', { code: 'c', state: provider.note(await beginSignIn(good, 'google')) }),
    ).toBe('/')
    expect(provider.asked!.get('code_verifier')!.length).toBeGreaterThanOrEqual(43)

    spoil(provider)
    const browser = visitor(app)
    const state = provider.note(await beginSignIn(browser, 'google'))
    expect(messageAt(await callback(browser, 'google', { code: 'c', state }))).toEqual({
      page: '/auth',
      error: 'Signing in with Google did not work. Please try again.',
    })
    expect(await isSignedOut(browser)).toBe(true)
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
  ])('%j is replaced by the home page as return address', (returnTo) => {
    expect(safeReturn(returnTo)).toBe('/')
  })

  test.skipIf(onPostgres)('a return address on another site leads to the home page', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const browser = visitor(app)
    const state = provider.note(await beginSignIn(browser, 'google', '//evil.example'))
    expect(await callback(browser, 'google', { code: 'c', state })).toBe('/')
  })

  test.skipIf(onPostgres)('a callback with missing, repeated or unknown parameters is refused', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    for (const query of ['', '?code=c', '?state=a&state=b&code=c', '?error=access_denied', '?__proto__=1']) {
      const browser = visitor(app)
      await beginSignIn(browser, 'google')
      const answer = await browser.get(`/api/auth/google/callback${query}`)
      expect([query, answer.statusCode, messageAt(String(answer.headers.location)).page]).toEqual([
        query,
        303,
        '/auth',
      ])
      expect(await isSignedOut(browser)).toBe(true)
    }
  })

  test.skipIf(onPostgres)('the error description of a provider is not shown', async () => {
    const provider = await hostileProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const browser = visitor(app)
    const state = provider.note(await beginSignIn(browser, 'google'))
    const location = await callback(browser, 'google', {
      error: 'server_error',
      error_description: 'Call 1900 555 555 now',
      state,
    })
    expect(messageAt(location)).toEqual({
      page: '/auth',
      error: 'Signing in with Google did not work. Please try again.',
    })
  })
})

describe('connecting a provider to an account', () => {
  const beginConnecting = async (
    browser: Visitor,
    name: Provider,
    body: object = { currentPassword: PASSWORD },
  ) => {
    const answer = await browser.send('POST', `/api/profile/providers/${name}`, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { url: string }).url
  }
  const linked = async (browser: Visitor) =>
    ((await browser.get('/api/profile/providers')).json() as { provider: string; linked: boolean }[])
      .filter((row) => row.linked)
      .map((row) => row.provider)

  test.each(['google', 'apple', 'microsoft'] as const)(
    '%s: is connected after confirming the password, and both ways of signing in then work',
    async (name) => {
      const provider = await realProvider()
      const { app } = await serverWith({ [name]: providerAt(provider.issuer) })
      const rex = await member(app, { email: 'rex@example.com' })
      const returned = await provider.visit(await beginConnecting(rex, name), KIM)
      // Browsers do not send SameSite=Lax cookies with a cross-site POST.
      const session = ['__Host-offlead-session', 'offlead-signed-in'].map(
        (name) => [name, rex.cookies.get(name)!] as const,
      )
      if (name === 'apple') for (const [name] of session) rex.cookies.delete(name)
      expect(await callback(rex, name, returned)).toBe('/profile')
      for (const [name, value] of session) rex.cookies.set(name, value)
      expect(rex.cookies.has(`__Host-offlead-flow-${name}`)).toBe(false)
      expect([...rex.cookies.keys()].toSorted()).toEqual([
        '__Host-offlead-session',
        '__Secure-offlead-device',
        'offlead-signed-in',
      ])
      expect(await linked(rex)).toEqual([name])
      const other = visitor(app)
      await callback(other, name, await provider.visit(await beginSignIn(other, name), KIM))
      expect(await accountOf(other)).toMatchObject({
        id: rex.account.id,
        email: 'rex@example.com',
        hasPassword: true,
      })
    },
  )

  test('needs the right password', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
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

  test('an identity has one account only, and an account one identity per provider', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const [rex, max] = [await member(app), await member(app)]
    await callback(rex, 'google', await provider.visit(await beginConnecting(rex, 'google'), KIM))
    expect(
      messageAt(
        await callback(max, 'google', await provider.visit(await beginConnecting(max, 'google'), KIM)),
      ),
    ).toEqual({
      page: '/profile',
      error: 'This Google account is connected with another account here.',
    })
    expect(await linked(max)).toEqual([])
    expect(
      messageAt(
        await callback(rex, 'google', await provider.visit(await beginConnecting(rex, 'google'), LEE)),
      ),
    ).toEqual({
      page: '/profile',
      error: 'Another Google account is connected already. Disconnect it first.',
    })
    // Connecting the same identity again changes nothing.
    expect(
      await callback(rex, 'google', await provider.visit(await beginConnecting(rex, 'google'), KIM)),
    ).toBe('/profile')
  })

  test('is refused if the session has been ended since the server read it', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const rex = await member(app)
    const phone = visitor(app)
    await phone.send('POST', '/api/login', { username: rex.account.email, password: PASSWORD })
    // The body is read after the session.
    const payload = new Readable({
      async read() {
        await rex.send('DELETE', '/api/profile/devices')
        this.push(JSON.stringify({ currentPassword: PASSWORD }))
        this.push(null)
      },
    })
    const answer = await phone.send('POST', '/api/profile/providers/google', undefined, {
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in'])
    expect(rows(path, 'select * from sign_in_flows')).toEqual([])
  })

  test('logging out cancels a connection that was begun', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const rex = await member(app)
    const returned = await provider.visit(await beginConnecting(rex, 'google'), KIM)
    await rex.send('POST', '/api/logout')
    expect(messageAt(await callback(rex, 'google', returned)).error).toMatch(/took too long/)
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('logging out while the provider replies cancels the connection as well', async () => {
    const provider = await hostileProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const rex = await member(app)
    const state = provider.note(await beginConnecting(rex, 'google'))
    provider.beforeToken = () => rex.send('POST', '/api/logout')
    expect(messageAt(await callback(rex, 'google', { code: 'c', state })).error).toMatch(/took too long/)
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('a connection begun by one user cannot be completed by another', async () => {
    const provider = await realProvider()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) })
    const rex = await member(app)
    const max = await member(app)
    const returned = await provider.visit(await beginConnecting(rex, 'google'), KIM)
    max.cookies.set('__Host-offlead-flow-google', rex.cookies.get('__Host-offlead-flow-google')!)
    expect(messageAt(await callback(max, 'google', returned))).toEqual({
      page: '/profile',
      error: 'Signing in with Google did not work. Please try again.',
    })
    expect(rows(path, 'select * from user_identities')).toEqual([])
  })

  test('a provider can be disconnected unless it is the only way to sign in', async () => {
    const provider = await realProvider()
    let time = Date.now()
    const { app, path } = await serverWith({ google: providerAt(provider.issuer) }, () => new Date(time))
    const kim = visitor(app)
    await callback(kim, 'google', await provider.visit(await beginSignIn(kim, 'google'), KIM))
    const only = await kim.send('DELETE', '/api/profile/providers/google')
    expect([only.statusCode, only.json().code]).toEqual([409, 'last-way-in'])
    // Without a password, changes need a recent sign-in instead.
    time += 10 * 60_000 + 1
    const stale = await kim.send('POST', '/api/profile/password', { newPassword: PASSWORD })
    expect([stale.statusCode, stale.json().code]).toEqual([403, 'confirm-again'])
    await callback(kim, 'google', await provider.visit(await beginSignIn(kim, 'google'), KIM))
    expect((await kim.send('POST', '/api/profile/password', { newPassword: PASSWORD })).statusCode).toBe(204)
    expect((await kim.send('DELETE', '/api/profile/providers/google')).statusCode).toBe(204)
    expect(rows(path, 'select googleId, provider from users')).toEqual([{ googleId: null, provider: null }])
    const again = visitor(app)
    expect(
      messageAt(
        await callback(again, 'google', await provider.visit(await beginSignIn(again, 'google'), KIM)),
      ).error,
    ).toMatch(/There is an account with this email already/)
    expect((await again.send('POST', '/api/login', { username: 'kim', password: PASSWORD })).statusCode).toBe(
      200,
    )
  })

  test('a provider that is no longer configured does not count as a way to sign in', async () => {
    const [google, microsoft] = [await realProvider(), await realProvider()]
    const providers = { google: providerAt(google.issuer), microsoft: providerAt(microsoft.issuer) }
    const { app, config } = await serverWith(providers)
    const kim = visitor(app)
    await callback(kim, 'google', await google.visit(await beginSignIn(kim, 'google'), KIM))
    await callback(kim, 'microsoft', await microsoft.visit(await beginConnecting(kim, 'microsoft', {}), KIM))
    expect(await linked(kim)).toEqual(['google', 'microsoft'])
    await app.close()

    const restarted = await startedOn({ ...config, providers: { google: providers.google } })
    const later = visitor(restarted.app)
    await callback(later, 'google', await google.visit(await beginSignIn(later, 'google'), KIM))
    const refused = await later.send('DELETE', '/api/profile/providers/google')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'last-way-in'])
    expect((await later.send('DELETE', '/api/profile/providers/microsoft')).statusCode).toBe(204)
    expect(await linked(later)).toEqual(['google'])
  })

  test('a user cannot disconnect another user’s provider', async () => {
    const provider = await realProvider()
    const { app } = await serverWith({ google: providerAt(provider.issuer) })
    const [rex, max] = [await member(app), await member(app)]
    await callback(rex, 'google', await provider.visit(await beginConnecting(rex, 'google'), KIM))
    expect((await max.send('DELETE', '/api/profile/providers/google')).statusCode).toBe(204)
    expect(await linked(rex)).toEqual(['google'])
  })
})
