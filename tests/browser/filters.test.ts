import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPACT_FILTERS } from '../../data/model/feature.ts'
import { FEATURE_DESCRIPTIONS } from '../../client/parks/feature-descriptions.ts'
import { DESKTOP, NO_MAP, PHONE, TABLET } from '../support/browser.ts'
import type { Fate } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { closeDialog, parkNames, searchFor, waitForResults } from '../support/screen.ts'
import { openLightVisit, startVisit, untilTestEnds, type Visit } from '../support/visit.ts'

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { viewport: NO_MAP, serviceWorkers: 'block' })
  page = visit.page
})
afterAll(async () => {
  await visit?.leave()
})

/**
 * The sidebar's 13 filters with the labels and order of the specification; the compact panel starts with one
 * more.
 */
const SIDEBAR = [
  'Off-leash Area',
  'Fenced Area',
  'Water Source',
  'Shaded Areas',
  'Parking Available',
  'Toilets/Restrooms',
  'Waste Bins',
  'Council Information',
  'Walking Paths',
  'BBQ Facilities',
  'Seating/Benches',
  'Poop Bags Provided',
  'Safety Features',
]
const COMPACT = ['On-leash Area', ...SIDEBAR]

const labels = (within: Locator) => within.locator('label:has(input[type=checkbox])').allInnerTexts()
const sidebar = () => page.getByRole('complementary', { name: 'Filter Parks' })
const checkbox = (name: string) => sidebar().getByRole('checkbox', { name, exact: true })
const badge = (within: Locator) => within.getByText(/^\d+ filters? selected$/)
const searchParams = () => new URL(page.url()).searchParams

