import { setImmediate } from 'node:timers/promises'

/** How long one piece of work may block the event loop. */
const MAX_BLOCK_MS = 8

/**
 * For long work in small steps. Call the returned function between two steps: it lets other requests run once
 * the steps since the last pause have taken {@link MAX_BLOCK_MS}. SQLite is synchronous, so awaiting a query
 * alone does not let anything else run.
 */
export function yieldBetween(): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < MAX_BLOCK_MS) return
    await setImmediate()
    startedAt = performance.now()
  }
}
