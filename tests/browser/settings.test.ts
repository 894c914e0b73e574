import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { TOAST_DURATION } from '../../data/model/constants.ts'
import { allowMotion } from '../support/motion.ts'
import { DESKTOP, NO_MAP, openWindow, PHONE } from '../support/browser.ts'
import { pauseClock } from '../support/clock.ts'
import { runningProduct } from '../support/running-product.ts'
import {
  focusedText,
  neverEndTimeout,
  pressSearchShortcut,
  scrollToMap,
  waitForResults,
  toastWith,
} from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { startVisit, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { viewport: NO_MAP })
  page = visit.page
})
afterAll(async () => {
  await visit.leave()
})
afterEach(async () => {
  visit.proxy.decide(() => 'pass')
  await visit.offline(false)
  await page.setViewportSize(NO_MAP)
  await page.evaluate(() => {
    for (const key of ['highContrastMode', 'screenReaderMode', 'largeText', 'offlead:settings'])
      localStorage.removeItem(key)
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
})

const tab = (name: string) => page.getByRole('tab', { name })
const switchNamed = (name: string) => page.getByRole('main').getByRole('switch', { name })
const toast = (text: string) => toastShown(page, text)
const bodyClasses = () => page.evaluate(() => document.body.className)
const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const rootSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
const openTools = async (name = 'Visual Settings') => {
  await visit.go('/accessibility')
  await tab(name).click()
}
/** Stores settings on the device, as another tab would: the app applies them. */
const storeSettings = (settings: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
    dispatchEvent(new StorageEvent('storage', { key: null }))
  }, settings)

describe('Accessibility Tools', () => {
  test('have four tabs, a link home, and a reset to off and 100%', async () => {
    await openTools()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Visual Settings',
      'Text Settings',
      'Navigation Settings',
      'Keyboard Navigation',
    ])
    for (const name of ['High Contrast Mode', 'Reduce Motion']) {
      await switchNamed(name).click()
      await toast(`${name} turned on`)
    }
    await tab('Text Settings').click()
    for (const name of ['Larger Text', 'Text Spacing']) await switchNamed(name).click()
    await page.getByRole('slider', { name: 'Font Size' }).fill('150')
    await tab('Navigation Settings').click()
    await switchNamed('Screen Reader Optimized').click()
    await page.getByRole('radio', { name: 'Kilometres' }).check()
    expect((await bodyClasses()).split(' ').sort()).toEqual([
      'high-contrast',
      'large-text',
      'reduce-motion',
      'screen-reader',
      'text-spacing',
    ])
    await page.getByRole('button', { name: 'Reset All Settings' }).click()
    await toast('Settings reset')
    expect(await bodyClasses()).toBe('')
    expect(await rootSize()).toBe('16px')
    await expect.poll(() => page.getByRole('radio', { name: 'Miles' }).isChecked()).toBe(true)
    await tab('Text Settings').click()
    await expect.poll(() => page.getByRole('slider', { name: 'Font Size' }).inputValue()).toBe('100')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('change the font size from 80 to 200 per cent in steps of 10 by keyboard', async () => {
    await openTools('Text Settings')
    const slider = page.getByRole('slider', { name: 'Font Size' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    expect(await rootSize()).toBe('17.6px')
    await page.keyboard.press('End')
    expect([await slider.inputValue(), await rootSize()]).toEqual(['200', '32px'])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => slider.inputValue()).toBe('200')
    await page.keyboard.press('Home')
    expect([await slider.inputValue(), await rootSize()]).toEqual(['80', '12.8px'])
    await page.reload()
    await tab('Text Settings').click()
    expect([await slider.inputValue(), await rootSize()]).toEqual(['80', '12.8px'])
  })

  test("stay in step with the header's toggles, also in another tab, under the storage keys of the specification", async () => {
    await openTools()
    const other = await visit.browser.context.newPage()
    await other.goto(`${visit.url}/state`)
    await page.getByRole('banner').getByRole('button', { name: 'Accessibility' }).click()
    const header = (name: string) => page.getByRole('banner').getByRole('switch', { name })
    await header('High Contrast Mode').click()
    await toast('High Contrast Mode turned on')
    await expect.poll(() => switchNamed('High Contrast Mode').isChecked()).toBe(true)
    await header('Screen Reader Optimized').click()
    await header('Larger Text').click()
    expect(await Promise.all(['highContrastMode', 'screenReaderMode', 'largeText'].map(stored))).toEqual([
      'true',
      'true',
      'true',
    ])
    expect((await bodyClasses()).split(' ').sort()).toEqual(['high-contrast', 'large-text', 'screen-reader'])
    await expect
      .poll(() => other.evaluate(() => document.body.className.split(' ').sort().join(' ')))
      .toBe('high-contrast large-text screen-reader')
    await switchNamed('High Contrast Mode').click()
    await toast('High Contrast Mode turned off')
    expect(await stored('highContrastMode')).toBe('false')
    await page.getByRole('banner').getByRole('button', { name: 'Accessibility' }).click()
    await expect.poll(() => header('High Contrast Mode').isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await header('High Contrast Mode').waitFor({ state: 'detached' })
    await other.close()
  })

  test('are also in the menu of a small screen', async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/state')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('switch', { name: 'Larger Text' }).click()
    expect(await rootSize()).toBe('20px')
    await page.getByRole('dialog').getByRole('link', { name: 'All accessibility tools' }).click()
    await page.getByRole('heading', { level: 1, name: 'Accessibility Tools' }).waitFor()
  })
})

describe('settings before the first paint', () => {
  const look = () =>
    page.evaluate(() => ({
      classes: document.body.className,
      size: getComputedStyle(document.documentElement).fontSize,
      ground: getComputedStyle(document.body).backgroundColor,
    }))
  const expectedLook = { classes: 'high-contrast', size: '24px', ground: 'rgb(255, 255, 255)' }

  test("apply before the app's code has loaded", async () => {
    const own = await openWindow({ serviceWorkers: 'block' })
    const bare = await own.page()
    // Block the app's own code.
    await bare.route(/\/assets\/index-.*\.js$/, () => undefined)
    await bare.addInitScript(() => {
      localStorage.setItem('highContrastMode', 'true')
      localStorage.setItem('offlead:settings', '{"fontSize":150}')
      new MutationObserver((_all, observer) => {
        if (document.body === null) return
        observer.disconnect()
        queueMicrotask(() => Object.assign(window, { firstClassName: document.body.className }))
      }).observe(document, { childList: true, subtree: true })
    })
    await bare.goto(visit.url, { waitUntil: 'commit' })
    await expect
      .poll(() => bare.evaluate(() => (window as unknown as { firstClassName?: string }).firstClassName))
      .toBe('high-contrast')
    // The screen is the server-rendered one.
    expect(await bare.evaluate(() => document.documentElement.dataset['directory'])).toBeUndefined()
    await own.dispose()
  })

  test('apply without a network, from the device', async () => {
    await storeSettings({ highContrastMode: 'true', 'offlead:settings': '{"fontSize":150}' })
    await visit.offline(true)
    await visit.load('/state')
    expect(await look()).toEqual(expectedLook)
  })

  test('fall back to the defaults when the stored values are invalid', async () => {
    await storeSettings({
      highContrastMode: '1',
      'offlead:settings': '{"fontSize":9000,"unit":"parsec","shortcuts":"no"}',
    })
    await visit.load('/state')
    expect(await look()).toMatchObject({ classes: '', size: '16px' })
    await storeSettings({ 'offlead:settings': '{{{' })
    await visit.load('/state')
    expect(await look()).toMatchObject({ classes: '', size: '16px' })
  })
})

describe('effects of the settings', () => {
  test("'High Contrast Mode' is black on white in light and white on black in dark, on the map too", async () => {
    await storeSettings({ highContrastMode: 'true' })
    await visit.go('/park/7')
    await scrollToMap(page)
    const map = page.locator('[data-map=ready]')
    await map.waitFor()
    for (const [colorScheme, ground, ink] of [
      ['light', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
      ['dark', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      const look = () =>
        map.evaluate((element) => [
          getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.body).color,
          getComputedStyle(element).getPropertyValue('--map-land').trim(),
        ])
      await expect.poll(look).toEqual([ground, ink, colorScheme === 'light' ? '#fff' : '#000'])
      // A line below it would make another sign of + and −.
      expect(
        await map
          .getByRole('button', { name: /^Zoom/ })
          .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).textDecorationLine)),
      ).toEqual(['none', 'none'])
      // Menus above the page have an outline in the text colour.
      await page.getByRole('banner').getByRole('button', { name: 'Accessibility' }).click()
      expect(
        await page.locator('#header-settings').evaluate((menu) => getComputedStyle(menu).boxShadow),
      ).toBe(`${ink} 0px 0px 0px 2px`)
      await page.keyboard.press('Escape')
    }
    await page.emulateMedia({ colorScheme: null })
  })

  test('what is chosen, the arrows of lists and the edges of toasts are seen in high contrast and in forced colours', async () => {
    await storeSettings({ highContrastMode: 'true' })
    await page.setViewportSize(PHONE)
    const timers = await neverEndTimeout(page, TOAST_DURATION)
    await visit.load('/auth')
    await timers.dispose()
    const login = tab('Login')
    const styleOf = (element: typeof login, property: 'boxShadow' | 'backgroundColor' | 'appearance') =>
      element.evaluate((node, name) => getComputedStyle(node)[name], property)
    expect(await styleOf(login, 'boxShadow')).toBe('rgb(0, 0, 0) 0px 0px 0px 2px inset')
    expect(await styleOf(tab('Register'), 'boxShadow')).toBe('none')
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await styleOf(login, 'backgroundColor')).not.toBe(
      await styleOf(tab('Register'), 'backgroundColor'),
    )
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    expect(
      await toastWith(page, 'Password reset functionality coming soon!').evaluate(
        (node) => getComputedStyle(node.closest('li')!).outlineStyle,
      ),
    ).toBe('solid')
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    const [list, map] = ['List', 'Map'].map((name) => page.getByRole('button', { name, exact: true }))
    expect(await styleOf(list!, 'backgroundColor')).not.toBe(await styleOf(map!, 'backgroundColor'))
    expect(await styleOf(page.getByLabel('Sort by'), 'appearance')).toBe('auto')
    await page.emulateMedia({ forcedColors: null })
  })

  test("'Reduce Motion' ends animations at once and makes scrolling jump", async () => {
    await allowMotion(page)
    await storeSettings({ 'offlead:settings': '{"reduceMotion":true}' })
    await visit.go('/state/nsw')
    await page.getByRole('main').locator('section a').first().waitFor()
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          return [transitionDuration, animationDuration].flatMap((list) =>
            list.split(',').map(Number.parseFloat),
          )
        }),
      ),
    )
    expect(longest).toBeLessThanOrEqual(0.001)
    await page.evaluate(() => scrollTo(0, 3000))
    await page.getByRole('button', { name: 'Back to top' }).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test("'Text Spacing' gives the spacing of WCAG 1.4.12", async () => {
    await storeSettings({ 'offlead:settings': '{"textSpacing":true}' })
    await visit.go('/park/7')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const narrow = await page
      .getByRole('main')
      .locator('p, li, h1, h2, a')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && one.closest('[data-map]') === null)
          .map((one) => ({ text: one.textContent, style: getComputedStyle(one) }))
          .filter(({ style }) =>
            [style.letterSpacing, style.wordSpacing, style.lineHeight].some(
              (value, index) =>
                Number.parseFloat(value) < [0.119, 0.159, 1.49][index]! * Number.parseFloat(style.fontSize),
            ),
          )
          .map(({ text }) => text),
      )
    expect(narrow).toEqual([])
  })

  test("'Screen Reader Optimized' replaces maps by lists, outlines headings, focuses a new page's heading, announces less and keeps toasts longer", async () => {
    await storeSettings({ screenReaderMode: 'true' })
    await page.clock.install()
    // From this width, the results have a map otherwise.
    await page.setViewportSize(DESKTOP)
    await visit.load('/?q=Chermside')
    await waitForResults(page)
    expect(await page.locator('[data-map]').count()).toBe(0)
    const outline = page.getByRole('navigation', { name: 'On this page' })
    await outline.getByRole('link', { name: 'Burnie Brae Park' }).click()
    await expect.poll(() => focusedText(page)).toBe('Burnie Brae Park')
    await page.getByRole('main').getByRole('searchbox').fill('Rich')
    await page.getByRole('listbox').waitFor()
    await page.clock.fastForward(500)
    expect(await page.getByText(/suggestions?\. Use the down arrow/).count()).toBe(0)
    await page.keyboard.press('Escape')
    onTestFinished(() => page.clock.resume())
    await pauseClock(page)
    await page
      .getByRole('button', { name: /^(Add|Remove) .* favourites$/ })
      .first()
      .click()
    const added = toastWith(page, 'Added to favourites')
    await expect
      .poll(async () => {
        await page.clock.runFor(50)
        return added.count()
      })
      .toBe(1)
    await page.clock.runFor(18_000)
    expect(await added.count()).toBe(1)
    await page.clock.resume()
    await page.clock.fastForward(3_000)
    await added.waitFor({ state: 'detached' })
    await page.getByRole('banner').getByRole('link', { name: 'Browse Dog Parks' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await visit.go('/park/7')
    await page.getByText(/^The map is hidden/).waitFor()
    expect(await page.locator('[data-map]').count()).toBe(0)
    // The heading of a page that is still loading comes later.
    await expect.poll(() => focusedText(page)).toBe('Burnie Brae Park')
  })

  test('kilometres are remembered and used on cards, in filters and in directions', async () => {
    await openTools('Navigation Settings')
    await page.getByRole('radio', { name: 'Kilometres' }).check()
    await toast('Distances in kilometres')
    await visit.go('/?q=Chermside')
    await waitForResults(page)
    await expect.poll(() => page.locator('[data-distance]').first().innerText()).toMatch(/\d km$/)
    expect(await page.getByRole('main').getByLabel('Distance').locator('option').allInnerTexts()).toContain(
      'Within 8 km',
    )
    await visit.offline(true)
    await visit.go('/directions/7')
    await page.getByLabel('Starting address').fill('Toowoomba QLD 4350')
    await page.getByRole('button', { name: 'Get Directions' }).click()
    await page
      .locator('[data-directions]')
      .getByText(/\d km$/)
      .first()
      .waitFor()
    expect(
      await page
        .locator('[data-directions]')
        .getByText(/\d mi$/)
        .count(),
    ).toBe(0)
  })
})

