import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyLook as dressPage,
  brokenWords,
  looksAt,
  SCHEMES,
  applySettings,
  violations as violationsOn,
  violationsIn,
} from '../support/accessibility.ts'
import { signUp } from '../support/account.ts'
import { runningProduct } from '../support/running-product.ts'
import {
  boxesOf,
  closeDialog,
  neverEndRequests,
  saveFirstPark,
  scrollToMap,
  waitForResults,
} from '../support/screen.ts'
import { startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { bypassCSP: true, serviceWorkers: 'block' })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

/** Every screen in its different states, with its path and a wait until it is shown. */
const SCREENS: readonly (readonly [name: string, path: string, until: () => Promise<unknown>])[] = [
  ['home', '/', () => waitForResults(page)],
  ['results with filters', '/?q=Richmond&features=off-leash', () => waitForResults(page)],
  ['results: empty', '/?q=xqzzvwk', () => heading('No parks found')],
  ['park', '/park/7', () => heading('Burnie Brae Park')],
  ['park known by its suburb', '/park/13', () => heading('Location')],
  ['park: not found', '/park/999999', () => heading('Park Not Found')],
  ['states', '/state', () => page.getByRole('main').getByRole('link').nth(7).waitFor()],
  ['Dog Parks by State', '/states', () => page.getByRole('main').getByRole('link').nth(7).waitFor()],
  ['regions', '/state/tas', () => page.getByRole('main').locator('section a').first().waitFor()],
  ['state: unknown', '/state/xyz', () => heading('No state or territory has this address')],
  ['city', '/state/qld/chermside', () => page.getByRole('article').first().waitFor()],
  ['city: empty', '/state/nsw/cobar', () => heading('Nearest to Cobar')],
  ['city: unknown', '/state/nsw/atlantis', () => heading(/No suburb or town/)],
  ['favourites: empty', '/favorites', () => heading('My Favorites')],
  ['outbox: empty', '/outbox', () => heading('Everything has been sent.')],
  ['directions', '/directions/7', () => page.getByLabel('Starting address').waitFor()],
  ['submit a park', '/submit-park', () => heading('Submit a Dog Park')],
  ['contact', '/contact', () => heading('Contact Us')],
  ['privacy', '/privacy', () => heading('Privacy Policy')],
  ['terms', '/terms', () => heading('Terms of Service')],
  ['accessibility tools', '/accessibility', () => heading('Accessibility Tools')],
  ['login', '/auth', () => heading(/^Welcome to/)],
  [
    'register',
    '/auth?tab=register&error=google-failed',
    () =>
      page.getByRole('alert').getByText('Signing in with Google did not work. Please try again.').waitFor(),
  ],
  ['without reception', '/offline', () => heading('Storage on this device')],
  ['icons', '/icons', () => heading('Paw Icons Demo')],
  ['not found', '/nowhere', () => heading('404 Page Not Found')],
]
const violations = () => violationsOn(page)
const applyLook = (width: number, scheme: (typeof SCHEMES)[number]) => dressPage(page, width, scheme)

/** Expects no horizontal overflow on the narrowest screen. */
async function expectNoOverflow() {
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
}

/** Waits for a map on the screen, so that it is checked with its markers. */
const mapLoaded = async () => {
  if ((await page.locator('[data-map]').count()) === 0) return
  await scrollToMap(page)
  await page.locator('[data-map="ready"] .leaflet-tile-loaded').first().waitFor({ state: 'attached' })
}

