import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWindow, POLLING_INTERVAL, type BrowserWindow } from '../support/browser.ts'
import { type Deployments, startDeployments } from '../support/deployments.ts'
import { neverEndTimeout, saveFirstPark, waitForDirectory, waitForResults } from '../support/screen.ts'

type Kind = 'with a service worker' | 'without a service worker'

let server: Deployments
/** The windows that the tests share. */
const windows = new Map<Kind, BrowserWindow>()
let browser: BrowserWindow
let page: Page
let build = 1

beforeAll(async () => {
  server = await startDeployments()
})

async function closeWindows(): Promise<void> {
  for (const window of windows.values()) await window.dispose()
  windows.clear()
}
afterAll(async () => {
  await closeWindows()
  await server.dispose()
})
afterEach(async ({ task }) => {
  // The next test must not find a version, or a tab, that a failed one has left behind.
  if (task.result?.state === 'fail') return closeWindows()
  for (const { context } of windows.values()) {
    await context.setOffline(false)
    for (const tab of context.pages()) await tab.close()
  }
})

const deployNext = () => server.deploy(++build)

/** Opens a tab in the window of this kind, whose service worker, if any, is of the current version. */
async function open(kind: Kind = 'with a service worker') {
  const shared = windows.get(kind)
  browser =
    shared ?? (await openWindow(kind === 'without a service worker' ? { serviceWorkers: 'block' } : {}))
  windows.set(kind, browser)
  // A takeover that takes too long is not tested here.
  if (shared === undefined) await neverEndTimeout(browser.context, 4_000)
  page = await browser.context.newPage()
}

/** Forgets the code that an earlier test has loaded, so that the server must send it. */
async function forgetCode(): Promise<void> {
  const devtools = await browser.context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
}

/** Marks the document, so that a reload can be detected. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { same: true }))
const isMarked = (page: Page) => page.evaluate(() => 'same' in window)
const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['build'])
const newVersion = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true })
/** Makes the browser check for a new version, as it does regularly by itself. */
const checkForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
const link = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Footer' })
    .or(page.getByRole('contentinfo'))
    .getByRole('link', { name, exact: true })
    .first()

/** Opens screens whose code has not been loaded yet. */
async function openOtherScreens(page: Page) {
  await link(page, 'Browse Dog Parks').click()
  await page.getByRole('heading', { level: 1, name: 'Browse Dog Parks' }).waitFor()
  await link(page, 'My Favourites').click()
  await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor()
}

/** Waits until the tab runs the version that was deployed last. */
const updated = (page: Page) =>
  page.waitForFunction((build) => document.documentElement.dataset['build'] === String(build), build, {
    polling: POLLING_INTERVAL,
  })

test('a new version is not installed with the documents of another, which a server still sends during a deployment, waits with a notice, starts when the person accepts it, and does not interrupt a half-filled form, which keeps its input when the person reloads it', async () => {
  await open()
  await page.goto(`${server.url}/auth?tab=register`)
  await waitForDirectory(page)
  const other = await browser.context.newPage()
  await other.goto(server.url)
  await waitForDirectory(other)
  const email = page.getByLabel('Email', { exact: true })
  await email.fill('rex@example.org')
  await page.getByLabel(/^Home Address/).fill('12 Kennel St')
  await mark(page)
  await mark(other)
  await server.deploy(++build, build - 1)
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    // Its installation may have failed before `update` resolves.
    const found = new Promise<ServiceWorker>((resolve) =>
      registration.addEventListener('updatefound', () => resolve(registration.installing!), { once: true }),
    )
    await registration.update()
    const worker = await found
    while (worker.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 50))
    return worker.state
  })
  expect(state).toBe('redundant')
  expect(await newVersion(other).count()).toBe(0)

  await server.deploy(build)
  await checkForUpdate(page)
  await newVersion(other).waitFor()
  await other.getByText('A new version is ready.').waitFor()
  expect([await isMarked(other), await buildOf(other)]).toEqual([true, String(build - 1)])
  await newVersion(other).click()
  await updated(other)
  await waitForResults(other)
  expect(await newVersion(other).count()).toBe(0)

  await newVersion(page).waitFor()
  expect([await isMarked(page), await email.inputValue()]).toEqual([true, 'rex@example.org'])
  await newVersion(page).click()
  await updated(page)
  await expect.poll(() => email.inputValue()).toBe('rex@example.org')
  expect(await page.getByLabel(/^Home Address/).inputValue()).toBe('12 Kennel St')
})

test('an old tab keeps working across two deployments: offline with the code on the device after another tab has updated, and without a service worker with old code kept by the server', async () => {
  await open('without a service worker')
  await forgetCode()
  const withoutWorker = page
  await open()
  const withWorker = page
  for (const tab of [withoutWorker, withWorker]) {
    await tab.goto(`${server.url}/terms`)
    await mark(tab)
  }
  await waitForDirectory(withWorker)
  const before = build
  for (let round = 0; round < 2; round++) {
    await deployNext()
    await server.restart()
    const other = await browser.context.newPage()
    await other.goto(`${server.url}/terms`)
    await checkForUpdate(other)
    await newVersion(other).click()
    await updated(other)
    await other.close()
  }
  await browser.context.setOffline(true)
  for (const tab of [withoutWorker, withWorker]) {
    await openOtherScreens(tab)
    expect([await isMarked(tab), await buildOf(tab)]).toEqual([true, String(before)])
  }
})