describe('the filter sidebar', () => {
  beforeEach(async () => {
    await page.setViewportSize(NO_MAP)
    await visit.go('/?q=Chermside')
    await waitForResults(page)
  })

  test("has the title 'Filter Parks', shows 6 features first and 'View more filters (7)', then all 13 and 'Show fewer filters'", async () => {
    await sidebar().getByRole('heading', { name: 'Filter Parks' }).waitFor()
    await expect.poll(() => labels(sidebar())).toEqual(SIDEBAR.slice(0, 6))
    await sidebar().getByRole('button', { name: 'View more filters (7)' }).click()
    await expect.poll(() => labels(sidebar())).toEqual(SIDEBAR)
    expect(SIDEBAR.length).toBe(13)
    await sidebar().getByRole('button', { name: 'Show fewer filters' }).click()
    await expect.poll(async () => (await labels(sidebar())).length).toBe(6)
  })

  test('starts with no filter chosen: any distance, any size, any rating, Open Now', async () => {
    await sidebar().getByRole('button', { name: 'View more filters (7)' }).click()
    for (const name of SIDEBAR) expect(await checkbox(name).isChecked(), name).toBe(false)
    const chosen = (label: string) =>
      sidebar()
        .getByLabel(label)
        .evaluate((list: HTMLSelectElement) => [list.value, list.selectedOptions[0]!.text])
    expect(await chosen('Distance')).toEqual(['all', 'Any distance'])
    expect(await chosen('Size')).toEqual(['any', 'Any size'])
    expect(await chosen('Rating')).toEqual(['0', 'Any rating'])
    expect((await chosen('Opening times'))[0]).toBe('now')
    expect(await badge(sidebar()).count()).toBe(0)
    expect(Object.fromEntries(searchParams())).toEqual({ q: 'Chermside' })
  })

  test('counts the parks that may have a feature separately and shows them with one tap', async () => {
    const total = async () =>
      Number(
        ((await page.locator('#results').textContent()) ?? '')
          .replaceAll(',', '')
          .match(/^(\d+) parks?/)?.[1],
      )
    await visit.go('/?q=Chermside&features=fenced&distance=10')
    await waitForResults(page)
    const sure = await total()
    const link = page.getByRole('link', { name: /^\d+ more might match \(not confirmed\)$/ })
    const maybe = Number.parseInt((await link.textContent())!, 10)
    expect(maybe).toBeGreaterThan(0)
    await link.click()
    await expect.poll(total).toBe(sure + maybe)
    await page.getByRole('link', { name: 'Confirmed matches only' }).click()
    await expect.poll(total).toBe(sure)
  })

  test('offers to leave out unconfirmed parks only if there are some', async () => {
    await visit.go('/?q=Chermside+fenced&unsure=true')
    await page.getByRole('link', { name: 'Confirmed matches only' }).waitFor()
    await searchFor(page, 'Chermside')
    await page.getByRole('heading', { level: 2, name: /^[\d,]+ parks near Chermside QLD 4032/ }).waitFor()
    await waitForResults(page)
    expect(await page.getByRole('link', { name: 'Confirmed matches only' }).count()).toBe(0)
  })

  test('stays visible while the results scroll, and its title while its options scroll', async () => {
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
    const title = sidebar().getByRole('heading', { name: 'Filter Parks' })
    const top = async () => (await title.boundingBox())!.y
    await expect.poll(top).toBeLessThan(200)
    const before = await top()
    expect(before).toBeGreaterThan(0)
    await sidebar().getByLabel('Rating').scrollIntoViewIfNeeded()
    await expect.poll(top).toBe(before)
    await sidebar().getByRole('button', { name: 'Apply Filters' }).click({ trial: true })
  })

  test('counts chosen filters on its badge at once and searches only on Apply Filters', async () => {
    expect(await badge(sidebar()).count()).toBe(0)
    await checkbox('Off-leash Area').check()
    await expect.poll(() => badge(sidebar()).textContent()).toBe('1 filter selected')
    await checkbox('Fenced Area').check()
    await expect.poll(() => badge(sidebar()).textContent()).toBe('2 filters selected')
    await checkbox('Fenced Area').uncheck()
    await expect.poll(() => badge(sidebar()).textContent()).toBe('1 filter selected')
    expect(searchParams().has('features')).toBe(false)
  })

  test('applies all filters with Apply Filters and clears them with Reset', async () => {
    await checkbox('Off-leash Area').check()
    await checkbox('Fenced Area').check()
    await sidebar().getByLabel('Distance').selectOption({ label: 'Within 10 miles' })
    expect(await sidebar().getByLabel('Size').locator('option').allInnerTexts()).toEqual([
      'Any size',
      'Medium',
      'Large',
      'Extra Large',
    ])
    await sidebar().getByLabel('Size').selectOption('Medium')
    await sidebar().getByLabel('Rating').selectOption({ label: '3 stars or more' })
    await sidebar().getByLabel('Opening times').selectOption({ label: 'Any time' })
    await sidebar().getByRole('button', { name: 'Apply Filters' }).click()
    await expect
      .poll(() => Object.fromEntries(searchParams()))
      .toEqual({
        q: 'Chermside',
        features: 'off-leash,fenced',
        distance: '10',
        size: 'Medium',
        rating: '3',
        open: 'any',
      })
    await expect.poll(() => badge(sidebar()).textContent()).toBe('6 filters selected')
    await sidebar().getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => Object.fromEntries(searchParams())).toEqual({ q: 'Chermside' })
    await expect.poll(() => checkbox('Fenced Area').isChecked()).toBe(false)
    await expect.poll(() => badge(sidebar()).count()).toBe(0)
  })

  test('keeps the filters in the address across a reload, back and forward', async () => {
    const all = await parkNames(page)
    const preview = () => sidebar().locator('[data-preview]').innerText()
    await expect.poll(preview).toMatch(/^\d/)
    const countOfAll = await preview()
    await checkbox('Fenced Area').check()
    await sidebar().getByRole('button', { name: 'Apply Filters' }).click()
    await expect.poll(() => searchParams().get('features')).toBe('fenced')
    await waitForResults(page)
    const fenced = await parkNames(page)
    expect(fenced).not.toEqual(all)
    await page.reload()
    await waitForResults(page)
    await expect.poll(() => parkNames(page)).toEqual(fenced)
    await expect.poll(() => checkbox('Fenced Area').isChecked()).toBe(true)
    await page.goBack()
    await waitForResults(page)
    await expect.poll(() => parkNames(page)).toEqual(all)
    await expect.poll(() => checkbox('Fenced Area').isChecked()).toBe(false)
    await page.goForward()
    await expect.poll(() => parkNames(page)).toEqual(fenced)
    // The preview counts the boxes that are ticked, not those that were before going back.
    await waitForResults(page)
    await expect.poll(async () => (await preview()).replace(countOfAll, '')).toMatch(/^\d/)
    const count = await preview()
    await checkbox('Toilets/Restrooms').check()
    await expect.poll(preview).not.toBe(count)
    await page.goBack()
    await expect.poll(() => parkNames(page)).toEqual(all)
    await page.goForward()
    await expect.poll(() => parkNames(page)).toEqual(fenced)
    await expect.poll(() => checkbox('Toilets/Restrooms').isChecked()).toBe(false)
    await expect.poll(preview).toBe(count)
  })

  test('gives the same parks without a network', async () => {
    // Not sorted by what is open just now.
    const ADDRESS = '/?q=Chermside&features=fenced&open=any'
    await visit.go(ADDRESS)
    await waitForResults(page)
    const online = await parkNames(page)
    await visit.offline(true)
    try {
      await visit.go(ADDRESS)
      await waitForResults(page)
      await expect.poll(() => parkNames(page)).toEqual(online)
      expect(online.length).toBeGreaterThan(0)
    } finally {
      await visit.offline(false)
    }
  })

  test('always shows a chosen filter', async () => {
    await visit.go('/?features=bbq')
    await expect.poll(() => checkbox('BBQ Facilities').isChecked()).toBe(true)
  })

  test('shows a distance and a rating of the address that it does not offer', async () => {
    await visit.go('/?q=Chermside&distance=3&rating=1')
    const chosen = (label: string) =>
      sidebar()
        .getByLabel(label)
        .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)
    await expect.poll(() => chosen('Distance')).toBe('Within 3 miles')
    await expect.poll(() => chosen('Rating')).toBe('1 star or more')
  })

  test('has a tooltip with a short description on each label, at once by keyboard, closed by Esc', async () => {
    const about = sidebar().getByRole('button', { name: 'About Fenced Area' })
    const tip = page.getByRole('tooltip')
    await about.hover()
    await tip.waitFor()
    await expect.poll(() => tip.textContent()).toBe(FEATURE_DESCRIPTIONS.fenced)
    // It closes when the mouse leaves it, not when it comes to it (WCAG 2.2, 1.4.13).
    await tip.hover()
    await about.hover()
    await tip.hover()
    expect(await tip.count()).toBe(1)
    await page.mouse.move(700, 500, { steps: 6 })
    await tip.waitFor({ state: 'hidden' })
    await checkbox('Fenced Area').focus()
    await page.keyboard.press('Tab')
    await tip.waitFor()
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'hidden' })
  })

  test('loads the code of its tooltips when one is wanted, again if that failed, and keeps check boxes and focus', async () => {
    const own = await untilTestEnds(openLightVisit(product, { viewport: NO_MAP, hasTouch: true }))
    const requests = () => own.proxy.seen.filter((path) => path.includes('/widgets-')).length
    const decide = (fate: Fate) => own.proxy.decide((path) => (path.includes('/widgets-') ? fate : 'pass'))
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    decide({ holdUntil: released })
    await own.load('/?q=Chermside')
    const filters = own.page.getByRole('complementary', { name: 'Filter Parks' })
    const box = filters.getByRole('checkbox', { name: 'Fenced Area' })
    const about = filters.getByRole('button', { name: 'About Fenced Area' })
    const isFocused = () => about.evaluate((element) => element === document.activeElement)
    const boxBefore = await box.elementHandle()
    const requestsBefore = requests()
    decide({ status: 503 })
    await about.focus()
    await expect.poll(requests).toBeGreaterThan(requestsBefore)
    const requestsFailed = requests()
    decide({ holdUntil: released })
    const focusAgain = async () => {
      await box.focus()
      await own.page.keyboard.press('Tab')
    }
    // Until the page knows of the failure, what is wanted again fails with it.
    await expect
      .poll(async () => {
        await focusAgain()
        return requests()
      })
      .toBeGreaterThan(requestsFailed)
    expect(await isFocused()).toBe(true)
    release()
    const tip = own.page.getByRole('tooltip')
    await expect
      .poll(async () => {
        const isShown = await tip.waitFor({ timeout: 20_000 }).then(
          () => true,
          () => false,
        )
        if (!isShown) await focusAgain()
        return isShown
      })
      .toBe(true)
    expect(await isFocused()).toBe(true)
    expect(await about.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'))
    expect(await box.evaluate((element, before) => element === before, boxBefore)).toBe(true)
    expect(requestsBefore).toBe(0)
    await own.page.keyboard.press('Escape')
    await tip.waitFor({ state: 'hidden' })
    await about.tap()
    await tip.waitFor()
    await filters.getByRole('heading', { name: 'Filter Parks' }).tap()
    await tip.waitFor({ state: 'hidden' })
  })

  test('has a different description for every feature', () => {
    const descriptions = COMPACT_FILTERS.map((id) => FEATURE_DESCRIPTIONS[id])
    expect(new Set(descriptions).size).toBe(COMPACT_FILTERS.length)
    expect(descriptions.every((text) => text.length > 15)).toBe(true)
  })

  test('works with the keyboard alone', async () => {
    await checkbox('Fenced Area').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchParams().get('features')).toBe('fenced')
  })
})

