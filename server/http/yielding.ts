import { setImmediate } from 'node:timers/promises'

/** Milliseconds that one piece of work may hold the event loop. */
const PIECE = 8

/**
 * For long work in small steps. Called between two steps, it lets other requests run when the steps since the last time have taken
 * {@link PIECE}. SQLite answers at once, so that awaiting it alone lets nothing else run.
 */
export function yieldBetween(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < PIECE) return
    await setImmediate()
    began = performance.now()
  }
}
