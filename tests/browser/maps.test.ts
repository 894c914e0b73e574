import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type BrowserWindow, DESKTOP, PHONE } from '../support/browser.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { boxesOf, parkNames, waitForDirectory, waitForResults } from '../support/screen.ts'
import { forgetServerTrouble } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import { goInApp, openLightVisit, openPersistentVisit, untilTestEnds, type Visit } from '../support/visit.ts'
import { waitFor } from '../support/wait-for.ts'
import { mapOf, mapReady, namesOnMap, pinsOf } from '../support/map.ts'

/** Parks of the seed: one with an exact position, one known only by its suburb, one in between. */
const EXACT = 7
const SUBURB_ONLY = 13
const NEAR = 8

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page

const map = () => mapOf(page)
const pins = () => pinsOf(page)

describe('maps on a phone', () => {
  const openPhone = (options: BrowserContextOptions = {}) =>
    openLightVisit(product, { viewport: PHONE, hasTouch: true, isMobile: true, ...options })
  let shared: Visit
  beforeAll(async () => void (shared = await openPhone()))
  afterAll(() => shared.leave())
  beforeEach(() => void ({ proxy, browser, page } = shared))

  /** Opens a screen in the window that these tests share. */
  const go = (path: string) => shared.go(path)

  test('list and map alternate, and back leads to the list', async () => {
    await go('/?q=Chermside')
    await waitForResults(page)
    expect(await page.locator('.leaflet-container').count()).toBe(0)
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await mapReady(page)
    expect(new URL(page.url()).searchParams.get('view')).toBe('map')
    expect(await parkNames(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect((await parkNames(page)).length).toBe(5)
    expect(await map().isVisible()).toBe(false)
    await page.emulateMedia({ media: null })

    const sizes = await map()
      .locator('.leaflet-bar a, .leaflet-control button')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      )
    expect(sizes.length).toBeGreaterThanOrEqual(3)
    expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(44)
    // The attribution is not covered by the card of a park.
    const attribution = map().locator('.leaflet-control-attribution', { hasText: 'ABS' })
    await attribution.waitFor()
    await pins().first().click()
    await waitFor(async () => {
      const [card, shown] = await boxesOf(page.locator('[data-map-card]'), attribution)
      expect(shown!.left).toBeGreaterThanOrEqual(0)
      expect(shown!.right).toBeLessThanOrEqual(PHONE.width)
      expect(shown!.bottom).toBeLessThanOrEqual(card!.top)
    })
    await page.goBack()
    await waitForResults(page)
    expect((await parkNames(page)).length).toBe(5)
  })

  test('the results are as they were left when the user comes back from a park', async () => {
    await go('/?q=Chermside&view=map')
    await waitForResults(page)
    await mapReady(page)
    await map().locator('.leaflet-container').focus()
    await page.keyboard.press('+')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Search this area' }).waitFor()
    await page.keyboard.press('1')
    const details = page.locator('[data-map-card]').getByRole('link', { name: 'View Details' })
    await details.waitFor()
    const places = () =>
      pins().evaluateAll((all) => {
        const { x, y } = document.querySelector('.leaflet-container')!.getBoundingClientRect()
        return all.map((pin) => {
          const box = pin.getBoundingClientRect()
          return [Math.round(box.x - x), Math.round(box.y - y)]
        })
      })
    const before = await places()
    await details.click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await waitForResults(page)
    await mapReady(page)
    await expect.poll(places).toEqual(before)
    await page.getByRole('button', { name: 'Search this area' }).waitFor()
  })

  test("'Search this area' is on one line", async () => {
    await go('/?q=Chermside&view=map')
    await waitForResults(page)
    await mapReady(page)
    await map().locator('.leaflet-container').focus()
    await page.keyboard.press('ArrowRight')
    const lines = await page.getByRole('button', { name: 'Search this area' }).evaluate((button) => {
      const text = document.createRange()
      text.selectNodeContents(button.lastChild!)
      return text.getClientRects().length
    })
    expect(lines).toBe(1)
  })

  test('without the directory, no signpost leads to a place on the other side of the country', async () => {
    await go('/park/7')
    await mapReady(page)
    await map().getByText('Chermside South', { exact: true }).waitFor({ state: 'attached' })
    // Long enough for the places of signposts to be read.
    await page.waitForTimeout(1_000)
    expect(await map().locator('.map-signpost').allInnerTexts()).toEqual([])
  })

  test('no pin of the results is behind the attribution or the buttons', async () => {
    await go('/?q=Hobart&view=map')
    await mapReady(page)
    const attribution = map().locator('.leaflet-control-attribution', { hasText: 'ABS' })
    await attribution.waitFor()
    const covering = [attribution, map().locator('.leaflet-bar').first()]
    await waitFor(async () => {
      const boxes = await boxesOf(...covering)
      const numbered = await pins().evaluateAll((all) =>
        all
          .map((pin) => pin.getBoundingClientRect())
          .map(({ x, y, width, height }) => ({ x, y, width, height })),
      )
      expect(numbered.length).toBeGreaterThan(1)
      const isBehind = (pin: (typeof numbered)[number]) =>
        boxes.some(
          ({ x, y, width, height }) =>
            pin.x < x + width && x < pin.x + pin.width && pin.y < y + height && y < pin.y + pin.height,
        )
      expect(numbered.filter(isBehind)).toEqual([])
    })
  })

  test('the card of a park without a number has its name before its facts arrive', async () => {
    const end = Promise.withResolvers<void>()
    let isAsked = false
    // Held back, not refused, because the app pauses after a refusal.
    await page.route('**/api/parks/*', async (route) => {
      isAsked = true
      await end.promise
      await route.continue().catch(() => undefined)
    })
    onTestFinished(async () => {
      end.resolve()
      await page.unroute('**/api/parks/*')
      await forgetServerTrouble(page)
    })
    await go('/?q=Chermside&view=map')
    await mapReady(page)
    const dot = map().locator('.map-pin[data-shape="dot"]').first()
    await dot.focus()
    const name = (await dot.getAttribute('aria-label'))!.replace(/,[^,]*$/, '')
    await page.keyboard.press('Space')
    await page.locator('[data-map-card]').getByText(name).waitFor()
    await page
      .locator('[data-map-card]')
      .getByRole('link', { name: `Directions to ${name}` })
      .waitFor()
    await expect.poll(() => isAsked).toBe(true)
  })

  test('a map that is closed while it is being painted throws no error', async () => {
    // In a tab of its own, whose documents all run this script.
    page = await browser.context.newPage()
    onTestFinished(() => page.close())
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addInitScript(() => {
      // Painting pauses with `setTimeout` without a delay when 8 ms have passed. The clock makes every tile take
      // longer, and the pauses end when the test says so.
      const { setTimeout } = window
      const now = performance.now.bind(performance)
      let added = 0
      performance.now = () => now() + (document.querySelector('.leaflet-container') ? (added += 10) : 0)
      const pauses: (() => void)[] = []
      Object.assign(window, {
        pauses,
        setTimeout(run: () => void, ...rest: [delay?: number]) {
          if (rest.length > 0 || !document.querySelector('.leaflet-container'))
            return setTimeout(run, ...rest)
          return pauses.push(run)
        },
      })
    })
    await page.goto(`${proxy.url}/?q=Chermside`)
    await waitForResults(page)
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await page.waitForFunction(() => (window as unknown as { pauses: unknown[] }).pauses.length > 0)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await expect.poll(() => page.locator('.leaflet-container').count()).toBe(0)
    await page.evaluate(async () => {
      for (const end of (window as unknown as { pauses: (() => void)[] }).pauses) end()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    expect(errors).toEqual([])
  })

  test('a map that is closed during an animated zoom, or before the position is found, throws no error', async () => {
    ;({ proxy, browser, page } = await untilTestEnds(openPhone({ reducedMotion: 'no-preference' })))
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.clock.install()
    await page.addInitScript(() => {
      Object.assign(navigator.geolocation, {
        getCurrentPosition(found: PositionCallback) {
          Object.assign(window, {
            find: () =>
              found({ coords: { latitude: -27.38, longitude: 153.03, accuracy: 20 } } as GeolocationPosition),
          })
        },
      })
    })
    await page.goto(`${proxy.url}/?q=Chermside&view=map`)
    await mapReady(page)
    await page.getByRole('button', { name: 'Show my location' }).click()
    await page.waitForFunction(() => 'find' in window)
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.leaflet-control-zoom-in')!.click()
      while (!document.querySelector('.leaflet-zoom-anim'))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
      buttons.find(({ textContent }) => textContent === 'List')!.click()
    })
    await expect.poll(() => page.locator('.leaflet-container').count()).toBe(0)
    await page.clock.fastForward(1_000)
    await page.evaluate(async () => {
      ;(window as unknown as { find(): void }).find()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    expect(errors).toEqual([])
  })

  test('a park known only by its suburb is a circle instead of a pin', async () => {
    await go(`/park/${SUBURB_ONLY}`)
    await page.locator('#location').scrollIntoViewIfNeeded()
    await mapReady(page)
    await map().locator('.map-area').waitFor()
    expect(await map().locator('.map-pin').count()).toBe(0)
    await go(`/park/${EXACT}`)
    await page.locator('#location').scrollIntoViewIfNeeded()
    await mapReady(page)
    await map().locator('.map-pin[data-shape="pin"]').waitFor()
    expect(await map().locator('.map-area').count()).toBe(0)
  })

  test('a park within about 500 m of its position is a smaller circle, and its map credits OpenStreetMap', async () => {
    /** Diameter of the circle in metres, by the map's own scale. */
    const diameterOf = async (id: number) => {
      await go(`/park/${id}`)
      await page.locator('#location').scrollIntoViewIfNeeded()
      await mapReady(page)
      await map().locator('.map-area').waitFor()
      return map().evaluate((container) => {
        const bar = container.querySelector<HTMLElement>('.leaflet-control-scale-line')!
        const metres = Number.parseFloat(bar.innerText) * (bar.innerText.includes('mi') ? 1609.344 : 0.3048)
        const circle = container.querySelector('.map-area')!.getBoundingClientRect().width
        return (circle / bar.getBoundingClientRect().width) * metres
      })
    }
    const [near, suburb] = [await diameterOf(NEAR), await diameterOf(SUBURB_ONLY)]
    expect(await map().locator('.map-pin').count()).toBe(0)
    expect(near).toBeGreaterThan(850)
    expect(near).toBeLessThan(1_200)
    expect(suburb).toBeGreaterThan(near)
    // Its text is there once the map's sources are known.
    await expect
      .poll(() => map().locator('.leaflet-control-attribution').innerText())
      .toContain('© OpenStreetMap contributors')
  })

  test('a card’s map shifts nothing when it loads and is replaced by a drawing when it fails', async () => {
    proxy.decide((path) => (path.startsWith('/api/maps/static') ? 'refuse' : 'pass'))
    onTestFinished(() => proxy.decide(() => 'pass'))
    proxy.seen.length = 0
    // No other test here shows these parks, whose maps the browser would have.
    await page.goto(`${proxy.url}/?q=Aspley`)
    await waitForResults(page)
    const card = page.locator('article').first()
    const height = async () => (await card.boundingBox())!.height
    const before = await height()
    await expect.poll(() => card.locator('[data-static-map]').count()).toBe(0)
    expect(await card.locator('svg.place').count()).toBe(1)
    proxy.decide(() => 'pass')
    await page.reload()
    await card.locator('[data-static-map="shown"]').waitFor()
    await expect.poll(height).toBe(before)
    expect(proxy.seen.find((path) => path.startsWith('/api/maps/static'))).toMatch(
      /lat=-27\.\d+&lng=153\.\d+&zoom=15&width=400&height=300/,
    )
  })
})

describe('maps without signal', () => {
  test('after a restart the map is drawn with its names and the static maps seen before', async () => {
    const visit = await untilTestEnds(openPersistentVisit(product, { viewport: DESKTOP }))
    ;({ proxy, page } = visit)
    // The service worker stores what the document after its installation asks for.
    await page.goto(`${proxy.url}/terms`)
    await waitForDirectory(page)
    await page.goto(`${proxy.url}/?q=Chermside`)
    await waitForResults(page)
    await page.locator('[data-static-map="shown"]').first().waitFor()
    await mapReady(page)
    await expect.poll(() => namesOnMap(page)).toBeGreaterThan(3)

    proxy.decide(() => 'refuse')
    await visit.browser.reopen({ offline: true })
    page = await visit.browser.page()
    await page.goto(`${proxy.url}/?q=Chermside`)
    await waitForResults(page)
    await mapReady(page)
    await expect.poll(() => pins().count()).toBe(5)
    await expect.poll(() => namesOnMap(page)).toBeGreaterThan(3)
    await page.locator('[data-static-map="shown"]').first().waitFor()
    expect(await goInApp(page, '/park/901')).toBe(true)
    await mapReady(page)
    await map().locator('.map-pin, .map-area').first().waitFor()
  })

  test('a map whose code fails to load says so and loads on another try', async () => {
    ;({ proxy, browser, page } = await untilTestEnds(openLightVisit(product, { viewport: DESKTOP })))
    proxy.decide((path) => (/\/assets\/results-map/.test(path) ? 'refuse' : 'pass'))
    await page.goto(`${proxy.url}/?q=Chermside`)
    const failed = page.locator('[data-map="failed"]')
    await failed.getByText('Failed to load the map').waitFor()
    await failed.getByText('Please check your connection and try again').waitFor()
    await toastShown(page, 'Map Error')
    expect((await parkNames(page)).length).toBe(5)
    proxy.decide(() => 'pass')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await mapReady(page)
  })
})