describe('the mobile filter sheet', () => {
  const bar = () => page.locator('[data-bottom-bar]')
  const sheet = () => page.getByRole('dialog')

  beforeEach(async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/?q=Chermside')
    await waitForResults(page)
  })

  test("opens by 'Filter Parks' in a bar fixed at the bottom, shown only where the sidebar is hidden", async () => {
    expect(await bar().evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
    const box = (await bar().boundingBox())!
    expect(Math.round(box.y + box.height)).toBe(PHONE.height)
    expect(await sidebar().isVisible()).toBe(false)
    await page.setViewportSize({ width: 768, height: 900 })
    await expect.poll(() => bar().isVisible()).toBe(false)
    await expect.poll(() => sidebar().isVisible()).toBe(true)
  })

  test('has the same 13 features, badge and Reset, and Esc closes it and returns the focus', async () => {
    const open = bar().getByRole('button', { name: 'Filter Parks' })
    await open.click()
    await sheet().getByRole('button', { name: 'View more filters (7)' }).click()
    await expect.poll(() => labels(sheet())).toEqual(SIDEBAR)
    await sheet().getByRole('checkbox', { name: 'Fenced Area' }).check()
    await expect.poll(() => badge(sheet()).textContent()).toBe('1 filter selected')
    await sheet().getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => badge(sheet()).count()).toBe(0)
    await closeDialog(page)
    await expect.poll(() => open.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(searchParams().has('features')).toBe(false)
  })

  test('closes when the user goes back, instead of staying open over the results before', async () => {
    await visit.go('/?q=Fitzroy')
    await waitForResults(page)
    await page.getByRole('link', { name: 'Fitzroy SA 5082' }).click()
    await waitForResults(page)
    await bar().getByRole('button', { name: 'Filter Parks' }).click()
    await sheet().getByRole('checkbox', { name: 'Fenced Area' }).check()
    await page.goBack()
    await sheet().waitFor({ state: 'hidden' })
    expect(searchParams().get('q')).toBe('Fitzroy')
    expect(searchParams().has('features')).toBe(false)
  })

  test('is closed by Back on Android, which stays on the page', async () => {
    const phone = await untilTestEnds(openLightVisit(product, { hasTouch: true }))
    // The gesture itself cannot be made here: the browser then dispatches this event.
    await phone.page.addInitScript(() => {
      const watchers = new Set<EventTarget>()
      class CloseWatcher extends EventTarget {
        constructor() {
          super()
          watchers.add(this)
        }
        destroy() {
          watchers.delete(this)
        }
      }
      Object.assign(window, { CloseWatcher, watchers })
    })
    const openWatchers = () =>
      phone.page.evaluate(() => (window as unknown as { watchers: Set<EventTarget> }).watchers.size)
    await phone.load('/?q=Chermside')
    await phone.page.getByRole('button', { name: 'Filter Parks' }).click()
    await phone.page.getByRole('dialog').waitFor()
    await expect.poll(openWatchers).toBe(1)
    await phone.page.evaluate(() => {
      for (const watcher of (window as unknown as { watchers: Set<EventTarget> }).watchers)
        watcher.dispatchEvent(new Event('close'))
    })
    await phone.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(openWatchers).toBe(0)
    expect(new URL(phone.page.url()).searchParams.get('q')).toBe('Chermside')
  })

  test('applies the chosen filters, closes, and shows their count on the bar', async () => {
    await bar().getByRole('button', { name: 'Filter Parks' }).click()
    await sheet().getByRole('checkbox', { name: 'Fenced Area' }).check()
    await sheet().getByRole('button', { name: 'Apply Filters' }).click()
    await sheet().waitFor({ state: 'hidden' })
    await expect.poll(() => searchParams().get('features')).toBe('fenced')
    await expect.poll(() => badge(bar()).textContent()).toBe('1 filter selected')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('results')
  })
})

