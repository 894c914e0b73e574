/** Asks again and again how long an answer takes, as another person's phone would; `end` tells the longest and the median in milliseconds. */
export function asking(
  ask: () => Promise<unknown>,
  every = 10,
): { end(): Promise<{ longest: number; median: number; count: number }> } {
  const times: number[] = []
  const ended = new AbortController()
  const loop = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, every))
    }
  })()
  return {
    async end() {
      ended.abort()
      await loop
      const sorted = times.toSorted((a, b) => a - b)
      return { longest: sorted.at(-1) ?? 0, median: sorted[sorted.length >> 1] ?? 0, count: sorted.length }
    },
  }
}
