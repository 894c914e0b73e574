import { HINT_COOKIE, STORAGE_PREFIX } from '../../data/model/constants.ts'

// After a logout without a network, the user's data is deleted from the device but the session still exists
// on the server. It must be ended before the app asks who is signed in.

const PENDING_SIGN_OUT_KEY = `${STORAGE_PREFIX}-leaving`
/** What earlier versions of the app store. */
const ANY_SESSION = '1'

/**
 * The readable cookie that the server sets beside its `HttpOnly` session cookie, as `name=value`; `undefined`
 * if there is no session. Its value differs for each sign-in.
 */
export const sessionHint = () =>
  document.cookie.split(/;\s*/).find((pair) => pair.startsWith(`${HINT_COOKIE}=`))

/** Whether the user has logged out of this browser's session, rather than of an earlier one. */
export function isSignOutPending(): boolean {
  try {
    const pending = localStorage.getItem(PENDING_SIGN_OUT_KEY)
    return pending !== null && [ANY_SESSION, sessionHint() ?? pending].includes(pending)
  } catch {
    return false
  }
}

/**
 * Ends the session as soon as the server can be reached.
 * @throws DOMException if the browser does not allow storage
 */
export const signOutLater = (): void =>
  localStorage.setItem(PENDING_SIGN_OUT_KEY, sessionHint() ?? ANY_SESSION)

/** Call it when the session has ended. */
export function clearPendingSignOut(): void {
  if (isSignOutPending()) localStorage.removeItem(PENDING_SIGN_OUT_KEY)
}
