import { rename } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Park } from '../../data/model/park.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { publishChange } from '../../server/repositories/directory.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import { FIRST_ANSWER_TIMEOUT_MS } from '../../client/queries/first-answer.ts'
import {
  POLLING_INTERVAL,
  type BrowserWindow,
  type openWindow,
  type PersistentBrowser,
} from '../support/browser.ts'
import { type Product, startProduct } from '../support/product.ts'
import type { Proxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import {
  findPosition,
  holdPosition,
  neverEndTimeout,
  waitForDirectory,
  waitForParks,
  waitForServiceWorker,
  parkNames,
  searchFor,
  waitForResults,
} from '../support/screen.ts'
import { forgetServerTrouble } from '../support/stored-rows.ts'
import { toastShown } from '../support/toasts.ts'
import {
  emptyWindow,
  goInApp,
  openLightVisit,
  openScreen,
  openPersistentVisit,
  openVisit,
  type Visit,
} from '../support/visit.ts'

const product = runningProduct()
let proxy: Proxy
let browser: BrowserWindow
let page: Page

/** Opens a window without earlier visits, behind a proxy that can fail. */
async function openWindowBehindProxy(
  target: Pick<Product, 'url'> = product,
  options: Parameters<typeof openWindow>[0] = {},
) {
  ;({ proxy, browser, page } = await openVisit(target, { permissions: [], ...options }))
  // The app waits five seconds for the device before it asks the server, too.
  await neverEndTimeout(browser.context, 5_000)
}
async function closeWindow() {
  await browser.dispose()
  await proxy.close()
}

/** The state of the results when the app takes over, before any effect runs. */
interface FirstResults {
  firstResults: { busy: string | null; source: string | null }
}

const recordFirstResults = (on: Page) =>
  on.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const results = document.querySelector('[data-results]')
      if (document.documentElement.dataset['app'] !== 'ready' || results === null) return
      observer.disconnect()
      const [busy, source] = [results.getAttribute('aria-busy'), results.getAttribute('data-source')]
      Object.assign(window, { firstResults: { busy, source } })
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-app'] })
  })

