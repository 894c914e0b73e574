import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATIC_MAP_WIDTH } from '../../data/model/constants.ts'
import { CARD_CROP } from '../../server/geo/picture/view.ts'
import { applySettings } from '../support/accessibility.ts'
import { DESKTOP, PHONE, TABLET } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { boxesOf, neverEndRequests, searchFor, waitForTypeface } from '../support/screen.ts'
import { startVisit, type Visit } from '../support/visit.ts'

/** Largest accepted Cumulative Layout Shift: a fifth of the limit for a good score. */
const MAX_LAYOUT_SHIFT = 0.02
/**
 * Largest accepted difference in height between a skeleton and its typical content: less than a line of text.
 */
const MAX_HEIGHT_DIFFERENCE_PX = 16

const product = runningProduct()
let visit: Visit
let page: Page

beforeAll(async () => {
  visit = await startVisit(product, { bare: true })
  page = visit.page
  await neverEndRequests(page)
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
const recordedShifts = () =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts)
/** Finds and measures the elements in one step, because the content may replace a skeleton at any moment. */
const heights = (selector: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(`main :is(${wanted})`)].map((one) =>
        Math.round(one.getBoundingClientRect().height),
      ),
    selector,
  )
const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)]!

const CARD_SKELETONS = '[aria-hidden=true]:has(> * .skeleton):not(.skeleton)'
const ROW_SKELETONS = '[aria-busy=true] > [aria-hidden=true]'
/** Path of a list, the request it waits for, and selectors of its skeleton and of its content. */
const LISTS = [
  ['/?q=Chermside', '**/api/search?*', CARD_SKELETONS, 'article'],
  ['/state', '**/api/states', ROW_SKELETONS, 'li'],
  ['/states', '**/api/states', ROW_SKELETONS, 'li'],
  ['/state/tas', '**/api/states/tas/cities', ROW_SKELETONS, 'section li'],
  ['/state/qld/chermside', '**/api/search?*', CARD_SKELETONS, 'article'],
] as const

/** Opens a screen and measures it twice: with its response held back, and once it has loaded. */
async function measureLoading<T>(
  path: string,
  request: string,
  content: string,
  measure: () => Promise<T>,
): Promise<[before: T, after: T]> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(request, async (route) => {
    await held
    await route.continue()
  })
  // A typeface that arrives late wraps lines elsewhere, which is not measured here.
  await page.route('**/*.woff2', (route) => route.abort())
  await visit.load(path)
  await main().locator('.skeleton').first().waitFor()
  const before = await measure()
  release()
  await main().locator(content).first().waitFor()
  await page.waitForLoadState('networkidle')
  const after = await measure()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return [before, after]
}

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('on %s', (_, viewport) => {
  test('skeletons have the size of their content, so that loading shifts nothing', async () => {
    await page.setViewportSize(viewport)
    for (const [path, request, skeleton, content] of LISTS) {
      const [[before], [, after]] = await measureLoading(
        path,
        request,
        content,
        async () => [await heights(skeleton), await heights(content)] as const,
      )
      expect(
        Math.abs(median(before) - median(after)),
        `${path}: ${before.join()} and ${after.join()}`,
      ).toBeLessThanOrEqual(MAX_HEIGHT_DIFFERENCE_PX)
      const shifts = await recordedShifts()
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        `${path}: ${JSON.stringify(shifts)}`,
      ).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT)
    }
    // On a park page the first block of facts must stay in place, except for a name that takes a second line.
    // The number of blocks is not known before.
    const [before, after] = await measureLoading('/park/7', '**/api/parks/7', 'h1', () =>
      main()
        .locator('.card')
        .first()
        .evaluate((block) => block.getBoundingClientRect().top + scrollY),
    )
    expect(Math.abs(before - after)).toBeLessThanOrEqual(48)
    expect((await recordedShifts()).reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(
      MAX_LAYOUT_SHIFT,
    )
  })
})

