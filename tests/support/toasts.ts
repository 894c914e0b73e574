import type { Page } from 'playwright-core'
import { POLLING_INTERVAL, type RecordedToasts } from './browser.ts'

/**
 * Waits until a toast with these texts has been shown, after the one that was awaited before, and since the
 * screen was opened by the test.
 */
export async function toastShown(page: Page, title: string, description?: string): Promise<void> {
  const texts = description === undefined ? [title] : [title, description]
  const isShown = (texts: string[]) => {
    const { toasts = [] } = window as RecordedToasts
    const shownAt = toasts.findIndex((toast) => texts.every((text) => toast.includes(text)))
    return toasts.splice(0, shownAt + 1).length > 0
  }
  await page
    .waitForFunction(isShown, texts, { polling: POLLING_INTERVAL })
    .catch((cause: unknown) => Promise.reject(new Error(`no toast said '${texts.join(' ')}'`, { cause })))
}
