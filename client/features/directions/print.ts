/** Printing waits this long for the map. A map that fails to load must not prevent printing the steps. */
const MAP_TIMEOUT_MS = 3_000

const isPainting = () =>
  document.querySelector('[data-map="loading"], canvas[data-route-picture]:not([data-painted])') !== null

/** Prints the page once the route map is fully painted, or after `MAP_TIMEOUT_MS`. */
export async function printRoute(): Promise<void> {
  const deadline = performance.now() + MAP_TIMEOUT_MS
  while (isPainting() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  window.print()
}
