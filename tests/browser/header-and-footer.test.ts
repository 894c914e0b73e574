import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasHadAccount, promote } from '../support/account.ts'
import { PHONE, TABLET } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { toastShown } from '../support/toasts.ts'
import { emptyWindow, openLightVisit, type Visit } from '../support/visit.ts'

// The parts around every screen: header, menu and footer.

const PASSWORD = 'kelpie at the creek'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  // As wide as the header with its account menu needs, and no wider: from 1280 pixels, `/` has a map.
  visit = await openLightVisit(product, { viewport: TABLET })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})
afterEach(async ({ task }) => {
  const { context } = visit.browser
  await page.setViewportSize(TABLET)
  for (const other of context.pages()) if (other !== page) await other.close()
  if (task.result?.state !== 'fail' && !(await hasHadAccount(context))) return
  await emptyWindow(page, visit.url)
})

/** Opens a screen: in the app if a test before has left it as it was, or else with a document. */
const open = (path: string) => visit.go(path)

const header = () => page.getByRole('banner')
const dialog = () => page.getByRole('dialog')
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const linksOf = (links: ReturnType<Page['getByRole']>) =>
  links.evaluateAll((all) => all.map((link) => `${link.textContent!.trim()}: ${link.getAttribute('href')}`))

const register = (username: string) =>
  page.evaluate(
    async (body) => {
      await fetch('/api/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    },
    { username, email: `${username}@example.org`, password: PASSWORD },
  )

/** Footer links other than states and capitals: text, address, and heading of the page they lead to. */
const FOOTER = [
  ['Search for Dog Park', '/', 'Find Dog-Friendly Parks Near You'],
  ['Browse Dog Parks', '/state', 'Browse Dog Parks'],
  ['Dog Parks by State', '/states', 'Dog Parks by State'],
  ['My Favourites', '/favorites', 'My Favorites'],
  ['Submit Park', '/submit-park', 'Submit a Dog Park'],
  ['Offline areas', '/offline', 'Offline areas'],
  ['Login', '/auth', 'Welcome to Offlead'],
  ['Create Account', '/auth?tab=register', 'Welcome to Offlead'],
  // Redirects to the login page, because no one is signed in.
  ['Profile', '/profile', 'Welcome to Offlead'],
  ['Accessibility', '/accessibility', 'Accessibility Tools'],
  ['Contact Us', '/contact', 'Contact Us'],
  ['Privacy Policy', '/privacy', 'Privacy Policy'],
  ['Terms of Service', '/terms', 'Terms of Service'],
] as const
const PLACES = [
  ['New South Wales', '/state/nsw', 'Dog Parks in New South Wales'],
  ['Hobart', '/state/tas/hobart', 'Dog Parks in Hobart, Tasmania'],
] as const

test('every footer link leads to its screen', async () => {
  await open('/contact')
  const footer = page.getByRole('contentinfo')
  // The footer is laid out some frames after the app is ready.
  await footer.getByRole('link').first().waitFor()
  const links = await linksOf(footer.getByRole('link'))
  expect(links).toEqual(expect.arrayContaining(FOOTER.map(([text, address]) => `${text}: ${address}`)))
  expect(links.filter((link) => link.includes('/state/'))).toEqual([
    'New South Wales: /state/nsw',
    'Victoria: /state/vic',
    'Queensland: /state/qld',
    'South Australia: /state/sa',
    'Western Australia: /state/wa',
    'Tasmania: /state/tas',
    'Northern Territory: /state/nt',
    'Australian Capital Territory: /state/act',
    'Sydney: /state/nsw/sydney',
    'Melbourne: /state/vic/melbourne',
    'Brisbane: /state/qld/brisbane',
    'Perth: /state/wa/perth',
    'Adelaide: /state/sa/adelaide',
    'Hobart: /state/tas/hobart',
    'Darwin: /state/nt/darwin',
    'Canberra: /state/act/canberra',
  ])
  expect(links.length).toBe(FOOTER.length + 16)
  // Neither with the mouse nor a key: the footer moves while a list above it loads, and a screen that is shown takes the
  // focus.
  const follow = (name: string) => footer.getByRole('link', { name, exact: true }).dispatchEvent('click')
  for (const [text, address, title] of [...FOOTER, ...PLACES]) {
    await follow(text)
    const shown = text === 'Profile' ? '/auth?returnTo=%2Fprofile' : address
    await page.waitForURL((url) => url.pathname + url.search === shown)
    await heading(title)
  }
  await follow('Create Account')
  await page.getByRole('tab', { name: 'Register', selected: true }).waitFor()
})

test('the icons are shown at /icons', async () => {
  await open('/icons')
  await heading('Paw Icons Demo')
  await expect.poll(() => page.getByRole('main').locator('svg').count()).toBeGreaterThan(20)
})

describe('the header', () => {
  test('stays visible, with a logo that leads home, the search box and four tabs', async () => {
    await open('/contact')
    expect(await linksOf(header().getByRole('navigation', { name: 'Main' }).getByRole('link'))).toEqual([
      'Search for Dog Park: /',
      'Browse Dog Parks: /state',
      'My Favourites: /favorites',
      'Submit Park: /submit-park',
    ])
    await header().getByPlaceholder('Search any location').waitFor()
    await header().getByRole('button', { name: 'Use My Location' }).waitFor()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect((await header().boundingBox())!.y).toBe(0)
    await header().getByRole('link', { name: 'Offlead' }).click()
    await heading('Find Dog-Friendly Parks Near You')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('keeps the text typed in its search when a tablet is turned', async () => {
    await page.setViewportSize(PHONE)
    await open('/contact')
    await header().getByRole('button', { name: 'Search for parks' }).click()
    await header().locator('input[type=search]').filter({ visible: true }).fill('Fitzroy')
    await page.setViewportSize(TABLET)
    const box = header().locator('input[type=search]').filter({ visible: true })
    await expect.poll(() => box.inputValue()).toBe('Fitzroy')
    await box.press('Enter')
    await page.waitForURL(/q=Fitzroy/)
  })

  test('offers Login and Create Account when logged out, each opening the dialog at its tab', async () => {
    await open('/contact')
    for (const [text, tab] of [
      ['Login', 'Login'],
      ['Create Account', 'Register'],
    ] as const) {
      await header().getByRole('button', { name: text }).click()
      await dialog().getByRole('heading', { name: 'Welcome to Offlead' }).waitFor()
      expect(await dialog().getByRole('tab').allInnerTexts()).toEqual(['Login', 'Register'])
      await expect.poll(() => dialog().getByRole('tab', { selected: true }).innerText()).toBe(tab)
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    }
  })

  test('closes the login dialog when the person logs in in another tab', async () => {
    await register('Elsewhere')
    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))
    await visit.load('/contact')
    await header().getByRole('button', { name: 'Login' }).click()
    await dialog().waitFor()
    const other = await visit.browser.context.newPage()
    await other.goto(`${visit.url}/auth`)
    await other.getByRole('main').getByLabel('Username').fill('Elsewhere')
    await other.getByRole('main').getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await toastShown(other, 'You are now logged in as Elsewhere')
    await dialog().waitFor({ state: 'detached' })
    await header().getByRole('button', { name: 'Hi, Elsewhere' }).waitFor()
  })

  test('greets a logged-in person with My Favourites and Logout, and only an administrator with the Admin Dashboard', async () => {
    await register('Headed')
    await visit.load('/contact')
    const greeting = header().getByRole('button', { name: 'Hi, Headed' })
    await greeting.click()
    expect(await linksOf(header().locator('#user-menu').getByRole('link'))).toEqual([
      'My Favourites: /favorites',
      'Profile: /profile',
    ])
    promote(product, 'Headed')
    // A new administrator has to log in again.
    await page.evaluate(async (password) => {
      await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'Headed', password }),
      })
    }, PASSWORD)
    await visit.load('/contact')
    await greeting.click()
    await header().getByRole('link', { name: 'Admin Dashboard' }).waitFor()
    expect(await linksOf(header().locator('#user-menu').getByRole('link'))).toEqual([
      'My Favourites: /favorites',
      'Profile: /profile',
      'Admin Dashboard: /admin',
    ])
    await header().getByRole('button', { name: 'Logout' }).click()
    await header().getByRole('button', { name: 'Login' }).waitFor()
  })
})

test("the menu of a small screen has the search, Login and Sign Up, Accessibility and 'Use My Location'", async () => {
  await page.setViewportSize(PHONE)
  await open('/contact')
  await page.getByRole('button', { name: 'Menu' }).click()
  await dialog().getByRole('link', { name: 'Sign Up' }).waitFor()
  expect(await linksOf(dialog().getByRole('link'))).toEqual(
    expect.arrayContaining(['Login: /auth', 'Sign Up: /auth?tab=register']),
  )
  await dialog().getByRole('heading', { name: 'Accessibility' }).waitFor()
  await dialog().getByRole('switch', { name: 'Larger Text' }).waitFor()
  await dialog().getByRole('button', { name: 'Use My Location' }).waitFor()
  await dialog().getByPlaceholder('Search any location').fill('St Kilda')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?q=St(\+|%20)Kilda$/)
})
