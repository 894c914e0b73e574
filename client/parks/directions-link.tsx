import type { Park } from '../../data/model/park.ts'
import { DirectionsIcon } from './directions-icon.tsx'
import { DIRECTIONS_TEXTS } from '../features/directions/texts.ts'

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
      aria-label={DIRECTIONS_TEXTS.linkTo(park.name)}
      title={DIRECTIONS_TEXTS.link}
      className={`inline-grid size-tap shrink-0 place-items-center rounded-control border-[1.5px] border-leaf bg-surface text-leaf hover:bg-leaf-wash ${className}`}
    >
      <DirectionsIcon />
    </a>
  )
}
