import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { settled, toastOn } from '../support/screen.ts'
import { startVisit, type Visit } from '../support/visit.ts'

const PASSWORD = 'kelpie at the creek'

const product = runningProduct()
let phone: Visit
let laptop: Visit
let people = 0

beforeAll(async () => {
  phone = await startVisit(product, { viewport: DESKTOP })
  laptop = await startVisit(product, { viewport: DESKTOP })
})
afterAll(async () => {
  await phone.leave()
  await laptop.leave()
})
afterEach(async () => {
  await handOn(phone)
  await handOn(laptop)
})

/** Takes everything off a device but the directory: the next story is somebody else's. */
async function handOn({ page, proxy, offline, go, browser }: Visit): Promise<void> {
  proxy.decide(() => 'pass')
  await offline(false)
  // Nothing of the app runs here.
  await go('/robots.txt')
  await browser.context.clearCookies()
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
    // Nor what it knew of a server in trouble.
    const forget = indexedDB.deleteDatabase('offlead-backoff')
    await new Promise((resolve) => forget.addEventListener('success', resolve))
  })
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
const register = async ({ page }: Visit, username: string) =>
  expect(
    await call(page, '/api/register', { username, email: `${username}@example.org`, password: PASSWORD }),
  ).toBe(201)
const login = async ({ page }: Visit, username: string) =>
  expect(await call(page, '/api/login', { username, password: PASSWORD })).toBe(200)

const greeted = ({ page }: Visit, username: string) =>
  page
    .locator('header')
    .getByRole('button', { name: `Hi, ${username}` })
    .waitFor()