describe('no axe violations and no horizontal overflow at 320 px', () => {
  test.each(SCREENS.map(([name, path, until], index) => ({ name, path, until, index })))(
    '$name',
    async ({ path, until, index }) => {
      const looks = looksAt(index)
      await applyLook(looks[0]!.width, looks[0]!.scheme)
      await visit.go(path)
      expect(
        await violationsIn(page, looks, async () => {
          await until()
          await mapLoaded()
        }),
      ).toEqual([])
      await expectNoOverflow()
    },
  )

  test('the report form of a park', async () => {
    await applyLook(360, 'light')
    await visit.go('/park/7')
    await page.getByRole('main').getByRole('button', { name: 'Something wrong here?' }).click()
    const form = page.getByRole('form', { name: 'Something wrong here?' })
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByText('Please choose what is wrong').waitFor()
    expect(await violationsIn(page, looksAt(3), () => form.waitFor())).toEqual([])
    await expectNoOverflow()
  })

  test('text shared by another app', async () => {
    await applyLook(360, 'dark')
    await visit.go('/share?text=Chermside%20QLD')
    await page.getByRole('heading', { name: /near Chermside/ }).waitFor()
    expect(await violationsIn(page, looksAt(4), () => waitForResults(page))).toEqual([])
  })

  test.each(['Text Settings', 'Navigation Settings', 'Keyboard Navigation'])(
    'accessibility tools: %s',
    async (tab) => {
      await applyLook(360, 'dark')
      await visit.go('/accessibility')
      await page.getByRole('tab', { name: tab }).click()
      expect(
        await violationsIn(page, looksAt(tab.length), () =>
          page.getByRole('tabpanel', { name: tab }).waitFor(),
        ),
      ).toEqual([])
      await expectNoOverflow()
    },
  )

  test('profile', async () => {
    await applyLook(360, 'light')
    await visit.go('/')
    await page.evaluate(async () => {
      const call = (path: string, body: object) =>
        fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      await call('/api/register', {
        username: 'Axe',
        email: 'axe@example.org',
        password: 'kelpie at the creek',
      })
      await call('/api/profile/dogs', { name: 'Bandit', breed: 'Kelpie' })
    })
    try {
      await visit.load('/profile')
      expect(await violationsIn(page, looksAt(5), () => page.getByText('Kelpie').first().waitFor())).toEqual(
        [],
      )
      await expectNoOverflow()
      await applySettings(page, 0b0100)
      await applyLook(360, 'light')
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
          message: 'with text at 200 %',
        })
        .toBe(360)
      await applySettings(page, 0)
    } finally {
      await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))
    }
  })

  test.each(SCHEMES)('the filter sheet, the menu and a toast in the %s scheme', async (scheme) => {
    await applyLook(360, scheme)
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    await page.locator('[data-bottom-bar]').getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^View more/ })
      .click()
    expect(await violations()).toEqual([])
    await closeDialog(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await violations()).toEqual([])
    await closeDialog(page)
    // Again until the pointer is over the toast, because it stays then.
    const toast = page.getByRole('region', { name: /^Notifications/ }).locator('li')
    await expect
      .poll(async () => {
        await page
          .getByRole('button', { name: /^(Add|Remove) .* favourites$/ })
          .first()
          .click()
        return toast.hover({ timeout: 4_000 }).then(
          () => true,
          () => false,
        )
      })
      .toBe(true)
    expect(await violations()).toEqual([])
    expect(await toast.count()).toBe(1)
  })

  test('suggestions while typing', async () => {
    await applyLook(360, 'dark')
    await visit.go('/')
    await page.getByRole('main').getByRole('searchbox').fill('Rich')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await violations()).toEqual([])
  })

  test('favourites to sync, unsent changes and the logout question', async () => {
    const violations = async () => {
      const found: string[] = []
      for (const scheme of SCHEMES) {
        await applyLook(360, scheme)
        found.push(...(await violationsOn(page)).map((one) => `${scheme}: ${one}`))
      }
      return found
    }
    await applyLook(360, 'light')
    await visit.go('/park/8')
    await saveFirstPark(page)
    await signUp(page, visit.url)
    await visit.load('/favorites')
    await page.getByRole('button', { name: 'Sync Now' }).waitFor()
    expect(await violations(), 'favourites on offer').toEqual([])
    await page.getByRole('button', { name: 'Sync Now' }).click()
    await page.getByText('1 park saved', { exact: true }).waitFor()
    await page.getByRole('main').getByRole('searchbox').fill('Glenelg')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'See all' }).waitFor()
    expect(await violations(), 'favourites with parks found').toEqual([])
    await visit.offline(true)
    try {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Remove .* favourites$/ })
        .first()
        .click()
      await page.getByRole('link', { name: /will be sent.* Show$/ }).click()
      await page
        .getByRole('button', { name: /^Discard/ })
        .first()
        .click()
      expect(await violations(), 'unsent changes').toEqual([])
      await expectNoOverflow()
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
      await page.getByRole('dialog', { name: 'Before you log out' }).waitFor()
      expect(await violations(), 'the question before logging out').toEqual([])
      await page.getByRole('button', { name: 'Stay logged in' }).click()
    } finally {
      await visit.offline(false)
    }
    await page.getByRole('heading', { name: 'Everything has been sent.' }).waitFor()
    await page.evaluate(() => fetch('/api/logout', { method: 'POST' }))
    await visit.load('/favorites')
    await heading('No favourites yet')
  })

  test('recent searches', async () => {
    await applyLook(360, 'light')
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    await page.getByRole('main').getByRole('searchbox').click()
    await page.getByRole('option', { name: 'Clear recent searches' }).waitFor()
    expect(await violations()).toEqual([])
  })
})

