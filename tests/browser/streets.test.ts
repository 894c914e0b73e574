import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/root.ts'
import { addStreetsWith, buildStreetsAgain, CHANGED_CELL } from '../server/map/fixtures.ts'
import { violations } from '../support/accessibility.ts'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { focusedText, scrollToMap, waitForDirectory } from '../support/screen.ts'
import { goInApp } from '../support/visit.ts'

/** A park on Fitzroy Street, within the streets of the fixture. */
const PARK = 'Fitzroy Street Test Park'

/** West, south, east and north of the streets that the server offers. */
const SYDNEY_AND_MELBOURNE: [number, number, number, number] = [144, -38.5, 152, -33]

let product: Product
let proxy: Proxy
let browser: BrowserWindow
/** On the device of the page is the area around Marrickville. */
let page: Page

beforeAll(async () => {
  product = await startProduct()
  await product.stop()
  const list = path.join(product.dataDir, 'list.csv')
  writeFileSync(
    list,
    `name,suburb,state,postcode,latitude,longitude,dog_access\n${PARK},Marrickville,NSW,2204,-33.90806,151.16690,off_leash\n`,
  )
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/import.ts'), list], {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.dataDir },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  await addStreetsWith(product.dataDir, { bounds: SYDNEY_AND_MELBOURNE })
  await product.start()
  proxy = await startProxy(product.url)
  browser = await openWindow({
    bypassCSP: true,
    permissions: ['geolocation'],
    geolocation: { latitude: -33.9106, longitude: 151.1601, accuracy: 8 },
  })
  page = await browser.page()
  await downloadMarrickville()
})
afterAll(async () => {
  await browser.dispose()
  await proxy.close()
  await product.dispose()
})

async function downloadMarrickville(): Promise<void> {
  await page.goto(`${proxy.url}/offline`)
  await waitForDirectory(page)
  await page.getByLabel('Which area').selectOption('suburb')
  await page.getByLabel('Distance around it').selectOption('2')
  await page.getByRole('main').getByRole('searchbox').fill('Marrickville')
  await page.getByRole('button', { name: 'Find it' }).click()
  await page
    .locator('#area-size', { hasText: /^About [\d.]+ (kB|MB): \d+ files for \d+ parks?\.$/ })
    .waitFor()
  await page.getByText('Includes the map of streets and paths, and directions on foot.').waitFor()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.locator('[data-area=ready]').waitFor()
}

test('a downloaded area has its streets and directions on foot without a network', async () => {
  const tile = (url: string, z: number, x: number, y: number) =>
    page.evaluate(
      async (address) => {
        const reply = await fetch(address).catch(() => null)
        return reply && { status: reply.status, bytes: (await reply.arrayBuffer()).byteLength }
      },
      url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y)),
    )
  const offer = await page.evaluate(
    async () => (await (await fetch('/api/maps')).json()) as Record<'base' | 'streets', { url: string }>,
  )
  const online = (await tile(offer.streets.url, 14, 15071, 9834))!
  expect(online.bytes).toBeGreaterThan(5_000)

  await browser.context.setOffline(true)
  onTestFinished(() => browser.context.setOffline(false))
  expect(await tile(offer.streets.url, 14, 15071, 9834)).toEqual(online)
  expect((await tile(offer.streets.url, 11, 1883, 1229))!.status).toBe(200)
  expect((await tile(offer.base.url, 8, 235, 153))!.status).toBe(200)
  expect((await tile(offer.base.url, 2, 3, 2))!.status).toBe(200)
  // Melbourne was not downloaded.
  expect(await tile(offer.streets.url, 14, 14789, 10053)).toBeNull()

  await page.goto(`${proxy.url}/?q=${encodeURIComponent(PARK)}`)
  const link = page.getByRole('link', { name: PARK }).first()
  await link.waitFor()
  const id = /\/park\/(\d+)/.exec((await link.getAttribute('href'))!)![1]
  // The map is drawn from the downloaded area.
  expect(await goInApp(page, `/park/${id}`)).toBe(true)
  await scrollToMap(page)
  const map = page.locator('[data-map=ready]')
  const names = () => map.locator('[data-map-names] li').allInnerTexts()
  await expect.poll(names).toContain('Fitzroy Street')
  await page.locator('[data-map-nearby]').getByText('Drinking water').waitFor()
  const notice = 'Streets are not downloaded for this area'
  expect(await map.getByText(notice).count()).toBe(0)

  // Inside the area, the map can be zoomed and panned far.
  for (let step = 0; step < 2; step++) await map.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await names()).length).toBeGreaterThan(0)
  const before = await names()
  await map.locator('.leaflet-container').focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await names()).filter((name) => !before.includes(name))).not.toEqual([])
  expect(await map.getByText(notice).count()).toBe(0)

  // Outside of it there is the built-in map, which says so.
  expect(await goInApp(page, '/?lat=-37.8136&lng=144.9631&distance=0.5&view=map')).toBe(true)
  await scrollToMap(page)
  await map.getByText(notice).waitFor()
  await expect.poll(names).toContain('Melbourne')

  expect(await goInApp(page, `/directions/${id}`)).toBe(true)
  await page.getByRole('tab', { name: 'Walk' }).click()
  await page.getByRole('button', { name: 'Use my location' }).click()
  const directions = page.locator('[data-directions=device]')
  await directions.waitFor()
  await directions.getByText('Arrive at the park').waitFor()
  await expect.poll(() => directions.getByText(/^(Turn|Continue)/).count()).toBeGreaterThan(2)
  await directions
    .getByText('Route: worked out on this device with the downloaded map, © OpenStreetMap contributors')
    .waitFor()
  expect(await page.getByText('Estimate only').count()).toBe(0)
})

test('says that there is a newer map for a downloaded area with its size, and updates it with one press', async () => {
  const packs = () =>
    page.evaluate(async () =>
      (await (await caches.open('offlead-areas')).keys())
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => path.startsWith('/api/maps/packs/'))
        .toSorted(),
    )
  const before = await packs()
  const changed = before.find((path) => path.includes(`/${CHANGED_CELL}/`))
  expect(before.length).toBeGreaterThan(4)

  await buildStreetsAgain(product.dataDir)
  await expect.poll(async () => (await fetch(`${product.url}/api/maps`)).text()).toContain('built-again')
  proxy.seen.length = 0
  await page.goto(`${proxy.url}/offline`)
  const ready = page.locator('[data-area=ready]')
  const line = ready.getByText('There is a newer map (')
  await line.waitFor()
  expect(await line.innerText()).toMatch(/\(\d+ kB\)$/)
  const update = ready.getByRole('button', { name: /^Update: Marrickville/ })
  expect(await update.innerText()).toBe('Update')
  expect(await violations(page)).toEqual([])
  const packRequests = () => proxy.seen.filter((path) => path.startsWith('/api/maps/packs/'))
  expect(packRequests()).toEqual([])

  const arrival = Promise.withResolvers<void>()
  proxy.decide((path) => (path.startsWith('/api/maps/packs/') ? { holdUntil: arrival.promise } : 'pass'))
  await update.click()
  await page
    .locator('[data-area=fetching]')
    .getByText('The map that this area has can be used until the newer one is complete.')
    .waitFor()
  await expect.poll(async () => packRequests().length).toBe(1)
  expect(await packs()).toEqual(before)
  await expect.poll(() => focusedText(page)).toMatch(/^Marrickville/)
  arrival.resolve()
  await ready.waitFor()
  const [newer] = packRequests()
  await expect.poll(packs).toEqual([...before.filter((path) => path !== changed), newer].toSorted())
  expect(await line.count()).toBe(0)
})
