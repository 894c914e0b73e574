import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { startVisit, type Visit } from '../support/visit.ts'

/** As far as what comes later may move what is there (CLS): a fifth of what counts as good. */
const STILL = 0.02

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { bare: true })
  page = visit.page
  await page.addInitScript(() => {
    const shifts: { value: number; what: (string | undefined)[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }[]) {
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
})
afterAll(async () => {
  await visit.leave()
})

const main = () => page.getByRole('main')
const card = () => main().getByRole('article').first().waitFor()

/** A screen, the call it waits for, and what is there once that is answered. */
const SCREENS: readonly (readonly [path: string, call: string, until: () => Promise<unknown>])[] = [
  ['/?q=Chermside', '**/api/search?*', card],
  ['/park/7', '**/api/parks/7', () => main().getByRole('heading', { level: 1, name: 'Burnie Brae Park' }).waitFor()],
  ['/state', '**/api/states', () => main().getByRole('link').nth(7).waitFor()],
  ['/states', '**/api/states', () => main().getByRole('listitem').nth(7).waitFor()],
  ['/state/tas', '**/api/states/tas/cities', () => main().locator('section a').first().waitFor()],
  ['/state/qld/chermside', '**/api/search?*', card],
]

describe.each([['a phone', PHONE], ['a desktop', DESKTOP]] as const)('on %s', (_, viewport) => {
  test('what comes later moves nothing: skeletons have the size of what they stand for', async () => {
    await page.setViewportSize(viewport)
    for (const [path, call, until] of SCREENS) {
      let answer: () => void = () => undefined
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route(call, async (route) => {
        await held
        await route.continue()
      })
      await visit.go(path)
      await main().locator('[aria-hidden=true] .bone, .bone').first().waitFor()
      answer()
      await until()
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts)
      const moved = shifts.reduce((sum, { value }) => sum + value, 0)
      expect(moved, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(STILL)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
})
