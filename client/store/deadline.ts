/** A signal that ends with its caller's or after some time, whichever comes first. `AbortSignal.any` is too young for phones in use. */
export interface Deadline {
  signal: AbortSignal
  /** Whether the time ran out. */
  over(): boolean
  /** Stops the clock. */
  clear(): void
}

/** @param after milliseconds */
export function deadline(after: number, caller?: AbortSignal): Deadline {
  const abort = new AbortController()
  let over = false
  const timer = setTimeout(() => {
    over = true
    abort.abort(new DOMException(`no answer within ${after} ms`, 'TimeoutError'))
  }, after)
  const stop = () => abort.abort(caller?.reason)
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop)
  return {
    signal: abort.signal,
    over: () => over,
    clear() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    },
  }
}
