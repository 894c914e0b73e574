import { STORAGE_PREFIX } from '../data/model/constants.ts'
import { createDatabase } from '../client/store/database.ts'
import { drainOutbox, exclusivelyBy, pushOver } from '../client/store/drain.ts'

/** As client/offline/outbox-ports.ts asks for it. */
const OUTBOX_TAG = `${STORAGE_PREFIX}-outbox`

/** The browser has a network again (Background Sync, which TypeScript does not describe). */
export interface SyncEvent extends ExtendableEvent {
  tag: string
}

/**
 * Sends what waits: by a page, where one is open, else here. A failure is told to the browser, which tries again as it sees fit. Not by
 * Workbox's queue: that takes any answer for delivery.
 */
export async function sendWaiting({ tag }: SyncEvent, clients: Clients): Promise<void> {
  if (tag !== OUTBOX_TAG) return
  const pages = await clients.matchAll({ type: 'window' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  for (const page of pages) page.postMessage({ type: OUTBOX_TAG })
  if (pages.length > 0) return
  const database = createDatabase(() => undefined)
  try {
    await drainOutbox({ database, push: pushOver((url, init) => fetch(url, init)), exclusively: exclusivelyBy(navigator.locks) })
  } finally {
    database.close()
  }
}
