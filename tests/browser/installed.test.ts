import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { openBrowser, openWindow, type PersonsWindow } from '../support/browser.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { directoryComplete, settled } from '../support/screen.ts'

const product = runningProduct()
let proxy: Proxy
let browser: PersonsWindow
let page: Page

async function sitDown<Kind extends PersonsWindow>(open: () => Promise<Kind>): Promise<Kind> {
  proxy = await startProxy(product.url)
  const opened = await open()
  browser = opened
  page = await browser.page()
  return opened
}
afterEach(async () => {
  await browser.dispose()
  await proxy.close()
})

test('the browser finds everything it wants of an app that can be installed', async () => {
  await sitDown(openBrowser)
  await page.goto(proxy.url)
  await directoryComplete(page)
  const devtools = await browser.context.newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as Record<string, never> & { icons: { src: string; purpose: string }[]; screenshots: { src: string; sizes: string; form_factor: string }[]; shortcuts: { name: string; url: string }[] }
  expect(manifest).toMatchObject({ id: '/', display: 'standalone', share_target: { action: '/share', method: 'GET' }, launch_handler: { client_mode: ['navigate-existing', 'auto'] } })
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable', 'monochrome']))
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Near me', 'Favourites'])
  expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(['narrow', 'wide']))
  const sizes = await page.evaluate(
    async (sources) => Promise.all(sources.map(async (src) => { const picture = await createImageBitmap(await (await fetch(src)).blob()); return `${picture.width}x${picture.height}` })),
    manifest.screenshots.map(({ src }) => src),
  )
  expect(sizes).toEqual(manifest.screenshots.map(({ sizes }) => sizes))
})

test('what another app shares opens as a search, without signal too', async () => {
  await sitDown(openWindow)
  await page.goto(proxy.url)
  await directoryComplete(page)
  await browser.context.setOffline(true)
  await page.goto(`${proxy.url}/share?url=${encodeURIComponent('geo:-27.3857,153.0307')}`)
  await settled(page)
  expect(new URL(page.url()).search).toBe('?lat=-27.3857&lng=153.0307')
  await page.goto(`${proxy.url}/share?title=Map&text=${encodeURIComponent('Chermside https://maps.app.goo.gl/x')}`)
  await page.getByRole('heading', { name: /near Chermside/ }).waitFor()
})

describe('the offer to install', () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'Keep Offlead at hand' })
  const browserIsReady = (page: Page) =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => ({ outcome: 'accepted' }) })
      window.dispatchEvent(event)
    })

  test('comes after a park is saved, never at once, and a no is remembered', async () => {
    await sitDown(openWindow)
    await page.goto(proxy.url)
    await settled(page)
    await browserIsReady(page)
    expect(await offer(page).count()).toBe(0)
    await page.getByRole('button', { name: /^Add .* to favourites$/ }).first().click()
    await offer(page).waitFor()
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await offer(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: /^Remove .* from favourites$/ }).first().waitFor()
    await browserIsReady(page)
    await page.getByRole('button', { name: /^Add .* to favourites$/ }).first().click()
    await page.getByText('Added to favourites', { exact: true }).waitFor()
    expect(await offer(page).count()).toBe(0)
  })
})

describe('an area taken along', () => {
  const area = (page: Page, state: string) => page.locator(`[data-area=${state}]`)

  test('says its size before, goes on after the browser was killed, shows its pictures without signal, and says when some of it is gone', async () => {
    const lasting = await sitDown(openBrowser)
    await page.goto(proxy.url)
    await directoryComplete(page)
    await page.goto(`${proxy.url}/offline`)
    await page.getByLabel('Which area').selectOption('suburb')
    await page.getByRole('main').getByRole('searchbox').fill('Chermside')
    await page.getByRole('button', { name: 'Find it' }).click()
    await page.locator('#area-size', { hasText: /^About [\d.]+ (kB|MB): \d+ files for \d+ parks\.$/ }).waitFor()
    let fetched = 0
    proxy.decide((path) => (path.startsWith('/api/maps/static') && ++fetched > 5 ? 'hang' : 'pass'))
    await page.getByRole('button', { name: 'Take it along' }).click()
    await area(page, 'fetching').waitFor()
    await expect.poll(() => fetched).toBeGreaterThan(5)

    await lasting.reopen()
    proxy.decide(() => 'pass')
    page = await browser.page()
    await page.goto(`${proxy.url}/offline`)
    await area(page, 'ready').waitFor()
    const [, here, all] = /(\d+) of (\d+)\. Checked/.exec(await area(page, 'ready').innerText()) ?? []
    expect([Number(all) > 5, here]).toEqual([true, all])

    await browser.context.setOffline(true)
    await page.goto(`${proxy.url}/?q=Chermside`)
    await page.locator('img[data-static-map=shown]').first().waitFor()
    await page.goto(`${proxy.url}/offline`)
    expect(await page.getByRole('button', { name: 'Take it along' }).isDisabled().catch(() => true)).toBe(true)

    await page.evaluate(async () => {
      const cache = await caches.open('offlead-areas')
      for (const request of (await cache.keys()).slice(0, 2)) await cache.delete(request)
    })
    await page.goto(proxy.url)
    await page.getByText('Part of an area is gone', { exact: true }).waitFor()
    await page.goto(`${proxy.url}/offline`)
    await area(page, 'evicted').getByText('The browser has removed 2 files to make room.').waitFor()
    expect(await area(page, 'evicted').getByRole('button', { name: /^Fetch again/ }).isDisabled()).toBe(true)
    await browser.context.setOffline(false)
    await area(page, 'evicted').getByRole('button', { name: /^Fetch again/ }).click()
    await area(page, 'ready').waitFor()
    await area(page, 'ready').getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('Nothing yet.').waitFor()
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('offlead-areas')).keys()).length)).toBe(0)
  })
})
