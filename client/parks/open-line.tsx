import { leashAt, mayBeClosed, describeLeash, describeOpening } from '../../data/hours/index.ts'
import { FEATURE_LABELS, type FeatureId } from '../../data/model/feature.ts'
import type { Park } from '../../data/model/park.ts'
import { TIME_DEPENDENT } from '../first-screen/index.ts'
import { useNow } from '../platform/clock.ts'
import { hoursPlace } from '../queries/hours-place.ts'
import { PARK_TEXTS } from './texts.ts'

const T = PARK_TEXTS.card

const COLOURS = {
  'off-leash': 'text-open',
  'on-leash': 'text-ochre',
  'no-dogs': 'text-closed',
  unknown: 'text-ink',
} as const

/** A dot: full for off-leash, half for on-leash, crossed for no dogs. The text next to it says the same. */
function Dot({ state }: { state: keyof typeof COLOURS }) {
  return (
    <svg
      viewBox="0 0 12 12"
      width={12}
      height={12}
      aria-hidden="true"
      className="mr-2 inline-block shrink-0"
      stroke="currentColor"
      strokeWidth={2}
      fill="none"
    >
      <circle cx="6" cy="6" r="4.8" fill={state === 'off-leash' ? 'currentColor' : 'none'} />
      {state === 'on-leash' && <path d="M6 1.2a4.8 4.8 0 0 1 0 9.6z" fill="currentColor" />}
      {state === 'no-dogs' && <path d="m2.8 9.2 6.4-6.4" />}
    </svg>
  )
}

interface OpenLineProps {
  park: Park
  /** The tags beside it: a rule that says no more than one of them is left out. */
  tags?: readonly FeatureId[]
}

const NO_TAGS: readonly FeatureId[] = []

/**
 * The leash rule and opening state now, as far as known. A text that cannot be parsed is shown as published. A park
 * that may be closed shows no leash rule.
 */
export function OpenLine({ park, tags = NO_TAGS }: OpenLineProps) {
  const now = useNow(60_000)
  const place = hoursPlace(park)
  const closed = mayBeClosed(park.openingHours, place, now)
  const opening = describeOpening(park.openingHours, place, now)
  const leash = describeLeash(park.leashHours, park.dogAccess, place, now)
  const { state } = leashAt(park.leashHours, park.dogAccess, place, now)
  if (opening === null && (closed || leash === null)) {
    const published = closed ? park.openingHours : (park.leashHours ?? park.openingHours)
    return <p className="text-muted">{published === null ? T.hoursUnknown : T.asPublished(published)}</p>
  }
  const isTag = tags.some((id) => FEATURE_LABELS[id].toLowerCase() === leash?.toLowerCase())
  if (isTag && opening === null) return null
  return (
    <p {...TIME_DEPENDENT} className="grid gap-0.5">
      {leash !== null && !closed && !isTag && (
        <span className={`font-semibold ${COLOURS[state]}`}>
          <Dot state={state} />
          {leash}
        </span>
      )}
      {opening !== null && (
        <span className={closed ? 'font-semibold text-closed' : 'text-s text-muted'}>{opening}</span>
      )}
      {leash === null && park.leashHours !== null && (
        <span className="text-s text-muted">{T.asPublished(park.leashHours)}</span>
      )}
    </p>
  )
}
