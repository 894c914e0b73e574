import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Park } from '../../data/model/park.ts'
import { DESKTOP } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import {
  doubleTap,
  focusedText,
  parkNames,
  scrollToMap,
  tapTwiceAtOnce,
  waitForResults,
} from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { overridePark, startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

const main = () => page.getByRole('main')
const title = (name?: string) => page.getByRole('heading', { level: 1, ...(name ? { name } : {}) })

describe('the page of a park', () => {
  beforeAll(async () => {
    visit = await startVisit(product)
    page = visit.page
  })
  afterAll(() => visit.leave())

  test('has breadcrumb, picture, rating, heart, name, address, directions, tags, details, location, council, sources and date, offline too', async () => {
    await visit.offline(true)
    try {
      await visit.go('/park/7')
      await title('Burnie Brae Park').waitFor()
      const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
      expect((await steps.allInnerTexts()).map((text) => text.replace(/\s*\/\s*$/, ''))).toEqual([
        'Home',
        'States',
        'Queensland',
        'Chermside',
        'Burnie Brae Park',
      ])
      expect(
        await steps.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
      ).toEqual(['/', '/state', '/state/qld', '/state/qld/chermside'])
      // Without an image and without network for a map there is a drawing with a text.
      await main().locator('svg.place').first().waitFor()
      await main().getByText('No image available', { exact: true }).waitFor()
      await main().getByText('Not rated yet').waitFor()
      await main().getByRole('button', { name: 'Add Burnie Brae Park to favourites' }).waitFor()
      await main().getByRole('button', { name: 'Get Directions' }).waitFor()
      for (const name of [
        'Dogs and leashes',
        'Opening hours',
        'Features of this park',
        'Park details',
        'Location',
        'Council',
        'Where this comes from',
      ])
        await main().getByRole('heading', { name, exact: true }).waitFor()
      await main().locator('[data-tag="dog-friendly"]').getByText('Dog Friendly').waitFor()
      await main()
        .locator('[data-sources]')
        .getByText('Brisbane City Council, 2020', { exact: true })
        .waitFor()
      await main()
        .getByText(/^Last checked 2020, \d+ years ago\. Rules change\. Check the signs/)
        .waitFor()
      await main().getByText('This park is in the area of Brisbane council.').waitFor()
      const contact = main().getByRole('link', { name: /^Contact Council: Brisbane council/ })
      expect(await contact.getAttribute('href')).toBe('https://www.brisbane.qld.gov.au')
      expect(await contact.getAttribute('rel')).toContain('noopener')
    } finally {
      await visit.offline(false)
    }
  })

  test('begins no breadcrumb item with a separator', async () => {
    await visit.go('/park/7')
    await title().waitFor()
    const firsts = await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('listitem')
      .evaluateAll((all) => all.map((item) => item.textContent!.trim()[0]))
    expect(firsts).not.toContain('/')
  })

  test('claims no leash times that are not published', async () => {
    await visit.go('/park/7')
    await main().getByText('No times are published. Check the signs.').waitFor()
    expect(
      await main()
        .getByText(/at all times/)
        .count(),
    ).toBe(0)
  })

  test('is printed in dark ink without controls, with light maps, in dark colours too', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await visit.go('/park/7')
    await scrollToMap(page)
    await page.locator('[data-map=ready] .leaflet-tile-loaded').first().waitFor({ state: 'attached' })
    await page.locator('[data-static-map=shown]').first().waitFor()
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    const main = page.getByRole('main')
    expect(
      await main
        .getByText('Off-leash area', { exact: true })
        .first()
        .evaluate((rule) => getComputedStyle(rule).color),
    ).toBe('rgb(15, 61, 48)')
    for (const map of ['.leaflet-tile-pane', '[data-static-map]'])
      expect(
        await page
          .locator(map)
          .first()
          .evaluate((one) => getComputedStyle(one).filter),
        map,
      ).toContain('invert(1)')
    expect(await main.getByRole('link', { name: /^Contact/ }).count()).toBe(0)
    expect(await main.getByRole('button').count()).toBe(0)
    await page.emulateMedia({ colorScheme: null, media: null })
  })

  test('links the address to the location section', async () => {
    await visit.go('/park/7')
    await main()
      .getByRole('link', { name: /^Kuran St/ })
      .click()
    await expect
      .poll(() =>
        page
          .locator('#location')
          .evaluate((section) => section.getBoundingClientRect().top < innerHeight / 2),
      )
      .toBe(true)
    await expect.poll(() => focusedText(page)).toBe('Location')
  })

  test('shows the Water Source tag for park 1', async () => {
    await visit.go('/park/1')
    await main().locator('[data-tag="water"]').waitFor()
  })

  test('says that only the suburb of a park is known', async () => {
    await visit.go('/park/13')
    await main().getByText('approximate location').first().waitFor()
    await main()
      .getByText(/have the exact spot yet/)
      .waitFor()
  })

  test('says that a park is within about 500 m of its position, and credits OpenStreetMap', async () => {
    await visit.go('/park/8')
    await main().getByText('within about 500 m', { exact: true }).first().waitFor()
    await main()
      .getByText(/^This position is within about 500 m of the park/)
      .waitFor()
    const credit = main().getByRole('link', { name: '© OpenStreetMap contributors' })
    expect(await credit.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
    await main()
      .getByText(/\(ODbL 1\.0\)/)
      .waitFor()
    await page.locator('#location').scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.locator('.leaflet-control-attribution').innerText())
      .toContain('© OpenStreetMap contributors')
  })

  test("shows a council's general rules as the council's, with its page, beside the park's own", async () => {
    await visit.go('/park/894')
    const rules = main().locator('[data-council-rules]')
    await rules.getByRole('heading', { name: 'General dog rules of Port Adelaide Enfield council' }).waitFor()
    await expect.poll(() => rules.getByRole('listitem').count()).toBe(3)
    await rules
      .getByText("These are the council's rules, not this park's own. Signs at the park come first.")
      .waitFor()
    expect(await rules.getByRole('link').first().getAttribute('href')).toMatch(
      /^https:\/\/www\.cityofpae\.sa\.gov\.au\//,
    )
    await visit.go('/park/7')
    await main().getByRole('heading', { name: 'Council', exact: true }).waitFor()
    expect(await rules.count()).toBe(0)
  })

  test('shares its address with the share sheet of the system, or copies it where there is none', async () => {
    await visit.go('/park/7')
    await title('Burnie Brae Park').waitFor()
    await page.evaluate(() => {
      const calls: unknown[] = []
      Object.assign(window, { shared: calls })
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: async (data: unknown) => void calls.push(data),
      })
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: async (text: string) => void calls.push(text) },
      })
    })
    const address = page.url()
    await main().getByRole('button', { name: 'Share' }).click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
    await expect.poll(shared).toEqual([{ title: 'Burnie Brae Park', url: address }])
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'share', { configurable: true, value: undefined }),
    )
    await main().getByRole('button', { name: 'Share' }).click()
    await toastShown(page, 'Address copied')
    expect((await shared()).at(-1)).toBe(address)
  })

  test('returns with Back to results to the same results page and filters', async () => {
    await visit.go('/?q=Chermside&features=off-leash&page=2')
    await waitForResults(page)
    const names = await parkNames(page)
    const results = page.url()
    await page.getByRole('link', { name: `View Details: ${names[2]}` }).click()
    await title(names[2]).waitFor()
    const back = page.getByRole('link', { name: 'Back to results' })
    // The first click leaves this screen in place, so that the second is no second tap for what has come after it.
    const newTab = page.context().waitForEvent('page')
    await back.evaluate((link) => {
      for (const ctrlKey of [true, false])
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ctrlKey }))
    })
    await (await newTab).waitForURL(results, { waitUntil: 'commit' })
    await (await newTab).close()
    await waitForResults(page)
    expect(page.url()).toBe(results)
    expect(await parkNames(page)).toEqual(names)
    // A page opened by its address has no results to return to.
    await visit.go('/park/7')
    await page.getByRole('link', { name: 'Back to all parks' }).waitFor()
  })

  test('goes back once on a double tap, and a second tap is not for what has come to lie under the finger', async () => {
    /** Long enough for another screen to be shown, and for the next tap to be none of the same double tap. */
    const wait = () => page.waitForTimeout(600)
    await visit.go('/?q=Chermside&features=off-leash&page=2')
    await waitForResults(page)
    const [, , name] = await parkNames(page)
    const results = page.url()
    const card = page.getByRole('link', { name: `View Details: ${name}` })
    const back = page.getByRole('link', { name: 'Back to results' })
    await card.click()
    await title(name).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const link = (await back.boundingBox())!
    await tapTwiceAtOnce(back)
    await waitForResults(page)
    await wait()
    expect(page.url()).toBe(results)

    // The card where the link back is on the page of its park.
    const place = { x: link.x + link.width / 2, y: link.y + link.height / 2 }
    const scrollTop = await card.evaluate((link, y) => {
      scrollBy(0, link.getBoundingClientRect().top - y)
      return scrollY
    }, place.y - 10)
    const linkUnder = () =>
      page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('a')?.getAttribute('href'), place)
    const park = await linkUnder()
    expect(park).toMatch(/^\/park\//)
    await doubleTap(page, place, async () => {
      await back.waitFor()
      await expect.poll(linkUnder).toBe(await back.getAttribute('href'))
    })
    await wait()
    expect(new URL(page.url()).pathname).toBe(park)
    await doubleTap(page, place, async () => {
      await page.waitForFunction((scrollTop) => scrollY === scrollTop, scrollTop)
      await expect.poll(linkUnder).toBe(park)
    })
    await waitForResults(page)
    await wait()
    expect(page.url()).toBe(results)

    await visit.go('/state')
    await visit.go('/park/999999')
    await tapTwiceAtOnce(page.getByRole('button', { name: 'Go Back' }))
    // Which the visit has opened between the two.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/nowhere')
    await wait()
    expect(new URL(page.url()).pathname).toBe('/nowhere')
  })

  test('saves and removes the park with a toast, and My Favorites lists it', async () => {
    await visit.go('/park/7')
    await main().getByRole('button', { name: 'Add Burnie Brae Park to favourites' }).click()
    await toastShown(page, 'Added to favourites')
    await visit.go('/favorites')
    await page.getByRole('heading', { level: 3, name: 'Burnie Brae Park' }).waitFor()
    await visit.go('/park/7')
    await main().getByRole('button', { name: 'Remove Burnie Brae Park from favourites' }).click()
    await toastShown(page, 'Removed from favourites')
  })

  test.each(['/park/999999', '/park/abc', '/park/-1', '/park/01'])(
    "%s shows 'Park Not Found' with a working 'Go Back' button",
    async (address) => {
      await visit.go('/state')
      await visit.load(address)
      await title('Park Not Found').waitFor()
      await page.getByRole('button', { name: 'Go Back' }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/state')
    },
  )
})