test('the results stay where they are when the typeface arrives', async () => {
  const tops = () =>
    page.evaluate(() =>
      ['h1', 'h2', 'article'].map((name) =>
        Math.round(document.querySelector(`main ${name}`)!.getBoundingClientRect().top + scrollY),
      ),
    )
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(viewport)
    const typeface = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await typeface.promise
      await route.continue()
    })
    await page.goto(`${visit.url}/`, { waitUntil: 'domcontentloaded' })
    await main().getByRole('article').first().waitFor()
    const before = await tops()
    typeface.resolve()
    await waitForTypeface(page)
    expect(await tops(), `${viewport.width} px`).toEqual(before)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('the layout shift measurement detects a shift', async () => {
  await visit.load('/states')
  await main().getByRole('listitem').nth(7).waitFor()
  await page.evaluate(() => {
    const block = document.createElement('p')
    block.style.height = '200px'
    document.querySelector('main')!.prepend(block)
  })
  await expect
    .poll(async () => (await recordedShifts()).reduce((sum, { value }) => sum + value, 0))
    .toBeGreaterThan(MAX_LAYOUT_SHIFT)
})

describe('the column of the results', () => {
  beforeAll(async () => {
    await page.setViewportSize(DESKTOP)
    await visit.go('/?q=Chermside')
    await main().locator('article').first().waitFor()
  })

  test.each([1280, 1440, 1920])('is the same for header, banner, filters and map at %d px', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    const edges = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
      const columns = [...document.querySelectorAll('header .wrap')].map((wrap) => {
        const { paddingLeft, paddingRight } = getComputedStyle(wrap)
        const { left, right } = wrap.getBoundingClientRect()
        return [Math.round(left + parseFloat(paddingLeft)), Math.round(right - parseFloat(paddingRight))]
      })
      return {
        header: columns[0],
        content: [
          Math.round(box('main aside').left),
          Math.round(box('main :has(> aside) > :last-child').right),
        ],
        banner: Math.round(box('main h1').left),
        sides: [columns[0]![0]!, innerWidth - columns[0]![1]!],
      }
    })
    expect(edges.content).toEqual(edges.header)
    expect(edges.banner).toBe(edges.header![0])
    expect(Math.abs(edges.sides[0]! - edges.sides[1]!)).toBeLessThanOrEqual(20)
  })
})

describe('the column of the page', () => {
  test.each([
    '/park/7',
    '/state',
    '/state/nsw',
    '/favorites',
    '/submit-park',
    '/contact',
    '/accessibility',
    '/outbox',
  ])('has the heading of %s at its edge', async (path) => {
    await page.setViewportSize({ width: 1920, height: 900 })
    await visit.go(path)
    await main().getByRole('heading', { level: 1 }).waitFor()
    const [header, heading] = await page.evaluate(() => {
      const wrap = document.querySelector('header .wrap')!
      return [
        wrap.getBoundingClientRect().left + parseFloat(getComputedStyle(wrap).paddingLeft),
        document.querySelector('main h1')!.getBoundingClientRect().left,
      ]
    })
    expect(heading).toBeCloseTo(header!, 0)
  })

  test.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ] as const)('on %s has nothing of the banner left after a search', async (_, viewport) => {
    await page.setViewportSize(viewport)
    await visit.go('/')
    await main().locator('article').first().waitFor()
    await searchFor(page, 'Chermside')
    const gap = () =>
      page.evaluate(() => {
        const banner = document.querySelector('main h1')!.closest('section')!.getBoundingClientRect().bottom
        return Math.round(banner - document.querySelector('header')!.getBoundingClientRect().bottom)
      })
    await expect.poll(gap).toBeLessThanOrEqual(0)
  })

  test('has the back-to-top button beside the button of the bottom bar on a phone', async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/?q=Chermside')
    await main().locator('article').first().waitFor()
    await page.evaluate(() => scrollTo(0, 900))
    const [button, bar, filter] = await boxesOf(
      page.getByRole('button', { name: 'Back to top' }),
      page.locator('[data-bottom-bar]'),
      page.locator('[data-bottom-bar] > button'),
    )
    expect(button!.y).toBeGreaterThanOrEqual(bar!.y)
    expect(button!.x).toBeGreaterThanOrEqual(filter!.x + filter!.width)
  })
})

