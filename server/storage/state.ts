import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from './files.ts'
import type { Storage } from './files.ts'

/** Whether the storage can be used, for `/api/ready` and the metrics. */
export interface StorageState {
  /** As of the last check, a few seconds ago. */
  isAvailable(): Promise<boolean>
  close(): void
}

const CHECK_EVERY_MS = 5_000
/** A folder of another machine may not answer at all. */
const CHECK_TIMEOUT_MS = 3_000

/** For a storage in the data folder, which is not checked. */
export const alwaysAvailable: StorageState = {
  isAvailable: () => Promise.resolve(true),
  close: () => undefined,
}

/**
 * Checks the storage every few seconds.
 * @param onChange called when it becomes unavailable, with the reason, and when it is available again
 */
export function watchStorage(
  storage: Storage,
  onChange: (reason: StorageUnavailable | undefined) => void,
): StorageState {
  let wasAvailable = true
  /** The last question, until it is answered: a folder that does not answer keeps a thread for each. */
  let asked: Promise<unknown> | undefined
  const ask = () => {
    asked ??= storage
      .check()
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .finally(() => {
        asked = undefined
      })
    return asked
  }

  async function check(): Promise<boolean> {
    const reason = await Promise.race([
      ask(),
      sleep(CHECK_TIMEOUT_MS, new StorageUnavailable('The storage did not reply in time.'), { ref: false }),
    ])
    const isAvailable = reason === undefined
    if (isAvailable !== wasAvailable)
      onChange(
        isAvailable || reason instanceof StorageUnavailable
          ? (reason as StorageUnavailable | undefined)
          : new StorageUnavailable(String(reason), { cause: reason }),
      )
    wasAvailable = isAvailable
    return isAvailable
  }

  /** The last check that has ended, or the first one. */
  let known = check()
  let checking = false
  const repeat = async () => {
    if (checking) return
    checking = true
    known = Promise.resolve(await check())
    checking = false
  }
  const timer = setInterval(() => void repeat(), CHECK_EVERY_MS).unref()
  return { isAvailable: () => known, close: () => clearInterval(timer) }
}
