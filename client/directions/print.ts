/** Milliseconds that printing waits for the map: the built-in one is painted in less, and what never comes shall not keep the steps from paper. */
const LONGEST_WAIT = 3_000

const stillPainting = () =>
  document.querySelector('[data-map="loading"], canvas[data-route-picture]:not([data-painted])') !== null

/** Prints once the map of the way is painted, names and all. */
export async function printWay(): Promise<void> {
  const latest = performance.now() + LONGEST_WAIT
  while (stillPainting() && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, 50))
  window.print()
}
