import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../support/account.ts'
import { PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { forgetServerTrouble } from '../support/stored-rows.ts'
import { openLightVisit, startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { viewport: PHONE, serviceWorkers: 'block' })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})

const ofServer = () => page.locator('[data-notice=unreachable]')
const ofNetwork = () => page.locator('[data-notices]').getByText(/^No signal\./)

describe('the notice about the connection', () => {
  test('says that our server is not responding while the device has a network', async () => {
    visit.proxy.decide((path) => (path.startsWith('/api/') ? { status: 503 } : 'pass'))
    // A document requests the changes of the directory, more than once if they fail.
    await visit.load('/park/7')
    await ofServer().waitFor()
    expect((await ofServer().innerText()).trim()).toBe(
      "You're connected, but our server isn't responding. We'll keep trying.",
    )
    expect(await ofNetwork().count()).toBe(0)
    // The park is on the device.
    await page.getByRole('heading', { level: 1, name: 'Burnie Brae Park' }).waitFor()
  })

  test('says that there is no signal, and nothing about our server, without a network', async () => {
    await visit.offline(true)
    await ofNetwork().waitFor()
    await ofServer().waitFor({ state: 'detached' })
  })

  test('disappears when the network is back and our server answers', async () => {
    visit.proxy.decide(() => 'pass')
    await visit.offline(false)
    await ofNetwork().waitFor({ state: 'detached' })
    await visit.load('/park/8')
    await ofServer().waitFor({ state: 'detached' })
  })
})

test('a change that our server does not take shows a sentence without a code', async () => {
  await signUp(page, visit.url)
  await forgetServerTrouble(page)
  await visit.load('/profile')
  await page.getByLabel('Full Name').fill('Ada Kelpie')
  await page.route('**/api/profile', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          contentType: 'text/html',
          body: '<h1>Error 400: bad gateway rule</h1>',
        }),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText("Our server isn't responding. Please try again later.").first().waitFor()
  expect(await page.getByText(/\b400\b/).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a tab with an older version that keeps the database open is named, and the app continues when it is closed', async () => {
  const light = await openLightVisit(product, { viewport: PHONE })
  try {
    const older = await light.browser.context.newPage()
    await older.goto(`${light.url}/robots.txt`)
    // A frozen tab does not close its connection.
    await older.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('offlead', 1)
          request.addEventListener('success', () => resolve(undefined))
          Object.assign(self, { request })
        }),
    )
    await light.load('/favorites')
    const notice = light.page.locator('[data-notice=blocked]')
    await notice.waitFor()
    expect((await notice.innerText()).trim()).toBe(
      'An older version of Offlead is open in another tab or window. Close it to continue here.',
    )
    const empty = light.page.getByText('No favourites yet')
    expect(await empty.count()).toBe(0)
    await older.close()
    await notice.waitFor({ state: 'detached' })
    await empty.waitFor()
  } finally {
    await light.leave()
  }
})
