import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FEATURE_DESCRIPTIONS } from '../../client/parks/feature-descriptions.ts'
import { DESKTOP, PHONE, TABLET } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { parkNames, waitForParks, waitForResults } from '../support/screen.ts'
import { forgetServerTrouble } from '../support/stored-rows.ts'
import { openVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

const heading = () => page.locator('#results')
const parameter = (name: string) => new URL(page.url()).searchParams.get(name)
const box = () => page.locator('main').getByRole('searchbox')
const sidebar = () => page.getByRole('complementary', { name: 'Filter Parks' })
const chips = () => page.getByRole('list', { name: 'Filters' }).getByRole('button')
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''))
const total = async () => numberIn(await heading().innerText())
const preview = async () => numberIn(await page.locator('[data-preview]').first().textContent())

beforeAll(async () => {
  visit = await openVisit(product, { viewport: TABLET, permissions: [], serviceWorkers: 'block' })
  page = visit.page
  visit.proxy.decide((path) => (path.startsWith('/api/directory') ? { status: 500 } : 'pass'))
  // A document without the parks of the screens that are opened in the app after it.
  await visit.load('/terms')
})
afterAll(() => visit?.leave())
/** Lets the device have the directory. */
async function allowDirectory(): Promise<void> {
  visit.proxy.decide(() => 'pass')
  // After a few failures, the directory is not requested again for a minute and a half.
  await forgetServerTrouble(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
async function getDirectory(): Promise<void> {
  await allowDirectory()
  await waitForParks(page)
}
// Wide enough for the filters beside the list, too narrow for the map, which costs time.
beforeEach(() => page.setViewportSize(TABLET))

test('without a directory, GET /api/parks is asked for all parks, GET /api/search for a search, and text typed before it is there gets suggestions', async () => {
  const asked = () => visit.proxy.seen.filter((path) => /^\/api\/(parks|search)\?/.test(path))
  await visit.go('/?q=Chermside')
  await waitForResults(page)
  expect(asked().some((path) => path.startsWith('/api/search?'))).toBe(true)
  visit.proxy.seen.length = 0
  await visit.go('/')
  await waitForResults(page)
  expect(asked().every((path) => path.startsWith('/api/parks?'))).toBe(true)
  expect(asked().length).toBeGreaterThan(0)

  await box().pressSequentially('marri')
  expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0)
  await allowDirectory()
  await expect
    .poll(() => page.getByRole('listbox').getByRole('option').first().innerText())
    .toBe('Marrickville NSW 2204')
})

describe('a search', () => {
  beforeAll(getDirectory)

  test.for([
    ['marri', 'Marrickville NSW 2204'],
    ['hawth', 'Hawthorn VIC 3122'],
    ['leich', 'Leichhardt NSW 2040'],
    ['parra', 'Parramatta NSW 2150'],
    ['subi', 'Subiaco WA 6008'],
    ['fitzroy', 'Fitzroy VIC 3065'],
  ])('for "%s" opens what is suggested first, %s, and both titles say so', async ([text, place]) => {
    await visit.go('/')
    await box().pressSequentially(text!)
    await expect.poll(() => page.getByRole('option').first().innerText()).toBe(place)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: new RegExp(`near ${place}`) }).waitFor()
    await expect.poll(() => page.title()).toBe(`Parks near ${place} | Offlead`)
  })

  test('is cleared by one link, and the filters stay', async () => {
    await visit.go('/?q=Chermside&features=fenced')
    await waitForResults(page)
    await expect.poll(() => page.title()).toBe('Parks near Chermside QLD 4032 | Offlead')
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect.poll(() => [parameter('q'), parameter('features')]).toEqual([null, 'fenced'])
    await expect.poll(() => page.getByRole('link', { name: 'Clear search' }).count()).toBe(0)
    await expect.poll(() => page.title()).toBe('Offlead: dog-friendly parks in Australia')
  })

  test('for a name of several places means the one near the person, whose position is not in the address', async () => {
    const { context } = visit.browser
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: -31.95, longitude: 115.86, accuracy: 20 })
    try {
      await visit.go('/')
      await page.locator('main').getByRole('button', { name: 'Use my location' }).click()
      await expect.poll(() => parameter('lat')).toBe('-31.95')
      await box().pressSequentially('Ashfield')
      await expect.poll(() => page.getByRole('option').first().innerText()).toBe('Ashfield WA 6054')
      await page.keyboard.press('Enter')
      const title = page.getByRole('heading', { level: 2, name: /near Ashfield WA 6054/ })
      await title.waitFor()
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'Ashfield' })
      await page.getByLabel('Sort by').selectOption('Name')
      await expect.poll(() => parameter('sort')).toBe('name')
      await page.reload()
      await title.waitFor()
    } finally {
      await context.clearPermissions()
      await page.evaluate(() => localStorage.removeItem('offlead:position'))
      await visit.load('/terms')
    }
  })

  test('for a town with one park does not call the others near', async () => {
    await visit.go('/?q=Alice+Springs')
    await page
      .getByRole('heading', {
        level: 2,
        name: '1 park near Alice Springs NT, the next 489 miles away',
      })
      .waitFor()
  })

  test('from outside Australia says so', async () => {
    await visit.go('/?lat=51.5&lng=-0.12')
    await page.getByText('You are outside Australia.').waitFor()
    await visit.go('/?lat=-33.87&lng=151.21')
    await waitForResults(page)
    expect(await page.getByText('You are outside Australia.').count()).toBe(0)
  })

  test('near a person outside Australia says so, and one for a place does not', async () => {
    const { context } = visit.browser
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 51.5, longitude: -0.12, accuracy: 20 })
    try {
      await visit.go('/')
      await box().fill('off leash parks near me')
      await page.keyboard.press('Enter')
      await page.getByText('You are outside Australia.').waitFor()
      await box().fill('Chermside')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 2, name: /near Chermside QLD 4032/ }).waitFor()
      expect(await page.getByText('You are outside Australia.').count()).toBe(0)
    } finally {
      await context.clearPermissions()
      await page.evaluate(() => localStorage.removeItem('offlead:position'))
      await visit.load('/terms')
    }
  })

  test('lists the parks by name or by the year they were checked', async () => {
    await visit.go('/?q=Chermside&perPage=20')
    await waitForResults(page)
    const order = page.getByLabel('Sort by')
    expect(await order.locator('option').allInnerTexts()).toEqual(['Nearest', 'Name', 'Recently checked'])
    await order.selectOption('Name')
    await expect.poll(() => parameter('sort')).toBe('name')
    await waitForResults(page)
    const names = (await parkNames(page)).map((name) => name.toLowerCase())
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)))
    await order.selectOption('Recently checked')
    await expect.poll(() => parameter('sort')).toBe('checked')
    await expect
      .poll(async () => {
        const years = await page
          .locator('article')
          .evaluateAll((all) =>
            all.map((card) => Number(/, (?:\w+ )*(?:c\.)?(\d{4})\. Check/.exec(card.textContent!)?.[1] ?? 0)),
          )
        return years.length > 1 && years.every((year, at) => at === 0 || year <= years[at - 1]!)
      })
      .toBe(true)
  })

  test('shows kilometres after one tap beside the first distance', async () => {
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    const first = page.locator('[data-distance]').first()
    await expect.poll(() => first.innerText()).toMatch(/ mi$/)
    await page.locator('main section').getByRole('button', { name: 'Show kilometres' }).click()
    await expect.poll(() => first.innerText()).toMatch(/ km$/)
    await sidebar().getByRole('button', { name: 'Show miles' }).click()
    await expect.poll(() => first.innerText()).toMatch(/ mi$/)
  })

  test("is in a phone's header on every screen", async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/favorites')
    await page.getByRole('button', { name: 'Search for parks' }).click()
    const field = page.getByRole('banner').getByRole('searchbox')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('Chermside')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: /near Chermside QLD 4032/ }).waitFor()
    await expect.poll(() => field.count()).toBe(0)
  })

  test("in a phone's header closes with Esc, after its suggestions, and keeps the text", async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/contact')
    const button = page.getByRole('button', { name: 'Search for parks' })
    await button.click()
    const field = page.getByRole('banner').getByRole('searchbox')
    await field.fill('Chermside')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    expect(await field.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => field.count()).toBe(0)
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    await button.click()
    await expect.poll(() => field.inputValue()).toBe('Chermside')
  })

  test.each(['Search for parks', 'Menu'])(
    "closes on a phone when a park is chosen in '%s', and when the person goes back",
    async (button) => {
      await page.setViewportSize(PHONE)
      await visit.go('/contact')
      await page.getByRole('link', { name: 'Privacy Policy' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
      const field = page.getByPlaceholder('Search any location').filter({ visible: true })
      await page.getByRole('button', { name: button, exact: true }).click()
      await field.fill('Sydney Park')
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor()
      await expect.poll(() => field.count()).toBe(0)
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect.poll(() => field.inputValue()).toBe('')
      await field.fill('Sydney Park')
      await page
        .getByRole('option', { name: /^Sydney Park/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: 'Sydney Park' }).waitFor()
      await expect.poll(() => field.count()).toBe(0)
    },
  )

  test('of the area that the map shows keeps the filters, and the address says which area', async () => {
    await page.setViewportSize(DESKTOP)
    await visit.go('/?q=Chermside&features=off-leash')
    await waitForResults(page)
    const before = await total()
    const map = page.locator('.leaflet-container')
    // With its first mark, it also handles keys.
    await map.locator('.leaflet-marker-icon').first().waitFor({ state: 'attached' })
    await map.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Search this area' }).click()
    await page.getByRole('heading', { level: 2, name: /^[\d,]+ parks? in this area$/ }).waitFor()
    expect([parameter('q'), parameter('features')]).toEqual([null, 'off-leash'])
    const [south, west, north, east] = parameter('area')!.split(',').map(Number)
    expect(south).toBeLessThan(north!)
    expect(west).toBeLessThan(east!)
    await waitForResults(page)
    const inArea = await total()
    expect(inArea).toBeGreaterThan(0)
    expect(inArea).toBeLessThan(Math.max(before, 400))
    await page.reload()
    await waitForResults(page)
    await expect.poll(total).toBe(inArea)
  })
})

