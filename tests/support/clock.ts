import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * How far the clock jumps when it is stopped, in milliseconds: a third of the time that requests have, so that those
 * under way do not time out.
 */
const JUMP_MS = 5_000

/**
 * Stops the page's clock, which must be installed (`page.clock.install`). From then on it advances with
 * `page.clock.runFor` only, until `page.clock.resume`.
 */
export async function pauseClock(page: Page): Promise<void> {
  // Again if a busy machine took longer than the jump.
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => Date.now())
      await page.clock.pauseAt(now + JUMP_MS)
      return true
    })
    .toBe(true)
}