describe('the compact panel of a city page', () => {
  beforeEach(async () => {
    await page.setViewportSize(DESKTOP)
    await visit.go('/state/qld/chermside')
    await sidebar().waitFor()
  })

  test("has 14 features including On-leash Area, and 'View more filters (8)'", async () => {
    await expect.poll(async () => (await labels(sidebar())).length).toBe(6)
    await sidebar().getByRole('button', { name: 'View more filters (8)' }).click()
    await expect.poll(() => labels(sidebar())).toEqual(COMPACT)
    expect(COMPACT.length).toBe(14)
  })

  test('is a grid of two columns, in a sheet on a small screen', async () => {
    const columns = (panel: Locator) =>
      panel
        .getByRole('checkbox')
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().x)).size)
    /** Labels wider than their column. */
    const truncatedLabels = (panel: Locator) =>
      panel
        .locator('label span:last-child')
        .evaluateAll((all) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
            .map((one) => one.textContent),
        )
    await sidebar().getByRole('button', { name: 'View more filters (8)' }).click()
    for (const size of [DESKTOP, TABLET]) {
      await page.setViewportSize(size)
      await expect.poll(() => columns(sidebar()), { message: `${size.width} px` }).toBe(2)
      expect(await truncatedLabels(sidebar()), `${size.width} px`).toEqual([])
    }
    await page.setViewportSize(PHONE)
    await expect.poll(() => sidebar().isVisible()).toBe(false)
    await page.locator('[data-bottom-bar]').getByRole('button', { name: 'Filter Parks' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'View more filters (8)' }).click()
    await expect.poll(() => columns(sheet)).toBe(2)
    expect(await truncatedLabels(sheet)).toEqual([])
  })

  test('clears its filters with Reset', async () => {
    await checkbox('Fenced Area').check()
    await sidebar().getByRole('button', { name: 'Apply Filters' }).click()
    await expect.poll(() => searchParams().get('features')).toBe('fenced')
    await sidebar().getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => searchParams().get('features')).toBeNull()
    await expect.poll(() => checkbox('Fenced Area').isChecked()).toBe(false)
  })

  test('clears off-leash when on-leash is chosen, and the other way round', async () => {
    await checkbox('On-leash Area').check()
    await checkbox('Off-leash Area').check()
    await expect.poll(() => checkbox('On-leash Area').isChecked()).toBe(false)
    await expect.poll(() => badge(sidebar()).textContent()).toBe('1 filter selected')
    await checkbox('On-leash Area').check()
    await expect.poll(() => checkbox('Off-leash Area').isChecked()).toBe(false)
  })
})
