import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Park } from '../../data/model/park.ts'
import { openWindow, type PersonsWindow } from './browser.ts'
import type { Product } from './product.ts'
import { type Fate, type Proxy, startProxy } from './proxy.ts'
import { appDrawn } from './screen.ts'

/** A person at the product, behind a network that can be broken. */
export interface Visit {
  readonly url: string
  readonly proxy: Proxy
  readonly browser: PersonsWindow
  readonly page: Page
  /** Opens a screen by its address. */
  go(path: string): Promise<void>
  /** Takes the network away from this browser, or gives it back. */
  offline(off: boolean): Promise<void>
  leave(): Promise<void>
}

/** A fate for every request: nothing of the directory comes through, so that the server answers. */
export const withoutDirectory = (path: string): Fate =>
  path.startsWith('/api/directory') ? 'refuse' : 'pass'

/** Documents know of no park: the app asks the server for all that it shows. */
async function withoutWrittenScreens({ context }: PersonsWindow): Promise<void> {
  await context.route(
    ({ pathname }) => !/^\/api\/|\.\w+$/.test(pathname),
    async (route) => {
      const response = await route.fetch({ maxRedirects: 0 }).catch(() => null)
      if (response?.status() !== 200) return response === null ? route.abort() : route.fallback()
      const document = await response.text()
      return route.fulfill({ response, body: document.replace(/<!--screen-->[^]*<!--\/screen-->/, '') })
    },
  )
}

/**
 * @param bare no directory ever comes onto the device and no worker stands between, so that answers of the server can be replaced;
 *   else the whole directory is on the device when this resolves
 */
export async function startVisit(
  product: Pick<Product, 'url'>,
  { bare = false, ...options }: { bare?: boolean } & BrowserContextOptions = {},
): Promise<Visit> {
  const proxy = await startProxy(product.url)
  if (bare) proxy.decide(withoutDirectory)
  const browser = await openWindow({
    permissions: [],
    ...(bare ? { serviceWorkers: 'block' as const } : {}),
    ...options,
  })
  if (bare) await withoutWrittenScreens(browser)
  const page = await browser.page()
  if (!bare) {
    await page.goto(proxy.url)
    await page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  }
  return {
    url: proxy.url,
    proxy,
    browser,
    page,
    async go(path) {
      await page.goto(`${proxy.url}${path}`)
      await appDrawn(page)
    },
    offline: (off) => browser.context.setOffline(off),
    async leave() {
      await browser.dispose()
      await proxy.close()
    },
  }
}

/** Has the server say something else of a park than its directory does. For a visit without a directory. */
export async function sayOfPark(visit: Visit, id: number, facts: Partial<Park>): Promise<void> {
  const park = (await (await fetch(`${visit.proxy.url}/api/parks/${id}`)).json()) as Park
  await visit.page.route(`**/api/parks/${id}`, (route) => route.fulfill({ json: { ...park, ...facts } }))
}
