import { STORAGE_PREFIX } from '../../data/model/constants.ts'

// After a logout without a network, the user's data is deleted from the device but the session still exists
// on the server. It must be ended before the app asks who is signed in.

const PENDING_SIGN_OUT_KEY = `${STORAGE_PREFIX}-leaving`

export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(PENDING_SIGN_OUT_KEY) !== null
  } catch {
    return false
  }
}

/**
 * Ends the session as soon as the server can be reached.
 * @throws DOMException if the browser does not allow storage
 */
export const signOutLater = (): void => localStorage.setItem(PENDING_SIGN_OUT_KEY, '1')

/** Call it when the session has ended. */
export function clearPendingSignOut(): void {
  if (isSignOutPending()) localStorage.removeItem(PENDING_SIGN_OUT_KEY)
}