describe('filters', () => {
  beforeAll(getDirectory)

  test('show how many parks they will give with each tick, beside the visible button Apply Filters', async () => {
    await page.setViewportSize(DESKTOP)
    await visit.go('/?q=Chermside&distance=50')
    await waitForResults(page)
    await expect.poll(preview).toBe(await total())
    const apply = sidebar().getByRole('button', { name: 'Apply Filters' })
    const button = (await apply.boundingBox())!
    expect(button.y + button.height).toBeLessThanOrEqual(DESKTOP.height)
    await sidebar().getByRole('checkbox', { name: 'Fenced Area' }).check()
    await expect.poll(preview).toBeLessThan(await total())
    const fenced = await preview()
    await sidebar().getByRole('checkbox', { name: 'Water Source' }).check()
    await expect.poll(preview).toBeLessThan(fenced)
    await sidebar().getByRole('checkbox', { name: 'Water Source' }).uncheck()
    await expect.poll(preview).toBe(fenced)
    // A chosen filter stays chosen while the list is sorted.
    await page.getByLabel('Sort by').selectOption({ label: 'Name' })
    await expect.poll(() => parameter('sort')).toBe('name')
    await waitForResults(page)
    await expect.poll(preview).toBe(fenced)
    expect(parameter('features')).toBeNull()
    await apply.click()
    await expect.poll(total).toBe(fenced)
  })

  test("show it in the phone's sheet too", async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    const before = await total()
    await page.locator('[data-bottom-bar]').getByRole('button').click()
    const sheet = page.getByRole('dialog')
    const count = async () => numberIn(await sheet.locator('[data-preview]').textContent())
    await expect.poll(count).toBe(before)
    await sheet.getByRole('checkbox', { name: 'Fenced Area' }).check()
    await expect.poll(count).toBeLessThan(before)
    // The sheet slides up.
    await expect
      .poll(async () => {
        const button = (await sheet.getByRole('button', { name: 'Apply Filters' }).boundingBox())!
        return button.y + button.height
      })
      .toBeLessThanOrEqual(PHONE.height)
  })

  test('are chips above the results, which remove them one by one', async () => {
    await visit.go('/?features=on-leash,fenced&size=Large&rating=3&open=any&distance=5')
    await waitForResults(page)
    await expect
      .poll(() => chips().allInnerTexts())
      .toEqual([
        'On-leash Area',
        'Fenced Area',
        'Within 5 miles (choose a place)',
        'Large',
        '3 stars or more',
        'Any time',
      ])
    await page.getByRole('button', { name: 'Remove filter: On-leash Area' }).click()
    await expect.poll(() => parameter('features')).toBe('fenced')
    await page.getByRole('button', { name: 'Remove filter: Large' }).click()
    await expect.poll(() => [parameter('features'), parameter('size')]).toEqual(['fenced', null])
  })

  test('ask for a place where a distance is chosen without one', async () => {
    await visit.go('/')
    await sidebar().getByLabel('Distance').selectOption('5')
    await sidebar().getByText('Distance from where? Search for a suburb, or').waitFor()
    await sidebar().getByRole('button', { name: 'use your location' }).waitFor()
    await visit.go('/?q=Chermside&distance=5')
    await waitForResults(page)
    expect(
      await sidebar()
        .getByText(/^Distance from where/)
        .count(),
    ).toBe(0)
  })

  test("say with 'Open only' how many parks have unknown hours, and show them with one tap", async () => {
    await visit.go('/?q=Chermside&open=only&distance=25')
    await waitForResults(page)
    const open = await total()
    const link = page.getByRole('link', { name: /^\d+ with unknown hours$/ })
    const unknown = numberIn(await link.textContent())
    expect(unknown).toBeGreaterThan(0)
    await link.click()
    await expect.poll(total).toBe(open + unknown)
    await page.getByRole('link', { name: 'Only parks known to be open' }).click()
    await expect.poll(total).toBe(open)
  })

  test('that can change nothing say so', async () => {
    await visit.go('/')
    await sidebar().getByText('No park has been rated yet, so this changes nothing.').waitFor()
  })

  test('show their description when the mouse is over their own label', async () => {
    await visit.go('/')
    await waitForResults(page)
    await sidebar().getByText('Fenced Area', { exact: true }).hover()
    const tip = page.getByRole('tooltip')
    await tip.waitFor()
    await expect.poll(() => tip.textContent()).toBe(FEATURE_DESCRIPTIONS.fenced)
    await page.mouse.move(700, 500, { steps: 6 })
    await tip.waitFor({ state: 'hidden' })
    await sidebar().getByText('Fenced Area', { exact: true }).click()
    await expect.poll(() => sidebar().getByRole('checkbox', { name: 'Fenced Area' }).isChecked()).toBe(true)
  })
})

