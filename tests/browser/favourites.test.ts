import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, TABLET } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { parkNames, waitForResults } from '../support/screen.ts'
import { storedRows } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import { startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  // Not so wide that a map is beside the results.
  visit = await startVisit(product, { viewport: TABLET })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})

const main = () => page.getByRole('main')
const cards = () => main().getByRole('article')

const PERTH = { latitude: -31.95, longitude: 115.86 }
/** Stores where the person was a moment ago, or deletes it, for the next page that is loaded. */
const keepPosition = (on: Page, at: typeof PERTH | null) =>
  on.evaluate((place) => {
    if (place === null) return localStorage.removeItem('offlead:position')
    const position = { coordinates: { ...place, accuracy: 20 }, timestamp: Date.now() }
    return localStorage.setItem('offlead:position', JSON.stringify(position))
  }, at)

describe('My Favorites', () => {
  test("has a 'Find Parks' link when empty", async () => {
    await visit.go('/favorites')
    await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor()
    expect(await main().getByRole('link', { name: 'Find Parks' }).getAttribute('href')).toBe('/')
  })

  test('is a grid with pages of 10, saved and shown without a network', async () => {
    await visit.offline(true)
    try {
      await visit.go('/?q=Chermside&perPage=20')
      await waitForResults(page)
      const add = page.locator('[data-results]').getByRole('button', { name: /^Add .* to favourites$/ })
      for (let saved = 1; saved <= 12; saved++) {
        await add.first().click()
        await expect
          .poll(() =>
            page
              .locator('[data-results]')
              .getByRole('button', { name: /^Remove .* from favourites$/ })
              .count(),
          )
          .toBe(saved)
      }
      await page.setViewportSize(DESKTOP)
      await visit.go('/favorites')
      await main()
        .getByText(/^12 parks saved/)
        .waitFor()
      await expect.poll(() => cards().count()).toBe(10)
      const columns = await main()
        .locator('ul:has(article)')
        .first()
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
      expect(columns).toBe(2)
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 2' }).click()
      await expect.poll(() => cards().count()).toBe(2)
      const sizes = page.getByLabel('Parks per page')
      expect(await sizes.locator('option').allInnerTexts()).toEqual(['5', '10', '20', '50'])
      await sizes.selectOption('5')
      await expect.poll(() => cards().count()).toBe(5)
      await expect
        .poll(() => page.getByRole('button', { name: 'Page 1', exact: true }).getAttribute('aria-current'))
        .toBe('page')
    } finally {
      await visit.offline(false)
      await page.setViewportSize(TABLET)
    }
  })

  test('removes a park with a toast', async () => {
    await visit.go('/favorites')
    await expect.poll(() => cards().count()).toBe(10)
    await main()
      .getByRole('button', { name: /^Remove .* from favourites$/ })
      .first()
      .click()
    await toastShown(page, 'Removed from favourites')
    await main()
      .getByText(/^11 parks saved/)
      .waitFor()
  })

  /** Keeps a write transaction open in the first tab, so that reads in other tabs have to wait. */
  const blockReads = () =>
    page.evaluate(async () => {
      delete (window as { written?: true }).written
      const open = indexedDB.open('offlead')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const favourites = open.result.transaction('favourites', 'readwrite').objectStore('favourites')
      const keepOpen = () =>
        void favourites.count().addEventListener('success', () => {
          if ('written' in window) open.result.close()
          else keepOpen()
        })
      keepOpen()
      addEventListener('written', () => Object.assign(window, { written: true }), { once: true })
    })
  const unblockReads = () => page.evaluate(() => dispatchEvent(new Event('written')))

  test('shows that favourites are loading until they are read, not that there are none', async () => {
    await blockReads()
    const second = await visit.browser.context.newPage()
    try {
      await second.goto(`${visit.url}/favorites`)
      await second.getByText('Loading your favourites').waitFor({ state: 'attached' })
      await new Promise((resolve) => setTimeout(resolve, 500))
      await expect.poll(() => second.getByRole('main').locator('[aria-busy=true]').count()).toBe(1)
      expect(await second.getByRole('link', { name: 'Find Parks' }).count()).toBe(0)
      await unblockReads()
      await second
        .getByRole('main')
        .getByText(/^11 parks saved/)
        .waitFor()
    } finally {
      await unblockReads()
      await second.close()
    }
  })

  test('keeps a favourite when a heart that is still loading is pressed', async () => {
    const saved = await cards().first().getByRole('heading').innerText()
    await blockReads()
    const second = await visit.browser.context.newPage()
    try {
      await second.goto(`${visit.url}/?q=Chermside&perPage=20`)
      await waitForResults(second)
      const heart = (offer: string) =>
        second.locator('[data-results]').getByRole('button', { name: `${offer} favourites`, exact: true })
      await heart(`Add ${saved} to`).click()
      await unblockReads()
      await toastShown(second, 'Added to favourites')
      await heart(`Remove ${saved} from`).waitFor()
      await visit.go('/favorites')
      await main()
        .getByText(/^11 parks saved/)
        .waitFor()
    } finally {
      await second.close()
    }
  })
})

