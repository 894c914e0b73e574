import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MAP_COLOURS } from '../../data/map/colours.ts'
import { colour, colourDistance } from '../server/geo/map-fixtures.ts'
import { allowMotion } from '../support/motion.ts'
import { DESKTOP } from '../support/browser.ts'
import { runningProduct } from '../support/running-product.ts'
import { boxesOf, parkNames, waitForResults } from '../support/screen.ts'
import { startVisit, type Visit } from '../support/visit.ts'
import { mapOf, mapReady, namesOnMap, pinsOf } from '../support/map.ts'

/** A park of the seed with an exact position. */
const EXACT = 7

const product = runningProduct()
let page: Page
const map = () => mapOf(page)
const pins = () => pinsOf(page)

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
    ;({ page } = visit)
    // Only now, because the start has a map on a wide screen.
    await page.setViewportSize(DESKTOP)
  })
  afterAll(() => visit.leave())

  /** Opens the results of a search, whose map is new. */
  async function search(address = '/?q=Chermside') {
    // Where the pointer was left, a park would be hovered.
    await page.mouse.move(0, 0)
    await visit.go(address)
    await waitForResults(page)
    await mapReady(page)
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
    await expect.poll(() => namesOnMap(page)).toBeGreaterThan(3)
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
    // Both may still move.
    await expect
      .poll(async () => {
        const [over, ...signs] = await boxesOf(attribution, ...(await posts.all()))
        return signs.filter(
          ({ left, right, top, bottom }) =>
            left < over!.right && right > over!.left && top < over!.bottom && bottom > over!.top,
        )
      })
      .toEqual([])
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
      await mapReady(page)
      await expect.poll(() => map().locator('[data-map-names]').textContent()).toContain(city)
    }
  })

  test('shows an area of the address that crosses the 180th meridian', async () => {
    await visit.load('/?area=-45,165,-30,-175')
    await mapReady(page)
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
      await mapReady(page)
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
