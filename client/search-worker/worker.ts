import { createDatabase } from '../store/database.ts'
import { DIRECTORY_CHANNEL, DIRECTORY_LOCK } from '../store/names.ts'
import { serverGate } from '../store/server-gate.ts'
import { createHost } from './host.ts'
import type { FromWorker, ToWorker } from './messages.ts'

declare const self: DedicatedWorkerGlobalScope

/** How long to wait for a tab that holds the lock before working without it. */
const LOCK_TIMEOUT_MS = 60_000

const otherTabs = new BroadcastChannel(DIRECTORY_CHANNEL)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
const post = (message: FromWorker) => self.postMessage(message)

async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  let isHeld = false
  try {
    return await navigator.locks.request(
      DIRECTORY_LOCK,
      { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) },
      () => {
        isHeld = true
        return work()
      },
    )
  } catch (error) {
    if (isHeld) throw error
    return work()
  }
}

const host = createHost({
  database: createDatabase((event) => post({ type: 'database', event })),
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  exclusively,
  gate: serverGate,
  post,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  announceUpdate: () => otherTabs.postMessage('moved'),
  loadSamples: async () => (await import('../../data/sources/samples.ts')).sampleParks,
})

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => void host.receive(data))
otherTabs.addEventListener('message', () => {
  // If the database cannot be read now, the current engine stays.
  host.moved().catch(() => undefined)
})
void host.start()