test('the keyboard guide names the keys and what they do', async () => {
  await openTools('Keyboard Navigation')
  const rows = page.getByRole('tabpanel').getByRole('row')
  expect(await rows.getByRole('rowheader').allInnerTexts()).toEqual([
    'Tab',
    'Shift+Tab',
    'Enter/Space',
    'Esc',
    '/',
    'Alt+1',
  ])
  await rows.filter({ hasText: 'Go to the search box' }).getByText('/', { exact: true }).waitFor()
  await rows.filter({ hasText: 'Go to the home page' }).getByText('Alt+1', { exact: true }).waitFor()
})

describe('keyboard shortcuts', () => {
  const focused = () =>
    page.evaluate(() =>
      document.activeElement instanceof HTMLInputElement
        ? document.activeElement.type
        : document.activeElement?.tagName,
    )

  test('use / for the search and Alt+1 for home, and do nothing while typing', async () => {
    await visit.go('/state')
    await page.getByRole('main').getByRole('link').first().waitFor()
    await pressSearchShortcut(page)
    await page.keyboard.type('1/2')
    await expect.poll(() => page.getByRole('banner').getByRole('searchbox').inputValue()).toBe('1/2')
    await page.keyboard.press('Alt+1')
    expect(new URL(page.url()).pathname).toBe('/state')
    await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Alt+1')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await page.getByRole('heading', { level: 1, name: 'Find Dog-Friendly Parks Near You' }).waitFor()
    // The focus moves there with the new screen.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await pressSearchShortcut(page)
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('searchbox')
          .evaluate((box) => box === document.activeElement),
      )
      .toBe(true)
  })

  test("lead with / on a small screen to the home page's search", async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/state')
    await page.getByRole('main').getByRole('link').first().waitFor()
    await pressSearchShortcut(page)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('can be switched off, and / is off in screen reader mode', async () => {
    await openTools('Keyboard Navigation')
    await switchNamed('Keyboard shortcuts').click()
    await toast('Keyboard shortcuts turned off')
    await page.keyboard.press('/')
    await page.keyboard.press('Alt+1')
    expect([await focused(), new URL(page.url()).pathname]).toEqual(['checkbox', '/accessibility'])
    await switchNamed('Keyboard shortcuts').click()
    await storeSettings({ screenReaderMode: 'true' })
    await page.reload()
    await page.getByRole('tab').first().waitFor()
    await page.keyboard.press('/')
    expect(await focused()).toBe('BODY')
    // The code of the shortcuts is loaded after the first screen.
    await expect
      .poll(async () => {
        await page.keyboard.press('Alt+1')
        return new URL(page.url()).pathname
      })
      .toBe('/')
  })
})
