import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { searchEvent } from '../../data/model/history.ts'
import { useDataServices } from './context.ts'
import type { SignOutActions, Outbox, SearchHistory, Sync, SyncState } from './types.ts'
import { useWatched } from '../platform/use-observable.ts'

/** What waits to be told to the server, and what it has refused. */
export function useOutbox(): Outbox {
  const { personal } = useDataServices()
  const { list, ready } = useWatched(personal.waiting)
  return {
    changes: list,
    ready,
    waiting: list.filter(({ state }) => state === 'waiting').length,
    retry: async (opId) => (await personal.here()).retry(opId),
    discard: async (opId) => (await personal.here()).discard(opId),
    send: async (kind, args) => (await personal.here()).send(kind, args),
  }
}

const unwatched = () => () => undefined

/**
 * What the person here has looked for.
 * @param watch false for who only tells of searches: the store is not opened to list them
 */
export function useSearchHistory({ watch = true }: { watch?: boolean } = {}): SearchHistory {
  const { personal } = useDataServices()
  const { list, ready } = useSyncExternalStore(
    watch ? personal.searches.subscribe : unwatched,
    personal.searches.current,
    personal.searches.current,
  )
  return {
    searches: list,
    ready,
    record: async (search) => (await personal.here()).recordSearch(search),
    count: async (search) => {
      if (!('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) {
        await (await personal.here()).send('search-event', searchEvent(search, Date.now()))
      }
    },
    clear: async () => (await personal.here()).clearHistory(),
    keepLast: async (search) => (await personal.here()).saveLastSearch(search),
    last: async () => (await personal.here()).lastSearch(),
  }
}

/** How this device and the account stand to each other. */
export function useSync(): Sync {
  const { personal } = useDataServices()
  const { state, keeps } = useWatched(personal.status)
  const { list: local } = useWatched(personal.local)
  const [adopting, setAdopting] = useState(false)
  return {
    state,
    keeps,
    local,
    adopting,
    async adopt() {
      setAdopting(true)
      try {
        const store = await personal.here()
        const added = await store.addLocalFavouritesToAccount()
        const told = await store.sync().then(
          (drained) => drained === 'done',
          () => false,
        )
        return { added, told }
      } finally {
        setAdopting(false)
      }
    },
    sync: async () => (await personal.here()).sync(),
  }
}

/** What the outbox is doing; opens nothing by itself. */
export function useSyncState(): SyncState {
  const { status } = useDataServices().personal
  return useWatched({ subscribe: status.subscribe, current: () => status.current().state })
}

/** What signing out needs; opens nothing before it is asked. */
export function useLeaving(): SignOutActions {
  const { personal } = useDataServices()
  return useMemo(
    () => ({
      sync: async () => (await personal.store()).sync(),
      unsent: async () => (await personal.store()).unsent(),
      leave: async (unsent) => (await personal.store()).leave(unsent),
    }),
    [personal],
  )
}

/**
 * Has the store show the rows of whoever is signed in. To be used once, above every screen.
 * @param userId `null` for nobody: the rows of whose session ended by itself are out of sight until they return, or somebody else comes
 * @param heard moves with each word of the server on who it is, from 0 before the first
 */
export function useActivePerson(userId: number | null, heard: number): void {
  const { personal } = useDataServices()
  useEffect(() => {
    // That this page remembers nobody is no word: the browser may have lost that, and the server still know them.
    if (userId !== null || heard > 0) void personal.settle(userId, heard)
  }, [personal, userId, heard])
}
