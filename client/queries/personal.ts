import type { PersonalStore } from '../store/personal-store.ts'
import type { SearchMade } from '../store/history.ts'
import type { Waiting } from '../store/outbox.ts'
import type { SyncState } from '../store/sync-loop.ts'
import { createFavouriteStore } from './favourite-store.ts'
import type { FavouriteStore } from './favourite-store.ts'
import { watched } from './watched.ts'
import type { Watched } from './watched.ts'

/** A list that is read from what the device keeps. `ready`: it has been read. */
export interface Kept<T> {
  list: readonly T[]
  ready: boolean
}

/** What is known of the outbox. `keeps`: `null` before the store is open. */
export interface SyncStatus {
  state: SyncState
  keeps: PersonalStore['keeps'] | null
}

/** What people save, for the hooks: opened once, when first asked for; after a failure, again. */
export interface Personal {
  store(): Promise<PersonalStore>
  favourites: FavouriteStore
  local: Watched<Kept<number>>
  waiting: Watched<Kept<Waiting>>
  searches: Watched<Kept<SearchMade>>
  status: Watched<SyncStatus>
}

/** @param open given what to call with each change of the outbox's state */
export function createPersonal(open: (state: (state: SyncState) => void) => Promise<PersonalStore>): Personal {
  const status = watched<SyncStatus>({ state: 'idle', keeps: null })
  let opened: Promise<PersonalStore> | undefined

  const store = () => {
    opened ??= open((state) => status.set({ ...status.current(), state })).then(
      (store) => {
        status.set({ ...status.current(), keeps: store.keeps })
        return store
      },
      (error: unknown) => {
        opened = undefined
        throw error
      },
    )
    return opened
  }

  const kept = <T>(watch: (store: PersonalStore, changed: (list: T[]) => void, failed: () => void) => () => void): Watched<Kept<T>> => {
    const value = watched<Kept<T>>({ list: [], ready: false })
    let watchers = 0
    let stop: (() => void) | undefined
    const unreadable = () => value.set({ list: [], ready: true })
    const begin = async () => {
      try {
        const from = await store()
        if (watchers > 0 && stop === undefined) stop = watch(from, (list) => value.set({ list, ready: true }), unreadable)
      } catch {
        unreadable()
      }
    }
    return {
      current: value.current,
      subscribe(listener) {
        if (watchers++ === 0) void begin()
        const unsubscribe = value.subscribe(listener)
        return () => {
          unsubscribe()
          if (--watchers > 0) return
          stop?.()
          stop = undefined
        }
      },
    }
  }

  return {
    store,
    favourites: createFavouriteStore(async () => {
      const from = await store()
      return { toggle: (id) => from.toggleFavourite(id), watch: (changed, failed) => from.watchFavourites(changed, failed) }
    }),
    local: kept((from, changed, failed) => from.watchLocalFavourites(changed, failed)),
    waiting: kept((from, changed, failed) => from.watchWaiting(changed, failed)),
    searches: kept((from, changed, failed) => from.watchHistory(changed, failed)),
    status,
  }
}
