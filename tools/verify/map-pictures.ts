import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { chromium } from 'playwright-core'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts'
import { root } from '../../scripts/root.ts'
import { addStreets } from '../../tests/server/map/fixtures.ts'
import { startProduct } from '../../tests/support/product.ts'

/**
 * `npm run verify:map-pictures`: Marrickville at zoom 13, 16 and 18 as the browser draws it (left) and as the
 * server does (right), in light and dark, as pictures in `var/map-pictures`. For looking at: both are painted
 * by the same rules (docs/decisions/024). The product has to be built.
 */

const FOLDER = path.join(root, 'var/map-pictures')
const PLACE = { lat: -33.9105, lng: 151.1625 }
const ZOOMS = [13, 16, 18]
const THEMES = ['light', 'dark'] as const
/** CSS pixels of each half. */
const SIZE = { width: 480, height: 440 }
const DENSITY = 2
/** The zoom of a map of a search without results. */
const FIRST_ZOOM = 11

mkdirSync(FOLDER, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS })
try {
  addStreets(product.dataDir)
  for (const theme of THEMES) {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      deviceScaleFactor: DENSITY,
      reducedMotion: 'reduce',
      colorScheme: theme,
      serviceWorkers: 'block',
    })
    await page.goto(`${product.url}/?lat=${PLACE.lat}&lng=${PLACE.lng}&distance=0.2`)
    const map = page.locator('[data-map="ready"] .leaflet-container')
    await page.locator('[data-map]').first().scrollIntoViewIfNeeded()
    await map.waitFor()
    let zoom = FIRST_ZOOM
    for (const wanted of ZOOMS) {
      for (; zoom < wanted; zoom++) await map.getByRole('button', { name: 'Zoom in' }).click()
      await page.waitForFunction(
        () =>
          document.querySelectorAll('canvas.leaflet-tile').length > 0 &&
          document.querySelector('canvas.leaflet-tile:not(.leaflet-tile-loaded)') === null,
      )
      await page.waitForTimeout(1_000)
      const box = (await map.boundingBox())!
      const clip = {
        x: box.x + (box.width - SIZE.width) / 2,
        y: box.y + (box.height - SIZE.height) / 2,
        ...SIZE,
      }
      const inBrowser = await loadImage(await page.screenshot({ clip }))
      const query = new URLSearchParams({
        lat: String(PLACE.lat),
        lng: String(PLACE.lng),
        zoom: String(wanted),
        width: String(SIZE.width),
        height: String(SIZE.height),
        scale: String(DENSITY),
        theme,
        unit: 'km',
        format: 'png',
      })
      const reply = await fetch(`${product.url}/api/maps/static?${query}`)
      const onServer = await loadImage(Buffer.from(await reply.arrayBuffer()))
      const canvas = createCanvas(2 * SIZE.width * DENSITY, SIZE.height * DENSITY)
      const pen = canvas.getContext('2d')
      pen.drawImage(inBrowser, 0, 0)
      pen.drawImage(onServer, SIZE.width * DENSITY, 0)
      const file = path.join(FOLDER, `z${wanted}-${theme}.png`)
      writeFileSync(file, canvas.toBuffer('image/png'))
      console.log(file)
    }
    await page.close()
  }
} finally {
  await browser.close()
  await product.dispose()
}
