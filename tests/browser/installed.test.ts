import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { tilesOfArea } from '../../data/geo/area-tiles.ts'
import { tileOf, writeMbtiles } from '../server/geo/map-fixtures.ts'
import type { BrowserWindow, PersistentBrowser } from '../support/browser.ts'
import { signUp } from '../support/account.ts'
import { looksAt, violations, violationsIn } from '../support/accessibility.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { saveFirstPark, waitForDirectory, waitForResults } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import {
  emptyWindow,
  goInApp,
  openLightVisit,
  openPersistentVisit,
  openVisit,
  untilTestEnds,
  type Visit,
} from '../support/visit.ts'

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page

/** Opens a screen in the app, which is open. */
const openScreen = async (path: string) => expect(await goInApp(page, path)).toBe(true)

describe('the offer to install', () => {
  const offer = (page: Page) => page.getByRole('region', { name: 'Keep Offlead at hand' })
  /** Tells the app that it can be installed, until it listens. */
  const browserIsReady = async (page: Page) => {
    await expect.poll(() => tellApp(page)).toBe(true)
  }
  const tellApp = (page: Page) =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => {
          Object.assign(window, { asked: 1 })
          return { outcome: 'accepted' }
        },
      })
      window.dispatchEvent(event)
      return event.defaultPrevented
    })

  // A window that two tests share.
  let visit: Visit
  beforeAll(async () => void (visit = await openLightVisit(product)))
  afterAll(() => visit.leave())
  /** Makes this the person's first visit. */
  async function beginFirstVisit(): Promise<void> {
    ;({ proxy, browser, page } = visit)
    await emptyWindow(page, proxy.url)
  }

  test('appears after a park is saved and not before, and stays away once declined', async () => {
    await beginFirstVisit()
    await page.goto(proxy.url)
    await waitForResults(page)
    await browserIsReady(page)
    expect(await offer(page).count()).toBe(0)
    await page
      .getByRole('button', { name: /^Add .* to favourites$/ })
      .first()
      .click()
    await offer(page).waitFor()
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await offer(page).waitFor({ state: 'detached' })
    await page.reload()
    await page
      .getByRole('button', { name: /^Remove .* from favourites$/ })
      .first()
      .waitFor()
    await browserIsReady(page)
    await page
      .getByRole('button', { name: /^Add .* to favourites$/ })
      .first()
      .click()
    await toastShown(page, 'Added to favourites')
    expect(await offer(page).count()).toBe(0)
  })

  test('does not cover the notice of unsent changes', async () => {
    await beginFirstVisit()
    await signUp(page, proxy.url)
    await page.goto(proxy.url)
    await waitForResults(page)
    // Until the app knows who is signed in, a park is saved without an account.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('offlead-user'))).not.toBeNull()
    await page.reload()
    await waitForResults(page)
    await browserIsReady(page)
    const install = offer(page).getByRole('button', { name: 'Install' })
    await saveFirstPark(page)
    await install.waitFor()
    await visit.offline(true)
    try {
      await saveFirstPark(page)
      // The first of the two saves may have been sent before.
      const notice = page.getByRole('link', { name: /^(1 change|2 changes) will be sent/ })
      // Done only if nothing covers it.
      await notice.click({ trial: true })
      expect(await install.count()).toBe(0)
      await visit.offline(false)
      await install.waitFor()
      expect(await notice.count()).toBe(0)
    } finally {
      await visit.offline(false)
    }
  })

  test('appears when a park is opened on a second visit, and accepting it prompts the browser', async () => {
    await beginFirstVisit()
    await page.goto(`${proxy.url}/terms`)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('offlead:install')))
      .toContain('"visits":1')
    const second = await browser.context.newPage()
    onTestFinished(() => second.close())
    await second.goto(proxy.url)
    await waitForResults(second)
    await browserIsReady(second)
    expect(await offer(second).count()).toBe(0)
    await second
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await offer(second).waitFor()
    await offer(second).getByRole('button', { name: 'Install' }).click()
    await offer(second).waitFor({ state: 'detached' })
    expect(await second.evaluate(() => (window as unknown as { asked?: number }).asked)).toBe(1)
  })

  test('explains the manual steps once on an iPhone, which has no install prompt', async () => {
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
    const own = await untilTestEnds(
      openLightVisit(product, { userAgent: iPhone, hasTouch: true, isMobile: true }),
    )
    ;({ proxy, browser, page } = own)
    await page.goto(proxy.url)
    await waitForResults(page)
    await page
      .getByRole('button', { name: /^Add .* to favourites$/ })
      .first()
      .click()
    await offer(page)
      .getByText('In Safari, tap Share, then “Add to Home Screen”.', { exact: false })
      .waitFor()
    expect(await offer(page).getByRole('button', { name: 'Install' }).count()).toBe(0)
    await offer(page).getByRole('button', { name: 'Got it' }).click()
    await offer(page).waitFor({ state: 'detached' })
    await page.reload()
    await page
      .getByRole('button', { name: /^Remove .* from favourites$/ })
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /^Add .* to favourites$/ })
      .first()
      .click()
    await toastShown(page, 'Added to favourites')
    expect(await offer(page).count()).toBe(0)
  })
})

