import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import { DESKTOP, openBrowser, openWindow } from '../support/browser.ts'
import { callerOf, registerOrLogIn } from '../support/http-client.ts'
import { PASSWORD, signUp } from '../support/account.ts'
import { type Call, type Fate, startProxy } from '../support/proxy.ts'
import { runningProduct } from '../support/running-product.ts'
import { waitForDirectory } from '../support/screen.ts'
import { toastShown } from '../support/toasts.ts'
import { apiCalls, callsIn, layoutShifts, mostCallsIn, watchLayoutShifts } from '../support/api-calls.ts'

const SECOND = 1_000
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Trouble {
  server: string
  fate: Fate
  /** The full browser has Background Sync and hides background tabs. The headless shell has neither. */
  fullBrowser: boolean
  /** How the change is sent once the server works again. */
  sent: 'when the user asks' | 'automatically'
}

const TROUBLES: readonly Trouble[] = [
  { server: 'closes connections', fate: 'refuse', fullBrowser: false, sent: 'when the user asks' },
  { server: 'answers 503', fate: { status: 503 }, fullBrowser: true, sent: 'automatically' },
  {
    server: 'answers 503 with Retry-After',
    fate: { status: 503, headers: { 'retry-after': '20' } },
    fullBrowser: false,
    sent: 'automatically',
  },
  { server: 'hangs', fate: 'hang', fullBrowser: false, sent: 'when the user asks' },
]

/** What a page with a map asks for while it starts. */
const FIRST_CALLS = ['/api/user', '/api/maps', '/api/maps/static', '/api/maps/base-packs/', '/api/sync']

const isCalled = (path: string, calls: readonly Call[]) =>
  calls.some((call) => (path.endsWith('/') ? call.path.startsWith(path) : call.path.split('?')[0] === path))

/** One call a line, with its seconds since `start`. */
const listOf = (calls: readonly Call[], start: number) =>
  calls.map(({ method, path, at }) => `${((at - start) / SECOND).toFixed(1)} s ${method} ${path}`).join('\n')

const unsent = (page: Page) =>
  page.getByRole('link', { name: /^1 change will be sent when the server answers/ })

// Run in parallel, because each takes at least a minute and a half.
describe.concurrent('a device with a change to send, two tabs and a reload', () => {
  test.for(TROUBLES)(
    'makes few calls to a server that $server, shifts no layout, and sends the change $sent',
    { timeout: 600 * SECOND },
    async ({ fate, fullBrowser, sent }, { expect }) => {
      const product = runningProduct()
      const proxy = await startProxy(product.url)
      const browser = fullBrowser
        ? await openBrowser({ viewport: DESKTOP, executablePath: findBrowser() })
        : await openWindow({ viewport: DESKTOP })
      try {
        const page = await browser.page()
        const { email } = await signUp(page, proxy.url)
        const openPark = async (page: Page, id: number) => {
          const before = proxy.calls.length
          await page.goto(`${proxy.url}/park/${id}`)
          await page.getByRole('button', { name: /^Hi, / }).waitFor()
          // A busy machine may show the page seconds before it asks for anything.
          await expect
            .poll(() => FIRST_CALLS.filter((path) => !isCalled(path, proxy.calls.slice(before))))
            .toEqual([])
        }
        await openPark(page, 7)
        // Four windows are opened at once.
        await waitForDirectory(page, 180 * SECOND)
        const second = await browser.context.newPage()
        await openPark(second, 8)
        await page.bringToFront()
        // The background work has ended.
        await expect
          .poll(() => Date.now() - proxy.calls.at(-1)!.at, { timeout: 180 * SECOND })
          .toBeGreaterThan(4 * SECOND)

        proxy.decide(() => fate)
        proxy.reuseConnections(false)
        proxy.calls.length = 0
        await Promise.all([page, second].map(watchLayoutShifts))
        await page.getByRole('button', { name: 'Add Burnie Brae Park to favourites' }).click()
        await expect.poll(() => apiCalls(proxy.calls).length).toBeGreaterThan(0)
        const firstCall = apiCalls(proxy.calls)[0]!.at
        await pause(10 * SECOND)
        await second.reload()
        await watchLayoutShifts(second)
        await pause(firstCall + 90 * SECOND - Date.now())

        const early = callsIn(proxy.calls, firstCall, 30 * SECOND)
        expect(early.length, listOf(early, firstCall)).toBeLessThanOrEqual(8)
        // What a tab asks about its map when it starts is not automatic, and a busy machine starts it late.
        const automatic = proxy.calls.filter(({ path }) => path !== '/api/maps')
        // Calls a minute apart arrive closer to each other if a busy machine delays the first of them.
        expect(
          mostCallsIn(automatic, firstCall + 30 * SECOND, 45 * SECOND),
          listOf(automatic, firstCall),
        ).toBeLessThanOrEqual(1)
        expect(await Promise.all([page, second].map(layoutShifts))).toEqual([[], []])
        await unsent(page).waitFor()

        proxy.decide(() => 'pass')
        if (sent === 'when the user asks') {
          await unsent(page).click()
          await page.getByRole('button', { name: 'Send now' }).click()
          await toastShown(page, 'Sent')
        }
        const elsewhere = callerOf(product.url)
        await registerOrLogIn(elsewhere, { email, password: PASSWORD }, 'login')
        const favourites = async () =>
          ((await (await elsewhere.call('/api/favorites')).json()) as { id: number }[]).map(({ id }) => id)
        await expect.poll(favourites, { timeout: 200 * SECOND, interval: SECOND }).toEqual([7])
        await unsent(page).waitFor({ state: 'detached' })
      } finally {
        await browser.dispose()
        await proxy.close()
      }
    },
  )
})