describe('My Favorites after the page of a park', () => {
  const openParkAndReturn = async () => {
    await main()
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await main().getByRole('link', { name: 'Back to results' }).click()
    await page.getByRole('heading', { level: 1, name: 'My Favorites' }).waitFor()
  }
  const currentPage = () =>
    page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]').innerText()

  test('shows the same page of favourites, with as many parks to a page', async () => {
    await visit.go('/favorites')
    await expect.poll(() => cards().count()).toBe(10)
    await page.getByLabel('Parks per page').selectOption('5')
    await page.getByRole('button', { name: 'Page 3' }).click()
    await expect.poll(() => cards().count()).toBe(1)
    const name = await cards().getByRole('heading').innerText()
    await openParkAndReturn()
    await expect.poll(() => cards().getByRole('heading').allInnerTexts()).toEqual([name])
    await expect.poll(currentPage).toBe('3')
    expect(new URL(page.url()).search).toBe('?perPage=5&page=3')
  })

  test('shows the page before when the last park of the last page is removed', async () => {
    await visit.go('/favorites?page=3&perPage=5')
    const remove = cards().getByRole('button', { name: /^Remove .* from favourites$/ })
    await expect.poll(() => remove.count()).toBe(1)
    await remove.click()
    await expect.poll(() => cards().count()).toBe(5)
    await expect.poll(currentPage).toBe('2')
  })

  test('shows the parks that were found by text, without announcing them again', async () => {
    await visit.go('/favorites')
    const find = main().getByRole('region', { name: 'Find more parks' })
    await find.getByRole('searchbox').fill('Glenelg')
    await find.getByRole('searchbox').press('Enter')
    const title = find.getByRole('heading', { name: /for “Glenelg”$/ })
    await title.waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?q=Glenelg')
    await openParkAndReturn()
    await title.waitFor()
    await expect.poll(() => find.getByRole('article').count()).toBe(4)
    expect(await find.getByRole('searchbox').inputValue()).toBe('Glenelg')
    expect(await title.evaluate((found) => found === document.activeElement)).toBe(false)
  })

  test('shows the parks that were found near the person, and a link to the page does not', async () => {
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation(PERTH)
    await visit.go('/favorites')
    const find = main().getByRole('region', { name: 'Find more parks' })
    const title = find.getByRole('heading', { name: /near you$/ })
    await find.getByRole('button', { name: 'Nearby parks' }).click()
    await title.waitFor()
    await expect.poll(() => find.getByRole('article').count()).toBe(4)
    const names = await find.getByRole('article').getByRole('heading').allInnerTexts()
    await page.getByLabel('Parks per page').selectOption('5')
    await expect.poll(() => new URL(page.url()).search).toBe('?perPage=5')
    await openParkAndReturn()
    await expect.poll(() => find.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(names)
    expect(await title.evaluate((found) => found === document.activeElement)).toBe(false)
    expect(new URL(page.url()).search).toBe('?perPage=5')
    await page.getByRole('contentinfo').getByRole('link', { name: 'My Favourites' }).click()
    await title.waitFor({ state: 'detached' })
    await page.goBack()
    await title.waitFor()
    await visit.browser.context.clearPermissions()
    await keepPosition(page, null)
    await visit.load('/favorites')
  })
})

