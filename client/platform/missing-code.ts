import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { hasFormInput } from './form-input.ts'
import { reloadWhenBack } from './reload-when-back.ts'

const KEY = `${STORAGE_PREFIX}:reloaded`
/** Minimum time between two automatic reloads of a tab. */
const RELOAD_INTERVAL_MS = 10 * 60_000

/** Whether this tab may reload now; records the reload. `false` without storage, to prevent a reload loop. */
function claimReload(now: number): boolean {
  try {
    if (now - Number(sessionStorage.getItem(KEY) ?? -Infinity) < RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(KEY, String(now))
    return true
  } catch {
    return false
  }
}

/** The URL or path of the missing file in a browser's error message. Safari's message has none. */
const FILE_URL = /https?:\/\/\S+|\/assets\/\S+/

/**
 * Asks the server whether the missing file still exists. Without a file name, it counts as `gone` if the
 * server answers. `unknown`: the network or the server has failed.
 */
async function checkFile(message: string): Promise<'gone' | 'exists' | 'unknown'> {
  const url = FILE_URL.exec(message)?.[0]
  try {
    const { ok, status } = await fetch(url ?? location.href, { method: 'HEAD', cache: 'no-store' })
    if (ok) return url === undefined ? 'gone' : 'exists'
    return status === 404 ? 'gone' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/**
 * Reloads the tab once if the file has one of these states, unless a form contains input. Not without a
 * server, because the tab would then be empty.
 */
async function reloadOnce(
  message: string,
  ...states: Awaited<ReturnType<typeof checkFile>>[]
): Promise<void> {
  if (
    navigator.onLine &&
    states.includes(await checkFile(message)) &&
    !hasFormInput() &&
    claimReload(Date.now())
  )
    location.reload()
}

const loadErrors = new WeakSet()

/** For the `pageshow` event: as {@link reloadWhenBack}, unless a form contains input. */
export function reloadIfEmpty(event: PageTransitionEvent): void {
  if (!hasFormInput()) reloadWhenBack(event)
}

/**
 * Reloads the tab if it comes back from the back/forward cache before `work` has ended, unless a form contains input. In
 * WebKit, a database that a page was opening when it was left may never open.
 */
export async function reloadIfLeftDuring<T>(work: Promise<T>): Promise<T> {
  // A function of its own, because missing code listens with the other.
  const listener = (event: PageTransitionEvent) => reloadIfEmpty(event)
  addEventListener('pageshow', listener)
  try {
    return await work
  } finally {
    removeEventListener('pageshow', listener)
  }
}

/**
 * Reloads the tab if a code file no longer exists on the device or the server. A file that only failed to
 * load is requested again the next time it is needed, and when the page comes back from the back/forward cache.
 * @returns a function that stops it
 */
export function reloadForMissingCode(): () => void {
  const listener = (event: Event) => {
    const { payload } = event as Event & { payload?: Error }
    if (payload === undefined) return
    loadErrors.add(payload)
    addEventListener('pageshow', reloadIfEmpty)
    try {
      // The router would also reload the tab. This is its own mark for having done so.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Without storage, the router does not reload either.
    }
    void reloadOnce(payload.message, 'gone')
  }
  addEventListener('vite:preloadError', listener)
  return () => removeEventListener('vite:preloadError', listener)
}

/** Reloads a screen that failed because its code did not load, if the code is available now. */
export function reloadForBrokenScreen(error: unknown): void {
  if (error instanceof Error && loadErrors.has(error)) void reloadOnce(error.message, 'gone', 'exists')
}
