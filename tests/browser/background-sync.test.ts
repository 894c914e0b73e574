import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OUTBOX_TAG } from '../../client/store/names.ts'
import type { Tombstone } from '../../data/model/directory.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { reports } from '../../server/repositories/inbox.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { signUp as signUpByRequest } from '../support/account.ts'
import { DESKTOP } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { neverEndRequests, waitForDirectory, waitForResults } from '../support/screen.ts'
import { forgetServerTrouble } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import { goInApp, openLightVisit, openVisit, startVisit, type Visit } from '../support/visit.ts'

let product: Product
let visit: Visit
/** A device that never gets the directory. */
let withoutDirectory: Visit

beforeAll(async () => {
  product = await startProduct()
  visit = await startVisit(product)
  withoutDirectory = await openLightVisit(product)
})
afterAll(async () => {
  await withoutDirectory.leave()
  await visit.leave()
  await product.dispose()
})

const mainOf = ({ page }: Visit) => page.getByRole('main')
const main = () => mainOf(visit)

/** Removes parks from the directory, as an administrator does. */
async function removeParks(removals: Tombstone[]): Promise<void> {
  const store = openStore(databasePath(product.dataDir))
  await store.write((db) => publishChange(db, { removals }, new Date()))
  await store.close()
}

/** The version of the directory that the server offers. */
const seqOnServer = async () =>
  ((await (await fetch(`${product.url}/api/directory`)).json()) as { seq: number }).seq

const goneIn = (one: Visit) =>
  mainOf(one).getByText('This park is no longer in the directory.', { exact: true })
const cardsOfGone = (one: Visit) =>
  mainOf(one).getByRole('listitem').filter({ hasText: 'no longer in the directory' })
const SUCCESSOR_LINK = 'See the park it was merged into'

test('a favourite whose park left the directory says so, links to its successor and can be removed, also offline', async () => {
  for (const park of [7, 8]) await saveFavourite(visit, park)
  const before = await seqOnServer()
  await removeParks([
    { id: 7, successor: 9 },
    { id: 8, successor: null },
  ])
  await expect.poll(seqOnServer).toBeGreaterThan(before)
  // A start checks for changes of the directory.
  await visit.load('/favorites')
  await main().getByText('2 parks saved', { exact: true }).waitFor()
  const gone = () => goneIn(visit)
  await expect.poll(() => gone().count()).toBe(2)

  await visit.offline(true)
  try {
    await visit.load('/favorites')
    await expect.poll(() => gone().count()).toBe(2)
    const cards = cardsOfGone(visit)
    const became = cards.filter({ hasText: SUCCESSOR_LINK })
    await expect.poll(() => became.count()).toBe(1)
    await cards
      .filter({ hasNotText: SUCCESSOR_LINK })
      .getByRole('button', { name: 'Remove from favourites' })
      .click()
    await toastShown(visit.page, 'Removed from favourites')
    await main().getByText('1 park saved', { exact: true }).waitFor()
    await became.getByRole('link').click()
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/park/9')
    await main().getByRole('heading', { level: 1 }).waitFor()
  } finally {
    await visit.offline(false)
  }
})

test('what is typed into a report stays when its park is removed, and can be sent', async () => {
  const { page } = visit
  await visit.load('/park/23')
  await page.getByRole('button', { name: 'Something wrong here?' }).click()
  await page.getByRole('radio', { name: 'The park is gone' }).check()
  const details = page.getByLabel('Details (optional)')
  await details.fill('A car park since May')
  const before = await seqOnServer()
  await removeParks([{ id: 23, successor: null }])
  await expect.poll(seqOnServer).toBeGreaterThan(before)
  // Another tab brings the directory up to date.
  const other = await page.context().newPage()
  try {
    await other.goto(`${visit.url}/privacy`)
    await main().getByRole('heading', { level: 1, name: 'Park Not Found' }).waitFor()
  } finally {
    await other.close()
  }
  expect(await details.inputValue()).toBe('A car park since May')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await toastShown(page, 'Thank you')
  await expect.poll(() => page.getByRole('button', { name: 'Something wrong here?' }).count()).toBe(0)
  const store = openStore(databasePath(product.dataDir))
  try {
    await expect
      .poll(async () =>
        (await store.read((db) => reports(db, { status: undefined, offset: 0, limit: 9 }))).map(
          ({ message }) => message,
        ),
      )
      .toEqual(['A car park since May'])
  } finally {
    await store.close()
  }
})

