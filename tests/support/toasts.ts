import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

interface Recorded {
  toasts?: string[][]
}

/**
 * Records the toasts of all pages of a window, so that a test sees a toast that disappeared before a busy
 * machine looked for it.
 */
export const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const toasts: string[][] = []
    const recorded = new WeakSet<Element>()
    Object.assign(window, { toasts })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[role=region][aria-label^=Notifications] li')) {
        if (recorded.has(toast)) continue
        recorded.add(toast)
        toasts.push([...toast.querySelectorAll('div')].map(({ textContent }) => textContent))
      }
    }).observe(document, { childList: true, subtree: true })
  })

/**
 * Waits until a toast with these texts has been shown, after the one that was awaited before, and since the
 * screen was opened by the test.
 */
export async function toastShown(page: Page, title: string, description?: string): Promise<void> {
  const take = () =>
    page.evaluate(
      (texts) => {
        const { toasts = [] } = window as Recorded
        const found = toasts.findIndex((toast) => texts.every((text) => toast.includes(text)))
        if (found === -1) return `other toasts: ${JSON.stringify(toasts)}`
        toasts.splice(0, found + 1)
        return 'shown'
      },
      description === undefined ? [title] : [title, description],
    )
  await expect.poll(take, { message: `the toast '${title}'` }).toBe('shown')
}
