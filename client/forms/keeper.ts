/** Keeps the latest of many values, one at a time: what is overtaken while the one before is written is never written. */
export interface Keeper<T> {
  keep(value: T): void
  /** Nothing more is written once this resolves. */
  settle(): Promise<void>
}

/** @param write may reject: then the value is not kept, and the next one is tried all the same */
export function createKeeper<T>(write: (value: T) => Promise<unknown>): Keeper<T> {
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