describe('the cards of a list', () => {
  /** Rectangles of the first cards, of their parts, and of what covers the page, in CSS pixels of the window. */
  const measureCards = () =>
    page.evaluate(() => {
      const rectangle = (element: Element | null) => {
        if (element === null) return null
        const { left, top, right, bottom } = element.getBoundingClientRect()
        return { left, top, right, bottom }
      }
      return {
        header: document.querySelector('header')!.getBoundingClientRect().bottom,
        bar: document.querySelector('[data-bottom-bar]')!.getBoundingClientRect().top || innerHeight,
        cards: [...document.querySelectorAll('article')].slice(0, 2).map((card) => {
          const image = card.querySelector('[data-static-map]')!
          return {
            card: rectangle(card)!,
            image: rectangle(image)!,
            map: rectangle(image.parentElement)!,
            attribution: rectangle(
              [...card.querySelectorAll('span')].find((one) => one.textContent!.startsWith('©'))!,
            )!,
            number: rectangle(
              [...card.querySelectorAll('span')].find((one) => /^\d+$/.test(one.textContent!)) ?? null,
            ),
          }
        }),
      }
    })
  beforeAll(async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/?q=Fitzroy')
    await main().locator('article').nth(1).waitFor()
  })

  /** Scrolls to the first card, and waits for the pictures of two. */
  const scrollToCards = async () => {
    await main()
      .locator('article')
      .first()
      .evaluate((card) => {
        const header = document.querySelector('header')!.getBoundingClientRect().height
        scrollTo(0, card.getBoundingClientRect().top + scrollY - header)
      })
    // The attribution of each picture follows the picture.
    for (const at of [0, 1]) {
      const card = main().locator('article').nth(at)
      await card.locator('[data-static-map=shown]').waitFor()
      await card.locator('span').filter({ hasText: /^©/ }).first().waitFor()
    }
  }

  test('on a phone are low enough for two of them between header and bottom bar', async () => {
    await page.setViewportSize(PHONE)
    await scrollToCards()
    const { header, bar, cards } = await measureCards()
    expect(cards[0]!.card.top).toBeGreaterThanOrEqual(header - 1)
    expect(cards[1]!.card.bottom).toBeLessThanOrEqual(bar)
  })

  test("say 'Off-leash Area' once", async () => {
    const texts = await main()
      .locator('article')
      .evaluateAll((cards) => cards.map((card) => card.textContent!))
    const counts = texts.slice(0, 2).map((text) => text.match(/off-leash area/gi)?.length)
    expect(counts).toEqual([1, 1])
  })

  test.each([320, 360, 480, 768, 1440, 1920])(
    'show the part of the map that has its names, with nothing over it, at %d px',
    async (width) => {
      await page.setViewportSize({ width, height: 900 })
      await scrollToCards()
      // Only a list beside a map has numbers.
      await expect
        .poll(async () => (await measureCards()).cards.map(({ number }) => number !== null))
        .toEqual([width >= 1024, width >= 1024])
      const isWithin = (value: number, limit: number) => value <= limit + 1
      const shown = {
        isSharp: true,
        left: true,
        right: true,
        top: true,
        aboveAttribution: true,
        besideNumber: true,
      }
      // A busy machine may lay out the pictures later than the numbers.
      await expect
        .poll(async () =>
          (await measureCards()).cards.map(({ image, map, attribution, number }) => {
            const scale = (image.right - image.left) / STATIC_MAP_WIDTH
            const left = image.left + (CARD_CROP.x - CARD_CROP.width / 2) * scale
            const top = image.top + (CARD_CROP.y - CARD_CROP.height / 2) * scale
            return {
              isSharp: scale >= 1,
              left: isWithin(map.left, left),
              right: isWithin(left + CARD_CROP.width * scale, map.right),
              top: isWithin(map.top, top),
              aboveAttribution: isWithin(top + CARD_CROP.height * scale, attribution.top),
              besideNumber: (number?.left ?? map.right) >= map.right,
            }
          }),
        )
        .toEqual([shown, shown])
    },
  )

  test('have different pictures for two parks of one suburb that have the same map', async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/?q=Dubbo')
    const pictures = main().locator('article > div > div:first-child')
    await main().locator('article [data-static-map=shown]').nth(1).waitFor()
    const maps = await main()
      .locator('article [data-static-map]')
      .evaluateAll((images) => images.slice(0, 2).map((image) => (image as HTMLImageElement).src))
    expect(maps[0]).toBe(maps[1])
    expect(await pictures.nth(0).screenshot()).not.toEqual(await pictures.nth(1).screenshot())
  })
})

