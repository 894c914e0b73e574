import { OUTBOX_TAG, REFRESH_TAG } from '../client/store/names.ts'
import type { BackgroundWork } from './background-work-port.ts'

/** Event of Background Sync and Periodic Background Sync, which TypeScript's types do not include. */
export interface SyncEvent extends ExtendableEvent {
  tag: string
}

/**
 * Handles a background sync event. A visible page does the work; without one it is done here, unless the
 * server gate refuses it. After a failure, the event is rejected, so that the browser fires it again after some
 * minutes: hidden pages do not try again. Workbox's queue is not used, because it counts any response as delivered.
 * @param spread waits a random time, so that devices do not call at the same moment
 */
export async function workInBackground(
  { tag }: SyncEvent,
  clients: Clients,
  backgroundWork: () => BackgroundWork,
  spread: () => Promise<void>,
): Promise<void> {
  if (tag !== OUTBOX_TAG && tag !== REFRESH_TAG) return
  const pages = await clients.matchAll({ type: 'window' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  for (const page of pages) page.postMessage({ type: tag })
  // Hidden pages may be frozen or about to close, and would do nothing.
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  await spread()
  const work = backgroundWork()
  const jobs = tag === REFRESH_TAG ? [work.refresh, work.sendOutbox] : [work.sendOutbox]
  let failure: unknown
  for (const job of jobs) await job().catch((error: unknown) => (failure = error))
  if (failure !== undefined) throw failure
}
