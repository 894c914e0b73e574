import { ONLINE_SPREAD, REAL_OFFLINE } from '../store/backoff.ts'
import { serverGate } from '../store/server-gate.ts'
import { createObservable } from './observable.ts'

/** When the network went away, milliseconds since 1970; `null` while it is there, as far as this page knows. */
let awaySince: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** How often the network has returned, as far as listeners were told. */
const returns = createObservable(0)

const away = () => (awaySince ??= Date.now())

/** Everybody in a train leaves the tunnel at the same moment: calls that follow are spread over some seconds. */
function back(): void {
  const wasAway = awaySince === null ? 0 : Date.now() - awaySince
  awaySince = null
  if (wasAway >= REAL_OFFLINE) void serverGate.networkReturned()
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    if (navigator.onLine) returns.set(returns.current() + 1)
  }, Math.random() * ONLINE_SPREAD)
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
  return returns.subscribe(listener)
}