describe('directions', () => {
  beforeAll(getDirectory)

  // Burnie Brae Park in Chermside QLD.
  const PARK = '/directions/7'
  const start = () => page.getByLabel('Starting address')
  const submit = () => page.getByRole('button', { name: 'Get Directions' }).click()

  test('say where they start, and lead back to the field to change it', async () => {
    await visit.go(PARK)
    await start().fill('Aspley')
    const asked = page.waitForRequest(/\/api\/geocode\?address=Aspley$/)
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Postcodes of the address:'),
    )
    await submit()
    await asked
    expect((await logged).text()).toBe('Postcodes of the address: 4034')
    await page.getByText('From: Aspley QLD 4034').waitFor()
    await page.getByRole('button', { name: 'change' }).click()
    await expect.poll(() => start().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('ask which place is meant where the name is far away and has namesakes', async () => {
    await visit.go(PARK)
    await start().fill('12 Smith St Newtown')
    await submit()
    await page.getByRole('heading', { name: 'Where are you starting from?' }).waitFor()
    expect(await page.locator('[data-directions]').count()).toBe(0)
    await page.getByRole('button', { name: 'Newtown QLD 4350' }).click()
    await page.getByText('From: Newtown QLD 4350').waitFor()
  })

  test('ask about a text that is no place, instead of leading from a similar one', async () => {
    await visit.go(PARK)
    await start().fill('London')
    await submit()
    await page.getByRole('heading', { name: 'Where are you starting from?' }).waitFor()
    await page.getByText('None of these? Type the suburb with its state or postcode.').waitFor()
    expect(await page.locator('[data-directions]').count()).toBe(0)
  })

  test("name the address of the person's position", async () => {
    await visit.browser.context.grantPermissions(['geolocation'])
    await visit.browser.context.setGeolocation({
      latitude: -27.3645,
      longitude: 153.0175,
      accuracy: 10,
    })
    await visit.go(PARK)
    const asked = page.waitForRequest(/\/api\/reverse-geocode\?lat=-27\.36450&lng=153\.01750$/)
    await page.locator('main').getByRole('button', { name: 'Use my location' }).click()
    await asked
    await page.getByText(/^From: Your location, Aspley QLD 4034/).waitFor()
    await visit.browser.context.clearPermissions()
  })
})
