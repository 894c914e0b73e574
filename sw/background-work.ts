import { createDatabase } from '../client/store/database.ts'
import type { OffleadDatabase } from '../client/store/database.ts'
import { shareDatabaseEvents } from '../client/store/database-events.ts'
import { DIRECTORY_CALLS, syncDirectory } from '../client/store/directory-sync.ts'
import { drainOutbox, exclusively, pushOver, pushThrough } from '../client/store/drain.ts'
import { saveOrFreeSpace, tryToFreeSpace } from '../client/store/free-space.ts'
import { withLock } from '../client/store/lock.ts'
import { DIRECTORY_CHANNEL, DIRECTORY_LOCK, SCREEN_CACHE, SYNC_CALLS } from '../client/store/names.ts'
import { syncOutlines } from '../client/store/outlines.ts'
import { serverGate } from '../client/store/server-gate.ts'
import type { BackgroundWork } from './background-work-port.ts'

/** While the database waits for an older tab, pages wait behind it, so they are told why. */
async function withDatabase(work: (database: OffleadDatabase) => Promise<void>): Promise<void> {
  const events = shareDatabaseEvents(() => undefined)
  const database = createDatabase(events.report)
  try {
    await work(database)
  } finally {
    database.close()
    events.end()
  }
}

/**
 * The service worker's work while no page is visible. It is a separate script, loaded when needed, because it
 * contains the whole store and its schemas.
 */
const backgroundWork: BackgroundWork = {
  sendOutbox: () =>
    withDatabase(async (database) => {
      const push = pushOver((url, init) => fetch(url, init))
      const send = () =>
        drainOutbox({
          database,
          push: pushThrough((work) => serverGate.run(SYNC_CALLS, work), push),
          exclusively,
        })
      await saveOrFreeSpace(send, tryToFreeSpace)
    }),
  refresh: () =>
    withDatabase(async (database) => {
      const channel = new BroadcastChannel(DIRECTORY_CHANNEL)
      try {
        const exclusively = <T>(work: () => Promise<T>) =>
          withLock(navigator.locks, DIRECTORY_LOCK, () => serverGate.run(DIRECTORY_CALLS, work))
        const ports = { database, fetch: (url: string, init?: RequestInit) => fetch(url, init) }
        const { kind, outlines } = await syncDirectory({
          ...ports,
          now: Date.now,
          exclusively,
          freeSpace: tryToFreeSpace,
        })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
        const announce = () => channel.postMessage('updated')
        if (kind !== 'unchanged') {
          // The saved results are from the previous directory.
          await caches.delete(SCREEN_CACHE)
          announce()
        }
        // After the directory, which is kept whether or not the outlines arrive.
        if (outlines && (await exclusively(() => syncOutlines(ports, outlines)).catch(() => false)))
          announce()
      } finally {
        channel.close()
      }
    }),
}

Object.assign(self, { offleadBackgroundWork: backgroundWork })
