import { distanceMetres } from '../../data/model/point.ts'
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

/** Metres. Less is as good for a list of parks, and may only be the inaccuracy of the position. */
const MIN_MOVE = 100

const hasMoved = (from: FetchedPosition, to: FetchedPosition) =>
  distanceMetres(from, to) > Math.max(MIN_MOVE, from.accuracy, to.accuracy)

export interface PositionStore extends Observable<Position> {
  /** Where the person is, if that is known and at most an hour old. */
  recent(): FetchedPosition | null
  /**
   * @param onMoved called with the refreshed position if a cached one was used and the person is elsewhere by now
   */
  locate(onMoved?: (position: FetchedPosition) => void): Promise<LocateResult>
  /** Asks the device even if a position is cached. */
  locateNow(): Promise<LocateResult>
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

  function recent() {
    const { position } = store.current()
    return position === null || position.fallback || !locator.isRecent(position) ? null : position
  }

  async function refresh(cached: FetchedPosition, onMoved?: (position: FetchedPosition) => void) {
    const result = await ask()
    if (!result.ok) return store.set({ ...store.current(), failure: failureOf(result) })
    store.set({ position: result.position, locating: false, failure: null })
    announce(result.position)
    if (hasMoved(cached, result.position)) onMoved?.(result.position)
  }

  async function locateNow() {
    store.set({ ...store.current(), locating: true })
    const result = await ask()
    // A recent position is better than the fallback.
    const position = result.ok ? result.position : (recent() ?? result.position)
    store.set({ position, locating: false, failure: failureOf(result) })
    announce(position)
    return result
  }

  return {
    current: store.current,
    subscribe: store.subscribe,
    recent,
    locateNow,
    async locate(onMoved) {
      const cached = locator.cached()
      if (cached !== null) {
        store.set({ ...store.current(), position: cached, locating: false })
        announce(cached)
        void refresh(cached, onMoved)
        return { ok: true, position: cached }
      }
      return locateNow()
    },
  }
}
