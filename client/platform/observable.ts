/** A value that components watch (`useSyncExternalStore`). */
export interface Watched<T> {
  current(): T
  subscribe(listener: () => void): () => void
}

/** A {@link Watched} and the function that changes it. */
export function watched<T>(initial: T): Watched<T> & { set(value: T): void } {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}
