import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { root } from '../../scripts/root.ts'
import { allowMotion } from '../support/motion.ts'
import { PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { neverEndRequests, parkNames, searchFor, waitForApp, waitForResults } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { overridePark, startVisit, untilTestEnds, type Visit } from '../support/visit.ts'

const BRISBANE = { latitude: -27.47, longitude: 153.02, accuracy: 20 }

const product = runningProduct()
let visit: Visit
let page: Page

const results = () => page.locator('[data-results]')
const pager = () => page.getByRole('navigation', { name: 'Pages' })
const pages = async () =>
  (await pager().getByRole('listitem').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== '')
const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
const cards = () => results().getByRole('article')

describe('with the directory on the device', () => {
  beforeAll(async () => {
    visit = await startVisit(product)
    page = visit.page
  })
  afterAll(() => visit.leave())

  test('are printed over the whole width of the paper, without links that look like buttons', async () => {
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    const { width, height } = page.viewportSize()!
    // A4, landscape.
    await page.setViewportSize({ width: 1010, height: 680 })
    await page.emulateMedia({ media: 'print' })
    try {
      await expect.poll(async () => (await cards().first().boundingBox())?.width).toBeGreaterThan(900)
      expect(
        await results()
          .getByRole('link', { name: /^(View Details|Directions to)/ })
          .count(),
      ).toBe(0)
    } finally {
      await page.emulateMedia({ media: null })
      await page.setViewportSize({ width, height })
    }
  })

  describe('the search box', () => {
    const hero = () => page.locator('main').getByRole('searchbox')
    beforeEach(() => visit.go('/'))

    test("is in the banner with its title, subtitle, 'or' and the location button", async () => {
      const banner = page.getByRole('main')
      await banner.getByRole('heading', { level: 1, name: 'Find Dog-Friendly Parks Near You' }).waitFor()
      await banner
        .getByText('Discover the perfect spots for you and your furry friend to play and explore.')
        .waitFor()
      await banner.getByText('or', { exact: true }).waitFor()
      await banner.getByRole('button', { name: 'Use my location' }).waitFor()
    })

    test('is disabled when the text is empty or blank, and cleared after submit', async () => {
      const submit = page.locator('main').getByRole('button', { name: 'Search', exact: true })
      await expect.poll(() => submit.isDisabled()).toBe(true)
      await hero().fill('  ')
      await expect.poll(() => submit.isDisabled()).toBe(true)
      await hero().fill('Chermside')
      await submit.click()
      await expect.poll(() => hero().inputValue()).toBe('')
      await expect.poll(() => parameter('q')).toBe('Chermside')
    })

    test("in the header of another page has a location button that says 'Loading location page' and goes to /?useLocation=true", async () => {
      await visit.browser.context.grantPermissions(['geolocation'])
      await visit.browser.context.setGeolocation(BRISBANE)
      await page.setViewportSize({ width: 1100, height: 800 })
      await visit.go('/state')
      const navigated = page.waitForURL(/\/\?useLocation=true$/)
      await page.getByRole('banner').getByRole('button', { name: 'Use My Location' }).click()
      await toastShown(page, 'Loading location page')
      await navigated
      await expect.poll(() => [parameter('useLocation'), parameter('lat')]).toEqual([null, '-27.47'])
      await page.setViewportSize(PHONE)
      await visit.browser.context.clearPermissions()
    })

    test('in the header of the home page sets q', async () => {
      await page.setViewportSize({ width: 1100, height: 800 })
      await page.getByRole('banner').getByPlaceholder('Search any location').fill('Chermside')
      await page.keyboard.press('Enter')
      await expect.poll(() => parameter('q')).toBe('Chermside')
      await expect
        .poll(() => page.getByRole('banner').getByPlaceholder('Search any location').inputValue())
        .toBe('')
      await page.setViewportSize(PHONE)
    })

    test('in the header of another page goes to /?q={encoded term}', async () => {
      await page.setViewportSize({ width: 1100, height: 800 })
      await visit.go('/state')
      const box = page.getByRole('banner').getByPlaceholder('Search any location')
      await box.fill('St Kilda & more')
      await box.press('Enter')
      await expect.poll(() => parameter('q')).toBe('St Kilda & more')
      expect(new URL(page.url()).pathname).toBe('/')
      await page.setViewportSize(PHONE)
    })

    test('suggests suburbs, postcodes and parks from the device, and Enter without a choice sends the typed text', async () => {
      await visit.offline(true)
      try {
        // At once, because the place of an option may differ in the lists for parts of the text.
        await hero().fill('Cherms')
        const list = page.getByRole('listbox', { name: 'Suggestions' })
        await list.getByRole('option', { name: /Chermside QLD 4032/ }).waitFor()
        await expect.poll(() => hero().getAttribute('aria-activedescendant')).toBeNull()
        await page.keyboard.press('ArrowDown')
        const active = await hero().getAttribute('aria-activedescendant')
        expect(await list.getByRole('option', { selected: true }).getAttribute('id')).toBe(active)
        await page.keyboard.press('Escape')
        await list.waitFor({ state: 'hidden' })
        await expect.poll(() => hero().inputValue()).toBe('Cherms')
        await hero().fill('4032')
        await list.getByRole('option', { name: /4032/ }).first().waitFor()
        await hero().fill('7th Brigade')
        await list
          .getByRole('option', { name: /7th Brigade Park/ })
          .first()
          .waitFor()
        // Enter without a chosen suggestion sends the typed text.
        await hero().fill('Chermsi')
        await list.waitFor()
        await page.keyboard.press('Enter')
        await expect.poll(() => parameter('q')).toBe('Chermsi')
      } finally {
        await visit.offline(false)
      }
    })
  })

  describe('pagination', () => {
    test('shows 5 parks per page and offers 5, 10, 20 and 50', async () => {
      await visit.go('/')
      await waitForResults(page)
      await expect.poll(() => cards().count()).toBe(5)
      const size = page.getByLabel('Parks per page')
      expect(await size.locator('option').allInnerTexts()).toEqual(['5', '10', '20', '50'])
    })

    test('shows first, last, neighbours and ellipses beyond five pages', async () => {
      await visit.go('/?page=7')
      await waitForResults(page)
      expect(await pages()).toEqual(['1', '…', '6', '7', '8', '…', '298'])
      await expect
        .poll(() => pager().getByRole('button', { name: 'Page 7' }).getAttribute('aria-current'))
        .toBe('page')
      await visit.go('/')
      await waitForResults(page)
      expect(await pages()).toEqual(['1', '2', '…', '298'])
    })

    test('fits in one line on the smallest screens', async () => {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 })
        await visit.go('/?page=7')
        await waitForResults(page)
        const lines = await pager()
          .getByRole('button')
          .evaluateAll(
            (all) =>
              new Set(all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().y))
                .size,
          )
        expect(lines, `${width} px`).toBe(1)
      }
      await page.setViewportSize(PHONE)
    })

    test('shows all of five pages or fewer', async () => {
      await visit.go('/?q=Chermside&distance=2')
      await waitForResults(page)
      const total = Number(
        /^[\d,]+/.exec(await results().getByRole('heading', { level: 2 }).innerText())![0].replace(',', ''),
      )
      expect(total).toBeGreaterThan(5)
      expect(total).toBeLessThanOrEqual(25)
      expect(await pages()).toEqual(
        Array.from({ length: Math.ceil(total / 5) }, (_, index) => String(index + 1)),
      )
    })

    test('returns to page 1 when the search, the filters or the page size changes', async () => {
      await visit.go('/?page=3')
      await waitForResults(page)
      await page.getByLabel('Parks per page').selectOption('10')
      await expect.poll(() => [parameter('page'), parameter('perPage')]).toEqual([null, '10'])
      await waitForResults(page)
      await expect.poll(() => cards().count()).toBe(10)
      await visit.go('/?page=3')
      await waitForResults(page)
      await searchFor(page, 'Chermside')
      expect(parameter('page')).toBeNull()
      await visit.go('/?page=3')
      await waitForResults(page)
      await page.locator('[data-bottom-bar]').getByRole('button').click()
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Fenced Area' }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Apply Filters' }).click()
      await expect.poll(() => [parameter('page'), parameter('features')]).toEqual([null, 'fenced'])
    })

    test('shows parks for a page number beyond the last', async () => {
      await visit.go('/?q=Chermside&distance=5&page=99')
      await waitForResults(page)
      await expect.poll(() => cards().count()).toBeGreaterThan(0)
    })
  })

  test('going back restores the page and the scroll position', async () => {
    await visit.go('/?q=Chermside&page=2')
    await waitForResults(page)
    const names = await parkNames(page)
    const details = page.getByRole('link', { name: `View Details: ${names[3]}` })
    await details.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(300)
    await details.click()
    await page.getByRole('heading', { level: 1, name: names[3]! }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await waitForResults(page)
    expect(await parkNames(page)).toEqual(names)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })

  test('a reload of a long list restores the scroll position', async () => {
    await visit.load('/?q=Sydney&perPage=50')
    await waitForResults(page)
    // The app learns of it by the event.
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
      scrollTo(0, 7_000)
      await scrolled
    })
    await page.reload()
    await waitForApp(page)
    await waitForResults(page)
    await expect.poll(() => page.evaluate(() => Math.round(scrollY / 100))).toBe(70)
  })

  test('a sort order chosen with the arrow keys keeps the focus', async () => {
    await visit.go('/?q=Chermside&distance=5')
    await waitForResults(page)
    const sort = page.getByLabel('Sort by')
    await sort.focus()
    for (const value of ['name', 'checked']) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => parameter('sort')).toBe(value)
      await waitForResults(page)
      expect(await sort.evaluate((select) => select === document.activeElement)).toBe(true)
    }
  })

  test('a search keeps the title of the one before until its parks are shown', async () => {
    await visit.go('/?q=Perth WA')
    await waitForResults(page)
    await page.evaluate(() => {
      const shown = new Set<string>()
      Object.assign(window, { shown })
      const note = () => {
        const texts = ['#results', 'article h3'].map((of) => document.querySelector(of)?.textContent)
        shown.add(texts.join(': '))
      }
      note()
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await searchFor(page, 'Hobart TAS')
    await results()
      .getByRole('heading', { level: 2, name: /Hobart/ })
      .waitFor()
    await waitForResults(page)
    const shown = await page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown])
    expect(shown).toEqual([
      expect.stringMatching(/^\d+ parks near Perth/),
      `${await results().getByRole('heading', { level: 2 }).innerText()}: ${(await parkNames(page))[0]}`,
    ])
  })

  test("the 'Back to top' button appears after 300 px and leads to the top", async () => {
    await allowMotion(page)
    await visit.go('/')
    await waitForResults(page)
    const button = page.getByRole('button', { name: 'Back to top' })
    await page.evaluate(() => scrollTo(0, 300))
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await button.count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 310))
    const scrollOptions = page.evaluate(
      () =>
        new Promise((resolve) => {
          const { scrollTo } = window
          window.scrollTo = (options: unknown) => {
            window.scrollTo = scrollTo
            resolve(options)
            scrollTo(options as ScrollToOptions)
          }
        }),
    )
    await button.click()
    expect(await scrollOptions).toEqual({ top: 0, behavior: 'smooth' })
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await button.waitFor({ state: 'detached' })
  })

  test('the result count and the understood place are announced', async () => {
    await visit.go('/')
    await searchFor(page, 'Richmond')
    const heading = await results().getByRole('heading', { level: 2 }).innerText()
    expect(heading).toMatch(/^\d+ parks? near Richmond/)
    await expect.poll(() => results().locator('output.sr-only').textContent()).toBe(heading)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('results')
  })

  describe('a park card', () => {
    beforeEach(async () => {
      await visit.go('/?q=Dubbo&perPage=20')
      await waitForResults(page)
    })

    test('has at most 4 feature tags, each in its own colour', async () => {
      const tags = await cards().evaluateAll((all) =>
        all.map((card) =>
          [...card.querySelectorAll('[data-tag]')].map((tag) => [
            tag.getAttribute('data-tag'),
            getComputedStyle(tag).backgroundColor,
          ]),
        ),
      )
      expect(Math.max(...tags.map((list) => list.length))).toBeLessThanOrEqual(4)
      const colours = new Map(tags.flat() as [string, string][])
      expect(colours.size).toBeGreaterThan(3)
      expect(new Set(colours.values()).size).toBe(colours.size)
    })

    test("shows the distance, an approximate location, the date checked, and 'View Details' to /park/{id}", async () => {
      const first = cards().first()
      await first.getByText(/ mi$/).waitFor()
      await first.getByText(/Check the signs\.$/).waitFor()
      expect(await first.getByRole('link', { name: /^View Details/ }).getAttribute('href')).toMatch(
        /^\/park\/\d+$/,
      )
      const marks = await cards().evaluateAll((all) =>
        all.map((card) => ({
          about: /about \d/.test(card.textContent!),
          mark: card.textContent!.includes('approximate location'),
        })),
      )
      expect(marks.some(({ mark }) => mark)).toBe(true)
      expect(marks.filter(({ about, mark }) => about && !mark)).toEqual([])
    })

    test('opens /directions/{id} in a new tab', async () => {
      const link = cards()
        .first()
        .getByRole('link', { name: /^Directions to .* \(opens in a new tab\)$/ })
      expect(await link.getAttribute('href')).toMatch(/^\/directions\/\d+/)
      expect(await link.getAttribute('target')).toBe('_blank')
    })

    test('saves and removes a favourite with a toast, offline too, and keeps it after a reload', async () => {
      await visit.offline(true)
      try {
        const [name] = await parkNames(page)
        await page
          .getByRole('button', { name: `Add ${name} to favourites` })
          .first()
          .click()
        await toastShown(page, 'Added to favourites')
        await page.reload()
        await waitForResults(page)
        await page
          .getByRole('button', { name: `Remove ${name} from favourites` })
          .first()
          .click()
        await toastShown(page, 'Removed from favourites')
        await page
          .getByRole('button', { name: `Add ${name} to favourites` })
          .first()
          .waitFor()
      } finally {
        await visit.offline(false)
      }
    })
  })
})

