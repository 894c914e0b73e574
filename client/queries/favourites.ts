import { useObservable } from 'dexie-react-hooks'
import { toggleFavourite, watchFavourites } from '../store/favourites.ts'
import type { OffleadDatabase } from '../store/database.ts'
import { useDataSide } from './context.ts'
import type { Favourites } from './types.ts'
import { watched } from './watched.ts'

export interface FavouriteStore {
  /** One live query for all hearts on the page. */
  ids: {
    subscribe(next: (ids: ReadonlySet<number>) => void): () => void
    getValue(): ReadonlySet<number>
    hasValue(): boolean
  }
  toggle(id: number): Promise<'added' | 'removed'>
}

/** The favourites of this device. */
export function createFavouriteStore(database: OffleadDatabase): FavouriteStore {
  const ids = watched<ReadonlySet<number>>(new Set())
  let watchers = 0
  let stop: (() => void) | undefined

  const watch = () =>
    watchFavourites(
      database,
      (list) => ids.set(new Set(list)),
      // A database that cannot be read shows no hearts; a tap on one says why.
      () => ids.set(new Set()),
    )

  return {
    ids: {
      getValue: ids.current,
      hasValue: () => true,
      subscribe(next) {
        if (watchers++ === 0) stop = watch()
        const unsubscribe = ids.subscribe(() => next(ids.current()))
        return () => {
          unsubscribe()
          if (--watchers === 0) stop?.()
        }
      },
    },
    toggle: async (id) => ((await toggleFavourite(database, id)) ? 'added' : 'removed'),
  }
}

/** Parks with a heart on this device. */
export function useFavourites(): Favourites {
  const { favourites } = useDataSide()
  const ids = useObservable(favourites.ids, favourites.ids.getValue())
  return { ids, has: (id) => ids.has(id), toggle: ({ id }) => favourites.toggle(id) }
}
