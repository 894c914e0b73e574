import { useDataServices } from './context.ts'
import { useRows } from './rows.tsx'
import type { Favourites } from './types.ts'

/** The favourites on this device. */
export function useFavourites(): Favourites {
  const { personal } = useDataServices()
  const { value: ids, ready } = useRows('favourites')
  return {
    ids,
    ready,
    has: (id) => ids.has(id),
    set: async ({ id }, saved) => (await personal.settledStore()).setFavourite(id, saved),
  }
}
