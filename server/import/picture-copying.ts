import { countQueuedPictures } from '../repositories/pictures.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { Runner } from '../nodes/runner.ts'
import type { StorageConfig } from '../storage/storage.ts'
import type { ServerJobs } from './server-jobs.ts'

/** How often the server retries pictures that could not be copied. */
const RETRY_INTERVAL_MS = 600_000
/** How often the runner looks for pictures of imports of other servers. */
const SHARED_INTERVAL_MS = 10_000

export interface PictureCopying {
  /** Copies the pictures that are queued, unless that is being done or another server does it. */
  start(): void
  /** Ends the schedule. */
  stop(): void
  /** Resolves when no pictures are being copied. */
  ended(): Promise<void>
}

/** Copies the pictures of imports at once, and those that could not be copied again and again. */
export function openPictureCopying({
  store,
  jobs,
  runner,
  storage,
  shared,
  version,
  onError,
}: {
  store: Store
  jobs: ServerJobs
  runner: Runner
  storage: StorageConfig
  shared: boolean
  version: string
  onError: (error: unknown) => void
}): PictureCopying {
  let copying: Promise<void> | undefined

  const copyQueued = async (untried: boolean): Promise<void> => {
    if (jobs.isClosed() || !runner.isRunner()) return
    if ((await store.read((db) => countQueuedPictures(db, untried))) === 0) return
    const outcome = await jobs.run({ kind: 'pictures', storage, userAgent: `Offlead/${version}` })
    if (outcome.kind === 'error') onError(new Error(`${outcome.name}: ${outcome.message}`))
  }
  /** @param untried only if there are some that have not been tried */
  const start = (untried = false) => {
    copying ??= copyQueued(untried)
      .catch((error: unknown) => {
        // If the database is unavailable or the server is stopping, the next round continues.
        if (!jobs.isClosed() && !(error instanceof DatabaseUnavailable)) onError(error)
      })
      .finally(() => {
        copying = undefined
      })
  }

  const retryTimer = setInterval(() => start(), RETRY_INTERVAL_MS).unref()
  const sharedTimer = shared ? setInterval(() => start(true), SHARED_INTERVAL_MS).unref() : undefined
  runner.onStart(() => start())
  start()

  return {
    start: () => start(),
    stop() {
      clearInterval(retryTimer)
      clearInterval(sharedTimer)
    },
    ended: async () => copying,
  }
}
