/** Lets the browser handle input and show what has changed between two tasks. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Resolves when the page has loaded and the browser is idle, so that background work does not delay the first
 * screen.
 */
export async function pageIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 1_500)
  })
}

/**
 * A task that takes longer no longer delays the next one: a network that hangs must not prevent installation.
 */
const TASK_TIMEOUT_MS = 10_000

/**
 * Runs background tasks one at a time, each when the page is idle, so that they do not block the user's
 * input.
 */
export async function runWhenIdle(
  idle: () => Promise<void>,
  tasks: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (const task of tasks) {
    await idle()
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([
      task().catch(() => undefined),
      new Promise((resolve) => (timer = setTimeout(resolve, TASK_TIMEOUT_MS))),
    ])
    clearTimeout(timer)
  }
}