describe('the back-to-top button', () => {
  describe.each([
    ['/park/7', [360]],
    ['/state/nsw', [360, 768, 1023]],
    ['/?q=Chermside', [360, 768, 1440]],
  ])('on %s', (path, widths) => {
    beforeAll(async () => {
      await page.setViewportSize(PHONE)
      await visit.go(path)
      await main().locator('article, h1').first().waitFor()
    })

    test.each(widths)('covers nothing at %d px', async (width) => {
      await page.setViewportSize({ width, height: 740 })
      await page.evaluate(() => scrollTo(0, 600))
      const button = page.getByRole('button', { name: 'Back to top' })
      await button.waitFor()
      // The page is scrolled on, because what is below the button depends on the position.
      for (const top of [600, 660, 720, 780, 840]) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
        const covered = await button.evaluate((element) => {
          const box = element.getBoundingClientRect()
          const overlaps = (one: DOMRect) =>
            one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top
          const isBar = (one: Element) => one.closest('header, [data-bottom-bar]') !== null
          const below = document
            .elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
            .find((one) => !element.contains(one))!
          return {
            onBar: isBar(below),
            controls: [
              ...document.querySelectorAll('header :is(a, button, input), [data-bottom-bar] > button'),
            ]
              .filter((one) => one.checkVisibility() && overlaps(one.getBoundingClientRect()))
              .map((one) => one.textContent),
          }
        })
        expect(covered).toEqual({ onBar: true, controls: [] })
      }
    })
  })
})

describe('text of twice the size, with text spacing, on a phone', () => {
  beforeAll(async () => {
    await page.setViewportSize(PHONE)
    await visit.go('/terms')
    await applySettings(page, 0b1100)
  })
  afterAll(() => applySettings(page, 0))

  test.each([
    '/',
    '/?q=Chermside',
    '/park/7',
    '/state/nsw',
    '/favorites',
    '/submit-park',
    '/accessibility',
    '/offline',
  ])('does not reach over the edge on %s', async (path) => {
    await visit.go(path)
    await page.locator('main h1').waitFor()
    // A map below the window waits until it is nearly visible.
    await main()
      .locator(':is(.skeleton, [aria-busy=true]):not([data-map])')
      .first()
      .waitFor({ state: 'detached' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  })

  test('does not reach over the edge while results load', async () => {
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/search?*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await visit.go('/?q=Stafford')
    await main().locator('h2 .skeleton').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    answered.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test.each(['/?q=Chermside', '/submit-park', '/offline'])(
    'cuts off no option of a select on %s',
    async (path) => {
      await visit.go(path)
      await main().locator('select').first().waitFor()
      const cut = await main()
        .locator('select')
        .evaluateAll((all) =>
          (all as HTMLSelectElement[]).flatMap((select) => {
            const { font, letterSpacing, wordSpacing, padding } = getComputedStyle(select)
            const text = document.createElement('div')
            Object.assign(text.style, { font, letterSpacing, wordSpacing, padding, boxSizing: 'border-box' })
            text.style.width = `${select.clientWidth}px`
            document.body.append(text)
            const options = [...select.options].filter((option) => {
              text.textContent = option.text
              select.selectedIndex = option.index
              return select.clientHeight < text.offsetHeight
            })
            text.remove()
            return options.map((option) => option.text)
          }),
        )
      expect(cut).toEqual([])
    },
  )

  test('shows the unit of distances beside or above the label of the field, not over it', async () => {
    await visit.go('/?q=Chermside')
    await page
      .locator('[data-bottom-bar]')
      .getByRole('button', { name: /^Filter Parks/ })
      .click()
    const sheet = page.getByRole('dialog')
    const [label, unit] = await boxesOf(
      sheet.getByText('Distance', { exact: true }).first(),
      sheet.getByRole('button', { name: 'Show kilometres' }).first(),
    )
    expect(label!.y >= unit!.y + unit!.height || unit!.x >= label!.x + label!.width).toBe(true)
    await page.keyboard.press('Escape')
  })
})
