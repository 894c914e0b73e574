import { generateKeyPairSync } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_ID, CLIENT_SECRET, realProvider } from '../server/accounts/openid-provider.ts'
import { PASSWORD, signUp } from '../support/account.ts'
import { openWindow, TABLET } from '../support/browser.ts'
import { startProduct } from '../support/product.ts'
import { runningProduct } from '../support/running-product.ts'
import { emptyWindow, openVisit } from '../support/visit.ts'

/** Starts the product with a real OpenID provider on another site, and opens a window. */
async function startWithProvider(options: BrowserContextOptions = {}) {
  let provider: Awaited<ReturnType<typeof realProvider>> | undefined
  const product = await startProduct(async (url) => {
    provider = await realProvider({ origin: url, host: 'localhost', isSecret: () => true })
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    return {
      PUBLIC_URL: url,
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
  onTestFinished(() => product.dispose())
  // As wide as the account menu in the header needs.
  const window = await openWindow({ viewport: TABLET, ...options })
  onTestFinished(() => window.dispose())
  // The directory is not needed.
  await window.context.route('**/api/directory*', (route) => route.fulfill({ status: 500 }))
  return { ...product, ...provider!, window, page: await window.page() }
}

const greeted = (page: Page, username: string) =>
  page
    .locator('header')
    .getByRole('button', { name: `Hi, ${username}` })
    .waitFor()
const pathOf = (page: Page) => new URL(page.url()).pathname

test('login by Apple, which posts back from its own site, returns to the screen it was started from; a login cancelled at Google says so, and the next attempt succeeds', async () => {
  const { url, expects, window, page } = await startWithProvider()
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
  const { url, expects, page } = await startWithProvider({ serviceWorkers: 'block' })
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
  const visit = await openVisit(runningProduct())
  onTestFinished(() => visit.leave())
  // The directory is not needed.
  visit.proxy.decide((path) => (path.startsWith('/api/directory') ? { status: 500 } : 'pass'))
  await visit.load('/accessibility')
  await visit.page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  visit.proxy.decide(() => 'refuse')
  await visit.load('/auth?returnTo=%2Ffavorites')
  await visit.page.locator('main').getByRole('link', { name: 'Google' }).click()
  const alert = visit.page.locator('main').getByRole('alert')
  await alert.getByText('Signing in is not possible just now. Please try again in a moment.').waitFor()
  expect(new URL(visit.page.url()).searchParams.get('returnTo')).toBe('/favorites')
})
