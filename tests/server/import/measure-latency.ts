/**
 * Repeats a request to measure how long others have to wait, counted from when it is due: a server that is blocked
 * sends it late. `end` resolves to the longest and the median time in milliseconds.
 */
export function measureLatency(
  request: () => Promise<unknown>,
  intervalMs = 50,
): { end(): Promise<{ longest: number; median: number; count: number }> } {
  const times: number[] = []
  const ended = new AbortController()
  const loop = (async () => {
    while (!ended.signal.aborted) {
      const due = performance.now() + intervalMs
      await new Promise((resolve) => setTimeout(resolve, intervalMs))
      await request()
      times.push(performance.now() - due)
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