describe('no axe violations without a directory on the device', () => {
  let bare: Visit
  beforeAll(async () => {
    bare = await startVisit(product, { bare: true, bypassCSP: true })
    page = bare.page
    // Requests that hang never time out, because a busy machine may check a screen for longer.
    await neverEndRequests(page)
  })
  afterAll(async () => {
    await bare.leave()
    page = visit.page
  })
  /** Opens a screen in the open app, which has kept no reply with content. */
  const go = (path: string) => bare.go(path)
  const hanging = (part: string) => bare.proxy.decide((path) => (path.startsWith(part) ? 'hang' : 'pass'))

  test('while parks, states and regions load', async () => {
    await applyLook(360, 'dark')
    for (const [path, call] of [
      ['/?q=Chermside', '/api/search'],
      ['/state', '/api/states'],
      ['/states', '/api/states'],
      ['/state/tas', '/api/states'],
    ] as const) {
      hanging(call)
      await go(path)
      await page.getByRole('main').locator('.skeleton').first().waitFor()
      expect(await violations(), path).toEqual([])
    }
    bare.proxy.decide(() => 'pass')
  })

  test.each(SCHEMES)('while the next page of results loads, in the %s scheme', async (scheme) => {
    await applyLook(360, scheme)
    bare.proxy.decide(() => 'pass')
    // A document ends the requests that the test before has left hanging.
    await bare.load('/?q=Brisbane')
    await waitForResults(page)
    hanging('/api/search')
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    const list = page.locator('section[aria-busy=true] ol')
    await list.waitFor()
    await list.evaluate((element) =>
      Promise.all(element.parentElement!.getAnimations().map(({ finished }) => finished)),
    )
    expect(await violations()).toEqual([])
  })

  test('when loading fails, and with the ten samples', async () => {
    await page.route('**/api/{search,states}**', (route) => route.fulfill({ status: 400, body: 'no' }))
    // A document ends the requests that the test before has left hanging.
    await bare.load('/terms')
    for (const path of ['/?q=Chermside', '/state', '/states']) {
      await go(path)
      await page.getByRole('main').getByRole('alert').waitFor()
      expect(await violations(), path).toEqual([])
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const trouble = {
      status: 503,
      json: {
        code: 'database-unavailable',
        errorType: 'DatabaseConnectionError',
        message: 'The database cannot be reached.',
      },
    }
    await page.route('**/api/{parks,search,directory}**', (route) => route.fulfill(trouble))
    await go('/')
    await page.getByText('Using Limited Data Mode').first().waitFor()
    await waitForResults(page)
    expect(await violations()).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('sizes', () => {
  test('the header of a tablet is one line with no word broken', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await visit.go('/state')
    await page.getByRole('main').getByRole('link').first().waitFor()
    const broken = await page
      .getByRole('banner')
      .locator('a, button, span')
      .evaluateAll((all) =>
        all
          .filter(
            (one) => one.checkVisibility() && one.textContent && one.getBoundingClientRect().height > 60,
          )
          .map((one) => one.textContent),
      )
    expect(broken).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
  })

  test('text at 200 % causes no horizontal overflow', async () => {
    await applyLook(360, 'light')
    await page.evaluate(() => localStorage.setItem('offlead:settings', JSON.stringify({ fontSize: 200 })))
    try {
      await visit.load('/')
      for (const path of [
        '/',
        '/?q=Richmond&features=off-leash',
        '/state/nsw',
        '/states',
        '/state/qld/chermside',
        '/park/7',
        '/park/13',
        '/directions/7',
        '/offline',
        '/submit-park',
        '/contact',
        '/accessibility',
      ]) {
        await visit.go(path)
        await page.getByRole('main').getByRole('heading').first().waitFor()
        await expect
          .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
          .toBe('32px')
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
          .toBe(360)
      }
      await page.evaluate(() => scrollTo({ top: 1000, behavior: 'instant' }))
      const [arrow, header] = await boxesOf(
        page.getByRole('button', { name: 'Back to top' }),
        page.getByRole('banner'),
      )
      expect(arrow!.bottom, 'the arrow is in the header').toBeLessThanOrEqual(header!.bottom)
    } finally {
      await applySettings(page, 0)
    }
  })

  test('text that the browser enlarges to 200 % keeps its words whole and its labels apart', async () => {
    await applyLook(360, 'light')
    const enlarge = (percent: number) =>
      page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent)
    try {
      await visit.go('/offline')
      await enlarge(200)
      await page.getByRole('main').locator('dd').getByText('available').waitFor()
      expect(await brokenWords(page.getByRole('main'))).toEqual([])

      await visit.go('/park/12')
      await page.getByRole('main').getByLabel('Day').waitFor()
      for (const percent of [100, 125, 200]) {
        await enlarge(percent)
        expect([percent, await brokenWords(page.getByRole('main'))]).toEqual([percent, []])
      }

      await visit.go('/?q=Chermside')
      await waitForResults(page)
      await enlarge(200)
      await page.getByPlaceholder('Suburb, postcode or park').fill('fitz')
      const [suggestions] = await boxesOf(page.getByRole('listbox'))
      expect(suggestions!.right).toBeLessThanOrEqual(360)
      await page.keyboard.press('Escape')

      await page.locator('[data-bottom-bar]').getByRole('button').click()
      const [unit, label] = await boxesOf(
        page.getByRole('dialog').getByRole('button', { name: 'Show kilometres' }),
        page.getByRole('dialog').getByText('Distance', { exact: true }),
      )
      expect(unit!.bottom).toBeLessThanOrEqual(label!.top)
      await closeDialog(page)
    } finally {
      await enlarge(100)
    }
  })

  test('controls are at least 44 px high, and links of the footer as wide too', async () => {
    await applyLook(360, 'light')
    for (const path of ['/?q=Chermside', '/park/7', '/state/tas']) {
      await visit.go(path)
      await page.getByRole('main').getByRole('link').nth(3).waitFor()
      const small = await page
        .locator('main button, main select, main input:not([type=checkbox])')
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => ({
              what: one.getAttribute('aria-label') ?? one.textContent,
              height: one.getBoundingClientRect().height,
            }))
            .filter(({ height }) => height < 43.5),
        )
      expect(small, path).toEqual([])
    }
    const narrow = await page.locator('footer a').evaluateAll((all) =>
      all
        .map((one) => [one.textContent, one.getBoundingClientRect()] as const)
        .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
        .map(([text]) => text),
    )
    expect(narrow).toEqual([])
  })
})
