import { NOBODY } from '../../data/model/sync.ts'
import type { PersonalStore } from '../store/personal-store.ts'
import type { SearchMade } from '../store/history.ts'
import type { Waiting } from '../store/outbox.ts'
import type { SyncState } from '../store/sync-loop.ts'
import { createFavouriteStore } from './favourite-store.ts'
import type { FavouriteStore } from './favourite-store.ts'
import { watched } from '../platform/observable.ts'
import type { Watched } from '../platform/observable.ts'

/** A list that is read from what the device keeps. `ready`: it has been read. */
interface Kept<T> {
  list: readonly T[]
  ready: boolean
}

/** What is known of the outbox. `keeps`: `null` before the store is open. */
interface SyncStatus {
  state: SyncState
  keeps: PersonalStore['keeps'] | null
}

/** What people save, for the hooks: opened once, when first asked for; after a failure, again. */
export interface Personal {
  store(): Promise<PersonalStore>
  /** The store once it shows the rows of who was last said to be here: what is saved now is saved as theirs. */
  here(): Promise<PersonalStore>
  /**
   * Has the store show the rows of whoever is signed in, `null` for nobody; one after the other, in the order they are asked for.
   * @param heard names the server's word it is by; the same word twice is one
   */
  settle(userId: number | null, heard: number): Promise<void>
  favourites: FavouriteStore
  local: Watched<Kept<number>>
  waiting: Watched<Kept<Waiting>>
  searches: Watched<Kept<SearchMade>>
  status: Watched<SyncStatus>
}

/**
 * @param open given what to call with each change of the outbox's state
 * @param idle resolves when the first screen is there: that nobody is signed in is nothing that the store would have to be opened for before
 */
export function createPersonal(
  open: (state: (state: SyncState) => void) => Promise<PersonalStore>,
  idle: () => Promise<void> = async () => undefined,
): Personal {
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

  let settled: Promise<void> = Promise.resolve()
  let lastWord = ''
  const settleOn = async (userId: number | null, word: string) => {
    if (word !== lastWord) return
    const from = await store()
    if (userId !== null) await from.enter(userId)
    else if ((await from.person()) !== NOBODY) await from.standBy()
  }

  const kept = <T>(
    watch: (store: PersonalStore, changed: (list: T[]) => void, failed: () => void) => () => void,
  ): Watched<Kept<T>> => {
    const value = watched<Kept<T>>({ list: [], ready: false })
    let watchers = 0
    let stop: (() => void) | undefined
    const unreadable = () => value.set({ list: [], ready: true })
    const begin = async () => {
      try {
        const from = await store()
        if (watchers > 0 && stop === undefined)
          stop = watch(from, (list) => value.set({ list, ready: true }), unreadable)
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
    here: () => settled.then(store),
    async settle(userId, heard) {
      const word = `${userId} ${heard}`
      if (word === lastWord) return settled
      lastWord = word
      if (userId === null) await idle()
      // A store that cannot be opened shows nobody's rows, and is tried again with the first thing that needs it.
      settled = settled.then(() => settleOn(userId, word)).catch(() => undefined)
      return settled
    },
    favourites: createFavouriteStore(async () => {
      const from = await store()
      return {
        async set(id, saved) {
          await settled
          return from.setFavourite(id, saved)
        },
        watch: (changed, failed) => from.watchFavourites(changed, failed),
      }
    }),
    local: kept((from, changed, failed) => from.watchLocalFavourites(changed, failed)),
    waiting: kept((from, changed, failed) => from.watchWaiting(changed, failed)),
    searches: kept((from, changed, failed) => from.watchHistory(changed, failed)),
    status,
  }
}
