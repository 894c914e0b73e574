import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { MAP_COLOURS, type MapColour } from '../../data/map/colours.ts'
import { tilesOfArea } from '../../data/geo/area-tiles.ts'
import { MapOffer } from '../../data/model/map.ts'
import {
  colour,
  colourDistance,
  readPicture,
  tileColour,
  tileOf,
  writeMbtiles,
} from '../server/geo/map-fixtures.ts'
import { addStreets, addStreetsWith } from '../server/map/fixtures.ts'
import { allowMotion } from '../support/motion.ts'
import { promote, signUp } from '../support/account.ts'
import { DESKTOP, NO_MAP, PHONE, type BrowserWindow } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { boxesOf, waitForDirectory, scrollToMap, parkNames, waitForResults } from '../support/screen.ts'
import { forgetServerTrouble } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import {
  goInApp,
  openLightVisit,
  openPersistentVisit,
  openVisit,
  startVisit,
  type Visit,
} from '../support/visit.ts'
import { waitFor } from '../support/wait-for.ts'

/** Parks of the seed: one with an exact position, one known only by its suburb. */
const EXACT = 7
const SUBURB_ONLY = 13
const NEAR = 8

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page

/** Makes a visit that of the current test. */
function enter<Kind extends BrowserWindow>(visit: Visit<Kind>): Visit<Kind> {
  ;({ proxy, browser, page } = visit)
  return visit
}
/** The same for a visit that ends with the test. */
async function begin<Kind extends BrowserWindow>(opening: Promise<Visit<Kind>>): Promise<Visit<Kind>> {
  const visit = await opening
  onTestFinished(() => visit.leave())
  return enter(visit)
}

const map = () => page.locator('[data-map="ready"]').first()
const pins = () => map().locator('.map-pin:not([data-shape="dot"])')

/** Scrolls the map into view, which loads it, and waits until it is drawn. */
async function mapReady(): Promise<void> {
  await scrollToMap(page)
  await map().locator('.leaflet-container').waitFor()
  await map().locator('.leaflet-tile-loaded').first().waitFor()
}

/** Number of names that are listed for those who do not see the map. */
const namesOnMap = () => map().locator('[data-map-names] li').count()

