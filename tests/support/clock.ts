import type { Page } from 'playwright-core'

/**
 * How far the clock jumps when it is stopped, in milliseconds: long enough for a slow machine to stop it in time,
 * and a third of the time that requests have, so that those under way do not time out.
 */
const JUMP_MS = 5_000

/** Stops the page's clock. From then on it advances with `page.clock.runFor` only, until `page.clock.resume`. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + JUMP_MS)
}
