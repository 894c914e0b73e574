import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { startVisit, type Visit } from '../support/visit.ts'

/** As far as what comes later may move what is there (CLS): a fifth of what counts as good. */
const STILL = 0.02
/** Pixels that a skeleton may differ by from what most often comes in its place: less than a line of text. */
const ALIKE = 16

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
      for (const entry of list.getEntries() as unknown as {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      }[]) {
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120)),
          })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
})
afterAll(async () => {
  await visit.leave()
})

const main = () => page.getByRole('main')
const measured = () =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts)
/** Found and measured in one step: what is waited for may take their place at any moment. */
const sizes = (selector: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(`main :is(${wanted})`)].map((one) =>
        Math.round(one.getBoundingClientRect().height),
      ),
    selector,
  )
const middle = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)]!

const CARDS = '[aria-hidden=true]:has(> * .bone):not(.bone)'
const ROWS = '[aria-busy=true] > [aria-hidden=true]'
/** A list, the call it waits for, what stands there meanwhile, and what comes in its place. */
const LISTS = [
  ['/?q=Chermside', '**/api/search?*', CARDS, 'article'],
  ['/state', '**/api/states', ROWS, 'li'],
  ['/states', '**/api/states', ROWS, 'li'],
  ['/state/tas', '**/api/states/tas/cities', ROWS, 'section li'],
  ['/state/qld/chermside', '**/api/search?*', CARDS, 'article'],
] as const

/** Opens a screen whose answer is held back until its skeleton has been looked at. */
async function looked<T>(
  path: string,
  call: string,
  thing: string,
  look: () => Promise<T>,
): Promise<[before: T, after: T]> {
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(call, async (route) => {
    await held
    await route.continue()
  })
  await visit.go(path)
  await main().locator('.bone').first().waitFor()
  const before = await look()
  answer()
  await main().locator(thing).first().waitFor()
  await page.waitForLoadState('networkidle')
  const after = await look()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return [before, after]
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('on %s', (_, viewport) => {
  test('skeletons have the size of their content, so that loading shifts nothing', async () => {
    await page.setViewportSize(viewport)
    for (const [path, call, skeleton, thing] of LISTS) {
      const [[before], [, after]] = await looked(
        path,
        call,
        thing,
        async () => [await sizes(skeleton), await sizes(thing)] as const,
      )
      expect(
        Math.abs(middle(before) - middle(after)),
        `${path}: ${before.join()} and ${after.join()}`,
      ).toBeLessThanOrEqual(ALIKE)
      const shifts = await measured()
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        `${path}: ${JSON.stringify(shifts)}`,
      ).toBeLessThanOrEqual(STILL)
    }
    // Of a park the first block of facts stays where it is; how many blocks there are is not known before. A name in two lines is a line more.
    const [before, after] = await looked('/park/7', '**/api/parks/7', 'h1', () =>
      main()
        .locator('.card')
        .first()
        .evaluate((block) => block.getBoundingClientRect().top + scrollY),
    )
    expect(Math.abs(before - after)).toBeLessThanOrEqual(48)
    expect((await measured()).reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(STILL)
  })
})

test('the layout shift measurement detects a shift', async () => {
  await visit.go('/states')
  await main().getByRole('listitem').nth(7).waitFor()
  await page.evaluate(() => {
    const block = document.createElement('p')
    block.style.height = '200px'
    document.querySelector('main')!.prepend(block)
  })
  await expect
    .poll(async () => (await measured()).reduce((sum, { value }) => sum + value, 0))
    .toBeGreaterThan(STILL)
})