/** A fake clock applies to every page of a browser, so these tests have a browser of their own. */
describe('timing of location buttons and tooltips, with a stopped clock', () => {
  let timed: Page
  let own: Visit
  beforeAll(async () => {
    own = await startVisit(product, {
      bare: true,
      viewport: { width: 1100, height: 800 },
      permissions: ['geolocation'],
      geolocation: BRISBANE,
    })
    timed = own.page
    await timed.clock.install()
    await timed.goto(own.url)
    await timed.locator('[data-results][aria-busy="false"]').waitFor()
    await timed.clock.pauseAt(Date.now() + 600_000)
  })
  afterAll(() => own.leave())

  test("the hero button shows 'Finding your location...' for 2 seconds and fires the page-wide event", async () => {
    await timed.evaluate(() => {
      ;(window as unknown as { events: number }).events = 0
      window.addEventListener(
        'offlead:use-my-location',
        () => (window as unknown as { events: number }).events++,
      )
    })
    const main = timed.getByRole('main')
    await main.getByRole('button', { name: 'Use my location' }).click()
    const busy = main.getByRole('button', { name: 'Finding your location...' })
    await timed.clock.runFor(10)
    await busy.waitFor()
    expect(await timed.evaluate(() => (window as unknown as { events: number }).events)).toBe(1)
    await timed.clock.runFor(1_900)
    await expect.poll(() => busy.count()).toBe(1)
    await timed.clock.runFor(200)
    await main.getByRole('button', { name: 'Use my location' }).waitFor()
  })

  test("the header box is 200 px wide, with 'or', 'Locating...' for 1.5 s after 200 ms, and 'Accessing location' on the home page", async () => {
    const header = timed.getByRole('banner')
    expect((await header.getByPlaceholder('Search any location').boundingBox())!.width).toBe(200)
    await header.getByText('or', { exact: true }).waitFor()
    await header.getByRole('button', { name: 'Use My Location' }).click()
    const busy = header.getByRole('button', { name: 'Locating...' })
    await timed.clock.runFor(150)
    expect(await busy.count()).toBe(0)
    await timed.clock.runFor(100)
    await busy.waitFor()
    await timed.clock.runFor(1_000)
    await timed.getByText('Accessing location', { exact: true }).first().waitFor()
    await timed.clock.runFor(350)
    await expect.poll(() => busy.count()).toBe(1)
    await timed.clock.runFor(200)
    await header.getByRole('button', { name: 'Use My Location' }).waitFor()
  })

  test('a filter tooltip opens after 300 ms and not before', async () => {
    const tip = timed.getByRole('tooltip')
    await timed.getByRole('button', { name: 'About Fenced Area' }).hover()
    await timed.clock.runFor(290)
    expect(await tip.count()).toBe(0)
    await timed.clock.runFor(20)
    await tip.waitFor()
  })
})

