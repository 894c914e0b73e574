import { useEffect, useMemo } from 'react'
import { useDataServices } from './context.ts'
import { useRows } from './rows.tsx'
import type { SignOutActions, SearchHistory, SyncState } from './types.ts'
import { useObservable } from '../platform/use-observable.ts'

/**
 * The current user's search history.
 * @param watch `false` if only the functions are used: the store is then not opened to list the searches
 */
export function useSearchHistory({ watch = true }: { watch?: boolean } = {}): SearchHistory {
  const { personal } = useDataServices()
  const { value: searches, ready } = useRows('searches', watch)
  return {
    searches,
    ready,
    record: async (search) => (await personal.settledStore()).recordSearch(search),
    count: async (search) => {
      if (!('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) {
        const { searchEvent } = await import('../../data/model/history.ts')
        await (await personal.settledStore()).send('search-event', searchEvent(search, Date.now()))
      }
    },
    clear: async () => (await personal.settledStore()).clearHistory(),
    saveLast: async (search) => (await personal.settledStore()).saveLastSearch(search),
    last: async () => (await personal.settledStore()).lastSearch(),
  }
}

/** The state of the outbox. Does not open the store. */
export function useSyncState(): SyncState {
  const { status } = useDataServices().personal
  return useObservable({ subscribe: status.subscribe, current: () => status.current().state })
}

/** The functions for signing out. They open the store when called. */
export function useSignOutActions(): SignOutActions {
  const { personal } = useDataServices()
  return useMemo(
    () => ({
      sync: async () => (await personal.store()).sync(),
      unsent: async () => (await personal.settledStore()).unsent(),
      signOut: async (...choice) => (await personal.settledStore()).signOut(...choice),
    }),
    [personal],
  )
}

/**
 * Switches the store to the signed-in user. Use it once, above all screens.
 * @param userId `null` hides the last user's rows until they return or another user signs in
 * @param replyId changes with each reply of the server about the user, 0 before the first
 */
export function useActivePerson(userId: number | null, replyId: number): void {
  const { personal } = useDataServices()
  useEffect(() => {
    // A missing stored user is not enough: the browser may have lost it while the session still exists.
    if (userId !== null || replyId > 0) void personal.settle(userId, replyId)
  }, [personal, userId, replyId])
}
