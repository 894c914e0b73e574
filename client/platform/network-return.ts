import { ONLINE_SPREAD_MS, MIN_OFFLINE_MS } from '../store/backoff.ts'
import { serverGate } from '../store/server-gate.ts'

/** When the network went away, milliseconds since 1970; `null` while it is there, as far as this page knows. */
let awaySince: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const away = () => (awaySince ??= Date.now())

/** Everybody in a train leaves the tunnel at the same moment: calls that follow are spread over some seconds. */
function back(): void {
  const wasAway = awaySince === null ? 0 : Date.now() - awaySince
  awaySince = null
  if (wasAway >= MIN_OFFLINE_MS) void serverGate.networkReturned()
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    if (navigator.onLine) for (const listener of listeners) listener()
  }, Math.random() * ONLINE_SPREAD_MS)
}

let watching = false
function watch(): void {
  if (watching) return
  watching = true
  if (!navigator.onLine) away()
  addEventListener('offline', away)
  addEventListener('online', back)
}

/** Told some seconds after the network has come back, each time at another moment; returns stop. */
export function onNetworkReturn(listener: () => void): () => void {
  watch()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
