/** A value that components can subscribe to (client/platform/use-observable.ts). */
export interface Observable<T> {
  current(): T
  /** Calls the listener after each change. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/**
 * Creates an {@link Observable} with a function that changes its value. Setting the same value notifies no
 * listener.
 * @param connect called with the first listener; the function it returns is called when no listener is left
 */
export function createObservable<T>(
  initial: T,
  connect?: () => () => void,
): Observable<T> & { set(value: T): void } {
  const listeners = new Set<() => void>()
  let value = initial
  let disconnect: (() => void) | undefined
  return {
    current: () => value,
    subscribe(listener) {
      if (listeners.size === 0) disconnect = connect?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.()
      }
    },
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}
