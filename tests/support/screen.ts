import { expect } from 'vitest'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import type { AnyRouter } from '@tanstack/react-router'
import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { POLLING_INTERVAL } from './browser.ts'

/**
 * Waits until the device has the whole directory. Screens that were not opened still need the network.
 * @param timeout milliseconds, if not those of other content
 */
export const waitForParks = (page: Page, timeout?: number) =>
  page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready', undefined, {
    polling: POLLING_INTERVAL,
    ...(timeout !== undefined && { timeout }),
  })

/**
 * Waits until the service worker answers the requests of the page. A worker that is installed (`ready`) takes over an
 * open page a moment later. Until then, the code of a screen that was not opened needs the network.
 */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    polling: POLLING_INTERVAL,
  })

/** Waits until the device has the whole directory, and needs no network for further answers. */
export async function waitForDirectory(page: Page, timeout?: number): Promise<void> {
  await waitForParks(page, timeout)
  await waitForServiceWorker(page)
}

/** Types into the page's search box and submits it. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.locator('main').getByRole('searchbox')
  await box.fill(text)
  await box.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(text)
  await waitForResults(page)
}

/** Waits until the app has replaced the prerendered screen and handles input. */
export const waitForApp = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['app'] === 'ready', undefined, {
    polling: POLLING_INTERVAL,
  })

/** Waits until the results on the screen belong to the search in the URL. */
export async function waitForResults(page: Page): Promise<void> {
  await waitForApp(page)
  // The address changes before the screen does. The router puts itself on the window.
  await page.waitForFunction(
    () => {
      const { history, stores } = (self as unknown as Record<string, AnyRouter>)['__TSR_ROUTER__']!
      const keyOf = (entry: { state: object } | undefined) =>
        (entry?.state as Record<string, unknown> | undefined)?.['__TSR_key']
      return (
        stores.status.get() === 'idle' && keyOf(stores.resolvedLocation.get()) === keyOf(history.location)
      )
    },
    undefined,
    { polling: POLLING_INTERVAL },
  )
  await page.locator('[data-results][aria-busy="false"]').waitFor()
}

/** Names of the parks listed, in order. */
export async function parkNames(page: Page): Promise<string[]> {
  return page.locator('[data-results]').getByRole('heading', { level: 3 }).allInnerTexts()
}

/**
 * Closes the dialog with the keyboard. If the pointer is on an element with a tooltip, the first Esc closes
 * that.
 */
export async function closeDialog(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return page.getByRole('dialog').count()
    })
    .toBe(0)
}

/** Saves the first park on the screen that can be saved, and waits until its button says so. */
export async function saveFirstPark(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Add .* to favourites$/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Remove .* from favourites$/ })
    .first()
    .waitFor()
}

/** The boxes of elements of one page at one moment, in CSS pixels of the window: some move while they appear. */
export async function boxesOf(...elements: readonly Locator[]): Promise<DOMRect[]> {
  const handles = await Promise.all(elements.map((element) => element.elementHandle()))
  return elements[0]!
    .page()
    .evaluate((all) => all.map((element) => element!.getBoundingClientRect().toJSON() as DOMRect), handles)
}

/** Scrolls to the first map of the page, which loads when it is nearly visible. */
export const scrollToMap = (page: Page) =>
  page
    .locator('[data-map]')
    .first()
    .evaluate((map) => map.scrollIntoView({ block: 'center' }))

/** The toast with this text. */
export const toastWith = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true })

/** Waits for the typeface itself: before the styles have arrived, no typeface is loading. */
export const waitForTypeface = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.fonts].some(({ family, status }) => family.includes('Atkinson H') && status === 'loaded'),
    undefined,
    { polling: POLLING_INTERVAL },
  )

/** What {@link holdPosition} adds to a window: replies to those who have asked for the position. */
interface HeldPosition {
  positionAnswers?: (() => void)[]
}

/** Makes the device find its position only at {@link findPosition}, on the documents loaded from now on. */
export const holdPosition = (
  page: Page,
  coords: { latitude: number; longitude: number; accuracy?: number },
) =>
  page.addInitScript((coords) => {
    // A position of an earlier test would be used again.
    localStorage.clear()
    const answers: (() => void)[] = []
    Object.assign(window, { positionAnswers: answers } satisfies HeldPosition)
    Geolocation.prototype.getCurrentPosition = (found) =>
      void answers.push(() => found({ coords, timestamp: Date.now() } as unknown as GeolocationPosition))
  }, coords)

/** Waits until the app asks the device for the position, which it does after asking for the permission, and finds it. */
export const findPosition = (page: Page) =>
  page.waitForFunction(
    () => {
      const { positionAnswers = [] } = window as HeldPosition
      const answers = positionAnswers.splice(0)
      for (const answer of answers) answer()
      return answers.length > 0
    },
    undefined,
    { polling: POLLING_INTERVAL },
  )

/**
 * Keeps timers with this delay in milliseconds from ending, so that a slow machine has the time that it needs.
 * For the documents loaded from now on.
 */
export const neverEndTimeout = (pages: Page | BrowserContext, delay: number) =>
  pages.addInitScript((delay) => {
    const { setTimeout } = window
    const start = (work: TimerHandler, after?: number, ...values: unknown[]) =>
      after === delay ? 0 : setTimeout(work, after, ...values)
    Object.assign(window, { setTimeout: start })
  }, delay)

/**
 * Lets requests of the app take any time, so that a test can hold a reply back on a slow machine. For the documents loaded
 * from now on.
 */
export const neverEndRequests = (pages: Page | BrowserContext) => neverEndTimeout(pages, REQUEST_TIMEOUT)

/** Presses / until the search has the focus: the code of the shortcuts is loaded after the first screen. */
export async function pressSearchShortcut(page: Page): Promise<void> {
  const isFocused = () => page.evaluate(() => document.activeElement?.matches('[type=search]'))
  await expect
    .poll(async () => {
      if (!(await isFocused())) await page.keyboard.press('/')
      return isFocused()
    })
    .toBe(true)
}

/** The text of the element that has the focus. */
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Taps twice while the page is busy, so that it handles both taps before anything else. */
export const tapTwiceAtOnce = (target: Locator): Promise<void> =>
  target.evaluate((element) => {
    for (let taps = 0; taps < 2; taps++)
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  })

/**
 * Taps twice with a finger, 150 ms apart by the time of the events, and waits until the page has handled both taps.
 * @param place CSS pixels in the window
 * @param between what to wait for between the taps
 */
export async function doubleTap(
  page: Page,
  place: { x: number; y: number },
  between: () => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const clicks = await page.evaluateHandle(() => {
    const counter = { clicks: 0 }
    addEventListener('click', () => (counter.clicks += 1), true)
    return counter
  })
  const startedAt = Date.now() / 1000
  const send = (type: 'touchStart' | 'touchEnd', at: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [place] : [],
      timestamp: startedAt + at,
    })
  // Sent together: a touch that lasts half a second is a long press, which is no click.
  const tap = (at: number) => Promise.all([send('touchStart', at), send('touchEnd', at + 0.05)])
  await tap(0)
  await between()
  await tap(0.15)
  await page.waitForFunction(({ clicks }) => clicks === 2, clicks, { polling: POLLING_INTERVAL })
  await devtools.detach()
}
