import { OUTBOX_TAG, REFRESH_TAG } from '../client/store/names.ts'
import type { Later } from './later-port.ts'

/** The browser has a network again, or thinks it is time (Background Sync and Periodic Background Sync, which TypeScript does not describe). */
export interface SyncEvent extends ExtendableEvent {
  tag: string
}

/**
 * Does what the browser woke us for: by a page, where one is looked at, else here, and never while the server is in trouble: the back-off outlives
 * the wake. Where a page is open, its own timers go on after a failure. Where there is none, the browser is told of the failure: it wakes us again,
 * in minutes. Not by Workbox's queue: that takes any answer for delivery.
 * @param spread waits for a moment that differs from device to device
 */
export async function workInBackground(
  { tag }: SyncEvent,
  clients: Clients,
  later: () => Later,
  spread: () => Promise<void>,
): Promise<void> {
  if (tag !== OUTBOX_TAG && tag !== REFRESH_TAG) return
  const pages = await clients.matchAll({ type: 'window' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  for (const page of pages) page.postMessage({ type: tag })
  // One that nobody looks at may be frozen, or about to go, and would do nothing.
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  await spread()
  const jobs = tag === REFRESH_TAG ? [later().refresh, later().sendWaiting] : [later().sendWaiting]
  let failure: unknown
  for (const job of jobs) await job().catch((error: unknown) => (failure = error))
  if (failure !== undefined && pages.length === 0) throw failure
}
