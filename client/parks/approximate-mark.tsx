import type { LocationAccuracy } from '../../data/model/park.ts'
import { PARK_TEXTS } from './texts.ts'

/** Marks a park whose position is not a point in it. Nothing for an exact position. */
export function ApproximateMark({ accuracy }: { accuracy: LocationAccuracy }) {
  if (accuracy === 'exact') return null
  return (
    <span className="rounded-full border border-dashed border-line-strong px-2 py-px text-s text-muted">
      {PARK_TEXTS.card.accuracies[accuracy]}
    </span>
  )
}