describe('background refresh', () => {
  // In a window that both tests share, with sharp maps.
  let visit: Visit
  beforeAll(async () => void (visit = await openVisit(product, { deviceScaleFactor: 2 })))
  afterAll(() => visit.leave())
  afterEach(async () => {
    for (const tab of browser.context.pages()) await tab.close()
  })

  /** Opens a tab in which the person saves data or not. */
  async function openTab(saveData: boolean): Promise<void> {
    ;({ proxy, browser } = visit)
    page = await browser.context.newPage()
    await fakePeriodicSync(saveData)
  }

  /** Fakes Periodic Background Sync, which browsers give only to installed apps, and records its calls. */
  const fakePeriodicSync = (saveData: boolean) =>
    page.addInitScript((saveData) => {
      const calls: string[] = []
      Object.assign(window, { calls })
      Object.defineProperty(Navigator.prototype, 'connection', {
        configurable: true,
        get: () => ({ saveData }),
      })
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'periodicSync', {
        configurable: true,
        get: () => ({
          register: async (tag: string, { minInterval }: { minInterval: number }) =>
            void calls.push(`register ${tag} ${minInterval / 3_600_000} h`),
          unregister: async (tag: string) => void calls.push(`unregister ${tag}`),
        }),
      })
    }, saveData)
  const calls = () => page.evaluate(() => (window as unknown as { calls: string[] }).calls)
  const directoryRequests = () => proxy.seen.filter((path) => path.startsWith('/api/directory')).length

  test('is registered for at most twice a day, and requests the directory when it runs', async () => {
    await openTab(false)
    const devtools = await browser.context.newCDPSession(await browser.context.newPage())
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) resolve(registrations[0].registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    await page.goto(proxy.url)
    await waitForDirectory(page)
    await expect.poll(calls).toEqual(['register offlead-refresh 12 h'])
    const registrationId = await registered
    // Close the page, which would update the directory itself.
    await page.close()
    proxy.seen.length = 0
    await devtools.send('ServiceWorker.dispatchPeriodicSyncEvent', {
      origin: proxy.url,
      registrationId,
      tag: 'offlead-refresh',
    })
    await expect.poll(directoryRequests).toBeGreaterThan(0)
  })

  test('is off with data saving, as are the directory check at start, area downloads and sharp maps', async () => {
    await openTab(true)
    await page.goto(proxy.url)
    await waitForDirectory(page)
    await expect.poll(calls).toEqual(['unregister offlead-refresh'])
    // The row of an area whose download was interrupted.
    const picture = '/api/maps/static?lat=-33.89&lng=151.27&width=64&height=64'
    await page.evaluate(async (picture) => {
      const open = indexedDB.open('offlead')
      await new Promise((resolve) => open.addEventListener('success', resolve))
      const change = open.result.transaction('areas', 'readwrite')
      change.objectStore('areas').put({
        id: 'interrupted',
        name: 'Bondi',
        circles: [{ latitude: -33.89, longitude: 151.27, radius: 1_000 }],
        files: [picture],
        absent: [],
        here: 0,
        bytes: 0,
        state: 'fetching',
        takenAt: 1,
        checkedAt: null,
      })
      await new Promise((resolve) => change.addEventListener('complete', resolve))
      open.result.close()
      localStorage.setItem('offlead:areas', '1')
    }, picture)
    const start = async () => {
      proxy.seen.length = 0
      await page.goto(`${proxy.url}/?q=Chermside`)
      await waitForResults(page)
      await page.locator('[data-static-map="shown"]').first().waitFor()
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    }
    await start()
    expect(directoryRequests()).toBe(0)
    await openScreen('/offline')
    await page.locator('[data-area=waiting]').waitFor()
    expect(proxy.seen.includes(picture)).toBe(false)
    expect(
      proxy.seen.filter((path) => path.startsWith('/api/maps/static') && path.includes('scale=2')),
    ).toEqual([])
    await fakePeriodicSync(false)
    await start()
    await expect.poll(directoryRequests).toBeGreaterThan(0)
    await expect
      .poll(() => proxy.seen.some((path) => path.startsWith('/api/maps/static') && path.includes('scale=2')))
      .toBe(true)
    await expect.poll(() => proxy.seen.includes(picture)).toBe(true)
  })
})

