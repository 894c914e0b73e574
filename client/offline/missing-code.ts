import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { hasDraft } from './drafts.ts'

const KEY = `${STORAGE_PREFIX}:reloaded`
/** A tab that has loaded anew for missing code does so again after this time at the earliest. Milliseconds. */
const ONCE_IN = 10 * 60_000

/** Whether this tab may load anew; marks that it does. Storage that refuses means no: better a message than a loop. */
function mayReload(now: number): boolean {
  try {
    if (now - Number(sessionStorage.getItem(KEY) ?? -Infinity) < ONCE_IN) return false
    sessionStorage.setItem(KEY, String(now))
    return true
  } catch {
    return false
  }
}

/**
 * A piece of the app's code could not be had: neither this device nor the server has it any more, or it came broken. Loads the tab anew, once,
 * and never from under a form or without network; else the screen says that something went wrong.
 * @returns stops
 */
export function reloadForMissingCode(reload: () => void = () => location.reload(), now: () => number = Date.now): () => void {
  const missed = (event: Event) => {
    const { message } = (event as Event & { payload?: Error }).payload ?? {}
    try {
      // The router would load the tab anew by itself, and has its own mark for having done so.
      if (message !== undefined) sessionStorage.setItem(`tanstack_router_reload:${message}`, '1')
    } catch {
      // Then it cannot mark anything either, and does not reload.
    }
    if (navigator.onLine && !hasDraft() && mayReload(now())) reload()
  }
  addEventListener('vite:preloadError', missed)
  return () => removeEventListener('vite:preloadError', missed)
}
