import { useEffect, useState, useSyncExternalStore } from 'react'
import { searchEvent } from '../../data/model/history.ts'
import { NOBODY } from '../../data/model/sync.ts'
import { useDataSide } from './context.ts'
import type { Outbox, SearchHistory, Sync } from './types.ts'

/** What waits to be told to the server, and what it has refused. */
export function useOutbox(): Outbox {
  const { personal } = useDataSide()
  const { list, ready } = useSyncExternalStore(personal.waiting.subscribe, personal.waiting.current)
  return {
    changes: list,
    ready,
    waiting: list.filter(({ state }) => state === 'waiting').length,
    retry: async (opId) => (await personal.store()).retry(opId),
    discard: async (opId) => (await personal.store()).discard(opId),
    send: async (kind, args) => (await personal.store()).send(kind, args),
  }
}

/** What the person here has looked for. */
export function useSearchHistory(): SearchHistory {
  const { personal } = useDataSide()
  const { list, ready } = useSyncExternalStore(personal.searches.subscribe, personal.searches.current)
  return {
    searches: list,
    ready,
    record: async (search) => (await personal.store()).recordSearch(search),
    count: async (search) => {
      if (!('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) {
        await (await personal.store()).send('search-event', searchEvent(search, Date.now()))
      }
    },
    clear: async () => (await personal.store()).clearHistory(),
    keepLast: async (search) => (await personal.store()).keepLastSearch(search),
    last: async () => (await personal.store()).lastSearch(),
  }
}

/** How this device and the account stand to each other. */
export function useSync(): Sync {
  const { personal } = useDataSide()
  const { state, keeps } = useSyncExternalStore(personal.status.subscribe, personal.status.current)
  const { list: local } = useSyncExternalStore(personal.local.subscribe, personal.local.current)
  const [adopting, setAdopting] = useState(false)
  return {
    state,
    keeps,
    local,
    adopting,
    async adopt() {
      setAdopting(true)
      try {
        const store = await personal.store()
        const added = await store.adoptLocalFavourites()
        const told = await store.sync().then(
          (drained) => drained === 'done',
          () => false,
        )
        return { added, told }
      } finally {
        setAdopting(false)
      }
    },
    sync: async () => (await personal.store()).sync(),
    enter: async (userId) => (await personal.store()).enter(userId),
    unsent: async () => (await personal.store()).unsent(),
    leave: async (unsent) => (await personal.store()).leave(unsent),
  }
}

/**
 * Has the store show the rows of whoever is signed in. To be used once, above every screen.
 * @param userId `null` for nobody: what the person before had not sent is kept for their return, unless they have let it go
 */
export function usePersonHere(userId: number | null): void {
  const { personal } = useDataSide()
  useEffect(() => {
    const settle = async () => {
      const store = await personal.store()
      if (userId !== null) await store.enter(userId)
      else if ((await store.person()) !== NOBODY) await store.leave('keep')
    }
    // A store that cannot be opened shows nobody's rows, and is tried again with the first thing that needs it.
    settle().catch(() => undefined)
  }, [personal, userId])
}