describe('a search', () => {
  /** What the first visit showed while the directory was downloading. */
  let early: { parks: string[]; directory: string | undefined; searches: string[] }
  beforeAll(async () => {
    await openWindowBehindProxy()
    proxy.decide((path) => (path.startsWith('/api/directory') ? 'hang' : 'pass'))
    await page.goto(`${proxy.url}/?q=Chermside`)
    await waitForResults(page)
    early = {
      parks: await parkNames(page),
      directory: await page.evaluate(() => document.documentElement.dataset['directory']),
      searches: proxy.seen.filter((path) => path.startsWith('/api/search?')),
    }
    proxy.decide(() => 'pass')
    await page.goto(proxy.url)
    await waitForDirectory(page)
  })
  afterAll(closeWindow)
  beforeEach(async () => {
    await openScreen(page, proxy.url, '/')
  })

  test('results come from the server while the directory is downloading', () => {
    expect(early.parks.length).toBeGreaterThan(0)
    expect(early.directory).not.toBe('ready')
    expect(early.searches.length).toBeGreaterThan(0)
  })

  test('the device answers without the server once the directory is complete', async () => {
    proxy.seen.length = 0
    await searchFor(page, 'Chermside')
    await page.locator('[data-results][data-source="device"]').waitFor()
    expect(await parkNames(page)).toContain('7th Brigade Park')
    expect(
      proxy.seen.filter((path) => path.startsWith('/api/search') || path.startsWith('/api/parks')),
    ).toEqual([])
  })

  test('for a suburb shows the parks near it and names the suburb', async () => {
    await searchFor(page, 'chermside')
    await page.getByRole('heading', { name: /parks near Chermside QLD 4032/ }).waitFor()
  })

  test('for a postcode shows the parks near it', async () => {
    await searchFor(page, '3182')
    await page.getByRole('heading', { name: /parks? near .*3182/ }).waitFor()
    expect((await parkNames(page)).length).toBeGreaterThan(0)
  })

  test('for an ambiguous suburb names the one used and offers the others', async () => {
    await searchFor(page, 'Richmond')
    await page.getByRole('heading', { name: /parks? near Richmond/ }).waitFor()
    const other = page.getByRole('link', { name: /Richmond NSW/ })
    await other.first().click()
    await page.getByRole('heading', { name: /parks? near Richmond NSW/ }).waitFor()
    // The name that most places have: nine.
    await searchFor(page, 'Red Hill')
    await page.getByText('Looking for another place?').waitFor()
    await expect.poll(() => page.getByRole('link', { name: /^Red ?Hill /i }).count()).toBe(8)
  })

  test('with a typing error uses the closest match and says so', async () => {
    await searchFor(page, 'Chermsied')
    await page.getByRole('heading', { name: /near Chermside/ }).waitFor()
    await page.getByText(/No exact match/).waitFor()
  })

  test('for an unknown text finds nothing and suggests cities', async () => {
    await searchFor(page, 'xqzzvwk blorf')
    await page.getByText('No parks found').first().waitFor()
    for (const city of ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Gold Coast']) {
      await expect
        .poll(() => page.locator('main').getByRole('link', { name: city, exact: true }).count())
        .toBe(1)
    }
    expect(await parkNames(page)).toEqual([])
  })

  test('for blank text cannot be sent', async () => {
    const box = page.locator('main').getByRole('searchbox')
    await box.fill('   ')
    await expect
      .poll(() => page.locator('main').getByRole('button', { name: 'Search', exact: true }).isDisabled())
      .toBe(true)
    await box.press('Enter')
    expect(new URL(page.url()).searchParams.has('q')).toBe(false)
  })

  test('at /search?q= gives the same answer', async () => {
    await page.goto(`${proxy.url}/search?q=Chermside`)
    await page.getByRole('heading', { name: /near Chermside/ }).waitFor()
    expect(page.url()).toBe(`${proxy.url}/?q=Chermside`)
  })

  test('never gets the app shell for a missing file or the API', async () => {
    const answers = await page.evaluate(async () =>
      Promise.all(
        ['/api/nothing', '/assets/missing-1234.js', '/missing.png'].map(async (path) => {
          const answer = await fetch(path)
          return { status: answer.status, html: (await answer.text()).includes('<!doctype html') }
        }),
      ),
    )
    expect(answers).toEqual([404, 404, 404].map((status) => ({ status, html: false })))
  })
})

