import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertXml } from '../../scripts/map/osm-xml.ts'
import { SOUTH_BRISBANE_GZ } from '../server/map/fixtures.ts'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { type Product, runScript, startProduct } from '../support/product.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { boxesOf, scrollToMap, waitForDirectory } from '../support/screen.ts'
import { goInApp, openScreen } from '../support/visit.ts'
import { waitFor } from '../support/wait-for.ts'

let product: Product
let proxy: Proxy
let browser: BrowserWindow
let importOutput: string

beforeAll(async () => {
  product = await startProduct()
  await product.stop()
  const xml = path.join(product.dataDir, 'south-brisbane.osm')
  writeFileSync(xml, gunzipSync(readFileSync(SOUTH_BRISBANE_GZ)))
  await convertXml(xml, `${xml}.pbf`)
  importOutput = await runScript('scripts/import.ts', { DATA_DIR: product.dataDir }, [`${xml}.pbf`])
  await product.start()
  proxy = await startProxy(product.url)
  browser = await openWindow({
    permissions: ['geolocation'],
    // The southern end of Musgrave Park, 170 m from the point in its middle.
    geolocation: { latitude: -27.48, longitude: 153.01748, accuracy: 8 },
  })
})
afterAll(async () => {
  await browser.dispose()
  await proxy.close()
  await product.dispose()
})

test('the outline of a park is drawn, measured and arrived in without a network', async () => {
  const page = await browser.page()
  await page.goto(`${proxy.url}/?q=Musgrave%20Park%20South%20Brisbane`)
  const link = page.getByRole('link', { name: 'Musgrave Park', exact: true }).first()
  await link.waitFor()
  const id = /\/park\/(\d+)/.exec((await link.getAttribute('href'))!)![1]
  await waitForDirectory(page)
  const storedOutlines = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const open = indexedDB.open('offlead')
          open.addEventListener('error', () => reject(open.error!))
          open.addEventListener('success', () => {
            const count = open.result.transaction('outlines').objectStore('outlines').count()
            count.addEventListener('success', () => {
              open.result.close()
              resolve(count.result)
            })
          })
        }),
    )
  await expect.poll(storedOutlines).toBe(1)

  await browser.context.setOffline(true)
  await page.goto(`${proxy.url}/park/${id}`)
  await page.getByText('Extra Large, about 5.4 ha').waitFor()
  await page.getByText('Outline: © OpenStreetMap contributors').waitFor()
  await scrollToMap(page)
  const outline = page.locator('[data-map=ready] path.map-outline')
  await outline.waitFor()
  await waitFor(async () => {
    const [shape, map] = await boxesOf(outline, page.locator('[data-map=ready]'))
    // 324 by 316 m, as wide as a tenth of the map at least, and all of it is visible.
    expect(shape!.width).toBeGreaterThan(60)
    expect(shape!.width / shape!.height).toBeCloseTo(324 / 316, 0)
    expect(shape!.y).toBeGreaterThan(map!.y)
    expect(shape!.y + shape!.height).toBeLessThan(map!.y + map!.height)
  })

  expect(await goInApp(page, `/directions/${id}`)).toBe(true)
  await page.getByRole('button', { name: 'Point me there' }).click()
  const arrival = page.locator('[data-compass="arrived"]')
  await arrival.getByText('You are there.').waitFor()
  await arrival.getByText("You've reached the park.", { exact: false }).waitFor()
  // Outside, as near to the point in the middle as before.
  await browser.context.setGeolocation({ latitude: -27.47892, longitude: 153.0149, accuracy: 8 })
  await page.locator('[data-compass="on"]').getByText('away', { exact: false }).waitFor()
})

test('the import command says how many parks have an outline', () => {
  expect(importOutput).toMatch(/^1 of \d+ parks have an outline\.$/m)
})

test('the map of results draws the outlines of its parks close up, and not far away', async () => {
  await browser.context.setOffline(false)
  const page = await browser.page()
  await page.setViewportSize({ width: 1440, height: 900 })
  const area = '/?area=-27.482,153.012,-27.476,153.022'
  await openScreen(page, proxy.url, area)
  await scrollToMap(page)
  const outline = page.locator('[data-map=ready] path.map-outline')
  await outline.waitFor()
  const zoomOut = page.getByRole('button', { name: 'Zoom out' })
  // A click during the animation of the one before has no effect.
  await expect
    .poll(async () => {
      await zoomOut.click()
      return outline.count()
    })
    .toBe(0)
  expect(await page.locator('[data-map=ready]').count()).toBe(1)
})
