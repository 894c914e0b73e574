import { ONLINE_SPREAD_MS, MIN_OFFLINE_MS } from '../store/backoff.ts'
import { serverGate } from '../store/server-gate.ts'
import { createObservable } from './observable.ts'

/** When the browser went offline, milliseconds since 1970; `null` while it is online. */
let offlineSince: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** How often the network has returned, as far as listeners were told. */
const returns = createObservable(0)

const onOffline = () => (offlineSince ??= Date.now())

/** Waits a random time, because all phones on a train leave a tunnel at the same moment. */
function onOnline(): void {
  const offlineFor = offlineSince === null ? 0 : Date.now() - offlineSince
  offlineSince = null
  if (offlineFor >= MIN_OFFLINE_MS) void serverGate.networkReturned()
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    if (navigator.onLine) returns.set(returns.current() + 1)
  }, Math.random() * ONLINE_SPREAD_MS)
}

let watching = false
function watch(): void {
  if (watching) return
  watching = true
  if (!navigator.onLine) onOffline()
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)
}

/**
 * Calls back at a random time within {@link ONLINE_SPREAD_MS} after the network returns. Returns a function
 * that stops it.
 */
export function onNetworkReturn(listener: () => void): () => void {
  watch()
  return returns.subscribe(listener)
}
