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

/** Browsers name the piece that could not be had, by its whole address or as the build does; Safari names none. */
const PIECE = /https?:\/\/\S+|\/assets\/\S+/

/** What the server says of a piece; one without a name is taken for gone where there is a server. A network that fails says nothing, nor does a server in trouble. */
async function ask(message: string): Promise<'gone' | 'there' | 'silence'> {
  const piece = PIECE.exec(message)?.[0]
  try {
    const { ok, status } = await fetch(piece ?? location.href, { method: 'HEAD', cache: 'no-store' })
    if (ok) return piece === undefined ? 'gone' : 'there'
    return status === 404 ? 'gone' : 'silence'
  } catch {
    return 'silence'
  }
}

/** Once, never from under a form, and never without a server: a tab that is loaded anew then shows nothing at all. */
async function reloadOnce(message: string, ...answers: Awaited<ReturnType<typeof ask>>[]): Promise<void> {
  if (navigator.onLine && answers.includes(await ask(message)) && !hasDraft() && mayReload(Date.now()))
    location.reload()
}

const missed = new WeakSet()

/**
 * Where neither this device nor the server has a piece of the app's code any more, the tab is loaded anew. What only did not come this time is tried
 * again by whoever needs it next.
 * @returns stops
 */
export function reloadForMissingCode(): () => void {
  const listener = (event: Event) => {
    const { payload } = event as Event & { payload?: Error }
    if (payload === undefined) return
    missed.add(payload)
    try {
      // The router would load the tab anew by itself, and has its own mark for having done so.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Then it cannot mark anything either, and does not reload.
    }
    void reloadOnce(payload.message, 'gone')
  }
  addEventListener('vite:preloadError', listener)
  return () => removeEventListener('vite:preloadError', listener)
}

/** A screen that broke because its code did not come is loaded anew as soon as the code can be had. */
export function reloadForBrokenScreen(error: unknown): void {
  if (error instanceof Error && missed.has(error)) void reloadOnce(error.message, 'gone', 'there')
}
