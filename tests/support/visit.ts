import type { BrowserContextOptions, Page } from 'playwright-core'
import type { AnyRouter } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'
import type { Park } from '../../data/model/park.ts'
import { withPart } from '../../data/screens/document-parts.ts'
import { openBrowser, openWindow, type BrowserWindow, type PersistentBrowser } from './browser.ts'
import type { Product } from './product.ts'
import { type Fate, type Proxy, startProxy } from './proxy.ts'
import { waitForApp, waitForDirectory, waitForParks } from './screen.ts'

/** A browser page at the product, behind a network that can be broken. */
export interface Visit<Kind extends BrowserWindow = BrowserWindow> {
  readonly url: string
  readonly proxy: Proxy
  readonly browser: Kind
  readonly page: Page
  /** Loads a document by its path. */
  load(path: string): Promise<void>
  /**
   * Opens a screen by its path: if the app is open, as a link on another screen does, which takes a quarter of
   * the time of a document; otherwise with a document. For what only a document reads (settings, the account,
   * a redirect, a reply that the app keeps), use `load`.
   */
  go(path: string): Promise<void>
  /** Disconnects this browser from the network, or reconnects it. */
  offline(off: boolean): Promise<void>
  leave(): Promise<void>
}

/**
 * Fails requests for the directory, so that the server answers instead of the device. With a 500, which
 * concerns these requests alone: without any reply the gate would hold back all automatic requests.
 */
const withoutDirectory = (path: string): Fate =>
  path.startsWith('/api/directory') ? { status: 500 } : 'pass'

/** Removes the prerendered screen from a document, so that the app requests all content from the server. */
const withoutPrerenderedScreen = (document: string): string => withPart(document, 'screen', '') ?? document

/**
 * Opens a screen in the app that is open on the page, by way of another one, which takes a quarter of the time
 * of a document. The app keeps what it has read. The router puts itself on the window.
 * @returns whether the app is open
 */
export const goInApp = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(async (address) => {
    const router = (self as unknown as Record<string, AnyRouter | undefined>)['__TSR_ROUTER__']
    if (document.documentElement.dataset['app'] !== 'ready' || router === undefined) return false
    // A toast of the screen before is none of the next one (tests/support/toasts.ts).
    ;(self as { toasts?: unknown[] }).toasts?.splice(0)
    const other = '/nowhere'
    for (const next of [other, address]) {
      const rendered = new Promise<void>((resolve) => {
        const stop = router.subscribe('onRendered', ({ toLocation }) => {
          // The address itself may lead to another one.
          if ((toLocation.pathname === other) === (next === other)) {
            stop()
            resolve()
          } else if (next === other) {
            // A screen that was still opening came in between.
            router.history.push(next)
          }
        })
      })
      router.history.push(next)
      await rendered
    }
    return true
  }, path)

/** Opens a screen in the app, if that is open on the page, and otherwise with a document. */
export async function openScreen(page: Page, url: string, path: string): Promise<void> {
  const isOpen = page.url().startsWith(url)
  if (!isOpen || !(await goInApp(page, path))) await page.goto(`${url}${path}`)
}

async function visitIn<Kind extends BrowserWindow>(
  product: Pick<Product, 'url'>,
  open: () => Promise<Kind>,
  always?: (path: string) => Fate,
  editDocument?: (document: string) => string,
): Promise<Visit<Kind>> {
  const proxy = await startProxy(product.url, always, editDocument)
  const browser = await open()
  const page = await browser.page()
  const load = async (path: string) => {
    await page.goto(`${proxy.url}${path}`)
    await waitForApp(page)
  }
  return {
    url: proxy.url,
    proxy,
    browser,
    page,
    load,
    go: (path) => openScreen(page, proxy.url, path),
    offline: (off) => browser.context.setOffline(off),
    async leave() {
      await browser.dispose()
      await proxy.close()
    },
  }
}

/** Opens an empty page in a window without earlier visits. */
export const openVisit = (product: Pick<Product, 'url'>, options: BrowserContextOptions = {}) =>
  visitIn(product, () => openWindow(options))

/**
 * The same without a service worker, and the device never gets the directory: both take longer than most
 * tests.
 */
export const openLightVisit = (
  product: Pick<Product, 'url'>,
  options: BrowserContextOptions = {},
  editDocument?: (document: string) => string,
) =>
  visitIn(product, () => openWindow({ ...options, serviceWorkers: 'block' }), withoutDirectory, editDocument)

/** The same as {@link openVisit} in a browser that can be closed and opened again. */
export const openPersistentVisit = (
  product: Pick<Product, 'url'>,
  options: Parameters<typeof openBrowser>[0] = {},
): Promise<Visit<PersistentBrowser>> => visitIn(product, () => openBrowser(options))

/**
 * Opens the product in a browser window.
 * @param bare a light visit with documents that have no content, so that all replies of the server can be
 * replaced; otherwise the whole directory is on the device when this resolves, and the service worker is
 * installed unless `serviceWorkers` is 'block', which takes a third less time
 */
export async function startVisit(
  product: Pick<Product, 'url'>,
  { bare = false, ...options }: { bare?: boolean } & BrowserContextOptions = {},
): Promise<Visit> {
  if (bare) return openLightVisit(product, { permissions: [], ...options }, withoutPrerenderedScreen)
  const visit = await openVisit(product, { permissions: [], ...options })
  await visit.page.goto(visit.url)
  await (options.serviceWorkers === 'block' ? waitForParks : waitForDirectory)(visit.page)
  return visit
}

/** A visit that ends with the current test. */
export async function untilTestEnds<Kind extends BrowserWindow>(
  opening: Promise<Visit<Kind>>,
): Promise<Visit<Kind>> {
  const visit = await opening
  onTestFinished(() => visit.leave())
  return visit
}

/** Leaves the app and deletes what it has stored, so that the next test of the window sees nothing of this one. */
export async function emptyWindow(page: Page, url: string): Promise<void> {
  await page.context().clearCookies()
  // No code of the app runs on this page.
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => {
        const forget = indexedDB.deleteDatabase(name!)
        for (const end of ['success', 'error', 'blocked']) forget.addEventListener(end, resolve)
      })
  })
}

/** A park whose page no test has opened. */
let unopenedPark = 100

/**
 * Gives a park that the app has not read yet, because it keeps what it has read, the facts of park 7 with some
 * of them replaced. For a visit without a directory.
 * @returns the path of its page
 */
export async function overridePark(visit: Visit, facts: Partial<Park>): Promise<string> {
  const id = unopenedPark++
  const park = (await (await fetch(`${visit.proxy.url}/api/parks/7`)).json()) as Park
  await visit.page.route(`**/api/parks/${id}`, (route) => route.fulfill({ json: { ...park, id, ...facts } }))
  return `/park/${id}`
}
