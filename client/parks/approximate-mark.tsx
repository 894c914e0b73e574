import { PARK_TEXTS } from './texts.ts'

/** Marks a park whose position is only the centre of its suburb. */
export function ApproximateMark() {
  return (
    <span className="rounded-full border border-dashed border-line-strong px-2.5 py-px text-s text-muted">
      {PARK_TEXTS.card.approximate}
    </span>
  )
}
