import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD, signUp } from '../support/account.ts'
import { PHONE, TABLET } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { focusedText, neverEndRequests, waitForResults } from '../support/screen.ts'
import { forgetServerTrouble, storedRows } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import { emptyWindow, openLightVisit, openScreen, startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
/** Has the directory and a service worker, for what needs them: each document then costs more. */
let phone: Visit
/** Has neither. */
let laptop: Visit
let people = 0

beforeAll(async () => {
  // As wide as the account menu in the header needs.
  phone = await startVisit(product, { viewport: TABLET })
  laptop = await openLightVisit(product, { viewport: TABLET, permissions: [] })
  for (const { browser } of [phone, laptop]) await neverEndRequests(browser.context)
  await laptop.page.goto(emptyPage(laptop))
})
afterAll(async () => {
  await phone.leave()
  await laptop.leave()
})
// The next test starts with another person.
afterEach(async () => {
  for (const visit of [phone, laptop]) {
    const { page, proxy, url, offline, browser } = visit
    proxy.decide(() => 'pass')
    await offline(false)
    for (const other of browser.context.pages()) if (other !== page) await other.close()
    await browser.context.clearCookies()
    // Not used since the last time.
    if (page.url() === emptyPage(visit)) continue
    await (visit === phone ? emptyPhone() : emptyWindow(page, url))
  }
})

/** No code of the app runs on this page. */
const emptyPage = ({ url }: Visit) => `${url}/robots.txt`

/** Removes everything but the directory from the phone. */
async function emptyPhone(): Promise<void> {
  const { page } = phone
  await page.goto(emptyPage(phone))
  await page.evaluate(async () => {
    for (const key of Object.keys(localStorage)) if (key !== 'offlead:directory') localStorage.removeItem(key)
    sessionStorage.clear()
    const open = indexedDB.open('offlead')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const database = open.result
    const change = database.transaction(
      ['favourites', 'outbox', 'history', 'streams', 'areas', 'meta'],
      'readwrite',
    )
    for (const name of ['favourites', 'outbox', 'history', 'streams', 'areas'])
      change.objectStore(name).clear()
    for (const key of ['person', 'last-search']) change.objectStore('meta').delete(key)
    await new Promise((resolve) => change.addEventListener('complete', resolve))
    database.close()
  })
  await forgetServerTrouble(page)
}

const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([path, body]) =>
      (
        await fetch(path, {
          method: 'POST',
          ...(body === null
            ? {}
            : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        })
      ).status,
    [path, body ?? null] as const,
  )
const newPerson = () => `Bingo${++people}`
const register = ({ page, url }: Visit, username: string) => signUp(page, url, username)
const login = async ({ page }: Visit, username: string) =>
  expect(await call(page, '/api/login', { username, password: PASSWORD })).toBe(200)

const greeted = ({ page }: Visit, username: string) =>
  page
    .locator('header')
    .getByRole('button', { name: `Hi, ${username}` })
    .waitFor()
const toastOf = ({ page }: Visit, title: string, description?: string) => toastShown(page, title, description)
const heart = ({ page }: Visit, action: 'Add' | 'Remove') =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${action} .* favourites$`) })
    .first()

/** Saves the park whose page is open. */
async function save(visit: Visit): Promise<void> {
  await heart(visit, 'Add').click()
  await heart(visit, 'Remove').waitFor()
}
/** Saves a park on its page. */
async function savePark(visit: Visit, park: number): Promise<void> {
  await visit.go(`/park/${park}`)
  await save(visit)
}

/** Names of the parks on the favourites page. */
const listedFavourites = async (visit: Visit) => {
  const heading = visit.page
    .getByRole('main')
    .getByText(/^(\d+ parks? saved|No favourites yet)/)
    .first()
  await heading.waitFor()
  return visit.page.getByRole('main').locator('article h3').allInnerTexts()
}

/** How many rows the server has for the person who is signed in on the device. */
const onServer = ({ page }: Visit, path: '/api/favorites' | '/api/user/search-history') =>
  page.evaluate(async (path) => ((await (await fetch(path)).json()) as unknown[]).length, path)

/** Milliseconds between two looks that make the page ask the server. */
const REQUEST_INTERVAL = 250

/** Makes the page visible again, as when the person returns to the device. */
const becomeVisible = ({ page }: Visit) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/**
 * Waits until the page shows this, because the person has returned to the device. Several times, because a page that is
 * receiving changes does not ask for more.
 */
async function showsOnReturn(
  visit: Visit,
  shown: (visit: Visit) => Promise<string[]>,
  expected: readonly string[],
): Promise<void> {
  await expect
    .poll(
      async () => {
        await becomeVisible(visit)
        return shown(visit)
      },
      { interval: REQUEST_INTERVAL },
    )
    .toEqual(expected)
}

/** Opens the person's menu and logs out. */
async function logOut({ page }: Visit, username: string): Promise<void> {
  await page
    .locator('header')
    .getByRole('button', { name: `Hi, ${username}` })
    .click()
  await page.locator('header').getByRole('button', { name: 'Logout' }).click()
}

describe('one account on two devices', () => {
  test('favourites from before login are offered, move to the account, and appear on the other device without a reload', async () => {
    const bingo = newPerson()
    await register(laptop, bingo)
    await laptop.load('/favorites')
    await greeted(laptop, bingo)
    await expect.poll(() => listedFavourites(laptop)).toEqual([])

    await savePark(phone, 7)
    await login(phone, bingo)
    await phone.load('/accessibility')
    await phone.page
      .getByText(/^1 favourite on this device is not in your account yet\./)
      .first()
      .waitFor()
    await phone.page.getByRole('link', { name: /Sync it$/ }).click()
    const banner = phone.page.getByRole('region', { name: /not in your account yet/ })
    await phone.page.getByText('On this device only', { exact: true }).waitFor()
    await expect.poll(() => listedFavourites(phone)).toHaveLength(1)
    await banner.getByText('It was saved before you logged in.').waitFor()
    await banner.getByRole('button', { name: 'Sync Now' }).click()
    await toastOf(phone, 'Favorites synchronized', 'Your favorites have been saved to your account')
    await banner.waitFor({ state: 'detached' })
    await phone.page.getByText('On this device only', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => listedFavourites(phone)).toHaveLength(1)
    const syncButton = phone.page.getByRole('button', { name: 'Sync Favorites' })
    await syncButton.waitFor()
    await phone.page.setViewportSize(PHONE)
    const place = () => phone.page.getByRole('article').first().boundingBox()
    const before = await place()
    const reply = Promise.withResolvers<void>()
    phone.proxy.decide((path) => (path === '/api/sync' ? { holdUntil: reply.promise } : 'pass'))
    await syncButton.click()
    await phone.page.getByRole('button', { name: 'Syncing...' }).waitFor()
    expect(await place()).toEqual(before)
    reply.resolve()
    await syncButton.waitFor()
    await phone.page.setViewportSize(TABLET)

    await showsOnReturn(laptop, listedFavourites, await listedFavourites(phone))
  })

  test('changes made offline are shown as waiting and arrive on the other device once online', async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await login(laptop, bingo)
    await laptop.load('/favorites')
    await greeted(laptop, bingo)
    await phone.load('/favorites')
    await greeted(phone, bingo)
    await phone.offline(true)
    await savePark(phone, 7)
    await savePark(phone, 8)
    await phone.page
      .getByText(/^2 changes will be sent when you're back online/)
      .first()
      .waitFor()
    await phone.page.getByRole('link', { name: /will be sent.* Show$/ }).click()
    await phone.page.getByRole('heading', { level: 1, name: 'Waiting to be sent' }).waitFor()
    const changes = phone.page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await expect
      .poll(() => changes.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Add Burnie Brae Park to favourites\s+Waiting/),
        expect.stringMatching(/^Add .* to favourites\s+Waiting/),
      ])
    // Discard one of them, with a confirmation.
    const discard = changes.nth(1).getByRole('button', { name: /^Discard/ })
    await discard.click()
    await changes.nth(1).getByRole('button', { name: 'Keep' }).click()
    await expect.poll(() => discard.evaluate((element) => element === document.activeElement)).toBe(true)
    await discard.click()
    await changes.nth(1).getByRole('button', { name: 'Discard permanently' }).click()
    await expect.poll(() => changes.count()).toBe(1)
    await expect.poll(() => focusedText(phone.page)).toBe('Waiting to be sent')
    await phone.page.getByRole('button', { name: 'Send now' }).click()
    await toastOf(phone, "Couldn't send your changes")
    await phone.offline(false)
    await phone.page.getByText('Everything has been sent.').waitFor()
    await showsOnReturn(laptop, listedFavourites, ['Burnie Brae Park'])
    // In the other direction: the other device removes it and this one is updated.
    await heart(laptop, 'Remove').click()
    await expect.poll(() => onServer(laptop, '/api/favorites')).toBe(0)
    await phone.go('/favorites')
    await showsOnReturn(phone, listedFavourites, [])
  })

  test('a change refused by the server is shown with its reason and can be retried', async () => {
    const bingo = newPerson()
    const { page } = laptop
    await register(laptop, bingo)
    await laptop.load('/park/7')
    await greeted(laptop, bingo)
    // Make the server refuse the change, as if the park had been removed there.
    await page.evaluate(() => {
      const send = window.fetch
      window.fetch = (input, init) => {
        const body = typeof init?.body === 'string' ? init.body : ''
        const changed = body.replace('"parkId":7', '"parkId":987654321')
        return send(input, body === '' ? init : { ...init, body: changed })
      }
      addEventListener('test:accept', () => (window.fetch = send), { once: true })
    })
    await heart(laptop, 'Add').click()
    await page
      .getByText(/^1 change could not be sent/)
      .first()
      .waitFor()
    await page.evaluate(() => void dispatchEvent(new Event('test:accept')))
    await laptop.go('/profile')
    await page
      .getByRole('region', { name: 'Waiting to sync' })
      .getByText('1 change could not be sent')
      .waitFor()
    await page.getByRole('link', { name: 'Show unsent changes' }).click()
    const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await change.getByText(/^The server didn't accept this: /).waitFor()
    await change.getByRole('button', { name: /^Retry/ }).click()
    await page.getByText('Everything has been sent.').waitFor()
    await laptop.go('/favorites')
    await expect.poll(() => listedFavourites(laptop)).toEqual(['Burnie Brae Park'])
  })

  test("searches reach the person's other device, and clearing them clears both", async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await login(laptop, bingo)
    await phone.load('/accessibility')
    await greeted(phone, bingo)
    const box = ({ page }: Visit) => page.locator('header').getByRole('searchbox')
    const options = ({ page }: Visit) => page.getByRole('listbox').getByRole('option').allInnerTexts()
    await box(phone).fill('Chermside')
    await box(phone).press('Enter')
    await waitForResults(phone.page)
    await box(phone).click()
    await expect
      .poll(() => options(phone))
      .toEqual([expect.stringContaining('Chermside'), 'Clear recent searches'])
    await expect.poll(() => onServer(phone, '/api/user/search-history')).toBe(1)
    await laptop.load('/accessibility')
    await greeted(laptop, bingo)
    await box(laptop).click()
    await expect
      .poll(() => options(laptop))
      .toEqual([expect.stringContaining('Chermside'), 'Clear recent searches'])
    // By keyboard: the last option clears them.
    await phone.page.keyboard.press('ArrowUp')
    await phone.page.keyboard.press('Enter')
    await toastOf(phone, 'Recent searches cleared')
    await expect.poll(() => options(phone)).toEqual([])
    await expect.poll(() => onServer(phone, '/api/user/search-history')).toBe(0)
    await showsOnReturn(laptop, options, [])
    // Loading the results again is not a new search.
    await phone.page.reload()
    await waitForResults(phone.page)
    await greeted(phone, bingo)
    await box(phone).click()
    expect(await options(phone)).toEqual([])
    await box(phone).fill('Aspley')
    await box(phone).press('Enter')
    await expect.poll(() => new URL(phone.page.url()).searchParams.get('q')).toBe('Aspley')
    await waitForResults(phone.page)
    await box(phone).click()
    await expect
      .poll(() => options(phone))
      .toEqual([expect.stringContaining('Aspley'), 'Clear recent searches'])
    // Nor is going back to them.
    await phone.page.keyboard.press('ArrowUp')
    await phone.page.keyboard.press('Enter')
    await expect.poll(() => options(phone)).toEqual([])
    await phone.page.goBack()
    await phone.page.getByRole('heading', { name: /near Chermside/ }).waitFor()
    await waitForResults(phone.page)
    await box(phone).fill('Nundah')
    await box(phone).press('Enter')
    await phone.page.getByRole('heading', { name: /near Nundah/ }).waitFor()
    await box(phone).click()
    await expect
      .poll(() => options(phone))
      .toEqual([expect.stringContaining('Nundah'), 'Clear recent searches'])
  })
})

describe('logging out and in', () => {
  test('logging out with nothing waiting leaves no personal data, and the next person sees only their own', async () => {
    const [bingo, bluey] = [newPerson(), newPerson()]
    await register(laptop, bluey)
    expect(await call(laptop.page, '/api/favorites', { parkId: 9 })).toBe(200)
    await register(phone, bingo)
    await phone.load('/park/7')
    await greeted(phone, bingo)
    await save(phone)
    // Download the favourites as an offline area, too.
    await phone.go('/offline')
    await phone.page.getByLabel('Which area').selectOption('favourites')
    await phone.page.getByRole('button', { name: 'Download', exact: true }).click()
    await phone.page.locator('[data-area=ready]').waitFor()
    await phone.go('/favorites')
    await phone.page.getByRole('button', { name: 'Sync Favorites' }).click()
    await toastOf(phone, 'Favorites synchronized')
    await phone.go('/profile')
    await phone.page.getByRole('region', { name: 'Your details' }).waitFor()
    const storedData = () =>
      phone.page.evaluate(async () => {
        const open = indexedDB.open('offlead')
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          open.addEventListener('success', () => resolve(open.result))
          open.addEventListener('error', () => reject(open.error))
        })
        const rows = await Promise.all(
          ['favourites', 'history', 'outbox', 'areas'].map(
            (name) =>
              new Promise<unknown[]>((resolve) => {
                const all = database.transaction(name).objectStore(name).getAll()
                all.addEventListener('success', () => resolve(all.result))
              }),
          ),
        )
        const hasProfile = await new Promise<boolean>((resolve) => {
          const count = database.transaction('meta').objectStore('meta').count('profile')
          count.addEventListener('success', () => resolve(count.result === 1))
        })
        database.close()
        return {
          rows: rows.flat().filter((row) => (row as { userId?: number }).userId !== 0).length,
          profile: hasProfile,
          pictures: (await (await caches.open('offlead-areas')).keys()).length,
          stored: localStorage.getItem('offlead-user'),
          cookies: document.cookie.includes('offlead-signed-in'),
        }
      })
    await expect.poll(async () => (await storedData()).profile).toBe(true)
    await phone.go('/favorites')
    await logOut(phone, bingo)
    await toastOf(phone, 'Logged out')
    await expect.poll(() => listedFavourites(phone)).toEqual([])
    // No data of the person is left in storage either.
    await expect
      .poll(storedData)
      .toEqual({ rows: 0, profile: false, pictures: 0, stored: null, cookies: false })
    await login(phone, bluey)
    await phone.go('/favorites')
    await greeted(phone, bluey)
    await expect.poll(() => listedFavourites(phone)).toHaveLength(1)
    expect(await listedFavourites(phone)).not.toContain('Burnie Brae Park')
  })

  test('text typed into a form is hidden after logging out, and back when its writer logs in again', async () => {
    const bingo = newPerson()
    await register(laptop, bingo)
    const message = laptop.page.getByRole('textbox', { name: 'Message' })
    await laptop.load('/contact')
    await greeted(laptop, bingo)
    await message.fill('Typed before logging out')
    await expect.poll(() => storedRows(laptop.page, 'meta')).toContain('Typed before logging out')
    const otherTab = await openTab('/contact')
    const otherMessage = otherTab.page.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => otherMessage.inputValue()).toBe('Typed before logging out')
    await logOut(otherTab, bingo)
    const dialog = otherTab.page.getByRole('dialog', { name: 'Before you log out' })
    await dialog.getByText('You filled in a form and have not sent it.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Send and log out' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Keep and log out' }).click()
    await toastOf(otherTab, 'Logged out')
    for (const one of [otherMessage, message]) await expect.poll(() => one.inputValue()).toBe('')
    // Leaves the form.
    await otherTab.go('/terms')
    await message.pressSequentially('!')
    await expect.poll(() => storedRows(laptop.page, 'meta')).toContain('"message":"!"')
    await message.fill('')
    await expect.poll(() => storedRows(laptop.page, 'meta')).not.toContain('"message":"!"')
    await logInElsewhere(bingo)
    await expect.poll(() => message.inputValue()).toBe('Typed before logging out')

    await logOut(laptop, bingo)
    await laptop.page.getByRole('button', { name: 'Discard and log out' }).click()
    await toastOf(laptop, 'Logged out')
    await expect.poll(() => storedRows(laptop.page, 'meta')).not.toContain('Typed before logging out')
    await laptop.go('/contact')
    await message.waitFor()
    expect(await message.inputValue()).toBe('')
  })

  /** Ends the session without a log-out, and waits until the page has noticed. */
  async function endSession() {
    await laptop.offline(true)
    await laptop.browser.context.clearCookies()
    await laptop.offline(false)
    await toastOf(laptop, 'Your session has ended')
  }
  /** Opens a screen in the other tab of the laptop, which stays open until the end of the test. */
  async function openTab(path: string): Promise<Visit> {
    const page = laptop.browser.context.pages()[1] ?? (await laptop.browser.context.newPage())
    await openScreen(page, laptop.url, path)
    return { ...laptop, page, go: (path) => openScreen(page, laptop.url, path) }
  }
  /** Logs in in the other tab, while the page is open. */
  async function logInElsewhere(username: string) {
    await login(laptop, username)
    // A screen that asks who is signed in.
    await openTab('/favorites')
    await greeted(laptop, username)
  }

  test('text typed into a form stays when the session ends and its writer logs in again, is gone when another person does, and is no draft once sent without a session', async () => {
    const [bingo, bluey] = [newPerson(), newPerson()]
    await register(laptop, bluey)
    await register(laptop, bingo)
    const message = laptop.page.getByRole('textbox', { name: 'Message' })
    await laptop.load('/contact')
    await greeted(laptop, bingo)
    await message.fill('Typed before the session ended')
    await endSession()
    expect(await message.inputValue()).toBe('Typed before the session ended')
    await message.pressSequentially(', and after')
    await logInElsewhere(bingo)
    expect(await message.inputValue()).toBe('Typed before the session ended, and after')
    await logOut(laptop, bingo)
    const question = laptop.page.getByRole('dialog', { name: 'Before you log out' })
    await question.waitFor()
    await logInElsewhere(bluey)
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => message.inputValue()).toBe('')
    await message.fill('Typed by the other person')
    await expect.poll(() => storedRows(laptop.page, 'meta')).toContain('Typed by the other person')
    await laptop.page.reload()
    await expect.poll(() => message.inputValue()).toBe('Typed by the other person')

    for (const [field, text] of [
      ['Name', 'Ada'],
      ['Email', 'ada@example.com'],
      ['Subject', 'Hello'],
    ] as const)
      await laptop.page.getByRole('textbox', { name: field }).fill(text)
    await expect.poll(() => storedRows(laptop.page, 'meta')).toContain('ada@example.com')
    // It might notice the end of the session first.
    await laptop.browser.context.pages()[1]!.close()
    await endSession()
    await laptop.page.getByRole('button', { name: 'Send Message' }).click()
    await toastOf(laptop, 'Message sent')
    expect(await storedRows(laptop.page, 'meta')).not.toContain('Typed by the other person')
  })

  test('a message whose session turns out to have ended waits for its writer, and the toast says so', async () => {
    const bluey = newPerson()
    await register(laptop, bluey)
    await laptop.load('/contact')
    await greeted(laptop, bluey)
    for (const [field, text] of [
      ['Name', 'Ada'],
      ['Email', 'ada@example.com'],
      ['Subject', 'Hello'],
      ['Message', 'Sent after the session ended'],
    ] as const)
      await laptop.page.getByRole('textbox', { name: field }).fill(text)
    // The form shows that it is sending until the app knows that the session has ended.
    const { page } = laptop
    await page.evaluate((until) => {
      const start = window.setTimeout
      window.setTimeout = ((call: () => void, delay?: number) =>
        delay === 1_500
          ? window.addEventListener(until, call, { once: true })
          : start(call, delay)) as typeof window.setTimeout
    }, 'session-ended')
    // The session ends when the message is sent: no earlier request can notice it.
    await page.route('**/api/sync', async (route) => {
      const isMessage = route.request().postData()?.includes('Sent after the session ended') === true
      if (isMessage) await laptop.browser.context.clearCookies()
      await route.continue()
    })
    onTestFinished(() => page.unroute('**/api/sync'))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await toastOf(laptop, 'Your session has ended')
    await page.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    // The form learns of it after it is rendered.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await page.evaluate((until) => window.dispatchEvent(new Event(until)), 'session-ended')
    await toastOf(
      laptop,
      'Message saved',
      "Thanks for writing. We'll reply by email. We'll send it when you log in again.",
    )
    await logInElsewhere(bluey)
    await laptop.go('/outbox')
    await laptop.page.getByText('Everything has been sent.').waitFor()
  })

  test('a reply about the previous person that arrives after another has logged in in another tab changes nothing', async () => {
    const [bingo, bluey] = [newPerson(), newPerson()]
    await register(laptop, bluey)
    await register(laptop, bingo)
    const { page } = laptop
    await laptop.load('/privacy')
    await greeted(laptop, bingo)
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<void>()
    await page.route(
      '**/api/user',
      async (route) => {
        const response = await route.fetch()
        asked.resolve()
        await released.promise
        await route.fulfill({ response }).catch(() => undefined)
        sent.resolve()
      },
      { times: 1 },
    )
    await laptop.go('/contact')
    await asked.promise
    await logInElsewhere(bluey)
    const known = page.evaluate(async () => {
      const known = new Set<string | null>()
      for (const end = performance.now() + 1000; performance.now() < end;) {
        known.add(localStorage.getItem('offlead-user'))
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return [...known]
    })
    released.resolve()
    await sent.promise
    expect(await known).toEqual([expect.stringContaining(bluey)])
    await greeted(laptop, bluey)
  })

  test('logging out with waiting changes asks whether to stay, keep them or discard them', async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await phone.load('/park/7')
    await greeted(phone, bingo)
    // The server refuses to sync but accepts a logout.
    phone.proxy.decide((path) => (path === '/api/sync' ? 'refuse' : 'pass'))
    await save(phone)
    await logOut(phone, bingo)
    const dialog = phone.page.getByRole('dialog', { name: 'Before you log out' })
    await dialog.getByText('1 change has not reached your account yet.').waitFor()
    await dialog.getByRole('button', { name: 'Stay logged in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(phone.page)).toContain(`Hi, ${bingo}`)

    await logOut(phone, bingo)
    await dialog.getByRole('button', { name: 'Send and log out' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/could not be sent just now/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Keep and log out' }).click()
    await toastOf(phone, 'Logged out')
    await phone.go('/favorites')
    await expect.poll(() => listedFavourites(phone)).toEqual([])
    await phone.go('/outbox')
    await phone.page.getByText('Everything has been sent.').waitFor()

    // After login the change is back and is sent.
    await login(phone, bingo)
    phone.proxy.decide(() => 'pass')
    await forgetServerTrouble(phone.page)
    await phone.load('/favorites')
    await expect.poll(() => listedFavourites(phone)).toEqual(['Burnie Brae Park'])
    await expect.poll(() => onServer(phone, '/api/favorites')).toBe(1)

    phone.proxy.decide((path) => (path === '/api/sync' ? 'refuse' : 'pass'))
    await heart(phone, 'Remove').click()
    await expect.poll(() => listedFavourites(phone)).toEqual([])
    await logOut(phone, bingo)
    await dialog.getByRole('button', { name: 'Discard and log out' }).click()
    await toastOf(phone, 'Logged out')
    phone.proxy.decide(() => 'pass')
    await forgetServerTrouble(phone.page)
    await login(phone, bingo)
    await phone.load('/favorites')
    await expect.poll(() => listedFavourites(phone)).toEqual(['Burnie Brae Park'])
  })

  test('a session that ended while offline is noticed on reconnecting, and waiting changes are sent after the next login', async () => {
    const bingo = newPerson()
    await register(laptop, bingo)
    await laptop.load('/park/7')
    await greeted(laptop, bingo)
    await laptop.offline(true)
    await heart(laptop, 'Add').click()
    await heart(laptop, 'Remove').waitFor()
    // The session ends elsewhere in the meantime.
    await laptop.browser.context.clearCookies()
    await laptop.offline(false)
    await toastOf(laptop, 'Your session has ended')
    await laptop.page.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    await login(laptop, bingo)
    await laptop.go('/favorites')
    await expect.poll(() => listedFavourites(laptop)).toEqual(['Burnie Brae Park'])
    await expect.poll(() => onServer(laptop, '/api/favorites')).toBe(1)
  })

  test('a device whose account was deleted on another can save favourites without it', async () => {
    const bingo = newPerson()
    await register(laptop, bingo)
    await login(phone, bingo)
    await phone.load('/accessibility')
    await greeted(phone, bingo)
    await phone.offline(true)
    await savePark(phone, 7)
    expect(await call(laptop.page, '/api/profile/delete', { currentPassword: PASSWORD })).toBe(204)
    await phone.offline(false)
    await toastOf(
      phone,
      'Your session has ended',
      'You can keep using Offlead without it. Unsent changes are sent when you log in again.',
    )
    await phone.page.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    expect(await call(phone.page, '/api/login', { username: bingo, password: PASSWORD })).toBe(401)
    await phone.go('/favorites')
    await expect.poll(() => listedFavourites(phone)).toEqual([])
    await savePark(phone, 9)
    await phone.go('/favorites')
    await expect.poll(() => listedFavourites(phone)).toHaveLength(1)
  })

  test('a home address in the profile leads to the parks near it, without a network and without sending it', async () => {
    await register(phone, newPerson())
    await phone.load('/profile')
    const { page } = phone
    await page.getByLabel('Home Address').fill('12 Smith Street, Fitzroy VIC 3065')
    await page.getByRole('region', { name: 'Your details' }).getByRole('button', { name: 'Save' }).click()
    await toastOf(phone, 'Saved')
    // What the app sends when it starts has been sent.
    await expect.poll(() => Date.now() - phone.proxy.calls.at(-1)!.at).toBeGreaterThan(3_000)
    await phone.offline(true)
    const sent = phone.proxy.seen.length
    await page.getByRole('link', { name: 'Parks near Fitzroy VIC 3065' }).click()
    await waitForResults(page)
    await page.getByRole('heading', { name: /near Fitzroy VIC 3065/ }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=Fitzroy+VIC+3065')
    // The browser looks for a new service worker by itself, also while it emulates having no network.
    const sentByTheApp = phone.proxy.seen.slice(sent).filter((path) => !/^\/sw(-later)?\.js$/.test(path))
    expect(sentByTheApp).toEqual([])
  })

  test('a visitor who never signed in causes no account request and no console error', async () => {
    const consoleErrors: string[] = []
    phone.page.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text())
    })
    const before = phone.proxy.seen.length
    await phone.load('/?q=Chermside')
    await waitForResults(phone.page)
    await phone.go('/favorites')
    await phone.page.getByText('No favourites yet').waitFor()
    expect(phone.proxy.seen.slice(before).filter((path) => path.startsWith('/api/user'))).toEqual([])
    expect(consoleErrors).toEqual([])
  })
})
