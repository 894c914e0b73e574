import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATE_CODES, STATE_NAMES } from '../../data/model/state.ts'
import { runningProduct } from '../support/running-product.ts'
import { boxesOf, neverEndRequests, neverEndTimeout } from '../support/screen.ts'
import { startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

const main = () => page.getByRole('main')
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const hrefs = () =>
  main()
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))

describe('browsing with the directory on the device, without a network', () => {
  beforeAll(async () => {
    visit = await startVisit(product)
    page = visit.page
    await visit.offline(true)
  })
  afterAll(() => visit.leave())

  test('/state: a card for each of the eight, linking to /state/{state}', async () => {
    await visit.go('/state')
    await main().getByRole('link').nth(7).waitFor()
    expect(await hrefs()).toEqual(STATE_CODES.map((code) => `/state/${code.toLowerCase()}`))
  })

  test("/states: 'Dog Parks by State' with code, name, count and a 'View Dog Parks' button", async () => {
    await visit.go('/states')
    await heading('Dog Parks by State').waitFor()
    const cards = main().getByRole('listitem')
    await cards.nth(7).waitFor()
    for (const [index, code] of STATE_CODES.entries()) {
      const text = await cards.nth(index).innerText()
      expect(text).toContain(code)
      expect(text).toContain(STATE_NAMES[code])
      expect(text).toMatch(/[\d,]+ parks?/)
      expect(
        await cards
          .nth(index)
          .getByRole('link', { name: /^View Dog Parks/ })
          .getAttribute('href'),
      ).toBe(`/state/${code.toLowerCase()}`)
    }
  })

  test.each(STATE_CODES)('/state/%s: its regions with parks, each with a count and a page', async (code) => {
    await visit.go(`/state/${code.toLowerCase()}`)
    await heading(`Dog Parks in ${STATE_NAMES[code]}`).waitFor()
    const first = main().locator('section').getByRole('link').first()
    await first.waitFor()
    await expect
      .poll(() => main().getByRole('checkbox', { name: 'Only regions with parks' }).isChecked())
      .toBe(true)
    const name = (await first.locator('span').first().textContent())!
    const count = (await first.locator('span').nth(1).textContent())!
    await first.click()
    await heading(`Dog Parks in ${name}, ${STATE_NAMES[code]}`).waitFor()
    // Of a suburb without a park of its own, those of its postcode are shown.
    await main().locator('article').first().waitFor()
    expect(count).toMatch(/^[1-9]\d* parks?$/)
  })

  describe('/state/nsw', () => {
    const search = () => main().getByPlaceholder('Search regions...')
    const output = () => main().locator('output').last()
    const open = async () => {
      await visit.go('/state/nsw')
      await main().locator('section h2').first().waitFor()
      // The links are rendered letter by letter.
      await expect.poll(() => main().locator('section[aria-busy=true]').count()).toBe(0)
    }

    test('a reload, and Back after one on the next page, return to the same position in the list', async () => {
      // The app waits ten seconds for the list before it gives up the position.
      await neverEndTimeout(page, 10_000)
      await open()
      const link = main().locator('section').getByRole('link').nth(100)
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const name = await link.locator('span').first().textContent()
      // Letters that come into view get their real height in the next frame, which moves the page.
      const before = await page.evaluate(async () => {
        const frame = () => new Promise(requestAnimationFrame)
        for (let last = NaN; last !== scrollY;) {
          last = scrollY
          for (let frames = 0; frames < 3; frames++) await frame()
        }
        return scrollY
      })
      // A letter's real height differs from its estimate by some pixels.
      const moved = () => page.evaluate((before) => Math.abs(scrollY - before), before)
      await page.reload()
      await expect.poll(moved).toBeLessThan(50)
      await link.click()
      await heading(`Dog Parks in ${name}, New South Wales`).waitFor()
      await page.reload()
      await heading(`Dog Parks in ${name}, New South Wales`).waitFor()
      await page.goBack()
      await main().locator('section h2').first().waitFor()
      await expect.poll(moved).toBeLessThan(50)
    })

    test('groups by first letter, with a count of regions in the state', async () => {
      await open()
      const letters = await main().locator('section h2').allTextContents()
      expect(letters).toEqual([...letters].sort())
      const names = await main()
        .locator('section')
        .first()
        .getByRole('link')
        .locator('span:first-child')
        .allTextContents()
      expect(names.every((name) => name.startsWith(letters[0]!))).toBe(true)
      const addresses = await main()
        .locator('section')
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      expect(addresses.filter((address) => !/^\/state\/nsw\/[a-z0-9-]+$/.test(address))).toEqual([])
      const regions = await main().locator('section').getByRole('link').count()
      await main()
        .getByText(
          new RegExp(`^${regions.toLocaleString('en-AU')} of [45],\\d{3} regions in New South Wales$`),
        )
        .waitFor()
    })

    test("has a 'Jump to letter' bar from A to Z that disables empty letters and moves the focus", async () => {
      await open()
      const bar = main().getByRole('navigation', { name: 'Jump to letter' })
      const buttons = await bar
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((one) => [one.textContent!, (one as HTMLButtonElement).disabled] as const),
        )
      expect(buttons.map(([letter]) => letter).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      const present = await main().locator('section h2').allTextContents()
      for (const [letter, disabled] of buttons) expect(disabled, letter).toBe(!present.includes(letter))
      expect(buttons.some(([, disabled]) => disabled)).toBe(true)
      await bar.getByRole('button', { name: 'M', exact: true }).click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('letter-M')
      await expect
        .poll(() => page.locator('#letter-M').evaluate((letter) => letter.getBoundingClientRect().top))
        .toBeLessThan(300)
      // The app scrolls to the letter again in the next frames.
      await page.evaluate(async () => {
        for (let frames = 0; frames < 6; frames++) await new Promise(requestAnimationFrame)
      })
      // The bar stays below the header.
      const [header, letters] = await boxesOf(page.getByRole('banner'), bar)
      expect(Math.abs(letters!.y - header!.y - header!.height)).toBeLessThan(6)
      await page.getByRole('button', { name: 'Back to top' }).click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    })

    test("shows 'Search results for' the typed text, or 'No matches found.'", async () => {
      await open()
      await search().fill('bondi')
      await expect.poll(() => output().innerText()).toMatch(/^Search results for “bondi”: \d+$/)
      await main().locator('section').getByRole('link', { name: /Bondi/ }).first().waitFor()
      await search().fill('zzzz')
      await expect.poll(() => output().innerText()).toBe('No matches found.')
      await search().fill('')
      await expect.poll(() => output().innerText()).toMatch(/regions in New South Wales$/)
    })

    test('searches the regions without parks too, and the tick box says so', async () => {
      await open()
      const onlyWithParks = main().getByRole('checkbox', { name: 'Only regions with parks' })
      await search().fill('parramatta')
      await expect.poll(() => output().innerText()).toMatch(/^Search results for “parramatta”: \d+$/)
      await main().getByRole('link', { name: 'Parramatta', exact: true }).waitFor()
      await expect.poll(() => onlyWithParks.isDisabled()).toBe(true)
      await expect.poll(() => onlyWithParks.isChecked()).toBe(false)
      await search().fill('')
      await expect.poll(() => onlyWithParks.isChecked()).toBe(true)
      await expect.poll(() => onlyWithParks.isDisabled()).toBe(false)
    })

    test('keeps the typed text and the tick in its address, for the way back from a region', async () => {
      await open()
      await search().fill('parramatta')
      const region = main().getByRole('link', { name: 'Parramatta', exact: true })
      await region.waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('?q=parramatta')
      await region.click()
      await heading('Dog Parks in Parramatta, New South Wales').waitFor()
      await page.goBack()
      await expect.poll(() => search().inputValue()).toBe('parramatta')
      await region.waitFor()

      await search().fill('')
      const onlyWithParks = main().getByRole('checkbox', { name: 'Only regions with parks' })
      await expect.poll(() => onlyWithParks.isChecked()).toBe(true)
      await onlyWithParks.uncheck()
      await expect.poll(() => new URL(page.url()).search).toBe('?all=true')
      await page.reload()
      await region.waitFor()
      await expect.poll(() => onlyWithParks.isChecked()).toBe(false)
      await onlyWithParks.check()
      await expect.poll(() => new URL(page.url()).search).toBe('')
    })

    test('a link to the list, and the way back from it, show the text and the tick of their address', async () => {
      await open()
      const onlyWithParks = main().getByRole('checkbox', { name: 'Only regions with parks' })
      const plain = page.getByRole('contentinfo').getByRole('link', { name: 'New South Wales' })
      const allWithParks = /regions in New South Wales$/
      await search().fill('bondi')
      await expect.poll(() => new URL(page.url()).search).toBe('?q=bondi')
      await plain.click()
      await expect.poll(() => search().inputValue()).toBe('')
      await expect.poll(() => output().innerText()).toMatch(allWithParks)
      await onlyWithParks.uncheck()
      await expect.poll(() => new URL(page.url()).search).toBe('?all=true')
      await plain.click()
      await expect.poll(() => onlyWithParks.isChecked()).toBe(true)
      await page.goBack()
      await expect.poll(() => onlyWithParks.isChecked()).toBe(false)
      await page.goBack()
      await expect.poll(() => search().inputValue()).toBe('bondi')
      await expect.poll(() => output().innerText()).toMatch(/^Search results for “bondi”: \d+$/)
      expect(new URL(page.url()).search).toBe('?q=bondi')
    })

    test('lists thousands of suburbs when the filter is off and renders only those in view', async () => {
      await open()
      const some = await main().locator('section').getByRole('link').count()
      await main().getByRole('checkbox', { name: 'Only regions with parks' }).uncheck()
      await expect.poll(() => main().locator('section a').count()).toBeGreaterThan(3_000)
      await expect.poll(() => main().locator('section a').count()).toBeGreaterThan(2 * some)
      await main()
        .getByText(/^[45],\d{3} regions in New South Wales$/)
        .waitFor()
      const visibilities = await main()
        .locator('section')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).contentVisibility))
      expect(new Set(visibilities)).toEqual(new Set(['auto']))
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })

  test('each region links to /state/{state}/{city-slug}, in the app or in a new tab', async () => {
    await visit.go('/state/act')
    const region = main().getByRole('link', { name: /^Watson/ })
    expect(await region.getAttribute('href')).toBe('/state/act/watson')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      region.click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab
      .getByRole('heading', { level: 1, name: 'Dog Parks in Watson, Australian Capital Territory' })
      .waitFor()
    await tab.close()
    expect(new URL(page.url()).pathname).toBe('/state/act')
    await page.evaluate(() => document.documentElement.setAttribute('data-this-document', ''))
    await region.focus()
    await page.keyboard.press('Enter')
    await heading('Dog Parks in Watson, Australian Capital Territory').waitFor()
    expect(new URL(page.url()).pathname).toBe('/state/act/watson')
    await expect.poll(() => page.locator('html[data-this-document]').count()).toBe(1)
  })

  describe('a city page', () => {
    test('says which councils its parks are in', async () => {
      await visit.go('/state/qld/chermside')
      const councils = visit.page.locator('[data-councils]')
      await councils.getByText('Council: Brisbane council').waitFor()
      expect(await councils.getByRole('link').getAttribute('href')).toBe('https://www.brisbane.qld.gov.au')
    })

    test('has breadcrumb, heading, postcodes and cards', async () => {
      await visit.go('/state/qld/chermside')
      await heading('Dog Parks in Chermside, Queensland').waitFor()
      const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
      expect((await steps.allTextContents()).map((text) => text.replace(/\s*\/\s*$/, ''))).toEqual([
        'Home',
        'States',
        'Queensland',
        'Chermside',
      ])
      await main().getByText('Postcode 4032').waitFor()
      await main().getByRole('article').first().waitFor()
    })

    test("without parks: 'No dog parks found in this area.', its two buttons, and the nearest parks", async () => {
      await visit.go('/state/nsw/cobar')
      const panel = main().locator('section').filter({ hasText: 'No dog parks found in this area.' })
      expect(
        await panel.getByRole('link', { name: 'View All Regions in New South Wales' }).getAttribute('href'),
      ).toBe('/state/nsw')
      expect(await panel.getByRole('link', { name: 'Search All Parks' }).getAttribute('href')).toBe('/')
      await main().getByRole('heading', { name: 'Nearest to Cobar' }).waitFor()
      await expect.poll(() => main().getByRole('article').count()).toBe(3)
      const miles = await main()
        .locator('[data-distance]')
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-distance'))))
      expect(miles).toEqual([...miles].sort((one, other) => one - other))
    })

    test("says with 'Open only' how many parks have unknown hours, and shows them with one tap", async () => {
      await visit.go('/state/qld/chermside?open=only')
      await page.getByRole('button', { name: /^\d+ with unknown hours$/ }).click()
      await page.getByRole('button', { name: 'Only parks known to be open' }).waitFor()
    })

    test('with filters that no park has does not list its own parks as the nearest ones', async () => {
      await visit.go('/state/qld/chermside?size=Extra+Large&features=lake')
      await main().getByText('No dog parks found in this area.').waitFor()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await main().getByRole('heading', { name: 'Nearest to Chermside' }).count()).toBe(0)
      expect(await main().getByRole('article').count()).toBe(0)
    })

    test('with filters that only parks beside it pass does not say that it has no parks', async () => {
      await visit.go('/state/vic/eltham?features=fenced')
      await main().getByRole('heading', { level: 2, name: '2 parks' }).waitFor()
      expect(await main().getByText('none in Eltham itself').count()).toBe(0)
    })

    test('leads to the parks around it that pass the same filters', async () => {
      await visit.go('/state/vic/melbourne?features=fenced')
      await main().getByRole('link', { name: 'More parks near Melbourne' }).click()
      await expect.poll(() => new URL(page.url()).search).toBe('?q=Melbourne+VIC&features=fenced')
      await main()
        .getByRole('heading', { name: /^\d+ parks near Melbourne/ })
        .waitFor()
    })

    test.each([
      ['/state/vic/st-kilda', 'Dog Parks in St Kilda, Victoria'],
      ['/state/wa/mount-lawley', 'Dog Parks in Mount Lawley, Western Australia'],
      ['/state/VIC/St-Kilda', 'Dog Parks in St Kilda, Victoria'],
    ])('%s has the heading %s', async (address, name) => {
      await visit.go(address)
      await heading(name).waitFor()
    })

    test('offers a search for an address that names no suburb of its state', async () => {
      await visit.go('/state/nsw/atlantis-on-sea')
      await heading('No suburb or town in New South Wales has this address').waitFor()
      await main().getByRole('link', { name: 'View All Regions in New South Wales' }).waitFor()
      await main().getByRole('link', { name: 'Search for “atlantis on sea”' }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('atlantis on sea NSW')
    })

    test.each(['/state/xyz', '/state/xyz/chermside'])(
      'lists the eight states at the unknown address %s',
      async (address) => {
        await visit.go(address)
        await heading('No state or territory has this address').waitFor()
        await expect.poll(hrefs).toEqual(STATE_CODES.map((code) => `/state/${code.toLowerCase()}`))
      },
    )
  })

  test('any other address: 404 Page Not Found with a link to browse', async () => {
    await visit.go('/nowhere/at/all')
    await heading('404 Page Not Found').waitFor()
    await main().getByText('Did you forget to add the page to the router?').waitFor()
    await main().getByRole('link', { name: 'Browse Dog Parks' }).waitFor()
    // That cannot be decoded.
    await visit.go('/park/%')
    await heading('404 Page Not Found').waitFor()
  })
})

