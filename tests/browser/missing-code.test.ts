import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWindow, PHONE, type BrowserWindow } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { waitForApp } from '../support/screen.ts'

const product = runningProduct()
let browser: BrowserWindow
beforeEach(async () => {
  browser = await openWindow({ permissions: [], serviceWorkers: 'block' })
})
afterEach(() => browser.dispose())

test('a page whose code does not arrive says so, and works after it was loaded again', async () => {
  const page = await browser.page()
  const code = /\/assets\/(?!first-paint).*\.js$/
  await page.route(code, (route) => route.abort('connectionreset'))
  await page.goto(product.url, { waitUntil: 'commit' })
  const notice = page.getByText('Offlead could not load completely')
  await notice.waitFor()
  await page.unroute(code)
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await waitForApp(page)
  expect(await notice.isVisible()).toBe(false)
})

test('a page whose first script does not arrive requests it once more, and works', async () => {
  const page = await browser.page()
  let requests = 0
  await page.route(/\/assets\/first-paint.*\.js$/, (route) =>
    requests++ === 0 ? route.abort('connectionreset') : route.continue(),
  )
  await page.goto(product.url, { waitUntil: 'commit' })
  await waitForApp(page)
  expect(requests).toBe(2)
})

test('the first script runs once if it arrives', async () => {
  const page = await browser.page()
  await page.goto(product.url)
  await waitForApp(page)
  expect(await page.locator('head > script[src*="/assets/index"]').count()).toBe(1)
})

test('a part whose code does not arrive is not shown, and is asked for again with the next press', async () => {
  const page = await browser.page()
  await page.setViewportSize(PHONE)
  // Those that are loaded when the page is idle, too.
  const code = /\/assets\/(?!first-paint|libraries|model|index|names|start-worker|rolldown-runtime).*\.js$/
  await page.route(code, (route) => route.abort('connectionreset'))
  await page.goto(product.url)
  await waitForApp(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Filter Parks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Find Dog-Friendly Parks Near You' }).waitFor()
  await page.unroute(code)
  // The code may not have failed yet at the first press.
  const menu = page.locator('header button[aria-haspopup=dialog]').last()
  await expect
    .poll(async () => {
      await menu.dispatchEvent('click')
      return page.getByRole('dialog').isVisible()
    })
    .toBe(true)
})

test('parts that are loaded after the first screen are requested until their code arrives', async () => {
  const page = await browser.page()
  const code = /\/assets\/later-parts.*\.js$/
  let requestedAt = Infinity
  await page.route(code, (route) => {
    requestedAt = Date.now()
    return route.abort('connectionreset')
  })
  await page.goto(product.url)
  // Each of them has failed.
  await expect.poll(() => Date.now() - requestedAt).toBeGreaterThan(2_000)
  await page.unroute(code)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Back to top' }).waitFor()
})