test('code that no longer exists reloads the tab once and no more', async () => {
  await open('without a service worker')
  await page.goto(`${server.url}/terms`)
  let loads = 0
  page.on('load', () => loads++)
  await page.route('**/assets/browse-*', (route) => route.fulfill({ status: 404, body: '' }))
  await link(page, 'Browse Dog Parks').click()
  await page.getByRole('heading', { name: 'Something on this page went wrong' }).waitFor()
  await expect.poll(() => loads).toBe(1)
  await page.goto(`${server.url}/terms`)
  await link(page, 'Browse Dog Parks').click()
  await page.getByRole('heading', { name: 'Something on this page went wrong' }).waitFor()
  // One load for the missing code, one by the navigation above.
  expect(loads).toBe(2)
})

/** As when the browser shows the page from its back/forward cache. */
const comeBack = () =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

describe('code that failed to load', () => {
  let loads: number
  /** Results of the HEAD requests for the chunk: whether the server answered. */
  let headRequests: boolean[]

  async function openWithout(chunk: string, isServed: (method: string) => boolean) {
    await open('without a service worker')
    loads = 0
    headRequests = []
    page.on('load', () => loads++)
    page.on('response', (response) => response.request().method() === 'HEAD' && headRequests.push(true))
    page.on('requestfailed', (request) => request.method() === 'HEAD' && headRequests.push(false))
    await page.route(chunk, (route) =>
      isServed(route.request().method()) ? route.continue() : route.abort(),
    )
    await page.goto(`${server.url}/terms`)
  }

  test('loads by itself once the network is back', async () => {
    let attempts = 0
    await openWithout('**/assets/browse-*', (method) => method !== 'GET' || ++attempts > 1)
    await link(page, 'Browse Dog Parks').click()
    await page.getByRole('heading', { level: 1, name: 'Browse Dog Parks' }).waitFor()
    await expect.poll(() => loads).toBe(2)
  })

  test('breaks only its screen while there is no network, until the page comes back from the back/forward cache', async () => {
    await openWithout('**/assets/browse-*', () => false)
    await link(page, 'Browse Dog Parks').click()
    await page.getByRole('heading', { name: 'Something on this page went wrong' }).waitFor()
    await expect.poll(() => headRequests).toContain(false)
    expect(loads).toBe(1)
    await page.unrouteAll()
    await comeBack()
    await page.getByRole('heading', { level: 1, name: 'Browse Dog Parks' }).waitFor()
    // The app may show its screen before the document has loaded completely.
    await expect.poll(() => loads).toBe(2)
  })

  test('does not reload the page when no screen needs it', async () => {
    await openWithout('**/assets/register-*', (method) => method !== 'GET')
    await expect.poll(() => headRequests).toContain(true)
    await page.waitForLoadState('networkidle')
    expect(loads).toBe(1)
  })
})

test('a page that comes back from the back/forward cache is loaded again if the app had not started', async () => {
  await open('without a service worker')
  await forgetCode()
  let documents = 0
  page.on('domcontentloaded', () => documents++)
  // As in WebKit, where code that was being loaded when the page was left never arrives.
  const requested = new Promise<void>((resolve) => void page.route('**/assets/index-*.js', () => resolve()))
  await page.goto(server.url, { waitUntil: 'domcontentloaded' })
  await requested
  await page.unroute('**/assets/index-*.js')
  await comeBack()
  await page.locator('html[data-app=ready]').waitFor()
  await openOtherScreens(page)
  expect(documents).toBe(2)
})

test('a page that comes back from the back/forward cache is loaded again if its store was still opening', async () => {
  await open('without a service worker')
  // A page that renders late is loaded again, too, which is not tested here.
  await neverEndTimeout(page, 1_000)
  let loads = 0
  page.on('load', () => loads++)
  // As in WebKit, where a database never opens if the page is left meanwhile.
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      if (name !== 'offlead' || sessionStorage.getItem('opens') !== null)
        return open.call(this, name, version)
      document.documentElement.dataset['opening'] = ''
      return new EventTarget() as IDBOpenDBRequest
    }
  })
  await page.goto(server.url)
  await page.locator('html[data-opening]').waitFor()
  await page.evaluate(() => sessionStorage.setItem('opens', ''))
  await comeBack()
  await expect.poll(() => loads).toBe(2)
  await saveFirstPark(page)
  await comeBack()
  await link(page, 'Browse Dog Parks').click()
  await page.getByRole('heading', { level: 1, name: 'Browse Dog Parks' }).waitFor()
  expect(loads).toBe(2)
})

test('a page that comes back from the back/forward cache is loaded again if React no longer renders', async () => {
  await open('without a service worker')
  await page.goto(server.url)
  // Requested after the store is open, and that after all parts of the layout are shown.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/register-')),
    undefined,
    { polling: POLLING_INTERVAL },
  )
  // A sign that they are.
  await page.evaluate(() => scrollTo({ top: 1_000, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Back to top' }).waitFor()
  let documents = 0
  page.on('domcontentloaded', () => documents++)
  await page.evaluate(() => {
    // As in Firefox, which loses messages that are on their way when the page is left.
    MessagePort.prototype.postMessage = () => undefined
  })
  await comeBack()
  await expect.poll(() => documents).toBe(1)
  await openOtherScreens(page)
  expect(documents).toBe(1)
})

test('a service worker switched off by the operator is removed, and saved data stays', async () => {
  await open()
  await page.goto(server.url)
  await waitForDirectory(page)
  await saveFirstPark(page)
  await mark(page)
  await server.restart({ serviceWorker: false })
  await checkForUpdate(page)
  await expect
    .poll(() =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        await caches.has('offlead-shell'),
      ]),
    )
    .toEqual([0, false])
  expect(await isMarked(page)).toBe(true)
  let documents = 0
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())))
  await page.goto(`${server.url}/favorites`)
  await page.getByRole('article').first().waitFor()
  expect(documents).toBe(1)
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
})
