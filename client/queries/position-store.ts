import { announceGeolocationSuccess } from '../platform/page-events.ts'
import type { FetchedPosition, LocateResult, Locator } from '../platform/position.ts'
import { createObservable } from '../platform/observable.ts'
import type { Observable } from '../platform/observable.ts'

interface Position {
  position: FetchedPosition | null
  locating: boolean
  /** Why the last request for a position failed (specification 14.24); `null` if it succeeded. */
  failure: Pick<Failed, 'code' | 'message'> | null
}

type Failed = Extract<LocateResult, { ok: false }>
const failureOf = (result: LocateResult) =>
  result.ok ? null : { code: result.code, message: result.message }

export interface PositionStore extends Observable<Position> {
  locate(): Promise<LocateResult>
}

/**
 * The position of the page. A cached position is used at once and refreshed in the background (specification
 * 14.22); if the refresh fails, it stays. Without a position, Sydney is used, marked as `fallback`, and
 * announced like a real one. The fallback is never stored.
 * @param announce tells the page that there is a position to search from
 */
export function createPositionStore(
  locator: Locator,
  announce: (position: FetchedPosition) => void = announceGeolocationSuccess,
): PositionStore {
  const store = createObservable<Position>({ position: locator.cached(), locating: false, failure: null })
  let asking: Promise<LocateResult> | undefined

  const ask = () => {
    asking ??= locator.ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function refresh() {
    const result = await ask()
    if (!result.ok) return store.set({ ...store.current(), failure: failureOf(result) })
    store.set({ position: result.position, locating: false, failure: null })
    announce(result.position)
  }

  return {
    current: store.current,
    subscribe: store.subscribe,
    async locate() {
      const cached = locator.cached()
      if (cached !== null) {
        store.set({ ...store.current(), position: cached, locating: false })
        announce(cached)
        void refresh()
        return { ok: true, position: cached }
      }
      store.set({ ...store.current(), locating: true })
      const result = await ask()
      store.set({ position: result.position, locating: false, failure: failureOf(result) })
      announce(result.position)
      return result
    },
  }
}