describe('park data from any source', () => {
  beforeAll(async () => {
    visit = await startVisit(product, { bare: true, viewport: DESKTOP })
    page = visit.page
  })
  afterAll(() => visit.leave())
  beforeEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

  /** Opens the page of a park with these facts. */
  const openParkWith = async (facts: Partial<Park>) => visit.go(await overridePark(visit, facts))

  test('a JSON description is shown as overview, features, images, reviews, status and street view', async () => {
    await page.route('**/media/*.jpg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>',
      }),
    )
    await openParkWith({
      features: null,
      description: JSON.stringify({
        overview: 'Big shady ground.',
        images: ['/media/a.jpg', 'https://elsewhere.example/b.jpg'],
        reviews: 12,
        businessStatus: 'OPERATIONAL',
        streetViewUrl: '/media/street.jpg',
        phone: '(07) 3403 8888',
        features: ['Fenced Area'],
      }),
    })
    await main().getByText('Big shady ground.').waitFor()
    await main().getByRole('definition').getByText('Open', { exact: true }).waitFor()
    await main().getByRole('definition').getByText('12', { exact: true }).waitFor()
    expect(await main().locator('[data-tag]').allInnerTexts()).toEqual(['Fenced Area', 'Dog Friendly'])
    expect(await main().getByRole('link', { name: '(07) 3403 8888' }).getAttribute('href')).toBe(
      'tel:0734038888',
    )
    await expect.poll(() => main().locator('img[src="/media/a.jpg"]').count()).toBe(1)
    expect(await main().locator('img[src*="elsewhere"]').count()).toBe(0)
    const photo = main().getByRole('link', { name: 'Photo 1 on elsewhere.example (opens in a new tab)' })
    expect(await photo.getAttribute('href')).toBe('https://elsewhere.example/b.jpg')
    expect(await main().getByAltText('Street view: Burnie Brae Park').getAttribute('src')).toBe(
      '/media/street.jpg',
    )
    // A large picture must not make its card wider than the column.
    await main().getByAltText('Street view: Burnie Brae Park').scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        main()
          .getByAltText('Street view: Burnie Brae Park')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(1600)
    const widths = await main()
      .locator('section.card')
      .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().right))
    expect(Math.max(...widths)).toBeLessThanOrEqual(
      (await page.locator('#location').boundingBox())!.x +
        (await page.locator('#location').boundingBox())!.width,
    )
  })

  test('a park whose council is not known shows Contact Council disabled', async () => {
    await openParkWith({ council: null })
    await main().getByText("We don't know which council looks after this park.").waitFor()
    await expect.poll(() => main().getByRole('button', { name: 'Contact Council' }).isDisabled()).toBe(true)
  })

  test('a source is linked only if its page is one of the web', async () => {
    const sources = [
      { publisher: 'Scripted', page: 'javascript:alert(1)', year: null },
      { publisher: 'Linked', page: 'https://example.org/dogs', year: 'c.2016' },
    ]
    await openParkWith({ sources })
    const list = main().locator('[data-sources]')
    await list.getByText('Linked, c.2016').waitFor()
    expect(
      await list.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://example.org/dogs'])
    await list.getByText('Scripted', { exact: true }).waitFor()
  })

  test("opens in the phone's own map app with one tap", async () => {
    const phone = await startVisit(product, { bare: true, hasTouch: true, isMobile: true })
    try {
      await phone.load('/park/7')
      const link = phone.page.getByRole('main').getByRole('link', { name: 'Open in Maps' })
      expect(await link.getAttribute('href')).toMatch(/^geo:-27\.\d+,153\.\d+/)
    } finally {
      await phone.leave()
    }
  })

  test('images and a street view of other sites are links, and nothing is requested from there', async () => {
    const streetViewUrl = 'https://maps.example/street.jpg'
    const images = ['https://photos.example/1.jpg', 'https://photos.example/2.jpg']
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await openParkWith({ description: JSON.stringify({ overview: 'Shady.', streetViewUrl, images }) })
    await main().getByText('Shady.').waitFor()
    expect(
      await main()
        .getByAltText(/^Street view/)
        .count(),
    ).toBe(0)
    const link = main().getByRole('link', { name: 'Street view on maps.example (opens in a new tab)' })
    expect(await link.getAttribute('href')).toBe(streetViewUrl)
    for (const [at, image] of images.entries()) {
      const photo = main().getByRole('link', {
        name: `Photo ${at + 1} on photos.example (opens in a new tab)`,
      })
      expect(await photo.getAttribute('href')).toBe(image)
      expect(await photo.getAttribute('rel')).toContain('noopener')
    }
    expect(await main().locator('img[src*=".example"]').count()).toBe(0)
    expect(requests.filter((url) => url.includes('.example'))).toEqual([])
  })

  test('an unknown business status is shown raw, and a description that is not JSON as plain text', async () => {
    await openParkWith({ description: JSON.stringify({ businessStatus: 'CLOSED_TEMPORARILY' }) })
    await main().getByText('CLOSED_TEMPORARILY').waitFor()
    await openParkWith({ description: '{"overview": "cut off' })
    await main().getByText('{"overview": "cut off').waitFor()
  })

  test('hostile HTML stays text', async () => {
    const hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
    for (const description of [hostile, JSON.stringify({ overview: hostile })]) {
      await openParkWith({
        name: hostile,
        description,
        source: hostile,
        openingHours: hostile,
        leashHours: hostile,
        streetViewUrl: 'javascript:alert(1)',
      } as object)
      await title(hostile).waitFor()
      await main().getByRole('heading', { name: 'About this park' }).waitFor()
      await expect.poll(() => main().getByText(hostile, { exact: true }).count()).toBeGreaterThan(1)
      expect(await main().locator('script, img[src=x]').count()).toBe(0)
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    }
  })

  test('a rated park has a rating badge', async () => {
    await openParkWith({ rating: '4.5' })
    await main().getByText('Rated 4.5 out of 5', { exact: true }).waitFor({ state: 'attached' })
    await main().getByText('4.5', { exact: true }).waitFor()
    expect(await main().getByText('Not rated yet').count()).toBe(0)
  })

  test('a park that is temporarily closed is called so, and no leash rule of the hour is shown', async () => {
    await openParkWith({
      openingHours: 'Temporarily closed',
      leashHours: 'Off-leash at all times',
      dogAccess: 'off_leash',
    })
    await main().getByText('Temporarily closed', { exact: true }).first().waitFor()
    expect(await main().getByText('Closed now', { exact: true }).count()).toBe(0)
    expect(await main().getByText('Off-leash at all times', { exact: true }).count()).toBe(0)
  })

  test('opening hours are shown as open or closed now, and as a week with today marked', async () => {
    await openParkWith({ openingHours: 'Open 24/7' })
    await main().getByText('Open now', { exact: true }).waitFor()
    await expect.poll(() => main().getByRole('table').getByRole('row').count()).toBe(7)
    const weekday = new Intl.DateTimeFormat('en-AU', {
      weekday: 'long',
      timeZone: 'Australia/Brisbane',
    }).format()
    await main()
      .getByRole('rowheader', { name: `${weekday} (today)` })
      .waitFor()
    const isMorning =
      Number(
        new Intl.DateTimeFormat('en-AU', {
          hour: 'numeric',
          hourCycle: 'h23',
          timeZone: 'Australia/Brisbane',
        }).format(),
      ) < 12
    await openParkWith({
      openingHours: isMorning ? '4:00 PM - 5:00 PM' : '4:00 AM - 5:00 AM',
      leashHours: 'Off-leash before 9am and after 5pm only',
      dogAccess: 'off_leash_timed',
    })
    await main().getByText('Closed now', { exact: true }).waitFor()
    expect(await main().getByText('Open now', { exact: true }).count()).toBe(0)
    // For a closed park the current leash rule is not shown.
    await main()
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Dogs and leashes' }) })
      .getByText('Off-leash at certain times')
      .waitFor()
    expect(
      await main()
        .getByText(/^(Off-leash|On the leash|Leash on) now/)
        .count(),
    ).toBe(0)
  })

  test('unreadable opening hours are shown as they are, without a badge', async () => {
    await openParkWith({ openingHours: 'ask at the kiosk' })
    await main().getByText('ask at the kiosk').first().waitFor()
    expect(
      await main()
        .getByText(/^(Open|Closed) now$/)
        .count(),
    ).toBe(0)
    expect(await main().getByRole('table').count()).toBe(0)
  })

  test('a text that contradicts the rule is marked as published, because it could be taken for times off the leash', async () => {
    const leashHours = 'Before 9am and after 6pm summer; before 9am and after 4pm winter'
    await openParkWith({ leashHours, dogAccess: 'on_leash' })
    await main().getByText(`As published: “${leashHours}”`).first().waitFor()
    expect(await main().getByText(leashHours, { exact: true }).count()).toBe(0)
  })

  test('the leash rule can be looked up for another time', async () => {
    await openParkWith({
      leashHours: 'Off-leash before 9am and after 5pm only',
      dogAccess: 'off_leash_timed',
      openingHours: '7am-11pm',
    })
    await main().getByText('As published: “Off-leash before 9am and after 5pm only”').waitFor()
    await main().getByLabel('Day', { exact: true }).selectOption('Saturday')
    await main().getByLabel('Time', { exact: true }).fill('08:00')
    await main()
      .getByText(/^(Saturday|Today|Tomorrow).* 8 am: off-leash until 9 am$/)
      .waitFor()
    await main().getByLabel('Time', { exact: true }).fill('12:00')
    await main()
      .getByText(/ noon: leash on; off-leash from 5 pm$/)
      .waitFor()
    // No dog may be in a closed park.
    await main().getByLabel('Time', { exact: true }).fill('06:00')
    await main()
      .getByText(/ 6 am: closed, opens 7 am$/)
      .waitFor()
    expect(
      await main()
        .getByText(/ 6 am: off-leash/)
        .count(),
    ).toBe(0)
  })

  test('at another time, a leash rule that is not known is said so beside the opening hours', async () => {
    await openParkWith({
      leashHours: 'Off-leash 6am to 9am weekdays only',
      dogAccess: 'off_leash_timed',
      openingHours: '6am-9pm',
    })
    await main().getByLabel('Day', { exact: true }).selectOption('Saturday')
    await main().getByLabel('Time', { exact: true }).fill('08:00')
    await main()
      .getByText(/ 8 am: open until 9 pm$/)
      .waitFor()
    await main().getByText('The leash rule is not known for that time. Check the signs.').waitFor()
    // In a closed park, there is no leash rule to know.
    await main().getByLabel('Time', { exact: true }).fill('05:00')
    await main()
      .getByText(/ 5 am: closed, opens 6 am$/)
      .waitFor()
    const notKnown = () =>
      main()
        .getByText(/not known for that time/i)
        .count()
    expect(await notKnown()).toBe(0)
    // Neither is there without a time.
    await main().getByLabel('Time', { exact: true }).fill('')
    await expect
      .poll(() =>
        main()
          .getByText(/ 5 am: /)
          .count(),
      )
      .toBe(0)
    expect(await notKnown()).toBe(0)
  })

  test('a server error is shown as an error with another try, not as a missing park', async () => {
    await page.route('**/api/parks/7', (route) => route.fulfill({ status: 400, body: 'no' }))
    await visit.go('/park/7')
    await title('There was an error loading this park').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await title('Burnie Brae Park').waitFor()
  })

  test('the name is announced once it is known, and so is that there is no such park', async () => {
    const announced = (text: string) => page.locator('output', { hasText: `${text} | Offlead` })
    for (const id of [9, 10]) {
      await visit.go(`/park/${id}`)
      await announced(await title().innerText()).waitFor({ state: 'attached' })
    }
    await visit.go('/park/999999')
    await announced('Park Not Found').waitFor({ state: 'attached' })
  })

  test('loading is announced to screen readers', async () => {
    visit.proxy.decide((path) => (path === '/api/parks/8' ? 'hang' : 'pass'))
    await visit.go('/park/8')
    await main().getByText('Loading the park').waitFor({ state: 'attached' })
    visit.proxy.decide(() => 'pass')
  })
})

describe('the leash on a public holiday that falls on a weekday', () => {
  const WHY = 'Leash on now: public holiday hours; off-leash from 4 pm'

  beforeAll(async () => {
    visit = await startVisit(product, { bare: true })
    page = visit.page
    // Noon of Christmas Day in Sydney, a Friday.
    await page.clock.setFixedTime(new Date('2026-12-25T12:00:00+11:00'))
  })
  afterAll(() => visit.leave())

  test("the park's page says which hours hold and why", async () => {
    await visit.go('/park/4')
    await title('Sirius Cove').waitFor()
    await main().getByText(WHY, { exact: true }).first().waitFor()
    // The line under the name, and the section about dogs.
    await expect.poll(() => main().getByText(WHY, { exact: true }).count()).toBe(2)
    expect(
      await main()
        .getByText(/Off-leash now/)
        .count(),
    ).toBe(0)
  })

  test("the park's card says the same", async () => {
    await visit.go('/?q=Sirius%20Cove')
    await waitForResults(page)
    const card = page
      .locator('[data-results] li, [data-results] article')
      .filter({ has: page.getByRole('heading', { level: 3, name: 'Sirius Cove' }) })
      .first()
    await card.getByText(WHY, { exact: true }).waitFor()
  })
})