/** The most frequent colour of the first tile of the vector map. */
const paintedColour = () =>
  map()
    .locator('canvas.leaflet-tile')
    .first()
    .evaluate((canvas) => {
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, 256, 256)
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        const key = `${data[at]} ${data[at + 1]} ${data[at + 2]}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      const [[most]] = [...counts].sort(([, one], [, other]) => other - one) as [[string, number]]
      return most.split(' ').map(Number) as [number, number, number]
    })

describe('the results map on a wide screen', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await startVisit(product, { serviceWorkers: 'block' })
    // Only now, because the start has a map on a wide screen.
    await visit.page.setViewportSize(DESKTOP)
  })
  afterAll(() => visit.leave())
  beforeEach(() => void enter(visit))

  /** Opens the results of a search, whose map is new. */
  async function search(address = '/?q=Chermside') {
    // Where the pointer was left, a park would be hovered.
    await page.mouse.move(0, 0)
    await visit.go(address)
    await waitForResults(page)
    await mapReady()
  }

  /** Whether the parks of the list are on the part of the map that is shown. */
  async function isAllOnMap() {
    const box = (await map().boundingBox())!
    const places = await pins().evaluateAll((all) =>
      all.map((pin) => {
        const { x, y, width, height } = pin.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      }),
    )
    return (
      places.length > 0 &&
      places.every(({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)
    )
  }

  test('is beside the list and numbers the parks as in it', async () => {
    await search()
    await expect.poll(() => pins().count()).toBe(5)
    const labels = await pins().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    const names = await parkNames(page)
    expect(labels.sort()).toEqual(
      names.map((name, index) => expect.stringContaining(`${index + 1}. ${name}`)),
    )
    await expect.poll(() => namesOnMap()).toBeGreaterThan(3)
  })

  test('marks the park hovered in the list, and the list marks the park picked on the map', async () => {
    await search()
    const second = page.locator('[data-results] ol > li').nth(1)
    await second.hover()
    await expect
      .poll(() => map().locator('.map-pin[data-active]').getAttribute('aria-label'))
      .toMatch(/^2\. /)
    await map().getByRole('button', { name: /^4\. / }).click({ force: true })
    await expect.poll(() => page.locator('[data-results] ol > li[data-active]').count()).toBeGreaterThan(0)
    const name = (await parkNames(page))[3]!
    await page.locator('[data-map-card]').getByText(name).waitFor()
    await page.locator('[data-map-card]').getByRole('link', { name: 'View Details' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  test('shows on the card of a park the distance that the list shows', async () => {
    const distances = () =>
      page
        .locator('[data-results] article')
        .evaluateAll((cards) =>
          Object.fromEntries(
            cards.map((card) => [
              card.querySelector('h3')!.innerText,
              card.querySelector('[data-distance]')?.textContent,
            ]),
          ),
        )
    const card = page.locator('[data-map-card]')
    await visit.go('/?q=Chermside&perPage=20')
    await waitForResults(page)
    await expect.poll(() => page.locator('[data-results] article').count()).toBe(20)
    const listed = await distances()
    await search()
    for (const pin of [pins().first(), map().locator('.map-pin[data-shape="dot"]').first()]) {
      await pin.focus()
      await page.keyboard.press('Space')
      const name = (await pin.getAttribute('aria-label'))!.replace(/^\d+\. /, '').replace(/, .*/, '')
      await card.getByText(name).waitFor()
      expect(listed[name]).toMatch(/mi$/)
      await expect.poll(() => card.locator('strong').innerText()).toBe(listed[name])
    }
  })

  test('closes the card of a park when another search is shown', async () => {
    await search()
    await pins().first().focus()
    await page.keyboard.press('Space')
    const card = page.locator('[data-map-card]')
    await card.waitFor()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect.poll(() => card.count()).toBe(0)
  })

  test('has signposts to places beyond its edges that keep clear of the attribution', async () => {
    await search('/?q=Fitzroy')
    const posts = map().locator('.map-signpost')
    await expect.poll(() => posts.count()).toBeGreaterThan(2)
    const attribution = map().locator('.leaflet-control-attribution')
    // Its text is there once the map's sources are known.
    await expect.poll(async () => (await attribution.boundingBox())!.width).toBeGreaterThan(150)
    const { x, y, width, height } = (await attribution.boundingBox())!
    const covers = (post: { x: number; y: number; width: number; height: number }) =>
      post.x < x + width && post.x + post.width > x && post.y < y + height && post.y + post.height > y
    await expect
      .poll(async () =>
        (await Promise.all((await posts.all()).map((post) => post.boundingBox()))).some((box) =>
          covers(box!),
        ),
      )
      .toBe(false)
  })

  test('picks parks by number keys and pans by arrow keys', async () => {
    await allowMotion(page)
    await search()
    await expect.poll(() => pins().count()).toBe(5)
    await map().locator('.leaflet-container').focus()
    await page.keyboard.press('3')
    await expect
      .poll(() => map().locator('.map-pin[data-active]').getAttribute('aria-label'))
      .toMatch(/^3\. /)
    await page.locator('[data-map-card]').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-map-card]').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Search this area' }).waitFor()
    await map().getByRole('button', { name: /^1\. / }).focus()
    await page.keyboard.press('Space')
    await page
      .locator('[data-map-card]')
      .getByText((await parkNames(page))[0]!)
      .waitFor()
  })

  test('searches again in the area the map was moved to', async () => {
    await search()
    const before = await parkNames(page)
    await map().scrollIntoViewIfNeeded()
    const box = (await map().boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 330)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 150, box.y + 80, { steps: 8 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Search this area' }).click()
    await page.getByRole('heading', { name: /parks? in this area$/ }).waitFor()
    await waitForResults(page)
    const { searchParams } = new URL(page.url())
    expect(searchParams.has('q')).toBe(false)
    expect(searchParams.get('area')).toMatch(/^-27\.\d+,/)
    expect(await parkNames(page)).not.toEqual(before)
    await expect.poll(() => page.getByRole('button', { name: 'Search this area' }).count()).toBe(0)
  })

  test('does not slide to a park that is picked, nor by arrow keys, where motion is reduced', async () => {
    await search()
    await expect.poll(() => pins().count()).toBe(5)
    const lowest = (
      await pins().evaluateAll((all) =>
        all
          .toSorted((a, b) => b.getBoundingClientRect().y - a.getBoundingClientRect().y)
          .map((pin) => pin.getAttribute('aria-label')!),
      )
    )[0]!
    const pin = map().getByRole('button', { name: lowest, exact: true })
    const { y: before } = (await pin.boundingBox())!
    const pane = map().locator('.leaflet-map-pane')
    await pane.evaluate((element) =>
      new MutationObserver(() => {
        if (element.classList.contains('leaflet-pan-anim')) element.dataset['slid'] = ''
      }).observe(element, { attributeFilter: ['class'] }),
    )
    await pin.focus()
    await page.keyboard.press('Space')
    await page.locator('[data-map-card]').waitFor()
    await expect.poll(async () => (await pin.boundingBox())!.y).toBeLessThan(before)
    const { x: beforeKey } = (await pin.boundingBox())!
    await map().locator('.leaflet-container').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await pin.boundingBox())!.x).toBeLessThan(beforeKey)
    expect(await pane.getAttribute('data-slid')).toBe(null)
  })

  test('returns to an area that was searched when the person goes back to its list', async () => {
    await search()
    await map().locator('.leaflet-container').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Search this area' }).click()
    const title = page.getByRole('heading', { name: /parks? in this area$/ })
    await title.waitFor()
    await page.locator('header').getByRole('searchbox').fill('Fitzroy VIC')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: /near Fitzroy VIC/ }).waitFor()
    await expect.poll(isAllOnMap).toBe(true)
    await page.goBack()
    await title.waitFor()
    await expect.poll(isAllOnMap).toBe(true)
  })

  test('moves to the place of a search without results, also from another such place', async () => {
    for (const [place, city] of [
      ['Fitzroy', 'Melbourne'],
      ['Fremantle', 'Perth'],
    ]) {
      await visit.go(`/?q=${place}&distance=1&features=lake,bbq,safe`)
      await page.getByRole('heading', { level: 2, name: `0 parks near ${place}` }).waitFor()
      await mapReady()
      await expect.poll(() => map().locator('[data-map-names]').textContent()).toContain(city)
    }
  })

  test('shows an area of the address that crosses the 180th meridian', async () => {
    await visit.load('/?area=-45,165,-30,-175')
    await mapReady()
    await map().locator('.leaflet-container').focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Search this area' }).click()
    const area = () => new URL(page.url()).searchParams.get('area')!.split(',').map(Number)
    await expect.poll(area).not.toEqual([-45, 165, -30, -175])
    expect(area()[1]).toBeGreaterThan(140)
  })

  test('has zoom 11 without parks, 15 on a park page, and at most 16 when fitting results', async () => {
    const [latitude, longitude] = [-27.38968, 153.03539]
    /**
     * Zoom level computed from the scale bar: metres per pixel by the width of its label in miles or feet.
     */
    const zoom = async () => {
      await mapReady()
      const [words, width] = await map()
        .locator('.leaflet-control-scale-line')
        .evaluate((line) => [line.textContent!, line.getBoundingClientRect().width] as const)
      const metres = Number.parseFloat(words) * (words.endsWith('mi') ? 1609.344 : 0.3048)
      return Math.log2((40_075_016.686 * Math.cos((latitude * Math.PI) / 180)) / 256 / (metres / width))
    }
    const expectZoom = async (expected: number) => {
      await expect.poll(zoom).toBeCloseTo(expected, 1)
    }
    await visit.go(`/?lat=${latitude}&lng=${longitude}&distance=1&features=lake,bbq,safe`)
    await page.getByRole('heading', { name: 'No parks found' }).waitFor()
    await expectZoom(11)
    await visit.go(`/?lat=${latitude}&lng=${longitude}&distance=0.5`)
    await waitForResults(page)
    expect(await parkNames(page)).toEqual(['Burnie Brae Park'])
    await expectZoom(16)
    await visit.go(`/park/${EXACT}`)
    await expectZoom(15)
    // The distance rings are labelled in miles.
    await expect
      .poll(async () =>
        (
          await map()
            .getByText(/^[\d.]+ (mi|m|km)$/)
            .allInnerTexts()
        ).sort(),
      )
      .toEqual(['0.2 mi', '0.4 mi', '0.6 mi', '0.8 mi'])
  })

  test('is painted in the light, dark and high-contrast colours', async () => {
    onTestFinished(() => page.emulateMedia({ colorScheme: null, contrast: null }))
    await search()
    await expect
      .poll(async () => colourDistance(await paintedColour(), colour(MAP_COLOURS.light.land)))
      .toBeLessThan(12)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect
      .poll(async () => colourDistance(await paintedColour(), colour(MAP_COLOURS.dark.land)))
      .toBeLessThan(12)
    await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
    await expect.poll(async () => colourDistance(await paintedColour(), [255, 255, 255])).toBeLessThan(12)
  })

  test('shows all of Australia as a few clusters that split when clicked', async () => {
    await search('/')
    await map().locator('.map-cluster').first().waitFor()
    const counts = await map().locator('.map-cluster').allInnerTexts()
    expect(counts.length).toBeLessThan(40)
    expect(counts.reduce((sum, count) => sum + Number(count.replace(',', '')), 0)).toBeGreaterThan(1_000)
    await map().locator('.map-cluster').first().click({ force: true })
    await expect
      .poll(async () => (await map().locator('.map-cluster').allInnerTexts()).join())
      .not.toBe(counts.join())
  })
})

describe('maps on a phone', () => {
  const openPhone = (options: BrowserContextOptions = {}) =>
    openLightVisit(product, { viewport: PHONE, hasTouch: true, isMobile: true, ...options })
  let shared: Visit
  beforeAll(async () => void (shared = await openPhone()))
  afterAll(() => shared.leave())
  beforeEach(() => void enter(shared))

  /** Opens a screen in the window that these tests share. */
  const go = (path: string) => shared.go(path)

  test('list and map alternate, and back leads to the list', async () => {
    await go('/?q=Chermside')
    await waitForResults(page)
    expect(await page.locator('.leaflet-container').count()).toBe(0)
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await mapReady()
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
    await mapReady()
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
    await mapReady()
    await expect.poll(places).toEqual(before)
    await page.getByRole('button', { name: 'Search this area' }).waitFor()
  })

  test("'Search this area' is on one line", async () => {
    await go('/?q=Chermside&view=map')
    await waitForResults(page)
    await mapReady()
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
    await mapReady()
    await map().getByText('Chermside South', { exact: true }).waitFor({ state: 'attached' })
    // Long enough for the places of signposts to be read.
    await page.waitForTimeout(1_000)
    expect(await map().locator('.map-signpost').allInnerTexts()).toEqual([])
  })

  test('no pin of the results is behind the attribution or the buttons', async () => {
    await go('/?q=Hobart&view=map')
    await mapReady()
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
    await mapReady()
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
    await begin(openPhone({ reducedMotion: 'no-preference' }))
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
    await mapReady()
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
    await mapReady()
    await map().locator('.map-area').waitFor()
    expect(await map().locator('.map-pin').count()).toBe(0)
    await go(`/park/${EXACT}`)
    await page.locator('#location').scrollIntoViewIfNeeded()
    await mapReady()
    await map().locator('.map-pin[data-shape="pin"]').waitFor()
    expect(await map().locator('.map-area').count()).toBe(0)
  })

  test('a park within about 500 m of its position is a smaller circle, and its map credits OpenStreetMap', async () => {
    /** Diameter of the circle in metres, by the map's own scale. */
    const diameterOf = async (id: number) => {
      await go(`/park/${id}`)
      await page.locator('#location').scrollIntoViewIfNeeded()
      await mapReady()
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
    const persistent = (await begin(openPersistentVisit(product, { viewport: DESKTOP }))).browser
    // The service worker stores what the document after its installation asks for.
    await page.goto(`${proxy.url}/terms`)
    await waitForDirectory(page)
    await page.goto(`${proxy.url}/?q=Chermside`)
    await waitForResults(page)
    await page.locator('[data-static-map="shown"]').first().waitFor()
    await mapReady()
    await expect.poll(() => namesOnMap()).toBeGreaterThan(3)

    proxy.decide(() => 'refuse')
    await persistent.reopen({ offline: true })
    page = await browser.page()
    await page.goto(`${proxy.url}/?q=Chermside`)
    await waitForResults(page)
    await mapReady()
    await expect.poll(() => pins().count()).toBe(5)
    await expect.poll(() => namesOnMap()).toBeGreaterThan(3)
    await page.locator('[data-static-map="shown"]').first().waitFor()
    expect(await goInApp(page, '/park/901')).toBe(true)
    await mapReady()
    await map().locator('.map-pin, .map-area').first().waitFor()
  })

  test('a map whose code fails to load says so and loads on another try', async () => {
    await begin(openLightVisit(product, { viewport: DESKTOP }))
    proxy.decide((path) => (/\/assets\/results-map/.test(path) ? 'refuse' : 'pass'))
    await page.goto(`${proxy.url}/?q=Chermside`)
    const failed = page.locator('[data-map="failed"]')
    await failed.getByText('Failed to load the map').waitFor()
    await failed.getByText('Please check your connection and try again').waitFor()
    await toastShown(page, 'Map Error')
    expect((await parkNames(page)).length).toBe(5)
    proxy.decide(() => 'pass')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await mapReady()
  })
})

describe('streets', () => {
  let withStreets: Product
  let visit: Visit
  let devtools: CDPSession
  /** In Wicks Park, Marrickville, where the seed has no park: the map is where the search is. */
  const SEARCH = '/?lat=-33.9105&lng=151.1625&distance=0.2'

  beforeAll(async () => {
    withStreets = await startProduct()
    addStreets(withStreets.dataDir)
    const offer = async () => MapOffer.parse(await (await fetch(`${withStreets.url}/api/maps`)).json())
    await vi.waitUntil(async () => (await offer()).streets !== null, { timeout: 60_000 })
    visit = await openLightVisit(withStreets, { viewport: DESKTOP })
    devtools = await visit.browser.context.newCDPSession(visit.page)
    await devtools.send('Network.enable')
  }, 90_000)
  afterAll(async () => {
    await visit.leave()
    await withStreets.dispose()
  })
  beforeEach(() => void enter(visit))
  afterEach(async () => {
    proxy.decide(() => 'pass')
    await browser.context.clearPermissions()
    await page.evaluate(() => localStorage.clear())
  })

  /** Opens the map of the search and zooms in from 11. */
  async function openMap(zoom: number) {
    proxy.seen.length = 0
    const cacheDisabled = (is: boolean) => devtools.send('Network.setCacheDisabled', { cacheDisabled: is })
    await cacheDisabled(false)
    await visit.load(SEARCH)
    await mapReady()
    // The browser keeps the streets that a test has seen.
    await cacheDisabled(true)
    for (let at = 11; at < zoom; at++) await map().getByRole('button', { name: 'Zoom in' }).click()
  }
  const names = () => map().locator('[data-map-names] li').allInnerTexts()

  test('are drawn with their names, the parks and their attribution, as in a static map of the server', async () => {
    await openMap(16)
    await expect.poll(names).toEqual(expect.arrayContaining(['Sydenham Road', 'Victoria Road', 'Wicks Park']))
    await map()
      .getByText(/© OpenStreetMap contributors, ABS/)
      .waitFor()
    await expect
      .poll(() => proxy.seen.filter((path) => path.startsWith('/api/maps/streets/')).length)
      .toBeGreaterThan(0)

    const reply = await fetch(
      `${withStreets.url}/api/maps/static?lat=-33.9105&lng=151.1625&zoom=16&width=400&height=300&format=png`,
    )
    const drawn = await readPicture(Buffer.from(await reply.arrayBuffer()))
    /** Number of pixels of a colour in the middle of a picture, left and right of a pin. */
    const pixels = (at: (x: number, y: number) => ReturnType<typeof drawn.at>, kind: MapColour) => {
      const wanted = colour(MAP_COLOURS.light[kind])
      let count = 0
      for (let x = -170; x < 170; x++)
        for (let y = -120; y < 110; y++) if (Math.abs(x) > 24 && colourDistance(at(x, y), wanted) < 6) count++
      return count
    }
    // Leaflet rounds the centre to a pixel at zoom 11, which is up to 16 pixels at zoom 16, so that streets
    // near the edges are in one picture only. Names are placed differently.
    // Tiles are painted one after the other.
    await waitFor(async () => {
      const seen = await readPicture(await map().screenshot())
      const middle = { x: Math.round(seen.width / 2), y: Math.round(seen.height / 2) }
      for (const kind of ['pitch', 'primary', 'secondary', 'street', 'park'] as const) {
        const onServer = pixels((x, y) => drawn.at(200 + x, 150 + y), kind)
        const inBrowser = pixels((x, y) => seen.at(middle.x + x, middle.y + y), kind)
        expect(onServer, kind).toBeGreaterThan(50)
        expect(inBrowser / onServer, kind).toBeGreaterThan(0.5)
        expect(inBrowser / onServer, kind).toBeLessThan(2)
      }
    })
  })

  test('around the user’s position are shown with a circle of its accuracy, and no more of them is kept than a screen needs', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation({ latitude: -33.9112, longitude: 151.1621, accuracy: 80 })
    await openMap(11)
    const button = map().getByRole('button', { name: 'Show my location' })
    const size = (await button.boundingBox())!
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44)
    await button.focus()
    await page.keyboard.press('Enter')
    await map().getByRole('img', { name: 'Your location' }).waitFor()
    await expect.poll(names).toEqual(expect.arrayContaining(['Sydenham Road']))
    // 160 m across at zoom 16, where a pixel is 1.98 m.
    const circleWidth = async () => (await map().locator('path.map-accuracy').boundingBox())!.width
    await expect.poll(circleWidth).toBeGreaterThan(76)
    expect(await circleWidth()).toBeLessThan(90)

    const canvases = () => map().locator('canvas.leaflet-tile').count()
    const before = await canvases()
    expect(before).toBeGreaterThan(3)
    // The map ignores a key while it still moves for the one before.
    await expect
      .poll(async () => {
        await map().locator('.leaflet-container').press('ArrowRight')
        return names()
      })
      .not.toContain('Sydenham Road')
    for (let step = 0; step < 20; step++) await map().locator('.leaflet-container').press('ArrowRight')
    // One row of tiles around the map is kept.
    await expect.poll(canvases).toBeLessThanOrEqual(2 * before)
  })

  test('that the operator builds again replace those of a page that is open', async () => {
    await openMap(14)
    await expect.poll(names).toEqual(expect.arrayContaining(['Marrickville']))
    await addStreetsWith(withStreets.dataDir, { version: 'built-again' })
    try {
      // The server looks at the file once a second.
      await expect
        .poll(async () => {
          const reply = await fetch(`${withStreets.url}/api/maps`)
          return ((await reply.json()) as { streets: { url: string } }).streets.url
        })
        .toContain('built-again')
      for (let at = 14; at < 16; at++) await map().getByRole('button', { name: 'Zoom in' }).click()
      const isTileOf = (version: string) => (path: string) =>
        path.startsWith(`/api/maps/streets/${version}/14/`)
      await expect.poll(() => proxy.seen.filter(isTileOf('built-again')).length).toBeGreaterThan(0)
      await expect.poll(names).toEqual(expect.arrayContaining(['Sydenham Road']))
      // Once for the page, once for the new version.
      expect(proxy.seen.filter((path) => path === '/api/maps').length).toBeLessThanOrEqual(3)
    } finally {
      addStreets(withStreets.dataDir)
    }
  })

  test('that cannot be read are missing, and the map says so', async () => {
    await openMap(11)
    proxy.decide((path) => (path.startsWith('/api/maps/streets/') ? 'refuse' : 'pass'))
    for (let at = 11; at < 14; at++) await map().getByRole('button', { name: 'Zoom in' }).click()
    await map().getByText('Streets are not downloaded for this area').waitFor()
    expect(await names()).not.toContain('Sydenham Road')
    await expect.poll(names).toEqual(expect.arrayContaining(['Marrickville']))
  })
})

describe('map tiles of the operator', () => {
  /** The tile whose colour all of them have. */
  const TILE = [11, 1894, 1185] as const
  let folder: string
  let withTiles: Product
  /** Of a browser that keeps no tile. */
  let light: Visit

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offlead-tiles-'))
    const bytes = await tileOf(...TILE)
    const around = { latitude: -27.3852, longitude: 153.031, radius: 30_000 }
    const tiles = tilesOfArea([around], { from: 10, to: 11, most: 1_000 })
    const file = path.join(folder, 'test.mbtiles')
    writeMbtiles(
      file,
      { name: 'test', format: 'png', attribution: '© The test <b>surveyors</b>' },
      tiles.map(({ z, x, y }) => ({ z, x, y, bytes })),
    )
    withTiles = await startProduct({ TILES_MBTILES: file, TILES_OFFLINE_ALLOWED: 'yes' })
    light = await openLightVisit(withTiles, { viewport: DESKTOP })
    const devtools = await light.browser.context.newCDPSession(light.page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  })
  afterAll(async () => {
    await light.leave()
    await withTiles.dispose()
    await rm(folder, { recursive: true })
  })

  /** The map near Chermside enlarges these tiles, whose highest zoom is 11. */
  const COLOUR = tileColour(...TILE)

  /** Colour on the screen in a corner of the map without markers or labels. */
  async function screenColour() {
    const box = (await map().boundingBox())!
    const picture = await readPicture(
      await page.screenshot({ clip: { x: box.x + box.width - 60, y: box.y + 60, width: 50, height: 50 } }),
    )
    return picture.at(25, 25)
  }

  test('are shown with their attribution and without our place names, and offline once seen, when their terms allow it', async () => {
    await begin(openVisit(withTiles, { viewport: DESKTOP }))
    await page.goto(`${proxy.url}/terms`)
    await waitForDirectory(page)
    await page.goto(`${proxy.url}/?q=Chermside`)
    await mapReady()
    await expect.poll(async () => colourDistance(await screenColour(), COLOUR)).toBeLessThan(6)
    await map().getByText('© The test surveyors').waitFor()
    await expect.poll(() => namesOnMap()).toBe(0)
    await page.locator('article').first().getByText('© The test surveyors').waitFor()

    proxy.decide(() => 'refuse')
    await browser.context.setOffline(true)
    // The tiles are those of the service worker.
    const devtools = await browser.context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await page.reload()
    await mapReady()
    await expect.poll(async () => colourDistance(await screenColour(), COLOUR)).toBeLessThan(6)
  })

  test('are also used for the maps on cards, but not below their lowest zoom', async () => {
    const visit = enter(light)
    await visit.load('/?q=Chermside')
    await mapReady()
    const picture = page.locator('article img[data-static-map="shown"]').first()
    await picture.waitFor()
    await expect
      .poll(async () => {
        await picture.scrollIntoViewIfNeeded()
        const box = (await picture.boundingBox())!
        const seen = await readPicture(
          await page.screenshot({
            clip: { x: box.x + box.width / 4, y: box.y + box.height / 2, width: 10, height: 10 },
          }),
        )
        return colourDistance(seen.at(5, 5), COLOUR)
      })
      .toBeLessThan(6)
    await expect.poll(() => namesOnMap()).toBe(0)

    // A map of the country would need thousands of tiles of a street map.
    await visit.go('/')
    await expect.poll(() => namesOnMap()).toBeGreaterThan(0)
    await expect.poll(() => map().locator('img.leaflet-tile').count()).toBe(0)
  })

  test('are replaced by the built-in map when they fail', async () => {
    const visit = enter(light)
    proxy.decide((path) => (path.startsWith('/api/maps/tiles') ? 'refuse' : 'pass'))
    onTestFinished(() => proxy.decide(() => 'pass'))
    await visit.load('/?q=Chermside')
    await mapReady()
    await expect.poll(() => namesOnMap()).toBeGreaterThan(3)
    await expect
      .poll(async () => colourDistance(await screenColour(), colour(MAP_COLOURS.light.land)))
      .toBeLessThan(12)
  })
})

test('a visit to every screen makes no request to another host and violates no content security policy', async () => {
  await begin(
    openVisit(product, {
      viewport: DESKTOP,
      permissions: ['geolocation'],
      geolocation: { latitude: -27.39, longitude: 153.02, accuracy: 15 },
    }),
  )
  const hosts = new Set<string>()
  browser.context.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  const policyViolations: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => policyViolations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      void (globalThis as unknown as { reportViolation(what: string): Promise<void> }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      )
    })
  })
  await page.goto(`${proxy.url}/?q=Chermside`)
  await waitForDirectory(page)
  await mapReady()
  await page.goto(`${proxy.url}/park/${EXACT}`)
  await mapReady()
  await page.getByRole('button', { name: 'Get Directions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use my location' }).click()
  await dialog.locator('[data-directions]').waitFor()
  await dialog.locator('[data-map="ready"] .leaflet-tile-loaded').first().waitFor()
  await dialog.getByRole('button', { name: 'Point me there' }).click()
  await dialog.locator('[data-compass]').waitFor()
  // From here on, no list has a map beside it, which costs time.
  await page.setViewportSize(NO_MAP)
  // The service worker answers all documents with the same one, which the app fills.
  const visit = async (path: string) => {
    expect(await goInApp(page, path)).toBe(true)
    await page.getByRole('main').getByRole('heading').first().waitFor()
  }
  await visit(`/directions/${SUBURB_ONLY}`)
  for (const path of [
    '/state',
    '/states',
    '/state/qld',
    '/state/qld/chermside',
    '/favorites',
    '/auth',
    '/auth?tab=register',
    '/icons',
    '/nowhere',
    '/park/999999',
    '/?q=xqzzvwk',
    '/submit-park',
    '/contact',
    '/privacy',
    '/terms',
    '/accessibility',
    '/outbox',
    '/offline',
    '/share?text=Chermside',
  ])
    await visit(path)
  const { username } = await signUp(page, proxy.url)
  promote(product, username)
  // Only a document reads the account.
  await page.goto(`${proxy.url}/profile`)
  for (const path of [
    '/profile',
    '/admin',
    '/admin?tab=analytics',
    '/admin/inbox',
    '/admin/imports',
    '/admin/rules',
    '/admin/freshness',
    '/admin/log',
  ])
    await visit(path)
  expect([...hosts]).toEqual([new URL(proxy.url).host])
  expect(policyViolations).toEqual([])
})
