/** Writes the latest of many values, one at a time: values superseded during a write are skipped. */
export interface LatestWriter<T> {
  keep(value: T): void
  /** Discards the pending value and resolves when no write is running. */
  settle(): Promise<void>
}

/** @param write if it rejects, the value is lost, and the next one is still written */
export function createLatestWriter<T>(write: (value: T) => Promise<unknown>): LatestWriter<T> {
  let next: { value: T } | null = null
  let running: Promise<void> | null = null
  const run = async () => {
    while (next !== null) {
      const { value } = next
      next = null
      await write(value).catch(() => undefined)
    }
    running = null
  }
  return {
    keep(value) {
      next = { value }
      running ??= run()
    },
    async settle() {
      next = null
      await running
    },
  }
}