describe('browsing with no directory on the device', () => {
  beforeAll(async () => {
    visit = await startVisit(product, { bare: true })
    page = visit.page
    await neverEndRequests(page)
  })
  afterAll(() => visit.leave())

  const skeletons = () => main().locator('[aria-busy=true] > [aria-hidden=true]')

  test.each([
    ['/state', '**/api/states', 'Loading states', 8, 'Error loading states. Please try again later.'],
    ['/states', '**/api/states', 'Loading states', 8, /^Error loading states: Failed to fetch states$/],
    [
      '/state/nsw',
      '**/api/states/nsw/cities',
      'Loading regions',
      12,
      'Error loading regions. Please try again later.',
    ],
  ] as const)(
    '%s shows skeletons while loading, then a load error, and can try again',
    async (address, call, loading, count, message) => {
      const seen = Promise.withResolvers<void>()
      await page.route(call, async (route) => {
        await seen.promise
        await route.fulfill({ status: 400, body: 'no' })
      })
      await visit.load(address)
      await main().getByText(loading).waitFor({ state: 'attached' })
      await expect.poll(() => skeletons().count()).toBe(count)
      seen.resolve()
      const panel = main().getByRole('alert')
      await panel.getByText(message).waitFor()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await panel.getByRole('button', { name: 'Try again' }).click()
      await panel.waitFor({ state: 'detached' })
      await main()
        .locator(address === '/state/nsw' ? 'section a' : 'a')
        .first()
        .waitFor()
    },
  )

  test("/states without a count: 'Explore parks in this state'", async () => {
    await visit.go('/states')
    await main().getByRole('listitem').nth(7).waitFor()
    await expect.poll(() => main().getByText('Explore parks in this state', { exact: true }).count()).toBe(8)
  })

  test('a city page shows 3 skeletons until its postcodes are loaded, and only then searches', async () => {
    visit.proxy.decide((path) => (path.endsWith('/postcodes') ? 'hang' : 'pass'))
    visit.proxy.seen.length = 0
    // No other test opens this city, so that the app has kept no reply about it.
    await visit.go('/state/qld/aspley')
    await expect.poll(() => visit.proxy.seen.some((path) => path.endsWith('/postcodes'))).toBe(true)
    await expect.poll(() => main().locator('.\\@container[aria-hidden=true]').count()).toBe(3)
    expect(visit.proxy.seen.some((path) => path.startsWith('/api/search'))).toBe(false)
    visit.proxy.decide(() => 'pass')
    await visit.go('/state/qld/aspley')
    await main().getByRole('article').first().waitFor()
    expect(visit.proxy.seen.find((path) => path.startsWith('/api/search'))).toContain('postcodes=4034')
  })

  test('parks of a city with several postcodes are grouped by postcode', async () => {
    const [slug, name] = ['brighton', 'Brighton'] as const
    const postcodes = ['4017', '4019']
    await page.route('**/api/states/qld/cities/*/postcodes', (route) => route.fulfill({ json: postcodes }))
    await page.route('**/api/search?*', async (route) => {
      const parks = (await (await fetch(`${product.url}/api/search?query=Chermside&limit=3`)).json()) as {
        id: number
        postal_code: string
        city: string
      }[]
      await route.fulfill({
        json: parks.map((park, index) => ({
          ...park,
          city: name,
          postal_code: index === 1 ? '4019' : '4017',
        })),
        headers: { 'x-total-count': '3' },
      })
    })
    await visit.go(`/state/qld/${slug}`)
    await main().getByText('Postcodes 4017, 4019', { exact: true }).waitFor()
    const groups = main()
      .locator('section')
      .filter({ has: page.getByRole('article') })
    await expect
      .poll(() => groups.getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual(['Postcode 4017', 'Postcode 4019'])
    await expect.poll(() => groups.nth(0).getByRole('article').count()).toBe(2)
    await expect.poll(() => groups.nth(1).getByRole('article').count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('/state/qld/chermside shows a load error and can try again', async () => {
    await page.route('**/api/search?*', (route) => route.fulfill({ status: 400, body: 'no' }))
    await visit.load('/state/qld/chermside')
    const panel = main().getByRole('alert')
    await panel.getByText('Error loading parks. Please try again later.').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.waitFor({ state: 'detached' })
  })

  test("a state without regions: 'No regions found for this state.' with 'Browse All States'", async () => {
    await page.route('**/api/states/*/cities', (route) => route.fulfill({ json: [] }))
    await visit.go('/state/nt')
    await main().getByText('No regions found for this state.').waitFor()
    expect(await main().getByRole('link', { name: 'Browse All States' }).getAttribute('href')).toBe('/state')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
