import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { allowMotion } from '../support/motion.ts'
import { DESKTOP, NO_MAP, PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import {
  focusedText,
  neverEndTimeout,
  waitForApp,
  waitForDirectory,
  waitForTypeface,
  parkNames,
} from '../support/screen.ts'
import {
  emptyWindow,
  goInApp,
  openLightVisit,
  openVisit,
  untilTestEnds,
  type Visit,
} from '../support/visit.ts'

const product = runningProduct()
const PHONE_OPTIONS = { permissions: [], isMobile: true, hasTouch: true }

// The windows that the tests share. Without a service worker: it would serve the code that is to be held back.
let light: Visit
/** A phone, which gets the directory. */
let phone: Visit
let visit: Visit
let page: Page
let url: string

function enter(opened: Visit): void {
  visit = opened
  ;({ page, url } = opened)
}
/** Opens a tab of its own, for what would remain in that of the other tests: scripts at each start, and listeners. */
const enterTab = async (of: Visit): Promise<void> =>
  enter({ ...of, page: await of.browser.context.newPage() })

beforeAll(async () => {
  light = await openLightVisit(product, { permissions: [] })
  phone = await openVisit(product, { ...PHONE_OPTIONS, serviceWorkers: 'block' })
})
afterAll(async () => {
  await light.leave()
  await phone.leave()
})
beforeEach(async () => {
  enter(light)
  await page.setViewportSize(PHONE)
})
/** Makes the next test the first visit of its window. */
afterEach(async () => {
  const { browser, page: first } = visit.browser === phone.browser ? phone : light
  for (const tab of browser.context.pages()) if (tab !== first) await tab.close()
  await first.unrouteAll({ behavior: 'ignoreErrors' })
  await emptyWindow(first, url)
  const devtools = await browser.context.newCDPSession(first)
  await devtools.send('Network.clearBrowserCache')
  await devtools.detach()
})

/** Holds back the app's code, or only the given chunks. @returns a function that releases them */
async function holdCode(pieces = /\/assets\/(?!first-paint).*\.js$/): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(pieces, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/**
 * Waits until the document has arrived with its typeface, which changes the height of the text above, and the
 * scroll position with it.
 */
async function waitForLayout(): Promise<void> {
  await page.getByRole('contentinfo').waitFor()
  await waitForTypeface(page)
}

describe("before the app's code has loaded", () => {
  test('the home page has its header, search box and parks from the server, and keyboard focus keeps its place when the app takes over', async () => {
    const release = await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main').getByRole('searchbox').waitFor()
    await page.getByRole('button', { name: 'Menu' }).waitFor()
    // The document may still be arriving.
    await expect.poll(() => parkNames(page)).toHaveLength(5)
    // The page was painted, but not by the app.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).not.toHaveProperty('app')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const before = await focusedText(page)
    expect(before).toContain('Offlead')
    release()
    await waitForApp(page)
    expect(await focusedText(page)).toBe(before)
  })

  test('a park page has its name, location and rules, and the scroll position is kept when the app takes over', async () => {
    const release = await holdCode()
    await page.goto(`${url}/park/1`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toContain(await page.getByRole('heading', { level: 1 }).innerText())
    // The document may still be arriving.
    await expect
      .poll(() => page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual(expect.arrayContaining(['Dogs and leashes', 'Opening hours']))
    await waitForLayout()
    await page.locator('#location').scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(300)
    release()
    await waitForApp(page)
    await page.locator('[data-map=ready]').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  })

  test('typed text and focus carry over into the app, which shows suggestions for it', async () => {
    // The device answers.
    enter(phone)
    const release = await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    const box = page.locator('main').getByRole('searchbox')
    await box.pressSequentially('Chermside')
    release()
    await waitForApp(page)
    expect(await box.inputValue()).toBe('Chermside')
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page
      .getByRole('option', { name: /Chermside/ })
      .first()
      .waitFor()
    await box.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Chermside')
  })

  test('text typed and submitted with Enter before the app has loaded is searched for', async () => {
    const release = await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('main').getByRole('searchbox').pressSequentially('Chermside')
    await page.keyboard.press('Enter')
    release()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Chermside')
  })

  test('filters chosen and applied before the app has loaded are all applied once it has', async () => {
    await page.setViewportSize(NO_MAP)
    const release = await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    const filters = page.getByRole('complementary')
    for (const feature of ['Fenced Area', 'Water Source', 'Shaded Areas', 'Parking Available', 'Toilets'])
      await filters.getByRole('checkbox', { name: feature }).check()
    await filters.getByRole('checkbox', { name: 'Shaded Areas' }).uncheck()
    await filters.getByRole('combobox').first().selectOption('25')
    await filters.getByRole('button', { name: 'Apply' }).click()
    release()
    await expect.poll(() => new URL(page.url()).searchParams.get('distance')).toBe('25')
    await waitForApp(page)
    const chosen = filters.getByRole('checkbox', { checked: true })
    expect(
      await chosen.evaluateAll((boxes) => boxes.map((box) => box.closest('label')!.textContent)),
    ).toEqual(['Fenced Area', 'Water Source', 'Parking Available', 'Toilets/Restrooms'])
  })

  test('a button pressed before the app has loaded acts once it has', async () => {
    const release = await holdCode()
    await page.goto(`${url}/terms`, { waitUntil: 'commit' })
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    // It shows that the press was noticed.
    await expect.poll(() => menu.evaluate((button) => getComputedStyle(button).opacity)).toBe('0.6')
    release()
    await page.getByRole('dialog').waitFor()
  })

  test('a location button pressed before the app has loaded acts once it has', async () => {
    const release = await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('main').getByRole('button', { name: 'Use my location' }).click()
    release()
    await page
      .getByText(
        'You have denied access to your location. Please enable location access in your browser settings.',
      )
      .first()
      .waitFor()
  })

  test('settings apply, and a signed-in person is not offered to log in', async () => {
    await enterTab(light)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.addInitScript(() => {
      localStorage.setItem('highContrastMode', 'true')
      localStorage.setItem('offlead-user', JSON.stringify({ id: 1, username: 'sam', isAdmin: false }))
    })
    await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The document may still be arriving.
    await expect.poll(() => page.locator('body.high-contrast').count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: 'Login' }).isVisible()).toBe(false)
  })

  test.each([
    ['draws only what is in view first on a page that was not scrolled', 0, true],
    ['draws everything at once on a scrolled page', 600, false],
  ] as const)("the app's first rendering %s", async (_what, scroll, inPieces) => {
    const release = await holdCode()
    await page.goto(url, { waitUntil: 'commit' })
    await waitForLayout()
    await page.evaluate((top) => {
      scrollTo(0, top)
      const root = document.documentElement
      new MutationObserver(
        () => root.classList.contains('arriving') && (root.dataset['seen'] = 'arriving'),
      ).observe(root, { attributeFilter: ['class'] })
    }, scroll)
    release()
    await waitForApp(page)
    await page.waitForFunction(() => !document.documentElement.classList.contains('arriving'))
    expect(await page.evaluate(() => [scrollY, document.documentElement.dataset['seen']])).toEqual([
      scroll,
      inPieces ? 'arriving' : undefined,
    ])
    const [card, footer] = [page.locator('[data-results] li').last(), page.getByRole('contentinfo')]
    for (const element of [card, footer])
      expect(
        await element.evaluate(
          (element) =>
            element.checkVisibility({ contentVisibilityAuto: true }) &&
            element.firstElementChild!.checkVisibility(),
        ),
      ).toBe(true)
  })
})

test('Back pressed between the start of the app and its first screen goes to the page before', async () => {
  // The screen by way of which another one is opened in the app.
  const before = '/nowhere'
  await page.goto(`${url}${before}`)
  expect(await goInApp(page, '/park/1')).toBe(true)
  const release = await holdCode(/\/assets\/park-page/)
  await page.reload({ waitUntil: 'commit' })
  // The router replaces this function when it is created.
  await page.waitForFunction(() => Object.hasOwn(history, 'pushState'))
  await page.goBack({ waitUntil: 'commit' })
  release()
  await waitForApp(page)
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(before)
})

/** Bytes a server may send before the first acknowledgement: ten segments of 1,460 bytes (RFC 6928). */
const INITIAL_WINDOW_BYTES = 14_600

test('the home page fits in the first ten packets', async () => {
  const { headers } = await fetch(product.url, { headers: { 'accept-encoding': 'br' } })
  const head = [...headers].reduce(
    (bytes, [name, value]) => bytes + name.length + value.length + 4,
    'HTTP/1.1 200 OK'.length + 4,
  )
  expect(headers.get('content-encoding')).toBe('br')
  expect(Number(headers.get('content-length')) + head).toBeLessThan(INITIAL_WINDOW_BYTES)
})

test('a first visit of the home page on a phone requests none of its parks again, reports no error, draws the banner landscape and loads at most 242 kB of JavaScript, and on a desktop 300', async () => {
  const own = await untilTestEnds(openVisit(product, PHONE_OPTIONS))
  // The app waits five seconds for the device before it asks the server, too.
  await neverEndTimeout(own.browser.context, 5_000)
  const errors: string[] = []
  const requests: string[] = []
  own.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  own.page.on('pageerror', (error) => errors.push(error.message))
  own.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const scripts = new Map<string, number>()
  // Without what the service worker stores for later.
  own.browser.context.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.endsWith('.js') || request.serviceWorker() !== null) return
    const { headers } = await fetch(request.url(), { headers: { 'accept-encoding': 'br' } })
    scripts.set(pathname, Number(headers.get('content-length')))
  })
  await own.page.goto(own.url)
  await waitForDirectory(own.page)
  expect(await parkNames(own.page)).toHaveLength(5)
  expect(requests.filter((path) => path === '/api/search' || path === '/api/parks')).toEqual([])
  expect(errors).toEqual([])
  // What is loaded when the page is idle.
  const has = (name: string) => [...scripts.keys()].some((pathname) => pathname.includes(name))
  await expect
    .poll(() => ['index-', 'worker-', 'store-', 'hero-landscape-', 'register-'].every(has))
    .toBe(true)
  const size = () => [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(size()).toBeLessThan(242_000)
  expect(has('widgets-') || has('forms-') || has('maps-')).toBe(false)
  await own.page.locator('.hero-landscape').waitFor({ state: 'attached' })
  // What a desktop shows in addition.
  await own.page.setViewportSize(DESKTOP)
  await own.page.getByRole('complementary', { name: 'Filter Parks' }).waitFor()
  await own.page.locator('.leaflet-container').first().waitFor()
  await expect.poll(() => has('maps-')).toBe(true)
  expect(size()).toBeLessThan(300_000)
  expect(has('widgets-') || has('forms-')).toBe(false)
})