test('a phone that first visits after parks were removed knows them and their successors, also offline', async () => {
  const phone = await openVisit(product, { permissions: [] })
  try {
    const { request } = phone.page.context()
    await signUpByRequest(phone.page, phone.url)
    for (const parkId of [20, 21]) {
      const reply = await request.post(`${phone.url}/api/favorites`, {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { parkId },
      })
      expect(reply.ok()).toBe(true)
    }
    await removeParks([
      { id: 20, successor: 22 },
      { id: 21, successor: null },
    ])
    await expect.poll(async () => (await fetch(`${product.url}/api/parks/20`)).status).toBe(404)

    await withoutDirectory.load('/park/20')
    const link = mainOf(withoutDirectory).getByRole('link', { name: SUCCESSOR_LINK })
    await expect.poll(() => link.getAttribute('href')).toBe('/park/22')

    await phone.load('/favorites')
    await waitForDirectory(phone.page)
    await expect.poll(() => goneIn(phone).count()).toBe(2)
    await phone.offline(true)
    await phone.load('/favorites')
    await expect.poll(() => goneIn(phone).count()).toBe(2)
    const merged = cardsOfGone(phone).filter({ hasText: SUCCESSOR_LINK })
    await expect.poll(() => merged.getByRole('link').getAttribute('href')).toBe('/park/22')
    await cardsOfGone(phone)
      .filter({ hasNotText: SUCCESSOR_LINK })
      .getByRole('button', { name: 'Remove from favourites' })
      .click()
    await mainOf(phone).getByText('1 park saved', { exact: true }).waitFor()
    await goInApp(phone.page, '/park/21')
    await mainOf(phone).getByRole('heading', { level: 1, name: 'Park Not Found' }).waitFor()
  } finally {
    await phone.leave()
  }
})

/** Searches counted by the server, in the order they were made. */
function countedSearches(): {
  userId: number | null
  searchTerm: string | null
  latitude: number | null
  longitude: number | null
  features: string | null
}[] {
  const database = new Database(databasePath(product.dataDir), { readonly: true })
  try {
    return database
      .prepare(
        'select userId, searchTerm, latitude, longitude, features from search_analytics order by searchDate, id',
      )
      .all() as ReturnType<typeof countedSearches>
  } finally {
    database.close()
  }
}

/** Number of operations of this kind in the outbox of the device. */
const countWaiting = (page: Page, kind: string) =>
  page.evaluate(async (kind) => {
    const open = indexedDB.open('offlead')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      open.addEventListener('success', () => resolve(open.result))
      open.addEventListener('error', () => reject(open.error))
    })
    const rows = await new Promise<{ kind: string }[]>((resolve) => {
      const all = database.transaction('outbox').objectStore('outbox').getAll()
      all.addEventListener('success', () => resolve(all.result))
    })
    database.close()
    return rows.filter((row) => row.kind === kind).length
  }, kind)

test('searches are counted without a person or an exact place, also offline, and not with Global Privacy Control', async () => {
  const { page } = visit
  const before = countedSearches().length
  await visit.offline(true)
  try {
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    await expect.poll(() => countWaiting(page, 'search-event')).toBe(1)
    await visit.go('/?lat=-27.3812&lng=153.0345&features=fenced')
    await waitForResults(page)
    await expect.poll(() => countWaiting(page, 'search-event')).toBe(2)
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value: true }),
    )
    // A search is stored for the person before it would be counted: when the second one is stored, the first one
    // would have been counted.
    for (const place of ['Glenelg', 'Geelong']) {
      await visit.go(`/?q=${place}`)
      await waitForResults(page)
      await expect.poll(() => page.evaluate(() => document.cookie)).toContain(place)
    }
  } finally {
    await visit.offline(false)
  }
  // A document without Global Privacy Control.
  await visit.load('/?q=Ballarat')
  await waitForResults(page)
  // Counted searches do not cause a request of their own; they are sent with the next sync.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return countedSearches().length - before
    })
    .toBe(3)
  expect(countedSearches().slice(before)).toEqual([
    { userId: null, searchTerm: 'chermside', latitude: null, longitude: null, features: null },
    { userId: null, searchTerm: null, latitude: -27.4, longitude: 153, features: 'fenced' },
    { userId: null, searchTerm: 'ballarat', latitude: null, longitude: null, features: null },
  ])
  // The server has counted them before the device has read its reply.
  await expect.poll(() => countWaiting(page, 'search-event')).toBe(0)
})

