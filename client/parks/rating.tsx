import { StarIcon } from '../ui/icons.tsx'
import { PARK_TEXTS } from './texts.ts'

/** `rating` is the park's own text, '0' to '5'. */
export function Rating({ rating }: { rating: string }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-ochre-wash px-2.5 py-0.5 text-s font-bold text-ink">
      <StarIcon size={16} className="text-ochre" />
      <span aria-hidden="true">{rating}</span>
      <span className="sr-only">{PARK_TEXTS.card.rating(rating)}</span>
    </span>
  )
}
