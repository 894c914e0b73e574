import { useState } from 'react'
import { useObservable } from '../platform/use-observable.ts'
import { useDataServices } from './context.ts'
import { useRows } from './rows.tsx'
import type { Outbox, Sync } from './types.ts'

/** The unsent and refused changes. */
export function useOutbox(): Outbox {
  const { personal } = useDataServices()
  const { value: changes, ready } = useRows('outbox')
  return {
    changes,
    ready,
    waiting: changes.filter(({ state }) => state === 'waiting').length,
    retry: async (opId) => (await personal.settledStore()).retry(opId),
    discard: async (opId) => (await personal.settledStore()).discard(opId),
    send: async (kind, args, options) => (await personal.settledStore()).send(kind, args, options),
  }
}

/** The state of syncing this device with the account. */
export function useSync(): Sync {
  const { personal } = useDataServices()
  const { state, store } = useObservable(personal.status)
  const { value: local } = useRows('localFavourites')
  const [isAddingFavourites, setAddingFavourites] = useState(false)
  return {
    state,
    storage: store?.storage ?? null,
    local,
    isAddingFavourites,
    async addLocalFavourites() {
      setAddingFavourites(true)
      try {
        const store = await personal.settledStore()
        const added = await store.addLocalFavouritesToAccount()
        return { added, result: await store.sync().catch(() => 'failed' as const) }
      } finally {
        setAddingFavourites(false)
      }
    },
    sync: async () => (await personal.settledStore()).sync(),
  }
}
