import { OUTBOX_TAG, REFRESH_TAG } from '../client/store/names.ts'
import type { Later } from './later-port.ts'

/** The browser has a network again, or thinks it is time (Background Sync and Periodic Background Sync, which TypeScript does not describe). */
export interface SyncEvent extends ExtendableEvent {
  tag: string
}

/**
 * Does what the browser woke us for: by a page, where one is looked at, else here. A failure is told to the browser, which tries again as it sees
 * fit. Not by Workbox's queue: that takes any answer for delivery.
 */
export async function workInBackground(
  { tag }: SyncEvent,
  clients: Clients,
  later: () => Later,
): Promise<void> {
  if (tag !== OUTBOX_TAG && tag !== REFRESH_TAG) return
  const pages = await clients.matchAll({ type: 'window' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  for (const page of pages) page.postMessage({ type: tag })
  // One that nobody looks at may be frozen, or about to go, and would do nothing.
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  if (tag === REFRESH_TAG) await later().refresh()
  await later().sendWaiting()
}
