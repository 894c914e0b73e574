import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { PersonalStore } from '../store/personal-store.ts'
import type { SearchMade } from '../store/history.ts'
import type { Waiting } from '../store/outbox.ts'
import type { SyncState } from '../store/sync-loop.ts'
import { createFavouriteStore } from './favourite-store.ts'
import type { FavouriteStore } from './favourite-store.ts'
import { createObservable } from '../platform/observable.ts'
import type { Observable } from '../platform/observable.ts'

/** A list stored on the device. `ready`: whether it has been read. */
interface StoredList<T> {
  list: readonly T[]
  ready: boolean
}

/** State of the outbox. `keeps`: `null` until the store is open. */
interface SyncStatus {
  state: SyncState
  keeps: PersonalStore['keeps'] | null
}

/** The user's data, for the hooks. The store is opened on first use, and again after a failure. */
export interface Personal {
  store(): Promise<PersonalStore>
  /** The store once it has switched to the current user, so that changes are saved as theirs. */
  settledStore(): Promise<PersonalStore>
  /**
   * Switches the store to the signed-in user, or to `null`. Calls are processed in order.
   * @param replyId identifies the server's reply this is based on; a repeated one is ignored
   */
  settle(userId: number | null, replyId: number): Promise<void>
  favourites: FavouriteStore
  local: Observable<StoredList<number>>
  waiting: Observable<StoredList<Waiting>>
  searches: Observable<StoredList<SearchMade>>
  status: Observable<SyncStatus>
}

/**
 * @param open opens the store; its argument is called with each new state of the outbox
 * @param idle resolves when the first screen is shown. Without a user, opening the store waits for it
 */
export function createPersonal(
  open: (state: (state: SyncState) => void) => Promise<PersonalStore>,
  idle: () => Promise<void> = async () => undefined,
): Personal {
  const status = createObservable<SyncStatus>({ state: 'idle', keeps: null })
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
  let lastRequest = ''
  const switchTo = async (userId: number | null, request: string) => {
    if (request !== lastRequest) return
    const current = await store()
    if (userId !== null) await current.signIn(userId)
    else if ((await current.person()) !== NO_ACCOUNT) await current.hidePersonalData()
  }

  const storedList = <T>(
    watch: (store: PersonalStore, changed: (list: T[]) => void, failed: () => void) => () => void,
  ): Observable<StoredList<T>> => {
    const value = createObservable<StoredList<T>>({ list: [], ready: false })
    let watchers = 0
    let stop: (() => void) | undefined
    const showEmpty = () => value.set({ list: [], ready: true })
    const begin = async () => {
      try {
        const current = await store()
        if (watchers > 0 && stop === undefined)
          stop = watch(current, (list) => value.set({ list, ready: true }), showEmpty)
      } catch {
        showEmpty()
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
    settledStore: () => settled.then(store),
    async settle(userId, replyId) {
      const request = `${userId} ${replyId}`
      if (request === lastRequest) return settled
      lastRequest = request
      if (userId === null) await idle()
      // If the store cannot be opened, it shows no personal rows, and the next use tries again.
      settled = settled.then(() => switchTo(userId, request)).catch(() => undefined)
      return settled
    },
    favourites: createFavouriteStore(async () => {
      const current = await store()
      return {
        async set(id, saved) {
          await settled
          return current.setFavourite(id, saved)
        },
        watch: (changed, failed) => current.watchFavourites(changed, failed),
      }
    }),
    local: storedList((current, changed, failed) => current.watchLocalFavourites(changed, failed)),
    waiting: storedList((current, changed, failed) => current.watchOutbox(changed, failed)),
    searches: storedList((current, changed, failed) => current.watchHistory(changed, failed)),
    status,
  }
}
