import type { Park } from '../../data/model/park.ts'
import { parkSaved } from '../offline/install.ts'
import { useFavourites } from '../queries/index.ts'
import { IconButton } from './button.tsx'
import { HeartIcon } from './icons.tsx'
import { TEXTS } from './texts.ts'
import { toast } from './toast-queue.ts'

/** Saves the park on this device, or takes it away again, whichever it offers, and says so. What was so already is not said. */
export function HeartButton({ park, className = '' }: { park: Pick<Park, 'id' | 'name'>; className?: string }) {
  const favourites = useFavourites()
  const saved = favourites.has(park.id)
  async function turnOver() {
    try {
      if (!(await favourites.set(park, !saved))) return
      if (!saved) parkSaved()
      toast(!saved
        ? { title: TEXTS.park.added, description: TEXTS.park.savedHere(park.name) }
        : { title: TEXTS.park.removed, description: TEXTS.park.unsavedHere(park.name) })
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error)
      toast({ title: saved ? TEXTS.park.notRemoved : TEXTS.park.notSaved, description, look: 'destructive' })
    }
  }
  return (
    <IconButton
      label={saved ? TEXTS.park.remove(park.name) : TEXTS.park.add(park.name)} onClick={turnOver} data-own=""
      className={`text-ochre ${className}`}
    >
      <HeartIcon filled={saved} size={26} />
    </IconButton>
  )
}
