import { useSyncExternalStore } from 'react'
import { useDataSide } from './context.ts'
import type { Favourites } from './types.ts'

/** Parks with a heart on this device. */
export function useFavourites(): Favourites {
  const { favourites } = useDataSide().personal
  const { ids, ready } = useSyncExternalStore(favourites.subscribe, favourites.current)
  return { ids, ready, has: (id) => ids.has(id), toggle: ({ id }) => favourites.toggle(id) }
}