describe('offline after a restart', () => {
  const CHERMSIDE = '/?q=Chermside'
  const OTHERS = ['/?q=Richmond', '/?lat=-33.8688&lng=151.2093', '/?q=Bondi&features=off-leash&size=20']
  /** The parks of each route, before the restart. */
  const online = new Map<string, string[]>()
  let visit: Visit<PersistentBrowser>

  beforeAll(async () => {
    visit = await openPersistentVisit(product, { permissions: [] })
    ;({ proxy, page } = visit)
    await neverEndTimeout(page, 5_000)
    await page.goto(`${proxy.url}${CHERMSIDE}`)
    await waitForDirectory(page)
    for (const route of [CHERMSIDE, ...OTHERS, '/']) {
      await openScreen(page, proxy.url, route)
      await waitForResults(page)
      await page.locator('[data-results][data-source="device"]').waitFor()
      online.set(route, await parkNames(page))
    }
    // The next start shows the screen of the last of them.
    await page.waitForFunction(
      async (names) => {
        const screens = await caches.open('offlead-screen')
        const texts = (await screens.keys()).map(async (key) => (await screens.match(key))!.text())
        return (await Promise.all(texts)).some((text) => names.every((name) => text.includes(name)))
      },
      online.get('/')!,
      { polling: POLLING_INTERVAL },
    )
    proxy.decide(() => 'refuse')
    await visit.browser.reopen({ offline: true })
    page = await visit.browser.page()
  })
  afterAll(() => visit.leave())

  test('the parks of the last visit are shown before any script runs, and the app then shows the same', async () => {
    // In a tab of its own, because its documents have no limit to the time of the first answer.
    page = await visit.browser.context.newPage()
    onTestFinished(() => page.close())
    const before = online.get('/')!
    expect(before).not.toEqual([])
    const scripts = await visit.browser.context.newCDPSession(page)
    await scripts.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto(proxy.url, { waitUntil: 'commit' })
    // The document may still be arriving.
    await expect.poll(() => parkNames(page)).toEqual(before)
    expect(await page.locator('[data-transient]').first().isVisible()).toBe(false)
    await scripts.send('Emulation.setScriptExecutionDisabled', { value: false })
    await recordFirstResults(page)
    await neverEndTimeout(page, FIRST_ANSWER_TIMEOUT_MS)
    // A page that is loaded as the five minutes of a question end asks a second time.
    await page.addInitScript((now) => void (Date.now = () => now), Date.now())
    await page.goto(proxy.url)
    // The app renders once, with the answer of its own search.
    await page.waitForFunction(() => 'firstResults' in window)
    expect(await page.evaluate(() => (window as unknown as FirstResults).firstResults)).toEqual({
      busy: 'false',
      source: 'device',
    })
    await page.locator('[data-results][data-source="device"][aria-busy="false"]').waitFor()
    expect(await parkNames(page)).toEqual(before)
  })

  test('every route opens by its address with the same results as online', async () => {
    page = await visit.browser.page()
    expect([...online.values()]).not.toContainEqual([])
    const { name } = (await (await fetch(`${product.url}/api/parks/7`)).json()) as Park
    await page.goto(`${proxy.url}/search?q=Chermside`)
    await waitForResults(page)
    expect(page.url()).toBe(`${proxy.url}${CHERMSIDE}`)
    await expect.poll(() => parkNames(page)).toEqual(online.get(CHERMSIDE))
    for (const route of OTHERS) {
      await page.goto(`${proxy.url}${route}`)
      await waitForResults(page)
      await expect.poll(() => parkNames(page), { message: route }).toEqual(online.get(route))
    }
    await page.getByText(/^No signal\. Showing the parks on this device, updated/).waitFor()
    await page.goto(`${proxy.url}/park/7`)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(name)
    for (const [route, heading] of [
      ['/state', /Browse/],
      ['/states', 'Dog Parks by State'],
      ['/state/nsw', /New South Wales/],
      ['/favorites', 'My Favorites'],
      ['/no-such-page', '404 Page Not Found'],
    ] as const) {
      await page.goto(`${proxy.url}${route}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
  })
})

describe('location', () => {
  // The server answers.
  beforeAll(async () => {
    ;({ proxy, browser, page } = await openLightVisit(product, { permissions: [] }))
  })
  afterAll(closeWindow)
  beforeEach(async () => {
    await browser.context.clearPermissions()
    // The position that a test before has found would be used again.
    if (page.url().startsWith(proxy.url)) await page.evaluate(() => localStorage.clear())
  })
  const openHome = () => openScreen(page, proxy.url, '/')

  const CHERMSIDE = { latitude: -27.3857, longitude: 153.0307, accuracy: 20 }
  const FREMANTLE = { latitude: -32.0569, longitude: 115.7439, accuracy: 20 }

  test('when granted, lists the nearest parks first and puts the position in the address', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation(CHERMSIDE)
    await openHome()
    await page.locator('main').getByRole('button', { name: 'Use my location' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('lat')).toMatch(/^-27\.38/)
    await page.getByRole('heading', { name: /parks near you|nearest first/ }).waitFor()
    await waitForResults(page)
    const miles = await page
      .locator('[data-results] [data-distance]')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-distance'))))
    expect(miles.length).toBeGreaterThan(1)
    expect(miles).toEqual([...miles].sort((a, b) => a - b))
  })

  test('is asked for by a text that ends in near me, also from the header of another page', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation(CHERMSIDE)
    await page.goto(`${proxy.url}/terms`)
    await page.locator('header').getByRole('button', { expanded: false }).filter({ visible: true }).click()
    await page
      .locator('header')
      .getByRole('searchbox')
      .filter({ visible: true })
      .fill('Off leash parks near me')
    await page.keyboard.press('Enter')
    await page.locator('[data-results] [data-distance]').first().waitFor()
    await waitForResults(page)
    const miles = await page
      .locator('[data-results] [data-distance]')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-distance'))))
    expect(miles[0]).toBeLessThan(10)
    expect(miles).toEqual([...miles].sort((a, b) => a - b))
    // A link to these results should not say where the person was.
    expect(new URL(page.url()).search).toBe('?q=Off+leash+parks+near+me')
  })

  test('is asked for by a link to such a text too, once', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation(FREMANTLE)
    await page.goto(`${proxy.url}/terms`)
    const entries = await page.evaluate(() => history.length)
    await page.goto(`${proxy.url}/?q=dog+parks+near+me`)
    const first = () => page.locator('[data-results] article').first().innerText()
    await expect.poll(first).toMatch(/fremantle/i)
    expect(new URL(page.url()).search).toBe('?q=dog+parks+near+me')
    expect(await page.evaluate(() => history.length)).toBe(entries + 1)
    // After a reload, the results are still those of the place where the person asked.
    await browser.context.setGeolocation(CHERMSIDE)
    await page.reload()
    await waitForResults(page)
    await page.waitForTimeout(500)
    expect(await first()).toMatch(/fremantle/i)
  })

  test('that is denied to a text that ends in near me is Sydney, which the results say', async () => {
    await page.goto(proxy.url)
    await searchFor(page, 'dog parks near me')
    await page.getByText("Showing parks near Sydney, because we don't know your location.").waitFor()
    await page.getByRole('heading', { name: /“dog parks near me”/ }).waitFor()
  })

  test('is refreshed, and parks near the new place are listed if the person has moved', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation(CHERMSIDE)
    await openHome()
    const locate = page.locator('main').getByRole('button', { name: 'Use my location' })
    await locate.click()
    const latitude = () => new URL(page.url()).searchParams.get('lat')
    await expect.poll(latitude).toMatch(/^-27\.38/)
    await browser.context.setGeolocation(FREMANTLE)
    await locate.click()
    await expect.poll(latitude).toMatch(/^-32\.05/)
    await waitForResults(page)
    await expect.poll(() => page.locator('[data-results] article').first().innerText()).toMatch(/fremantle/i)
  })

  test('is refreshed for a text with near me too', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation(CHERMSIDE)
    await openHome()
    const first = () => page.locator('[data-results] article').first().innerText()
    await searchFor(page, 'dog parks near me')
    await expect.poll(first).toMatch(/chermside/i)
    await browser.context.setGeolocation(FREMANTLE)
    await searchFor(page, 'off leash parks near me')
    await expect.poll(first).toMatch(/fremantle/i)
    const shown = () => new URL(page.url()).search
    expect(shown()).toBe('?q=off+leash+parks+near+me')
    // Each search is in the history once.
    await page.goBack()
    await expect.poll(shown).toBe('?q=dog+parks+near+me')
    await page.goBack()
    await expect.poll(shown).toBe('')
  })

  test('when denied, shows parks near Sydney and says so, without storing Sydney or putting it in the address', async () => {
    await openHome()
    await page.locator('main').getByRole('button', { name: 'Use my location' }).click()
    await toastShown(
      page,
      'Location Access Denied',
      'You have denied access to your location. Please enable location access in your browser settings. ' +
        'Showing parks near Sydney instead.',
    )
    await page.getByText("Showing parks near Sydney, because we don't know your location.").waitFor()
    expect(page.url()).not.toMatch(/lat=/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('-33.8688')
  })

  test('is requested by ?useLocation=true, which disappears from the address', async () => {
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation(CHERMSIDE)
    await page.goto(`${proxy.url}/?useLocation=true`)
    await expect.poll(() => page.url()).not.toContain('useLocation')
    await expect.poll(() => new URL(page.url()).searchParams.get('lat')).toMatch(/^-27\.38/)
  })

  test('that is found after another page was opened, or after a newer search, changes nothing', async () => {
    // In a tab of its own, whose documents all hold the position.
    const tab = await browser.context.newPage()
    await holdPosition(tab, CHERMSIDE)
    const main = tab.locator('main')
    /** Finds the position and waits until the page has had the time to use it. */
    const findAndUsePosition = async () => {
      await findPosition(tab)
      await tab.waitForTimeout(500)
    }
    const openAnother = () =>
      tab.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    /** Opens a screen in the app, which has to look for the position again. */
    const open = async (path: string) => {
      await tab.evaluate(() => localStorage.clear())
      expect(await goInApp(tab, path)).toBe(true)
    }
    try {
      await tab.goto(`${proxy.url}/terms`)
      for (const [path, button] of [
        ['/', 'Use my location'],
        ['/terms', 'Use my location'],
        ['/favorites', 'Nearby parks'],
      ] as const) {
        await open(path)
        await main.getByRole('button', { name: button }).click()
        await openAnother()
        await tab.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
        await findAndUsePosition()
        expect([path, new URL(tab.url()).pathname]).toEqual([path, '/privacy'])
      }

      await open('/')
      await main.getByRole('button', { name: 'Use my location' }).click()
      await searchFor(tab, 'Fremantle')
      await findAndUsePosition()
      expect(new URL(tab.url()).search).toBe('?q=Fremantle')

      await open('/favorites')
      await main.getByRole('button', { name: 'Nearby parks' }).click()
      await main.getByRole('searchbox').fill('Glenelg')
      await main.getByRole('searchbox').press('Enter')
      const found = main.getByRole('heading', { name: /for “Glenelg”$/ })
      await found.waitFor()
      await findAndUsePosition()
      expect(await found.count()).toBe(1)
    } finally {
      await tab.close()
    }
  })

  test('when timed out after 15 s, shows Sydney with the reason', async () => {
    await openHome()
    await page.evaluate(() => {
      Object.defineProperty(navigator.geolocation, 'getCurrentPosition', {
        configurable: true,
        value: (
          _: unknown,
          failed: (error: { code: number; message: string }) => void,
          options: { timeout: number },
        ) => {
          setTimeout(() => failed({ code: 3, message: 'timeout' }), options.timeout / 100)
        },
      })
    })
    onTestFinished(() =>
      page.evaluate(() => void Reflect.deleteProperty(navigator.geolocation, 'getCurrentPosition')),
    )
    await page.locator('main').getByRole('button', { name: 'Use my location' }).click()
    await toastShown(
      page,
      'Location Permission Needed',
      'The request to get your location timed out. Please try again. Showing parks near Sydney instead.',
    )
    await page.getByText("Showing parks near Sydney, because we don't know your location.").waitFor()
  })
})

describe('failures', () => {
  let own: Product
  beforeAll(async () => {
    own = await startProduct()
  })
  afterAll(() => own.dispose())

  describe('of a first visit without a service worker', () => {
    beforeAll(() => openWindowBehindProxy(own, { serviceWorkers: 'block' }))
    afterAll(closeWindow)
    beforeEach(async () => {
      proxy.decide(() => 'pass')
      await emptyWindow(page, proxy.url)
      proxy.seen.length = 0
    })

    test('an interrupted snapshot leaves no partial directory and is completed later', async () => {
      proxy.decide((path) => (path.startsWith('/api/directory/parts/') ? { cutAfter: 2_000 } : 'pass'))
      await page.goto(`${proxy.url}/?q=Chermside`)
      await waitForResults(page)
      await expect.poll(() => proxy.seen.some((path) => path.startsWith('/api/directory/parts/'))).toBe(true)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset['directory']))
        .not.toBe('ready')
      expect((await parkNames(page)).length).toBeGreaterThan(0)
      proxy.decide(() => 'pass')
      await page.reload()
      await waitForParks(page)
      await page.locator('[data-results][data-source="device"]').waitFor()
    })

    test('ten samples are searched, with a notice, while the database file is missing on a first visit', async () => {
      const file = databasePath(own.dataDir)
      await rename(file, `${file}.away`)
      try {
        await page.goto(proxy.url)
        await page.getByText('Using Limited Data Mode').filter({ visible: true }).first().waitFor()
        await waitForResults(page)
        await expect.poll(async () => (await parkNames(page)).length).toBe(5)
        await searchFor(page, 'no such park at all')
        await expect.poll(() => parkNames(page)).toEqual([])
      } finally {
        await rename(`${file}.away`, file)
      }
      await page.goto(`${proxy.url}/?q=Chermside`)
      await waitForParks(page)
      await page.getByRole('heading', { name: /near Chermside/ }).waitFor()
      await expect.poll(() => page.getByText('Using Limited Data Mode').count()).toBe(0)
    })
  })

  describe('of a device', () => {
    beforeAll(() => openWindowBehindProxy(own))
    afterAll(closeWindow)
    beforeEach(() => proxy.decide(() => 'pass'))

    test('ten samples are searched when the server is killed before the first download, until it is back', async () => {
      proxy.decide((path) => (path.startsWith('/api/directory') ? 'refuse' : 'pass'))
      await page.goto(`${proxy.url}/?q=Chermside`)
      await waitForResults(page)
      // The app has loaded completely, the directory not at all.
      await waitForServiceWorker(page)
      await own.stop('SIGKILL')
      try {
        await searchFor(page, 'Brisbane')
        await page.getByText('Using Limited Data Mode').filter({ visible: true }).first().waitFor()
        proxy.decide(() => 'pass')
      } finally {
        await own.start()
      }
      // As if the network returned, instead of the next attempt, which is up to a minute and a half away.
      await forgetServerTrouble(page)
      await page.evaluate(() => void dispatchEvent(new Event('online')))
      await waitForDirectory(page)
      // The banner disappears at once and the toast after 7 s.
      await expect.poll(() => page.getByText('Using Limited Data Mode').count()).toBe(0)
      await page.locator('[data-results][data-source="device"]').waitFor()
    })

    /** Opens the home page, with the directory that the first test has downloaded. */
    const openHome = async () => {
      await openScreen(page, proxy.url, '/')
      await waitForDirectory(page)
    }

    test('a new version of the directory arrives as a small change with its new, renamed and removed parks', async () => {
      await openHome()
      const [removed, renamed] = seedParks().filter((park) => park.city === 'Chermside')
      const { id: _id, ...facts } = renamed!
      // The page may look for changes by itself as soon as there is one.
      proxy.seen.length = 0
      const store = openStore(databasePath(own.dataDir))
      await store.write((db) =>
        publishChange(
          db,
          {
            upserts: [
              { ...renamed!, name: 'Renamed Reserve' },
              { ...facts, name: 'Quokka Hollow Dog Park' },
            ],
            removals: [{ id: removed!.id, successor: renamed!.id }],
          },
          new Date(),
        ),
      )
      await store.close()
      // The server notices the change in its database at its next poll.
      await expect
        .poll(async () => ((await (await fetch(`${own.url}/api/directory`)).json()) as { seq: number }).seq)
        .toBe(2)

      await page.reload()
      await expect.poll(() => proxy.seen.some((path) => path.startsWith('/api/directory/changes'))).toBe(true)
      expect(proxy.seen.filter((path) => path.startsWith('/api/directory/parts/'))).toEqual([])
      await searchFor(page, 'Quokka Hollow')
      await expect.poll(() => parkNames(page)).toContain('Quokka Hollow Dog Park')
      // Now the update is complete. Earlier, a request that it needs could be refused.
      proxy.decide(() => 'refuse')
      await searchFor(page, 'Chermside')
      await expect.poll(() => parkNames(page)).toContain('Renamed Reserve')
      expect(await parkNames(page)).not.toContain(removed!.name)
      await searchFor(page, 'Quokka Hollow')
      await expect.poll(() => parkNames(page)).toContain('Quokka Hollow Dog Park')
      await page.goto(`${proxy.url}/park/${removed!.id}`)
      await page.getByText('Park Not Found').first().waitFor()
      await page.getByRole('link', { name: 'See the park it was merged into' }).click()
      await page.getByRole('heading', { level: 1, name: 'Renamed Reserve' }).waitFor()
    })

    // The last test, because it leaves the server dead.
    test('the device keeps answering after the server is killed during a visit', async () => {
      await openHome()
      await own.stop('SIGKILL')
      await searchFor(page, 'Fremantle')
      expect((await parkNames(page)).length).toBeGreaterThan(0)
      expect(await page.getByText('Using Limited Data Mode').count()).toBe(0)
    })
  })
})
