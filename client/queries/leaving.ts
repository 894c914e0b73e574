import { STORAGE_PREFIX } from '../../data/model/constants.ts'

// Somebody logged out without a network: the device has forgotten them, and their session is to be ended before it is asked about again.

const LEAVING = `${STORAGE_PREFIX}-leaving`

export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(LEAVING) !== null
  } catch {
    return false
  }
}

/**
 * Has the session ended as soon as the server can be reached.
 * @throws DOMException in a browser that keeps nothing for us
 */
export const signOutLater = (): void => localStorage.setItem(LEAVING, '1')

/** The session that was to be ended has ended. */
export function clearPendingSignOut(): void {
  if (isSignOutPending()) localStorage.removeItem(LEAVING)
}
