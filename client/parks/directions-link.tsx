import type { Park } from '../../data/model/park.ts'
import { DirectionsIcon } from '../ui/icons.tsx'
import { PARK_TEXTS } from './texts.ts'

/** Opens directions to a park in a new tab, so that the list keeps its place. */
export function DirectionsLink({
  park,
  className = '',
}: {
  park: Pick<Park, 'id' | 'name'>
  className?: string
}) {
  return (
    <a
      href={`/directions/${park.id}`}
      target="_blank"
      rel="noopener"
      aria-label={PARK_TEXTS.card.directionsTo(park.name)}
      title={PARK_TEXTS.card.directions}
      className={`inline-grid size-tap shrink-0 place-items-center rounded-control border-control border-leaf bg-surface text-leaf hover:bg-leaf-wash ${className}`}
    >
      <DirectionsIcon />
    </a>
  )
}