const toastOf = ({ page }: Visit, title: string) => toastOn(page, title).waitFor()
const heart = ({ page }: Visit, what: 'Add' | 'Remove') =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${what} .* favourites$`) })
    .first()

/** Gives the heart on a park's page, or takes it back. */
async function tap(visit: Visit, park: number, what: 'Add' | 'Remove'): Promise<void> {
  await visit.go(`/park/${park}`)
  await heart(visit, what).click()
  await heart(visit, what === 'Add' ? 'Remove' : 'Add').waitFor()
}

/** Parks with a heart on the list. */
const saved = async (visit: Visit) => {
  const heading = visit.page
    .getByRole('main')
    .getByText(/^(\d+ parks? saved|No favourites yet)/)
    .first()
  await heading.waitFor()
  return visit.page.getByRole('main').locator('article h3').allInnerTexts()
}

/** As when the person takes the device into their hand again. */
const lookAgain = ({ page }: Visit) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Opens the person's menu and logs out. */
async function logOut({ page }: Visit, username: string): Promise<void> {
  await page
    .locator('header')
    .getByRole('button', { name: `Hi, ${username}` })
    .click()
  await page.locator('header').getByRole('button', { name: 'Logout' }).click()
}

describe('one account on two devices', () => {
  test('hearts from before logging in are offered, move to the account, and show up on the other device without a reload', async () => {
    const bingo = newPerson()
    await register(laptop, bingo)
    await laptop.go('/favorites')
    await greeted(laptop, bingo)
    expect(await saved(laptop)).toEqual([])

    await tap(phone, 7, 'Add')
    await login(phone, bingo)
    await phone.go('/')
    await phone.page
      .getByText(/^1 favourite on this device is not in your account yet\./)
      .first()
      .waitFor()
    await phone.page.getByRole('link', { name: /Sync them$/ }).click()
    const banner = phone.page.getByRole('region', { name: /not in your account yet/ })
    expect(await saved(phone)).toEqual([])
    await banner.getByRole('button', { name: 'Sync Now' }).click()
    await toastOf(phone, 'Favorites synchronized')
    await phone.page.getByText('Your favorites have been saved to your account').first().waitFor()
    await banner.waitFor({ state: 'detached' })
    await expect.poll(() => saved(phone)).toHaveLength(1)
    await phone.page.getByRole('button', { name: 'Sync Favorites' }).waitFor()

    await lookAgain(laptop)
    await expect.poll(() => saved(laptop)).toEqual(await saved(phone))
  })

  test('online, offline, online: what is changed without a network arrives, and the sign says so until then', async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await login(laptop, bingo)
    await laptop.go('/favorites')
    await greeted(laptop, bingo)
    await phone.go('/favorites')
    await greeted(phone, bingo)
    await phone.offline(true)
    await tap(phone, 7, 'Add')
    await tap(phone, 8, 'Add')
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
    // One is let go, after being asked.
    await changes
      .nth(1)
      .getByRole('button', { name: /^Discard/ })
      .click()
    await changes.nth(1).getByRole('button', { name: 'Discard for good' }).click()
    await expect.poll(() => changes.count()).toBe(1)
    await phone.page.getByRole('button', { name: 'Send now' }).click()
    await toastOf(phone, 'This could not be sent just now')
    await phone.offline(false)
    await phone.page.getByText('Everything has been sent.').waitFor()
    await lookAgain(laptop)
    await expect.poll(() => saved(laptop)).toEqual(['Burnie Brae Park'])
    // And back: the other device takes it away, this one hears of it.
    await heart(laptop, 'Remove').click()
    await phone.go('/favorites')
    await expect.poll(() => saved(phone)).toEqual([])
  })

  test('a change the server will not take is shown with its reason, tried again, or let go', async () => {
    const bingo = newPerson()
    const device = await startVisit(product, { viewport: DESKTOP, bare: true })
    const { page } = device
    try {
      // As if the park had left the server's directory meanwhile.
      await page.route('**/api/sync', (route) =>
        route.continue({ postData: route.request().postData()!.replace('"parkId":7', '"parkId":987654321') }),
      )
      await device.go('/')
      await register(device, bingo)
      await device.go('/park/7')
      await greeted(device, bingo)
      await heart(device, 'Add').click()
      await page
        .getByText(/^1 change could not be sent/)
        .first()
        .waitFor()
      await device.go('/profile')
      await page
        .getByRole('region', { name: 'Waiting to sync' })
        .getByText('1 change could not be sent')
        .waitFor()
      await page.getByRole('link', { name: 'Show what waits' }).click()
      const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
      await change.getByText(/^The server will not take it: /).waitFor()
      await page.unroute('**/api/sync')
      await change.getByRole('button', { name: /^Retry/ }).click()
      await page.getByText('Everything has been sent.').waitFor()
      await device.go('/favorites')
      await expect.poll(() => saved(device)).toEqual(['Burnie Brae Park'])
    } finally {
      await device.leave()
    }
  })

  test('searches follow their person, and what was cleared is cleared everywhere', async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await login(laptop, bingo)
    await laptop.go('/')
    await greeted(laptop, bingo)
    await phone.go('/')
    await greeted(phone, bingo)
    const box = ({ page }: Visit) => page.locator('header').getByRole('searchbox')
    const options = ({ page }: Visit) => page.getByRole('listbox').getByRole('option').allInnerTexts()
    const open = async (visit: Visit) => {
      await visit.go('/states')
      await greeted(visit, bingo)
      await box(visit).click()
    }
    await box(phone).fill('Chermside')
    await box(phone).press('Enter')
    await settled(phone.page)
    await box(phone).click()
    await expect
      .poll(() => options(phone))
      .toEqual([expect.stringContaining('Chermside'), 'Clear recent searches'])
    await open(laptop)
    await expect
      .poll(() => options(laptop))
      .toEqual([expect.stringContaining('Chermside'), 'Clear recent searches'])
    // With the keyboard: the last line forgets them.
    await phone.page.keyboard.press('ArrowUp')
    await phone.page.keyboard.press('Enter')
    await toastOf(phone, 'Recent searches cleared')
    expect(await options(phone)).toEqual([])
    await expect
      .poll(() =>
        phone.page.evaluate(
          async () => ((await (await fetch('/api/user/search-history')).json()) as unknown[]).length,
        ),
      )
      .toBe(0)
    await lookAgain(laptop)
    await expect.poll(() => options(laptop)).toEqual([])
    await phone.page.reload()
    await open(phone)
    expect(await options(phone)).toEqual([])
  })
})

describe('who goes and who comes', () => {
  test('logging out with nothing waiting leaves nothing for the next person, whose own are shown', async () => {
    const [bingo, bluey] = [newPerson(), newPerson()]
    await register(laptop, bluey)
    await laptop.go('/')
    await greeted(laptop, bluey)
    await tap(laptop, 9, 'Add')
    await register(phone, bingo)
    await phone.go('/')
    await greeted(phone, bingo)
    await tap(phone, 7, 'Add')
    // Also as an area taken along.
    await phone.go('/offline')
    await phone.page.getByLabel('Which area').selectOption('favourites')
    await phone.page.getByRole('button', { name: 'Take it along' }).click()
    await phone.page.locator('[data-area=ready]').waitFor()
    await phone.go('/favorites')
    await phone.page.getByRole('button', { name: 'Sync Favorites' }).click()
    await toastOf(phone, 'Favorites synchronized')
    await logOut(phone, bingo)
    await toastOf(phone, 'Logged out')
    await expect.poll(() => saved(phone)).toEqual([])
    // Nothing of the person is left behind the screen either.
    const kept = () =>
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
        database.close()
        return {
          rows: rows.flat().filter((row) => (row as { userId?: number }).userId !== 0).length,
          pictures: (await (await caches.open('offlead-areas')).keys()).length,
          stored: localStorage.getItem('offlead-user'),
          cookies: document.cookie.includes('offlead-signed-in'),
        }
      })
    await expect.poll(kept).toEqual({ rows: 0, pictures: 0, stored: null, cookies: false })
    await login(phone, bluey)
    await phone.go('/favorites')
    await greeted(phone, bluey)
    await expect.poll(() => saved(phone)).toHaveLength(1)
    expect(await saved(phone)).not.toContain('Burnie Brae Park')
  })

  test('with changes waiting, logging out asks: stay, keep for the return, or discard', async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await phone.go('/')
    await greeted(phone, bingo)
    // The server takes nothing in just now, but lets people go.
    phone.proxy.decide((path) => (path === '/api/sync' ? 'refuse' : 'pass'))
    await tap(phone, 7, 'Add')
    await logOut(phone, bingo)
    const dialog = phone.page.getByRole('dialog', { name: 'Before you log out' })
    await dialog.getByText('1 change has not reached your account yet.').waitFor()
    await dialog.getByRole('button', { name: 'Stay logged in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => phone.page.evaluate(() => document.activeElement?.textContent))
      .toContain(`Hi, ${bingo}`)

    await logOut(phone, bingo)
    await dialog.getByRole('button', { name: 'Send and log out' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/could not be sent just now/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Keep and log out' }).click()
    await toastOf(phone, 'Logged out')
    await phone.go('/favorites')
    expect(await saved(phone)).toEqual([])
    await phone.go('/outbox')
    await phone.page.getByText('Everything has been sent.').waitFor()

    // On return it is theirs again, and arrives.
    await login(phone, bingo)
    phone.proxy.decide(() => 'pass')
    await phone.go('/favorites')
    await expect.poll(() => saved(phone)).toEqual(['Burnie Brae Park'])
    await expect
      .poll(() =>
        phone.page.evaluate(async () => ((await (await fetch('/api/favorites')).json()) as unknown[]).length),
      )
      .toBe(1)

    phone.proxy.decide((path) => (path === '/api/sync' ? 'refuse' : 'pass'))
    await tap(phone, 7, 'Remove')
    await logOut(phone, bingo)
    await dialog.getByRole('button', { name: 'Discard and log out' }).click()
    await toastOf(phone, 'Logged out')
    phone.proxy.decide(() => 'pass')
    await login(phone, bingo)
    await phone.go('/favorites')
    await expect.poll(() => saved(phone)).toEqual(['Burnie Brae Park'])
  })

  test('a session that ended while there was no network is noticed on return, and what waits is sent after the next login', async () => {
    const bingo = newPerson()
    await register(phone, bingo)
    await phone.go('/')
    await greeted(phone, bingo)
    await phone.offline(true)
    await tap(phone, 7, 'Add')
    // Signed out from elsewhere meanwhile.
    await phone.browser.context.clearCookies()
    await phone.offline(false)
    await toastOf(phone, 'Your session has ended')
    await phone.page.locator('header').getByRole('button', { name: 'Login' }).waitFor()
    await login(phone, bingo)
    await phone.go('/favorites')
    await expect.poll(() => saved(phone)).toEqual(['Burnie Brae Park'])
    await expect
      .poll(() =>
        phone.page.evaluate(async () => ((await (await fetch('/api/favorites')).json()) as unknown[]).length),
      )
      .toBe(1)
  })

  test('whoever never signed in is not asked about, and nothing stands in the console', async () => {
    const said: string[] = []
    phone.page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text())
    })
    const before = phone.proxy.seen.length
    await phone.go('/?q=Chermside')
    await settled(phone.page)
    await phone.go('/favorites')
    await phone.page.getByText('No favourites yet').waitFor()
    expect(phone.proxy.seen.slice(before).filter((path) => path.startsWith('/api/user'))).toEqual([])
    expect(said).toEqual([])
  })
})
