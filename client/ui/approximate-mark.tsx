import { TEXTS } from './texts.ts'

/** Only the suburb is known: the point is the suburb's middle, not the park. */
export function ApproximateMark() {
  return (
    <span className="rounded-full border border-dashed border-line-strong px-2.5 py-px text-s text-muted">
      {TEXTS.park.approximate}
    </span>
  )
}
