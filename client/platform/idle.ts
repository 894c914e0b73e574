/** After the page has loaded and the browser has nothing better to do: what is for later must not compete with the first screen. */
export async function pageIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 1_500)
  })
}

/** So long one thing waits for another at most: a network that says nothing must not keep the app from being installed. Milliseconds. */
const LONGEST_TURN = 10_000

/** Does what is for later one thing after the other, each when the page is idle: all at once they would be in the way of who has begun to tap. */
export async function inTurn(
  idle: () => Promise<void>,
  deeds: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (const deed of deeds) {
    await idle()
    let timer: ReturnType<typeof setTimeout> | undefined
    await Promise.race([
      deed().catch(() => undefined),
      new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_TURN))),
    ])
    clearTimeout(timer)
  }
}
