import type { Park } from '../../data/model/park.ts'
import { parkSaved } from '../platform/install.ts'
import { useFavourites } from '../queries/index.ts'
import { PARK_TEXTS } from './texts.ts'
import { toast } from '../platform/toast.ts'

const T = PARK_TEXTS.card

/**
 * Saves a park on this device or removes it, and shows a toast with the result; none if the person saw before
 * that it was saved, or was not. `name` is missing for a park that is no longer in the directory.
 */
export function useSavePark(): (
  park: Pick<Park, 'id'> & Partial<Pick<Park, 'name'>>,
  saved: boolean,
) => Promise<void> {
  const favourites = useFavourites()
  return async (park, saved) => {
    try {
      const changed = await favourites.set(park, saved)
      // Until the favourites are read, the heart of a saved park offers to add it.
      if (!changed && favourites.ready) return
      if (saved) parkSaved()
      toast({
        title: saved ? T.added : T.removed,
        ...(park.name === undefined ? {} : { description: (saved ? T.savedHere : T.unsavedHere)(park.name) }),
      })
    } catch (error) {
      toast({
        title: saved ? T.notSaved : T.notRemoved,
        description: error instanceof Error ? error.message : String(error),
        look: 'destructive',
      })
    }
  }
}