const signUp = (page: Page, username: string) =>
  page.evaluate(async (username) => {
    const body = JSON.stringify({
      username,
      email: `${username}@example.org`,
      password: 'kelpie at the creek',
    })
    return (
      (await (
        await fetch('/api/register', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).json()) as { id: number }
    ).id
  }, username)

async function saveFavourite({ page, go }: Visit, park: number): Promise<void> {
  await go(`/park/${park}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .* favourites$/ })
    .first()
    .click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove .* favourites$/ })
    .first()
    .waitFor()
}

test('the sync button shows progress and ignores a second press', async () => {
  const { page } = withoutDirectory
  try {
    await saveFavourite(withoutDirectory, 12)
    await signUp(page, 'Pepper')
    await neverEndRequests(page)
    await withoutDirectory.load('/favorites')
    const offer = page.getByRole('region', { name: /not in your account yet/ })
    await offer.waitFor()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let requests = 0
    await page.route('**/api/sync', async (route) => {
      requests++
      await held
      await route.continue()
    })
    await offer.getByRole('button', { name: 'Sync Now' }).click()
    const busy = page.getByRole('main').getByRole('button', { name: 'Syncing...' })
    await busy.waitFor()
    await expect.poll(() => busy.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => requests).toBe(1)
    // By script, because a finger does not wait for the button to be enabled, or for the page to stop moving.
    await busy.evaluate((button: HTMLElement) => button.click())
    expect(requests).toBe(1)
    release()
    await toastShown(page, 'Favorites synchronized')
    await page.getByRole('button', { name: 'Sync Favorites' }).waitFor()
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test("a change saved offline is sent by the service worker's background sync with no page open", async () => {
  const { page, proxy, browser } = visit
  const devtools = await browser.context.newCDPSession(page)
  let registrationId = ''
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId =
      registrations.find(({ scopeURL }) => scopeURL === `${visit.url}/`)?.registrationId ?? registrationId
  })
  await devtools.send('ServiceWorker.enable')
  const userId = await signUp(page, 'Kelpie')
  await page.setViewportSize(DESKTOP)
  await visit.load('/terms')
  await page.locator('header').getByRole('button', { name: 'Hi, Kelpie' }).waitFor()
  proxy.decide((path) => (path === '/api/sync' ? 'refuse' : 'pass'))
  await saveFavourite(visit, 12)
  await expect.poll(() => countWaiting(page, 'favourite')).toBe(1)
  // The service worker would wait for the end of the pause after the page's failures, up to a minute and a half.
  await page.goto(`${visit.url}/robots.txt`)
  await forgetServerTrouble(page)
  await page.goto('about:blank')
  proxy.decide(() => 'pass')
  const favouritesOnServer = () => {
    const database = new Database(databasePath(product.dataDir), { readonly: true })
    try {
      return database.prepare('select parkId from user_favorites where userId = ?').pluck().all(userId)
    } finally {
      database.close()
    }
  }
  expect(favouritesOnServer()).toEqual([])
  expect(registrationId).not.toBe('')
  await expect
    .poll(
      async () => {
        // Repeat the event, because the closed page may still be alive at the first one.
        await devtools.send('ServiceWorker.dispatchSyncEvent', {
          origin: visit.url,
          registrationId,
          tag: OUTBOX_TAG,
          lastChance: false,
        })
        return favouritesOnServer()
      },
      { interval: 500 },
    )
    .toEqual([12])
})
