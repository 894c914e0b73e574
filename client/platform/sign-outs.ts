import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { createObservable } from './observable.ts'
import { onStorageChange } from './storage-change.ts'

/** Local storage key of the last log-out, so that other tabs notice it. */
const KEY = `${STORAGE_PREFIX}:signed-out`

function readStored(): number {
  try {
    return Number(localStorage.getItem(KEY))
  } catch {
    return 0
  }
}

/**
 * When a user last logged out on this device, in any tab: milliseconds since 1970, 0 if never. A session that only
 * ended is not counted.
 */
export const lastSignOut = createObservable(readStored(), () => {
  const update = () => lastSignOut.set(readStored() || lastSignOut.current())
  update()
  return onStorageChange(update)
})

/** Empties the forms in every tab. Call it when the user logs out or deletes the account. */
export function announceSignOut(): void {
  const now = Date.now()
  try {
    localStorage.setItem(KEY, String(now))
  } catch {
    // Without storage, it is known to this tab only.
  }
  lastSignOut.set(now)
}
