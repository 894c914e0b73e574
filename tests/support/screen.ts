import { expect } from 'vitest'
import type { Page } from 'playwright-core'

/** The device holds the whole directory: what it answers from now on needs no network. */
export async function directoryComplete(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['directory'] === 'ready')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Types into the search box of the page and sends it. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.locator('main').getByRole('searchbox')
  await box.fill(text)
  await box.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(text)
  await settled(page)
}

/** The app has taken the place of the screen that was written into its document. */
export const appDrawn = (page: Page) =>
  page.waitForFunction(() => !('deeds' in window && window.deeds !== undefined))

/** Waits until the results on screen are those of the search in the address. */
export async function settled(page: Page): Promise<void> {
  await appDrawn(page)
  await page.locator('[data-results][aria-busy="false"]').waitFor()
}

/** Names of the parks listed, in order. */
export async function parkNames(page: Page): Promise<string[]> {
  return page.locator('[data-results]').getByRole('heading', { level: 3 }).allInnerTexts()
}

/** Leaves the dialog by the keyboard. Where the pointer came to rest on a mark with a tooltip, Esc takes that away first. */
export async function leaveDialog(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return page.getByRole('dialog').count()
    })
    .toBe(0)
}

/** Brings the first map of the page into sight: it is fetched when it is nearly seen. */
export const lookAtMap = (page: Page) =>
  page
    .locator('[data-map]')
    .first()
    .evaluate((map) => map.scrollIntoView({ block: 'center' }))

/** What a toast says, in these words. */
export const toastOn = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true })
