import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Lets the page move as for most users until the end of the test, because windows of tests reduce motion. */
export async function allowMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  onTestFinished(() => page.emulateMedia({ reducedMotion: 'reduce' }))
}
