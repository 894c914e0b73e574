import { sampleParks } from '../../data/sources/samples.ts'
import { createDatabase } from '../store/database.ts'
import { shareDatabaseEvents } from '../store/database-events.ts'
import { tryToFreeSpace } from '../store/free-space.ts'
import { withLock } from '../store/lock.ts'
import { DIRECTORY_CHANNEL, DIRECTORY_LOCK } from '../store/names.ts'
import { serverGate } from '../store/server-gate.ts'
import { createHost } from './host.ts'
import type { FromWorker, ToWorker } from './messages.ts'

declare const self: DedicatedWorkerGlobalScope

const otherTabs = new BroadcastChannel(DIRECTORY_CHANNEL)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
const post = (message: FromWorker) => self.postMessage(message)

const databaseEvents = shareDatabaseEvents((event) => post({ type: 'database', event }))

const host = createHost({
  database: createDatabase(databaseEvents.report),
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  exclusively: (work) => withLock(navigator.locks, DIRECTORY_LOCK, work),
  freeSpace: tryToFreeSpace,
  gate: serverGate,
  post,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  announceUpdate: () => otherTabs.postMessage('updated'),
  samples: sampleParks,
})

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => void host.receive(data))
otherTabs.addEventListener('message', () => {
  // If the database cannot be read now, the current engine stays.
  host.reloadDirectory().catch(() => undefined)
})
void host.start()
