import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/root.ts'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { signUp } from '../support/account.ts'
import { runningProduct } from '../support/running-product.ts'
import { saveFirstPark, waitForDirectory, waitForParks, waitForResults } from '../support/screen.ts'
import { goInApp, openLightVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let browser: BrowserWindow
let page: Page

/** Opens a window for the current test alone. */
async function open(options: Parameters<typeof openWindow>[0] = {}) {
  const opened = await openWindow(options)
  onTestFinished(() => opened.dispose())
  browser = opened
  page = await browser.page()
}

/** For the tests whose browser differs in nothing, or only in a page of their own. */
let shared: Visit
beforeAll(async () => void (shared = await openLightVisit(product)))
afterAll(() => shared.leave())

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
const TOO_OLD = /This browser is too old for Offlead\./

describe('a browser that cannot run the app', () => {
  /** Takes away something that the app needs, so that the browser is like an older one. */
  async function makeOld(missing: 'toSorted' | 'DecompressionStream') {
    const old = await shared.browser.context.newPage()
    onTestFinished(() => old.close())
    await old.addInitScript((missing) => {
      Reflect.deleteProperty(missing === 'toSorted' ? Array.prototype : globalThis, missing)
    }, missing)
    page = old
  }
  const openOld = (path: string) => page.goto(shared.url + path, { waitUntil: 'load' })

  test('shows the parks that the server has written, and says that it is too old', async () => {
    await makeOld('toSorted')
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await openOld('/')
    await page.getByText(TOO_OLD).waitFor()
    expect(await page.getByRole('article').count()).toBeGreaterThan(3)
    await openOld('/park/7')
    await page.getByRole('heading', { level: 1, name: 'Burnie Brae Park' }).waitFor()
    await page.getByText(TOO_OLD).waitFor()
    expect([errors, await page.evaluate(() => document.documentElement.dataset['app'])]).toEqual([
      [],
      undefined,
    ])
  })

  test('has the header and footer on a screen that the server does not write', async () => {
    await makeOld('DecompressionStream')
    await openOld('/favorites')
    const sentence = page.getByText(TOO_OLD)
    await sentence.waitFor()
    expect(await page.getByRole('link').count()).toBeGreaterThan(5)
    expect(await page.locator('.skeleton').filter({ visible: true }).count()).toBe(0)
    expect(await sentence.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('16px')
  })

  test('can read the script that tells it so', async () => {
    const folder = path.join(root, 'dist', 'client', 'assets')
    const name = (await readdir(folder)).find((file) => /^first-paint-.*\.js$/.test(file))
    const script = await readFile(path.join(folder, name!), 'utf8')
    // Syntax that is newer than modules: optional chaining, `??`, class fields and private names.
    expect(script.match(/\?\.[^\d]|\?\?|static\s*[{#]|this\.#|catch\s*\{/g)).toBe(null)
  })
})

test('a browser without JavaScript shows the parks and the page of a park', async () => {
  await open({ javaScriptEnabled: false })
  await page.goto(product.url)
  expect(await page.getByRole('article').count()).toBeGreaterThan(3)
  await page.locator('noscript p').waitFor()
  expect(await page.getByText(TOO_OLD).isVisible()).toBe(false)
  await page.goto(`${product.url}/park/7`)
  await page.getByRole('heading', { level: 1, name: 'Burnie Brae Park' }).waitFor()
})

describe('a browser that deletes the data of sites that are not visited', () => {
  const note = () => page.getByText(/deletes (them|this data) after seven days without a visit\./)

  async function openAndSave() {
    ;({ page } = shared)
    await shared.go('/')
    await waitForResults(page)
    await saveFirstPark(page)
  }

  test.each([
    ['an iPhone', IPHONE],
    ['Safari on a Mac', MAC],
  ])(
    'says so beside favourites without an account and beside the storage of areas, on %s',
    async (_, userAgent) => {
      await openAndSave()
      await page.evaluate((value) => {
        Object.defineProperty(navigator, 'userAgent', { configurable: true, value })
      }, userAgent)
      onTestFinished(() => page.evaluate(() => void Reflect.deleteProperty(navigator, 'userAgent')))
      await shared.go('/favorites')
      await note().waitFor()
      await shared.go('/offline')
      await note().waitFor()
    },
  )

  test('is not any other browser', async () => {
    await openAndSave()
    await shared.go('/favorites')
    await page.getByText("They're saved on this device only.").waitFor()
    expect(await note().count()).toBe(0)
  })
})

test('a browser without Background Sync, idle time and persistent storage saves, and sends when it is online', async () => {
  await open()
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback')
    Reflect.deleteProperty(globalThis, 'SyncManager')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    StorageManager.prototype.persist = () => Promise.reject(new TypeError('not allowed'))
    StorageManager.prototype.persisted = () => Promise.resolve(false)
  })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await signUp(page, product.url)
  await page.goto(`${product.url}/park/7`)
  await waitForDirectory(page)
  await browser.context.setOffline(true)
  await saveFirstPark(page)
  // Within ten seconds of being online.
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/api/sync') && reply.ok())
  await browser.context.setOffline(false)
  await sent
  await expect
    .poll(() =>
      page.evaluate(async () =>
        ((await (await fetch('/api/favorites')).json()) as { id: number }[]).map(({ id }) => id),
      ),
    )
    .toEqual([7])
  expect(await goInApp(page, '/offline')).toBe(true)
  await page.getByText('The browser may delete this data when the device is full.').waitFor()
  expect(errors).toEqual([])
})

test('pulling down reloads the page in a browser tab but not an installed app', async () => {
  ;({ page } = shared)
  await shared.go('/')
  const inATab = await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
  // The browser of the tests cannot pretend to run an installed app, so that the rule itself is read.
  const installed = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === '(display-mode: standalone)')
      .map(({ cssText }) => cssText)
      .join(),
  )
  expect([inATab, installed]).toEqual([
    'auto',
    expect.stringMatching(/:root\s*\{\s*overscroll-behavior-y: contain/),
  ])
})

test('a select is drawn by the page, and not by the browser', async () => {
  ;({ page } = shared)
  await shared.go('/')
  await waitForResults(page)
  const style = await page.getByLabel('Sort by').evaluate((element) => {
    const { appearance, backgroundImage } = getComputedStyle(element)
    return [appearance, backgroundImage]
  })
  expect(style).toEqual(['none', expect.stringMatching(/gradient/)])
})

describe('a page that comes back from the back/forward cache', () => {
  /** The browser of the tests has no such cache, so that only its events happen. */
  const dispatch = (name: 'pagehide' | 'pageshow') =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), name)

  test('has had no search worker meanwhile, and searches on the device again', async () => {
    await open({ serviceWorkers: 'block' })
    await page.goto(product.url)
    await waitForParks(page)
    // Only the device can answer.
    await browser.context.setOffline(true)
    await dispatch('pagehide')
    await expect.poll(() => page.workers().length).toBe(0)
    const search = page.getByRole('main').getByRole('searchbox')
    await search.fill('Chermside')
    await search.press('Enter')
    await page.waitForURL(/q=Chermside/)
    await dispatch('pageshow')
    await page.getByRole('article').filter({ hasText: 'Burnie Brae Park' }).first().waitFor()
    expect(page.workers().length).toBe(1)
  })
})