test('a location that is only roughly known is named beside the distances from it', async () => {
  const own = await untilTestEnds(
    startVisit(product, {
      bare: true,
      permissions: ['geolocation'],
      geolocation: { ...BRISBANE, accuracy: 25_000 },
    }),
  )
  await own.load('/')
  const main = own.page.getByRole('main')
  await main.getByRole('button', { name: 'Use my location' }).click()
  const notice = main.getByText(
    'We only know where you are to within 16 miles, so the distances may be wrong by as much.',
  )
  await notice.waitFor()
  // Distances from a suburb are exact.
  await own.go('/?q=Chermside')
  await waitForResults(own.page)
  expect(await notice.count()).toBe(0)
  await main.getByRole('searchbox').fill('off leash parks near me')
  await own.page.keyboard.press('Enter')
  await notice.waitFor()
})

test('results and the focus stay when the search is repeated after five minutes without a directory', async () => {
  // A fake clock applies to every page of a browser.
  const own = await untilTestEnds(startVisit(product, { bare: true }))
  await own.page.clock.install()
  await neverEndRequests(own.page)
  await own.load('/?q=Chermside')
  await waitForResults(own.page)
  const names = await parkNames(own.page)
  const link = own.page.locator('[data-results] article').getByRole('link').first()
  await link.focus()
  const search = own.page.waitForRequest(/\/api\/search/)
  own.proxy.decide((path) => (path.startsWith('/api/search') ? 'hang' : 'pass'))
  await own.page.clock.fastForward(300_000)
  await search
  await own.page.locator('[data-results][aria-busy="true"]').waitFor()
  expect(await parkNames(own.page)).toEqual(names)
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
})

