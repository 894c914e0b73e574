import { setTimeout as sleep } from 'node:timers/promises'
import type { DrivenBrowser } from './driven-browser.ts'

/** What a user sees and does on a screen of the product. */
export interface Screen {
  readonly browser: DrivenBrowser
  /** Opens a screen by its path and waits until the app runs. */
  go(path: string): Promise<void>
  /** Waits until a function in the page returns true. */
  until<Arguments extends readonly unknown[]>(
    what: string,
    holds: (...args: Arguments) => boolean | Promise<boolean>,
    ...args: Arguments
  ): Promise<void>
  /** Waits for a visible element that matches the selector and has a name or text that matches. */
  see(selector: string, name?: RegExp): Promise<void>
  /** Waits for such an element and clicks it. */
  click(selector: string, name?: RegExp): Promise<void>
  /** Replaces the text of a field, found by its label. */
  fill(label: RegExp, text: string): Promise<void>
  /** Chooses an option of a list, found by its label, by the option's value. */
  choose(label: RegExp, value: string): Promise<void>
  /** Presses Enter in a field. */
  enter(label: RegExp): Promise<void>
  /** Text of all visible elements that match the selector. */
  texts(selector: string): Promise<string[]>
}

/** Long, so that a busy machine fails no story. */
const WAIT_MS = 60_000
const POLL_MS = 150
/** Attempts to click what the app may just replace. */
const CLICKS = 3
const FIELDS = 'input, textarea, select'
/** Set on the element that is clicked or typed into. */
const TARGET = '[data-driven]'

/**
 * Runs in the page: marks the first visible, enabled element that matches, and says whether there is one. What
 * is not yet replaced by the app is ignored.
 */
function markTarget(selector: string, pattern: string, scrolls: boolean): boolean {
  for (const marked of document.querySelectorAll('[data-driven]')) marked.removeAttribute('data-driven')
  const nameOf = (element: Element) => {
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  }
  const target = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility !== 'hidden' &&
      !element.matches(':disabled') &&
      new RegExp(pattern).test(nameOf(element)),
  )
  if (!target) return false
  if (scrolls) target.scrollIntoView({ block: 'center', behavior: 'instant' })
  target.setAttribute('data-driven', '')
  return true
}

/** Runs in the page: whether the element is at the same place two pictures later. */
async function isAtRest(selector: string): Promise<boolean> {
  const place = () => JSON.stringify(document.querySelector(selector)?.getBoundingClientRect())
  const before = place()
  for (let pictures = 0; pictures < 2; pictures++)
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve())
      setTimeout(resolve, 200)
    })
  return place() === before
}

export function screenOf(browser: DrivenBrowser, origin: string): Screen {
  const until: Screen['until'] = async (what, holds, ...args) => {
    const deadline = Date.now() + WAIT_MS
    let trouble: unknown
    for (;;) {
      try {
        if (await browser.evaluate(holds, ...args)) return
      } catch (error) {
        // The page may just be replaced by another.
        trouble = error
      }
      if (Date.now() > deadline) {
        const shown = await browser
          .evaluate(() => `${location.pathname}${location.search}: ${document.body.innerText.slice(0, 400)}`)
          .catch(() => '')
        throw new Error(`${what}: not within ${WAIT_MS / 1_000} s`, {
          cause: trouble ?? shown.replaceAll(/\s+/g, ' '),
        })
      }
      await sleep(POLL_MS)
    }
  }
  const find = (selector: string, name: RegExp, scrolls: boolean) =>
    until(`${selector} ${name.source}`, markTarget, selector, name.source, scrolls)
  const field = (label: RegExp) => find(FIELDS, label, true)
  return {
    browser,
    until,
    async go(path) {
      // The address alone does not say whether the page before has gone.
      await browser.evaluate(() => void Object.assign(window, { leaving: true }))
      await browser.open(`${origin}${path}`)
      await until(
        `the app at ${path}`,
        (path) =>
          !('leaving' in window) &&
          location.pathname === path &&
          document.documentElement.dataset['app'] === 'ready',
        new URL(path, origin).pathname,
      )
    },
    see: (selector, name = /(?:)/) => find(selector, name, false),
    async click(selector, name = /(?:)/) {
      for (let attempt = 1; ; attempt++) {
        await find(selector, name, true)
        // Otherwise the click in a sheet that is sliding in meets its neighbour.
        await until('the element is at rest', isAtRest, TARGET)
        try {
          await browser.click(TARGET)
          return
        } catch (error) {
          // The app may have replaced the element meanwhile.
          if (attempt === CLICKS) throw error
        }
      }
    },
    async fill(label, text) {
      await field(label)
      await browser.type(TARGET, text)
    },
    async choose(label, value) {
      await field(label)
      await browser.evaluate(
        (selector, value) => {
          const list = document.querySelector<HTMLSelectElement>(selector)!
          // React replaces the property of the element, and listens for the event.
          Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(list, value)
          list.dispatchEvent(new Event('change', { bubbles: true }))
        },
        TARGET,
        value,
      )
    },
    async enter(label) {
      await field(label)
      await browser.enter(TARGET)
    },
    texts: (selector) =>
      browser.evaluate(
        (selector) =>
          [...document.querySelectorAll<HTMLElement>(selector)]
            .filter((element) => element.getClientRects().length > 0)
            .map((element) => element.innerText.trim()),
        selector,
      ),
  }
}

/** Waits until the results belong to the search in the address. */
export const untilResults = (screen: Screen) => screen.see('[data-results][aria-busy="false"]')

/** Waits until the directory and the service worker are on the device. */
export async function untilOnDevice(screen: Screen): Promise<void> {
  await screen.until('the directory', () => document.documentElement.dataset['directory'] === 'ready')
  await screen.until('the service worker', () => navigator.serviceWorker.controller !== null)
}