test('the banner landscape is not part of the server-rendered page', async () => {
  const htmlOf = async (address: string) => (await fetch(`${product.url}${address}`)).text()
  expect(await htmlOf('/')).not.toContain('hero-landscape')
  // Rendered screens with a query are cached separately.
  expect(await htmlOf('/?q=Bondi')).not.toContain('hero-landscape')
})

test.each([
  ['a phone fetches only the map in view', null],
  ['a desktop fetches every map', DESKTOP],
] as const)('with the server-rendered screen %s', async (_what, desktop) => {
  await enterTab(desktop ? light : phone)
  if (desktop) await page.setViewportSize(desktop)
  const requests = new Set<string>()
  page.on('request', (request) => request.url().includes('/api/maps/static') && requests.add(request.url()))
  await page.route(/\/assets\/(?!first-paint).*\.js$/, (route) => route.abort())
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  const maps = await page
    .locator('[data-results] picture img')
    .evaluateAll((images) => new Set(images.map((image) => (image as HTMLImageElement).srcset)).size)
  expect(maps).toBeGreaterThan(2)
  await expect.poll(() => requests.size).toBe(desktop ? maps : 1)
})

test.each(['/', '/park/1', '/state/nsw'])(
  '%s is drawn without the code of the personal store',
  async (path) => {
    await holdCode(/\/assets\/store-.*\.js$/)
    await page.goto(`${url}${path}`, { waitUntil: 'commit' })
    await waitForApp(page)
  },
)

