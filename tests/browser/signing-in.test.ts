import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, realProvider } from '../server/accounts/openid-provider.ts'
import { greetingOf, PASSWORD, signUp } from '../support/account.ts'
import { type BrowserWindow, openWindow, TABLET } from '../support/browser.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { toastShown } from '../support/toasts.ts'
import { emptyWindow } from '../support/visit.ts'

// Signing in by way of another server: an OpenID provider or a mail server.

/** A mail server on this machine. */
async function startMailServer() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        mails.push(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The product with a real OpenID provider on another site and a mail server, which all tests share, and a window. */
let stopProvider: () => Promise<void>
let provider: Awaited<ReturnType<typeof realProvider>>
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let product: Product
let proxy: Proxy
let window: BrowserWindow
let page: Page

beforeAll(async () => {
  mailServer = await startMailServer()
  product = await startProduct(async (server) => {
    // The directory is not needed.
    proxy = await startProxy(server, (path) => (path.startsWith('/api/directory') ? { status: 500 } : 'pass'))
    provider = await realProvider({
      origin: proxy.url,
      host: 'localhost',
      isSecret: () => true,
      onEnd: (stop) => (stopProvider = stop),
    })
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    return {
      PUBLIC_URL: proxy.url,
      GOOGLE_ISSUER: provider.issuer,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      APPLE_ISSUER: provider.issuer,
      APPLE_CLIENT_ID: CLIENT_ID,
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      APPLE_PRIVATE_KEY: key,
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'parks@offlead.example',
    }
  })
  // As wide as the account menu in the header needs.
  window = await openWindow({ viewport: TABLET })
  page = await window.page()
})
beforeEach(() => emptyWindow(page, proxy.url))
afterAll(async () => {
  await window.dispose()
  await proxy.close()
  await product.dispose()
  await stopProvider()
  await mailServer.stop()
})

const greeted = (page: Page, username: string) => greetingOf(page, username).waitFor()
const pathOf = (page: Page) => new URL(page.url()).pathname

test('login by Apple, which posts back from its own site, returns to the screen it was started from; a login cancelled at Google says so, and the next attempt succeeds', async () => {
  const { url } = proxy
  const { expects } = provider
  expects({ sub: 'kim-1', email: 'kim@example.com' })
  await page.goto(`${url}/privacy`)
  await page.locator('header').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Apple' }).click()
  await greeted(page, 'kim')
  expect(pathOf(page)).toBe('/privacy')
  // The cookie of the sign-in flow has been deleted.
  const cookies = (await window.context.cookies(url)).map(({ name }) => name)
  expect(cookies).toContain('offlead-session')
  expect(cookies.filter((name) => name.includes('flow'))).toEqual([])

  await emptyWindow(page, url)
  expects(null)
  await page.goto(`${url}/auth`)
  await page.locator('main').getByRole('link', { name: 'Google' }).click()
  const alert = page.locator('main').getByRole('alert')
  await alert.getByRole('heading', { name: 'Authentication Error' }).waitFor()
  await alert.getByText('Signing in with Google was cancelled.', { exact: true }).waitFor()
  expect(pathOf(page)).toBe('/auth')
  expects({ sub: 'lee-2', email: 'lee@example.com' })
  await page.locator('main').getByRole('link', { name: 'Google' }).click()
  await greeted(page, 'lee')
  await expect.poll(() => pathOf(page)).toBe('/')
})

test('a provider is connected from the profile with the password, and disconnected', async () => {
  const { url } = proxy
  const { expects } = provider
  await signUp(page, url, 'Rusty')
  const signInMethods = page.getByRole('region', { name: 'Ways to sign in' })
  const fillIn = async (form: Locator, password: string) => {
    await form.getByLabel('Current Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Connect Google', exact: true }).click()
  }
  const startConnecting = async (password: string) => {
    await signInMethods.getByRole('button', { name: 'Connect Google', exact: true }).click()
    const form = signInMethods.getByRole('form', { name: 'Connect Google' })
    await fillIn(form, password)
    return form
  }
  await page.goto(`${url}/profile`)
  const form = await startConnecting('not the password')
  await form.getByText('Your current password is wrong.').waitFor()

  expects(null)
  await fillIn(form, PASSWORD)
  await page
    .locator('main')
    .getByRole('alert')
    .getByText('Signing in with Google was cancelled.', { exact: true })
    .waitFor()
  expect(pathOf(page)).toBe('/profile')

  expects({ sub: 'rusty-3', email: 'rusty.at.google@example.com' })
  await startConnecting(PASSWORD)
  await signInMethods.getByText('Connected as rusty.at.google@example.com').waitFor()
  await greeted(page, 'Rusty')
  await signInMethods.getByRole('button', { name: 'Disconnect Google' }).click()
  const connect = signInMethods.getByRole('button', { name: 'Connect Google', exact: true })
  const hasFocus = () => connect.evaluate((button) => button === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  expect(await signInMethods.getByText('Connected as').count()).toBe(0)
  await connect.click()
  await signInMethods.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(hasFocus).toBe(true)
})

test('a login by a provider that gets no reply from the server says so on the login page', async () => {
  onTestFinished(() => proxy.decide(() => 'pass'))
  await page.goto(`${proxy.url}/accessibility`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  proxy.decide(() => 'refuse')
  await page.goto(`${proxy.url}/auth?returnTo=%2Ffavorites`)
  await page.locator('main').getByRole('link', { name: 'Google' }).click()
  const alert = page.locator('main').getByRole('alert')
  await alert.getByText('Signing in is not possible just now. Please try again in a moment.').waitFor()
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/favorites')
})

describe('a forgotten password', () => {
  const NEW_PASSWORD = 'magpie on the oval'
  beforeEach(() => void (mailServer.mails.length = 0))

  const main = () => page.locator('main')

  async function openMailedLink(): Promise<void> {
    await expect.poll(() => mailServer.mails.length).toBe(1)
    await page.goto(/http:\S+#reset=\S+/.exec(mailServer.mails[0]!)![0])
    await main().getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
  }

  async function setPassword(repeated = NEW_PASSWORD): Promise<void> {
    await main().getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
    await main().getByLabel('Confirm Password', { exact: true }).fill(repeated)
    await main().getByRole('button', { name: 'Set password' }).click()
  }

  test('is replaced with the link in an e-mail', async () => {
    await registerOrLogIn(callerOf(proxy.url), { email: 'patch@example.com', password: PASSWORD })

    await page.goto(`${proxy.url}/auth`)
    await main().getByText('Not available on this site:').waitFor()
    await main().getByRole('button', { name: 'Forgot password?' }).click()
    await main().getByLabel('Email').fill('patch@example.com')
    await main().getByRole('button', { name: 'Send link' }).click()
    await main().getByRole('heading', { name: 'Check your email' }).waitFor()

    await openMailedLink()
    await main().getByText('It also disconnects these ways to sign in: Google, Apple.').waitFor()
    await setPassword(`${NEW_PASSWORD}s`)
    await main().getByText("Passwords don't match").waitFor()
    await setPassword()

    await main().getByLabel('Username').fill('patch')
    expect(new URL(page.url()).hash).toBe('')
    await main().getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await greeted(page, 'patch')
  })

  test('once replaced, brings a browser that was logged in to the login form', async () => {
    const { email } = await signUp(page, proxy.url, 'biscuit')
    await callerOf(proxy.url).send('POST', '/api/password-reset', { email })

    await openMailedLink()
    await setPassword()
    await toastShown(page, 'Log in with your new password.')
    await main().getByLabel('Username').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    expect(await greetingOf(page, 'biscuit').count()).toBe(0)
  })
})