describe('finding more parks on My Favorites', () => {
  const find = () => main().getByRole('search', { name: 'Find more parks' })
  const field = () => find().getByRole('searchbox')
  const found = () => main().getByRole('region', { name: 'Find more parks' })

  test('finds parks by text and links to all results', async () => {
    await visit.go('/favorites')
    await field().fill('Glenelg')
    await field().press('Enter')
    await found()
      .getByRole('heading', { name: /for “Glenelg”$/ })
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3')
    await expect.poll(() => found().getByRole('article').count()).toBe(4)
    expect(await found().getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/?q=Glenelg')
  })

  test('shows the text of the address after a link to the page, and on the way back', async () => {
    await visit.go('/favorites')
    const title = found().getByRole('heading', { name: /for “Glenelg”$/ })
    const plain = page.getByRole('contentinfo').getByRole('link', { name: 'My Favourites' })
    await field().fill('Glenelg')
    await field().press('Enter')
    await title.waitFor()
    await field().fill('Glen')
    await plain.click()
    await expect.poll(() => field().inputValue()).toBe('')
    await title.waitFor({ state: 'detached' })
    await page.goBack()
    await title.waitFor()
    await expect.poll(() => field().inputValue()).toBe('Glenelg')
    // A position that arrives after the link does not bring the search back.
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (succeed) =>
        addEventListener('answer', () =>
          succeed({ coords: { latitude: -27, longitude: 153, accuracy: 9 } } as GeolocationPosition),
        )
    })
    await field().fill('parks near me')
    await field().press('Enter')
    await find().getByRole('button', { name: 'Locating...' }).waitFor()
    await plain.click()
    await expect.poll(() => field().inputValue()).toBe('')
    await page.evaluate(() => dispatchEvent(new Event('answer')))
    await find().getByRole('button', { name: 'Nearby parks' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await keepPosition(page, null)
    await visit.load('/favorites')
  })

  test('means by a name the place near the person, as the search of the home page does', async () => {
    await keepPosition(page, PERTH)
    await visit.load('/favorites')
    await field().fill('Ashfield')
    await expect.poll(() => find().getByRole('option').first().innerText()).toBe('Ashfield WA 6054')
    await page.keyboard.press('Enter')
    await expect.poll(() => found().getByRole('article').count()).toBe(4)
    const names = await found().getByRole('article').getByRole('heading').allInnerTexts()
    await found().getByRole('link', { name: 'See all' }).click()
    await main()
      .getByRole('heading', { level: 2, name: /near Ashfield WA 6054/ })
      .waitFor()
    expect(new URL(page.url()).search).toBe('?q=Ashfield')
    await visit.go('/?q=Ashfield+WA+6054&open=any')
    await waitForResults(page)
    expect((await parkNames(page)).slice(0, 4)).toEqual(names)
    await visit.go('/terms')
    await main().getByRole('searchbox').fill('Ashfield')
    await page.keyboard.press('Enter')
    await main()
      .getByRole('heading', { level: 2, name: /near Ashfield WA 6054/ })
      .waitFor()
    await keepPosition(page, null)
    await visit.load('/favorites')
  })

  test('asks for the location for a text with near me', async () => {
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation(PERTH)
    await visit.go('/favorites')
    await field().fill('fenced parks near me')
    await page.keyboard.press('Enter')
    await found()
      .getByRole('heading', { name: /for “fenced parks near me”$/ })
      .waitFor()
    await expect.poll(() => found().locator('[data-distance]').count()).toBe(4)
    await visit.browser.context.clearPermissions()
    await keepPosition(page, null)
    await visit.load('/favorites')
  })

  test('asks for the location for a link to a text with near me, and leaves the focus where it is', async () => {
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation(PERTH)
    await visit.load('/favorites?q=fenced+parks+near+me')
    await expect.poll(() => found().locator('[data-distance]').count()).toBe(4)
    const heading = found().getByRole('heading', { name: /for “fenced parks near me”$/ })
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(false)
    await visit.browser.context.clearPermissions()
    await keepPosition(page, null)
    await visit.load('/favorites')
  })

  test('ignores empty input', async () => {
    await visit.go('/favorites')
    await field().fill('   ')
    await expect.poll(() => find().getByRole('button', { name: 'Search' }).isDisabled()).toBe(true)
    await field().press('Enter')
    expect(await found().getByRole('article').count()).toBe(0)
  })

  test('says in a toast and on the page that nothing was found', async () => {
    await visit.go('/favorites')
    await field().fill('xqzzvwk')
    await field().press('Enter')
    await toastShown(page, 'No parks found')
    await found()
      .getByText('No parks found matching your search criteria. Try a different search term.')
      .waitFor()
  })

  test('finds nearby parks, or says that the location is not available', async () => {
    await visit.go('/favorites')
    await find().getByRole('button', { name: 'Nearby parks' }).click()
    await toastShown(
      page,
      'Location error',
      "We couldn't access your location. Please try searching by address instead.",
    )
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation({ latitude: -27.380123, longitude: 153.030456 })
    await find().getByRole('button', { name: 'Nearby parks' }).click()
    await found()
      .getByRole('heading', { name: /near you$/ })
      .waitFor()
    await expect.poll(() => found().getByRole('article').count()).toBe(4)
    expect(new URL(page.url()).search).toBe('')
    // A link does not say exactly where the person is.
    expect(await found().getByRole('link', { name: 'See all' }).getAttribute('href')).toBe(
      '/?lat=-27.3801&lng=153.0305',
    )
  })
})

describe('My Favorites without the directory', () => {
  let bare: Visit
  beforeAll(async () => {
    bare = await startVisit(product, { viewport: TABLET, bare: true })
  })
  afterAll(() => bare.leave())
  afterEach(() => bare.page.unrouteAll({ behavior: 'ignoreErrors' }))

  /** Opens a screen in the app, if a test before has opened it. */
  const open = (path: string) => bare.go(path)

  test('moves the focus to the results of a search once, not each time they are read again', async () => {
    // The server has no database at first, so a sample is shown until it has. With a status that does not
    // hold back the next attempt for long.
    let asked = 0
    const focused = Promise.withResolvers<void>()
    await bare.page.route('**/api/search?*', async (route) => {
      if (asked++ === 0)
        return route.fulfill({
          status: 400,
          json: { error: 'DatabaseConnectionError', errorType: 'DatabaseConnectionError' },
        })
      await focused.promise
      return route.continue()
    })
    await open('/favorites')
    const box = bare.page.getByRole('search', { name: 'Find more parks' }).getByRole('searchbox')
    await box.fill('Chermside')
    await box.press('Enter')
    const title = bare.page.getByRole('heading', { name: /for “Chermside”$/ })
    await expect.poll(() => title.evaluate((found) => found === document.activeElement)).toBe(true)
    const sample = await title.innerText()
    await box.focus()
    focused.resolve()
    await expect.poll(() => title.innerText()).not.toBe(sample)
    expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('says that a search failed', async () => {
    await bare.page.route('**/api/search?*', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'invalid-input', message: 'This cannot be looked for.' },
      }),
    )
    await open('/favorites')
    await bare.page.getByRole('search', { name: 'Find more parks' }).getByRole('searchbox').fill('Glenelg')
    await bare.page.keyboard.press('Enter')
    await toastShown(bare.page, 'Search failed')
  })

  test('a browser without storage keeps favourites in the page, restores them from the cookie, and says so', async () => {
    const page = await bare.browser.context.newPage()
    try {
      // As in Firefox while the site may store nothing.
      await page.addInitScript(() => {
        const refuse = function () {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
        Object.defineProperty(window, 'indexedDB', { value: undefined })
        Object.defineProperty(window, 'BroadcastChannel', { value: refuse, writable: true })
      })
      await page.goto(`${bare.url}/park/7`)
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Add .* favourites$/ })
        .first()
        .click()
      await page
        .getByText(/^This browser doesn't let us store data/)
        .first()
        .waitFor()
      await page.goto(`${bare.url}/favorites`)
      await page.getByText('1 park saved', { exact: true }).waitFor()
      await page
        .getByRole('main')
        .getByText(/This browser doesn't let us store data/)
        .waitFor()
    } finally {
      await page.close()
      await bare.browser.context.clearCookies()
    }
  })
})

const searches = async (text: string) =>
  (JSON.parse(await storedRows(page, 'history')) as { query: string }[]).filter(({ query }) => query === text)

test('a search that is made again later is the latest search again', async () => {
  const searchFor = async (text: string) => {
    await main().getByRole('searchbox').fill(text)
    await main().getByRole('searchbox').press('Enter')
    await waitForResults(page)
  }
  await visit.go('/')
  await searchFor('Aspley')
  await expect.poll(() => searches('Aspley')).toHaveLength(1)
  const before = await searches('Aspley')
  await main().getByRole('link', { name: 'Clear search' }).click()
  await main()
    .getByRole('heading', { name: /parks across Australia$/ })
    .waitFor()
  await searchFor('Aspley')
  await expect.poll(() => searches('Aspley')).not.toEqual(before)
})

test('an app opened from the home screen shows the place that its last search showed, of several with the name', async () => {
  const title = (shown: Page) => shown.getByRole('heading', { level: 2, name: /near Ashfield WA 6054/ })
  await keepPosition(page, PERTH)
  await visit.load('/')
  await main().getByRole('searchbox').fill('Ashfield')
  await page.keyboard.press('Enter')
  await title(page).waitFor()
  await waitForResults(page)
  await expect.poll(() => storedRows(page, 'meta')).toContain('"Ashfield"')
  const app = await visit.browser.context.newPage()
  await app.addInitScript(() => {
    const matches = window.matchMedia.bind(window)
    window.matchMedia = (query) =>
      query.includes('(display-mode: standalone)') ? matches('all') : matches(query)
  })
  await app.goto(visit.url)
  await title(app).waitFor()
  await app.close()
  await keepPosition(page, null)
  await visit.load('/')
})

test('an app opened from the home screen starts with the search of the last hour, and a tab or the home link does not', async () => {
  const allParksShown = () =>
    main()
      .getByRole('heading', { name: /parks across Australia$/ })
      .waitFor()
  // No test before has searched for it, whose search would be stored until this one is.
  await visit.go('/?q=Nundah')
  await waitForResults(page)
  await main().getByRole('searchbox').click()
  await main()
    .getByRole('option', { name: /^Nundah/ })
    .waitFor()
  const made = await searches('Nundah')
  expect(made).toHaveLength(1)
  await visit.load('/')
  await allParksShown()
  await page.addInitScript(() => {
    const matches = window.matchMedia.bind(window)
    window.matchMedia = (query) =>
      query.includes('(display-mode: standalone)') ? matches('all') : matches(query)
  })
  await visit.load('/')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=Nundah')
  // It is no new search. The next one would be recorded after it.
  await waitForResults(page)
  await main().getByRole('searchbox').fill('Toowong')
  await main().getByRole('searchbox').press('Enter')
  await expect.poll(() => searches('Toowong')).toHaveLength(1)
  expect(await searches('Nundah')).toEqual(made)
  await page.locator('header').getByRole('link', { name: 'Offlead' }).click()
  await allParksShown()
  expect(new URL(page.url()).search).toBe('')
})