describe('without a directory on the device', () => {
  beforeAll(async () => {
    visit = await startVisit(product, { bare: true })
    page = visit.page
    // Replies that a test holds back or replaces may take long on a busy machine.
    await neverEndRequests(page)
  })
  afterAll(() => visit.leave())
  beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
  // The app keeps the reply to a search, so that a test that holds it back or replaces it has a search of its own.

  test('loading shows a skeleton for each card and is announced', async () => {
    visit.proxy.decide((path) => (path.startsWith('/api/search') ? 'hang' : 'pass'))
    await visit.go('/?q=Fremantle')
    await expect.poll(() => results().locator('.\\@container[aria-hidden=true]').count()).toBe(5)
    await expect.poll(() => results().locator('output.sr-only').textContent()).toBe('Looking for parks')
    expect(await page.getByRole('button', { name: 'Searching...' }).count()).toBe(0)
    visit.proxy.decide(() => 'pass')
  })

  test("the hero button shows 'Searching...' until the answer arrives", async () => {
    await visit.go('/')
    await waitForResults(page)
    visit.proxy.decide((path) => (path.startsWith('/api/search') ? 'hang' : 'pass'))
    await page.locator('main').getByRole('searchbox').fill('Glenelg')
    await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Searching...' }).waitFor()
    visit.proxy.decide(() => 'pass')
  })

  test("an error shows 'There was an error loading parks', the message, 'Refresh Page' and the quick cities with Hobart", async () => {
    await page.route('**/api/search?*', (route) => route.fulfill({ status: 400, body: 'no such thing' }))
    await visit.go('/?q=Richmond')
    const panel = page.getByRole('alert').filter({ hasText: 'There was an error loading parks' })
    await panel.getByText(/Failed to search parks: 400 no such thing|400: no such thing/).waitFor()
    for (const city of ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Hobart'])
      await panel.getByRole('link', { name: city, exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await panel.getByRole('button', { name: 'Refresh Page' }).click()
    await waitForResults(page)
    expect((await parkNames(page)).length).toBeGreaterThan(0)
  })

  test('an empty result suggests cities with Gold Coast instead of Hobart, each a search', async () => {
    await visit.go('/?q=xqzzvwk%20blorf')
    await page.getByRole('heading', { name: 'No parks found' }).waitFor()
    for (const city of ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Gold Coast'])
      await results().getByRole('link', { name: city, exact: true }).waitFor()
    expect(await results().getByRole('link', { name: 'Hobart' }).count()).toBe(0)
    await results().getByRole('link', { name: 'Gold Coast' }).click()
    await page.getByRole('heading', { name: /parks? near Gold Coast/ }).waitFor()
  })

  test('an empty result due to filters says so and clears them in one tap', async () => {
    await visit.go('/?q=Chermside&distance=1&features=fenced,bbq,safe,bags,council')
    await page.getByText('No park is confirmed to match all of your filters. Try removing some.').waitFor()
    await page.getByRole('link', { name: 'Clear all filters' }).click()
    await expect.poll(() => parameter('features')).toBeNull()
    await waitForResults(page)
    expect((await parkNames(page)).length).toBeGreaterThan(0)
  })

  test("limited data shows the banner 'Using Limited Data Mode' and its toast, and searches the samples", async () => {
    const trouble = {
      status: 503,
      json: {
        error: 'DatabaseConnectionError',
        errorType: 'DatabaseConnectionError',
        message: 'The database cannot be reached.',
      },
    }
    await page.route('**/api/{parks,search,directory}**', (route) => route.fulfill(trouble))
    // What the app knows of a server in trouble ends with the document.
    onTestFinished(async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await visit.load('/terms')
    })
    await visit.load('/')
    await page.locator('strong', { hasText: 'Using Limited Data Mode' }).waitFor()
    await toastShown(page, 'Using Limited Data Mode')
    await page.getByRole('heading', { name: 'Ten sample parks', exact: true }).waitFor()
    await visit.go('/?q=Carlton')
    await expect.poll(() => parkNames(page)).toContain('Princes Park')
  })

  test('a search that no sample matches says that the directory was not searched, and can be tried again', async () => {
    let reachable = false
    await page.route('**/api/search?*', (route) => (reachable ? route.continue() : route.abort()))
    await visit.go('/?q=Northcote')
    await page.getByRole('heading', { name: '0 of ten sample parks', exact: true }).waitFor()
    await results()
      .getByText("We can't reach the park directory, and none of the ten sample parks matches.")
      .waitFor()
    reachable = true
    await results().getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: /near Northcote/ }).waitFor()
  })

  test("a card shows the park's image, else a map, else 'No image available', and a placeholder for a broken image", async () => {
    let mapped = ''
    await page.route('**/api/search?*', async (route) => {
      const answer = await route.fetch()
      const parks = (await answer.json()) as { latitude: string; imageUrl: string | null }[]
      mapped = `lat=${parks[2]!.latitude}&`
      const pictured = ['/media/gone.jpg', '/icons/icon-192.png', null, null]
      await route.fulfill({
        response: answer,
        json: parks.map((park, index) => ({ ...park, imageUrl: pictured[index] ?? null })),
      })
    })
    await page.route('**/media/gone.jpg', (route) => route.fulfill({ status: 404 }))
    // Of the parks without an image only one gets a map.
    await page.route('**/api/maps/static?*', (route) =>
      route.request().url().includes(mapped) ? route.continue() : route.fulfill({ status: 404 }),
    )
    await visit.go('/?q=Fitzroy')
    await waitForResults(page)
    const noImage = (card: number) => cards().nth(card).getByText('No image available', { exact: true })
    await expect.poll(() => cards().first().locator('img').count()).toBe(0)
    expect(await cards().first().locator('svg.place').isVisible()).toBe(true)
    await expect
      .poll(() =>
        cards()
          .nth(1)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(192)
    await cards().nth(2).scrollIntoViewIfNeeded()
    await cards().nth(2).locator('img[data-static-map=shown]').waitFor()
    await cards().nth(3).scrollIntoViewIfNeeded()
    await noImage(3).waitFor()
    for (const card of [0, 1, 2]) expect(await noImage(card).count(), `card ${card}`).toBe(0)
  })

  test('a picture that failed is requested again once it may succeed', async () => {
    let works = false
    let imageUrl = ''
    await page.route('**/media/*.jpg', (route) =>
      works
        ? route.fulfill({ path: path.join(root, 'public', 'icons', 'icon-192.png') })
        : route.fulfill({ status: 404 }),
    )
    await page.route('**/api/search?*', async (route) => {
      const answer = await route.fetch()
      const [first, ...others] = (await answer.json()) as Record<string, unknown>[]
      await route.fulfill({
        response: answer,
        json: [{ ...first, imageUrl }, ...others],
      })
    })
    const pictures = () => cards().first().locator('img').count()
    for (const [place, happens] of [
      [
        'Coburg',
        async () => {
          await visit.offline(true)
          await visit.offline(false)
        },
      ],
      [
        'Preston',
        // The server answers another tab again after trouble.
        () =>
          page.evaluate((name) => {
            // oxlint-disable unicorn/require-post-message-target-origin -- only windows have an origin to aim at
            const tab = new BroadcastChannel(name)
            const trouble = { failures: 1, since: 0, noticedAt: 0, calledAt: 0, notBefore: 0, retryAt: 0 }
            tab.postMessage({ server: trouble })
            tab.postMessage({})
            tab.close()
          }, `${STORAGE_PREFIX}-backoff`),
      ],
      ['Thornbury', () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
    ] as const) {
      works = false
      // Another one each time: the browser keeps pictures that it has shown.
      imageUrl = `/media/${place}.jpg`
      await visit.go(`/?q=${place}`)
      await page.getByRole('heading', { level: 2, name: new RegExp(`near ${place}`) }).waitFor()
      await waitForResults(page)
      await expect.poll(pictures).toBe(0)
      works = true
      await happens()
      await expect.poll(pictures).toBe(1)
    }
  })

  test('the card of a closed park is marked, and that of a park with unknown hours is not', async () => {
    await page.route('**/api/search?*', async (route) => {
      const answer = await route.fetch()
      const parks = (await answer.json()) as object[]
      // Open only for an hour in the other half of the day, so that the park is closed now.
      const hour = Number(
        new Intl.DateTimeFormat('en-AU', {
          hour: 'numeric',
          hourCycle: 'h23',
          timeZone: 'Australia/Brisbane',
        }).format(),
      )
      const hours = [hour < 12 ? '4:00 PM - 5:00 PM' : '4:00 AM - 5:00 AM', null, 'Open 24/7']
      await route.fulfill({
        response: answer,
        json: parks.map((park, index) => ({ ...park, openingHours: hours[index] ?? null, leashHours: null })),
      })
    })
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    await cards()
      .first()
      .getByText(/^Closed/)
      .waitFor()
    for (const card of [1, 2])
      expect(
        await cards()
          .nth(card)
          .getByText(/^Closed/)
          .count(),
        `${card}`,
      ).toBe(0)
  })

  test('a hostile name and address stay text', async () => {
    const hostile = '<img src=x onerror="window.hacked=1"></script><script>window.hacked=1</script>'
    await visit.go(await overridePark(visit, { name: hostile, address: hostile }))
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })
})
