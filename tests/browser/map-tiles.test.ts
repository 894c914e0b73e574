import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
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
import { type BrowserWindow, DESKTOP } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { Proxy } from '../support/proxy.ts'
import { waitForDirectory } from '../support/screen.ts'
import { openLightVisit, openVisit, untilTestEnds, type Visit } from '../support/visit.ts'
import { waitFor } from '../support/wait-for.ts'
import { mapOf, mapReady, namesOnMap } from '../support/map.ts'

let proxy: Proxy
let browser: BrowserWindow
let page: Page

const map = () => mapOf(page)

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
    await vi.waitUntil(async () => (await offer()).streets !== null, { timeout: 120_000 })
    visit = await openLightVisit(withStreets, { viewport: DESKTOP })
    devtools = await visit.browser.context.newCDPSession(visit.page)
    await devtools.send('Network.enable')
  })
  afterAll(async () => {
    await visit.leave()
    await withStreets.dispose()
  })
  beforeEach(() => void ({ proxy, browser, page } = visit))
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
    await mapReady(page)
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
    ;({ proxy, browser, page } = await untilTestEnds(openVisit(withTiles, { viewport: DESKTOP })))
    await page.goto(`${proxy.url}/terms`)
    await waitForDirectory(page)
    await page.goto(`${proxy.url}/?q=Chermside`)
    await mapReady(page)
    await expect.poll(async () => colourDistance(await screenColour(), COLOUR)).toBeLessThan(6)
    await map().getByText('© The test surveyors').waitFor()
    await expect.poll(() => namesOnMap(page)).toBe(0)
    await page.locator('article').first().getByText('© The test surveyors').waitFor()

    proxy.decide(() => 'refuse')
    await browser.context.setOffline(true)
    // The tiles are those of the service worker.
    const devtools = await browser.context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    await page.reload()
    await mapReady(page)
    await expect.poll(async () => colourDistance(await screenColour(), COLOUR)).toBeLessThan(6)
  })

  test('are also used for the maps on cards, but not below their lowest zoom', async () => {
    ;({ proxy, browser, page } = light)
    await light.load('/?q=Chermside')
    await mapReady(page)
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
    await expect.poll(() => namesOnMap(page)).toBe(0)

    // A map of the country would need thousands of tiles of a street map.
    await light.go('/')
    await expect.poll(() => namesOnMap(page)).toBeGreaterThan(0)
    await expect.poll(() => map().locator('img.leaflet-tile').count()).toBe(0)
  })

  test('are replaced by the built-in map when they fail', async () => {
    ;({ proxy, browser, page } = light)
    proxy.decide((path) => (path.startsWith('/api/maps/tiles') ? 'refuse' : 'pass'))
    onTestFinished(() => proxy.decide(() => 'pass'))
    await light.load('/?q=Chermside')
    await mapReady(page)
    await expect.poll(() => namesOnMap(page)).toBeGreaterThan(3)
    await expect
      .poll(async () => colourDistance(await screenColour(), colour(MAP_COLOURS.light.land)))
      .toBeLessThan(12)
  })
})
