import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../support/account.ts'
import { runningProduct } from '../support/running-product.ts'
import { saveFirstPark } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { startVisit, type Visit } from '../support/visit.ts'

// The texts of section 8 of the specification that no other test file asserts (tests/checklist/texts.ts lists
// all of them).
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(runningProduct(), { bare: true })
  page = visit.page
})
afterAll(() => visit.leave())
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Opens a screen in the open app, which has kept earlier replies, but none that was an error. */
const go = (path: string) => visit.go(path)
const seen = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
const refuse = (address: string, status: number, body = '') =>
  page.route(address, (route) => route.fulfill({ status, body }))

describe('parks that fail to load', () => {
  test('the list, a park and the states show what failed, with status and text', async () => {
    await refuse('**/api/parks?*', 400, 'no list')
    await go('/?page=2')
    await seen('There was an error loading parks')
    await seen('Failed to fetch parks: 400 no list')
    await refuse('**/api/search?*', 400, 'no search')
    await go('/?q=Chermside')
    await seen('Failed to search parks: 400 no search')
    await refuse('**/api/parks/7', 400, 'no park')
    await go('/park/7')
    await seen('Failed to fetch park details: 400 no park')
    await refuse('**/api/states', 400, 'no states')
    await go('/states')
    await seen('Error loading states: Failed to fetch states')
  })

  // Which texts count as database trouble is tested in tests/store/api.test.ts.
  test('an error that reads like database trouble gives limited data', async () => {
    await refuse('**/api/search?*', 400, 'Connection terminated')
    await go('/?q=Richmond')
    await seen('Using Limited Data Mode')
  })
})

describe('a position that cannot be determined', () => {
  test.each([
    [
      1,
      'Location Access Denied',
      'You have denied access to your location. Please enable location access in your browser settings.',
    ],
    [2, 'Location Permission Needed', 'Your location information is unavailable. Please try again.'],
    [3, 'Location Permission Needed', 'The request to get your location timed out. Please try again.'],
    [9, 'Location Permission Needed', 'An unknown error occurred while trying to get your location.'],
  ])('error code %i shows %s', async (code, title, message) => {
    await go('/')
    await page.evaluate((value) => {
      Geolocation.prototype.getCurrentPosition = (_found, failed) =>
        failed?.({ code: value } as GeolocationPositionError)
      const positions: unknown[] = []
      Object.assign(window, { positions })
      addEventListener('offlead:geolocation-success', (event) =>
        positions.push((event as CustomEvent).detail),
      )
    }, code)
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    await toastShown(page, title, `${message} Showing parks near Sydney instead.`)
    // The page-wide event has Sydney, marked as a fallback.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { positions: unknown[] }).positions))
      .toEqual([expect.objectContaining({ latitude: -33.8688, longitude: 151.2093, fallback: true })])
  })
})

describe('parks for an offline area that cannot be looked up', () => {
  const unanswered = "We can't reach the park directory right now."
  const choose = (kind: string) => page.getByLabel('Which area').selectOption(kind)
  const download = () => page.getByRole('button', { name: 'Download', exact: true })
  const retryNow = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
  }

  test('are not said to be missing, whether samples replace them or not', async () => {
    await go('/offline')
    await choose('suburb')
    const find = async (place: string) => {
      await page.getByRole('main').getByRole('searchbox').fill(place)
      await page.getByRole('button', { name: 'Find it' }).click()
      await seen(unanswered)
      expect(await page.getByText('No suburb or town has that name.').count()).toBe(0)
    }
    await refuse('**/api/search?*', 400, 'Connection terminated')
    await find('Fitzroy')
    // Samples are replaced without a tap.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await seen('Around Fitzroy VIC 3065')
    await refuse('**/api/search?*', 400, 'no search')
    await find('Brunswick')
    await retryNow()
    await seen('Around Brunswick VIC 3056')
  })

  test('around the person are not said to be missing, and a position that is known is enough', async () => {
    await go('/offline')
    const locateAs = async (isFound: boolean) => {
      await page.evaluate((isFound) => {
        Geolocation.prototype.getCurrentPosition = (found, failed) => {
          document.body.dataset['located'] = String(isFound)
          const coords = { latitude: -27.3877, longitude: 153.0343, accuracy: 20 }
          if (isFound) found({ coords, timestamp: Date.now() } as unknown as GeolocationPosition)
          else failed?.({ code: 2 } as GeolocationPositionError)
        }
      }, isFound)
      await page.getByRole('button', { name: 'Find my location' }).click()
      await page.locator(`[data-located=${isFound}]`).waitFor()
      await page.getByRole('button', { name: 'Find my location' }).waitFor()
    }
    await refuse('**/api/search?*', 400, 'no search')
    await locateAs(true)
    await seen(unanswered)
    expect(await page.getByText('There are no parks in that area.').count()).toBe(0)
    await retryNow()
    await download().waitFor()
    await locateAs(false)
    expect(await page.getByText(/^We don't know your location/).count()).toBe(0)
  })

  test('around the favourites are not said to be missing', async () => {
    await go('/?q=Glenelg')
    await saveFirstPark(page)
    await refuse('**/api/parks/*', 400, 'no park')
    await go('/offline')
    await choose('favourites')
    await seen(unanswered)
    expect(await page.getByText('There are no parks in that area.').count()).toBe(0)
    await retryNow()
    await download().waitFor()
  })
})

describe('accounts and favourites that cannot be saved', () => {
  test('an account that cannot be created shows the default message', async () => {
    await page.route('**/api/register', (route) => route.abort())
    await go('/auth?tab=register')
    const form = page.getByRole('main')
    await form.getByLabel('Email', { exact: true }).fill('ada@example.com')
    await form.getByLabel('Password', { exact: true }).fill('kelpie at the creek')
    await form.getByLabel('Confirm Password', { exact: true }).fill('kelpie at the creek')
    await form.getByRole('button', { name: 'Register', exact: true }).click()
    await toastShown(page, 'Registration failed', 'There was a problem creating your account')
  })

  /** Makes every later database write fail. */
  const fillStorage = () =>
    page.evaluate(() => {
      const full = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.put = full
      IDBObjectStore.prototype.add = full
    })

  test('a favourite on a full device shows an error', async () => {
    await go('/park/7')
    const heart = (offer: string) =>
      page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${offer} .* favourites$`) })
        .first()
    await heart('Add').click()
    await toastShown(page, 'Added to favourites')
    await fillStorage()
    await heart('Remove').click()
    await toastShown(page, 'Error removing favorite')
    await go('/park/8')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await fillStorage()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add .* favourites$/ })
      .first()
      .click()
    await toastShown(page, 'Error adding favorite')
  })

  test('favourites that cannot be synced show an error', async () => {
    await signUp(page, visit.url)
    await visit.load('/favorites')
    await page.getByRole('button', { name: 'Sync Now' }).waitFor()
    await fillStorage()
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await toastShown(page, 'Error syncing favorites')
  })

  test('favourites that are synced when the session has ended ask for a login', async () => {
    await signUp(page, visit.url)
    await visit.load('/favorites')
    // The session ends when they are sent: no earlier request can notice it.
    await page.route('**/api/sync', async (route) => {
      if (route.request().postData()?.includes('"favourite"')) await visit.browser.context.clearCookies()
      await route.continue()
    })
    // The next toast, which says that it has ended, replaces this one.
    const errorSeen = Promise.withResolvers<void>()
    await page.route('**/api/user', async (route) => {
      await errorSeen.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await toastShown(page, 'Error syncing favorites', "Log in again and we'll send them.")
    errorSeen.resolve()
    await toastShown(page, 'Your session has ended')
  })
})
