import { createObservable } from '../platform/observable.ts'
import type { Observable } from '../platform/observable.ts'

/** Access to the favourites in client/store. */
export interface FavouriteAccess {
  /** Resolves once it is on disk, with whether anything changed. */
  set(id: number, saved: boolean): Promise<boolean>
  /**
   * Calls back with the saved ids now and after each change, in any tab. Returns a function that stops it.
   */
  watch(changed: (ids: number[]) => void, failed: (error: unknown) => void): () => void
}

interface Hearts {
  ids: ReadonlySet<number>
  ready: boolean
}

export interface FavouriteStore extends Observable<Hearts> {
  set(id: number, saved: boolean): Promise<boolean>
}

/**
 * One live query for all hearts on the page. `open` is called for the first heart, and again after a failure.
 */
export function createFavouriteStore(open: () => Promise<FavouriteAccess>): FavouriteStore {
  const hearts = createObservable<Hearts>({ ids: new Set(), ready: false })
  let watchers = 0
  let stop: (() => void) | undefined
  let opened: Promise<FavouriteAccess> | undefined

  function access(): Promise<FavouriteAccess> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  // If the favourites cannot be read, no heart is filled, and a tap on one shows the error.
  const showNone = () => hearts.set({ ids: new Set(), ready: true })

  async function watch() {
    try {
      const favourites = await access()
      if (watchers === 0 || stop !== undefined) return
      stop = favourites.watch((list) => hearts.set({ ids: new Set(list), ready: true }), showNone)
    } catch {
      showNone()
    }
  }

  return {
    current: hearts.current,
    subscribe(listener) {
      if (watchers++ === 0) void watch()
      const unsubscribe = hearts.subscribe(listener)
      return () => {
        unsubscribe()
        if (--watchers > 0) return
        stop?.()
        stop = undefined
      }
    },
    set: async (id, saved) => (await access()).set(id, saved),
  }
}