describe('with the tiles of an operator', () => {
  const CIRCLE = { latitude: -27.3852, longitude: 153.031, radius: 20_000 }
  let folder: string
  let withTiles: Product
  let tiles: { z: number; x: number; y: number; bytes: Buffer }[]
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offlead-tiles-'))
    tiles = await Promise.all(
      tilesOfArea([CIRCLE], { from: 8, to: 11, most: 3_000 }).map(async ({ z, x, y }) => ({
        z,
        x,
        y,
        bytes: await tileOf(z, x, y),
      })),
    )
    const file = path.join(folder, 'near.mbtiles')
    writeMbtiles(file, { name: 'near', format: 'png', attribution: '© The test surveyors' }, tiles)
    withTiles = await startProduct({ TILES_MBTILES: file, TILES_OFFLINE_ALLOWED: 'yes' })
  })
  afterAll(async () => {
    await withTiles.dispose()
    await rm(folder, { recursive: true })
  })

  const chooseChermside = async (sizeText = /^About [\d.]+ (kB|MB): \d+ files for \d+ parks\.$/) => {
    await openScreen('/offline')
    await page.getByLabel('Which area').selectOption('suburb')
    await page.getByLabel('Distance around it').selectOption('2')
    await page.getByRole('main').getByRole('searchbox').fill('Chermside')
    await page.getByRole('button', { name: 'Find it' }).click()
    await page.locator('#area-size', { hasText: sizeText }).waitFor()
  }
  const cachedPaths = () =>
    page.evaluate(async () =>
      (await (await caches.open('offlead-areas')).keys()).map(({ url }) => new URL(url).pathname),
    )
  const isTile = (name: string) => name.startsWith('/api/maps/tiles/')
  const area = (page: Page, state: string) => page.locator(`[data-area=${state}]`)

  describe('a browser with a profile', () => {
    /** One browser for the tests, which costs more than a window. */
    let visit: Visit<PersistentBrowser>
    beforeAll(async () => {
      visit = await openPersistentVisit(withTiles, { bypassCSP: true, reducedMotion: 'reduce' })
    })
    afterAll(() => visit.leave())
    beforeEach(async () => {
      ;({ proxy, browser } = visit)
      page = await browser.page()
      await page.goto(proxy.url)
      await waitForDirectory(page)
    })
    afterEach(async () => {
      proxy.decide(() => 'pass')
      await browser.context.setOffline(false)
    })

    test('the browser considers the app installable, and a share from another app opens as a search, also offline', async () => {
      const devtools = await browser.context.newCDPSession(page)
      const { errors, data } = await devtools.send('Page.getAppManifest')
      expect(errors).toEqual([])
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      expect(installabilityErrors).toEqual([])
      const manifest = JSON.parse(data ?? '{}') as Record<string, never> & {
        icons: { src: string; purpose: string }[]
        screenshots: { src: string; sizes: string; form_factor: string }[]
        shortcuts: { name: string; url: string }[]
      }
      expect(manifest).toMatchObject({
        id: '/',
        display: 'standalone',
        share_target: { action: '/share', method: 'GET' },
        launch_handler: { client_mode: ['navigate-existing', 'auto'] },
      })
      expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(
        new Set(['any', 'maskable', 'monochrome']),
      )
      expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Near me', 'Favourites'])
      expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(
        new Set(['narrow', 'wide']),
      )
      const sizes = await page.evaluate(
        async (sources) =>
          Promise.all(
            sources.map(async (src) => {
              const picture = await createImageBitmap(await (await fetch(src)).blob())
              return `${picture.width}x${picture.height}`
            }),
          ),
        manifest.screenshots.map(({ src }) => src),
      )
      expect(sizes).toEqual(manifest.screenshots.map(({ sizes }) => sizes))

      await browser.context.setOffline(true)
      await page.goto(`${proxy.url}/share?url=${encodeURIComponent('geo:-27.3857,153.0307')}`)
      await waitForResults(page)
      expect(new URL(page.url()).search).toBe('?lat=-27.3857&lng=153.0307')
      await openScreen(`/share?title=Map&text=${encodeURIComponent('Chermside https://maps.app.goo.gl/x')}`)
      await page.getByRole('heading', { name: /near Chermside/ }).waitFor()
    })

    test('an offline area with the operator’s tiles shows its size first, reports a full device, resumes once there is space and after the browser was killed, serves the tiles offline, and reports removed files', async () => {
      await chooseChermside()
      await page.getByText('Includes the detailed map.').waitFor()
      expect(await violations(page), 'chosen').toEqual([])
      // Limit the storage to what is used already and a little more, which the list of areas needs.
      const devtools = await browser.context.newCDPSession(page)
      const limitStorage = (quotaSize?: number) =>
        devtools.send('Storage.overrideQuotaForOrigin', {
          origin: proxy.url,
          ...(quotaSize === undefined ? {} : { quotaSize }),
        })
      // What the app stores in the background is stored by now.
      let used = -1
      await expect
        .poll(
          async () => {
            const before = used
            used = await page.evaluate(async () => (await navigator.storage.estimate()).usage!)
            return used - before
          },
          { interval: 1_000 },
        )
        .toBe(0)
      await limitStorage(used + 10_000)
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await area(page, 'full')
        .getByText('The files downloaded so far are saved. Free up space, then resume.')
        .waitFor()
      expect(await violations(page), 'full').toEqual([])
      await limitStorage()

      let fetched = 0
      proxy.decide((path) => (path.startsWith('/api/maps/static') && ++fetched > 1 ? 'hang' : 'pass'))
      await area(page, 'full')
        .getByRole('button', { name: /^Resume/ })
        .click()
      await area(page, 'fetching').waitFor()
      await expect.poll(() => fetched).toBeGreaterThan(1)

      await visit.browser.reopen()
      proxy.decide(() => 'pass')
      page = await browser.page()
      await page.goto(`${proxy.url}/offline`)
      await area(page, 'ready').waitFor()
      const [, here, total] = /(\d+) of (\d+)\. Checked/.exec(await area(page, 'ready').innerText()) ?? []
      expect([Number(total) > 5, here]).toEqual([true, total])
      expect(await violations(page), 'ready').toEqual([])

      const names = (await cachedPaths()).filter(isTile)
      expect(names.length).toBeGreaterThan(3)
      await browser.context.setOffline(true)
      const sizes = await page.evaluate(
        async (all) => Promise.all(all.map(async (name) => (await (await fetch(name)).blob()).size)),
        names,
      )
      const expectedSizes = new Map(tiles.map(({ z, x, y, bytes }) => [`${z}/${x}/${y}`, bytes.length]))
      expect(sizes).toEqual(
        names.map((name) => expectedSizes.get(/(\d+\/\d+\/\d+)(\.\w+)?$/.exec(name)![1]!)),
      )
      await page.goto(`${proxy.url}/?q=Chermside`)
      await page.locator('img[data-static-map=shown]').first().waitFor()
      await chooseChermside(/^You need to be online/)
      await expect
        .poll(() => page.getByRole('button', { name: 'Download', exact: true }).isDisabled())
        .toBe(true)

      await page.evaluate(async () => {
        const cache = await caches.open('offlead-areas')
        for (const request of (await cache.keys()).slice(0, 2)) await cache.delete(request)
      })
      await page.goto(proxy.url)
      await toastShown(page, 'Part of an area was removed')
      await openScreen('/offline')
      await area(page, 'evicted').getByText('The browser removed 2 files to free up space.').waitFor()
      await expect
        .poll(() =>
          area(page, 'evicted')
            .getByRole('button', { name: /^Download again/ })
            .isDisabled(),
        )
        .toBe(true)
      expect(await violationsIn(page, looksAt(2), () => area(page, 'evicted').waitFor()), 'evicted').toEqual(
        [],
      )
      await browser.context.setOffline(false)
      await area(page, 'evicted')
        .getByRole('button', { name: /^Download again/ })
        .click()
      await area(page, 'ready').waitFor()
      await area(page, 'ready')
        .getByRole('button', { name: /^Remove/ })
        .click()
      await page.getByText('Nothing downloaded yet.').waitFor()
      await expect
        .poll(() => page.evaluate(async () => (await (await caches.open('offlead-areas')).keys()).length))
        .toBe(0)
    })
  })
})