test('the scroll bar is hidden on phones until the first scroll, and never on desktops', async () => {
  const scrollbarWidth = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollbarWidth)
  await page.goto(`${url}/terms`)
  expect(await scrollbarWidth()).toBe('auto')
  enter(phone)
  await page.goto(`${url}/terms`)
  expect(await scrollbarWidth()).toBe('none')
  await page.evaluate(() => scrollTo(0, 10))
  await expect.poll(scrollbarWidth).toBe('auto')
})

test('loading animations start after one second and only where they are visible', async () => {
  const animationOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { animationName, animationDelay } = getComputedStyle(element)
        return `${animationName} ${animationDelay}`
      })
  await allowMotion(page)
  await holdCode(/\/assets\/maps.*\.js$/)
  await page.goto(`${url}/park/1`)
  await page.locator('[data-map=loading]').waitFor({ state: 'attached' })
  expect(await animationOf('[data-map=loading] svg')).toBe('none 0s')
  // At once: a map whose code does not arrive within ten seconds says so instead.
  expect(
    await page
      .locator('[data-map=loading]')
      .first()
      .evaluate(async (map) => {
        map.scrollIntoView({ block: 'center' })
        const style = getComputedStyle(map.querySelector('svg')!)
        while (style.animationName === 'none') await new Promise(requestAnimationFrame)
        return `${style.animationName} ${style.animationDelay}`
      }),
  ).toBe('breathe 1s')
  await holdCode()
  await page.goto(`${url}/favorites`, { waitUntil: 'commit' })
  await page.locator('.skeleton').first().waitFor()
  expect(await animationOf('.skeleton')).toBe('breathe 1s')
})

test.each(['/', '/favorites', '/park/1', '/state/nsw'])(
  'on a phone the layout does not shift when the app takes over %s',
  async (path) => {
    // The directory may arrive meanwhile.
    await enterTab(phone)
    // The typeface may arrive after the text is drawn and wrap a line elsewhere, which is not the app's doing.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Node | null }[]
        })[]) {
          // A smaller shift is not noticeable and within the budget of a whole visit (Cumulative Layout
          // Shift).
          if (entry.value > 0.02)
            shifts.push(
              `${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => node?.nodeName).join(' ')}`,
            )
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${url}${path}`)
    await waitForApp(page)
    await page.waitForFunction(() => !document.documentElement.classList.contains('arriving'))
    // Wait for two frames.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  },
)
