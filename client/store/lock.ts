import { deadline } from './deadline.ts'

/**
 * How long to wait for another tab before working without the lock, in milliseconds. Longer than a request may
 * take, and bounded, because a browser may freeze a tab in the background together with the lock it holds.
 */
const LOCK_TIMEOUT_MS = 60_000

/** How to wait for a lock: {@link LOCK_TIMEOUT_MS} unless stated, or until `signal` is aborted. */
interface LockWait {
  mode?: LockMode
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Runs `work` while it holds the Web Lock `name`, or without the lock if the browser has none or another tab
 * does not release it in time. For work that is safe, but wasteful, when two tabs do it at once.
 * @throws what `work` throws, or the signal's reason if it is aborted before the lock is free
 */
export async function withLock<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  work: () => Promise<T>,
  { mode = 'exclusive', timeoutMs = LOCK_TIMEOUT_MS, signal }: LockWait = {},
): Promise<T> {
  if (locks === undefined) return work()
  let isHeld = false
  const limit = deadline(timeoutMs, signal)
  try {
    return await locks.request(name, { mode, signal: limit.signal }, () => {
      isHeld = true
      return work()
    })
  } catch (error) {
    if (isHeld) throw error
    signal?.throwIfAborted()
    return work()
  } finally {
    limit.clear()
  }
}

/**
 * Runs `work` while it holds the Web Lock `name`, however long another tab holds it before, or at once if the
 * browser has no Web Locks. For work that takes minutes, and that two tabs must not do at once.
 * @throws what `work` throws, or the signal's reason if it is aborted before the lock is free
 */
export async function whenLockIsFree<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return locks === undefined ? work() : locks.request(name, { signal }, work)
}

/**
 * Runs `work` while it holds the Web Lock `name`, or not at all if another tab holds it. At once if the browser has
 * no Web Locks. For work whose result the other tab shares.
 * @throws what `work` throws
 */
export async function ifLockIsFree(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  if (locks === undefined) return work()
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}
