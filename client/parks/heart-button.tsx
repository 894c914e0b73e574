import type { Park } from '../../data/model/park.ts'
import { PERSONAL } from '../first-screen/index.ts'
import { useFavourites } from '../queries/index.ts'
import { IconButton } from '../ui/button.tsx'
import { HeartIcon } from '../ui/icons.tsx'
import { useSavePark } from './save-park.ts'
import { PARK_TEXTS } from './texts.ts'

/** Adds the park to the favourites, or removes it. */
export function HeartButton({
  park,
  className = '',
}: {
  park: Pick<Park, 'id' | 'name'>
  className?: string
}) {
  const saved = useFavourites().has(park.id)
  const save = useSavePark()
  return (
    <IconButton
      label={saved ? PARK_TEXTS.card.remove(park.name) : PARK_TEXTS.card.add(park.name)}
      onClick={() => void save(park, !saved)}
      {...PERSONAL}
      className={`text-ochre ${className}`}
    >
      <HeartIcon filled={saved} size={26} />
    </IconButton>
  )
}
