import { createObservable } from '../platform/observable.ts'
import type { Observable } from '../platform/observable.ts'

/** The favourites of this device, as client/store keeps them. */
export interface FavouriteAccess {
  /** Resolves when it is on the disk, with whether anything changed. */
  set(id: number, saved: boolean): Promise<boolean>
  /** Tells the saved ids now and after each change, whichever tab made it; returns stop. */
  watch(changed: (ids: number[]) => void, failed: (error: unknown) => void): () => void
}

interface Hearts {
  ids: ReadonlySet<number>
  ready: boolean
}

export interface FavouriteStore extends Observable<Hearts> {
  set(id: number, saved: boolean): Promise<boolean>
}

/** One live query for all hearts on the page. `open` is called once, when the first heart is there; after a failure, again. */
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

  // Favourites that cannot be read show no hearts; a tap on one says why.
  const unreadable = () => hearts.set({ ids: new Set(), ready: true })

  async function watch() {
    try {
      const favourites = await access()
      if (watchers === 0 || stop !== undefined) return
      stop = favourites.watch((list) => hearts.set({ ids: new Set(list), ready: true }), unreadable)
    } catch {
      unreadable()
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
