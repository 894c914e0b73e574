/**
 * A signal that aborts with the caller's signal or after a timeout. Many phones do not have `AbortSignal.any`
 * yet.
 */
export interface Deadline {
  signal: AbortSignal
  /** Whether the timeout has passed. */
  timedOut(): boolean
  /** Stops the timer and detaches from the caller's signal. */
  clear(): void
}

export function deadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const abort = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    abort.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'))
  }, timeoutMs)
  const forwardAbort = () => abort.abort(caller?.reason)
  if (caller?.aborted) forwardAbort()
  caller?.addEventListener('abort', forwardAbort)
  return {
    signal: abort.signal,
    timedOut: () => timedOut,
    clear() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', forwardAbort)
    },
  }
}
