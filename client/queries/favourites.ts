import { useDataServices } from './context.ts'
import type { Favourites } from './types.ts'
import { useObservable } from '../platform/use-observable.ts'

/** The favourites on this device. */
export function useFavourites(): Favourites {
  const { favourites } = useDataServices().personal
  const { ids, ready } = useObservable(favourites)
  return { ids, ready, has: (id) => ids.has(id), set: ({ id }, saved) => favourites.set(id, saved) }
}
