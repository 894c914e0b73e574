import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, realProvider } from '../server/accounts/openid-provider.ts'
import { PASSWORD, signUp } from '../support/account.ts'
import { type BrowserWindow, openWindow, TABLET } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { emptyWindow } from '../support/visit.ts'

/** The product with a real OpenID provider on another site, which all tests share, and a window. */
let stopProvider: () => Promise<void>
let provider: Awaited<ReturnType<typeof realProvider>>
let product: Product
let proxy: Proxy
let window: BrowserWindow
let page: Page

beforeAll(async () => {
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
})

const greeted = (page: Page, username: string) =>
  page
    .locator('header')
    .getByRole('button', { name: `Hi, ${username}` })
    .waitFor()
const pathOf = (page: Page) => new URL(page.url()).pathname

test('login by Apple, which posts back from its own site, returns to the screen it was started from; a login cancelled at Google says so, and the next attempt succeeds', async () => {
  const { url } = proxy
  const { expects } = provider
  expects({ sub: 'kim-1', email: 'kim@example.com' })
  await page.goto(`${url}/state/tas`)
  await page.locator('header').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Apple' }).click()
  await greeted(page, 'kim')
  expect(pathOf(page)).toBe('/state/tas')
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
  expect(pathOf(page)).toBe('/')
})

test('a provider is connected from the profile with the password, and disconnected', async () => {
  const { url } = proxy
  const { expects } = provider
  await signUp(page, url, 'Rusty')
  const signInMethods = page.getByRole('region', { name: 'Ways to sign in' })
  const startConnecting = async (password: string) => {
    await signInMethods.getByRole('button', { name: 'Connect Google', exact: true }).click()
    const form = signInMethods.getByRole('form', { name: 'Connect Google' })
    await form.getByLabel('Current Password', { exact: true }).fill(password)
    await form.getByRole('button', { name: 'Connect Google', exact: true }).click()
    return form
  }
  await page.goto(`${url}/profile`)
  const form = await startConnecting('not the password')
  await form.getByText('Your current password is wrong.').waitFor()
  await page.reload()

  expects(null)
  await startConnecting(PASSWORD)
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
