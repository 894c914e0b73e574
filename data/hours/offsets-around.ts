import { DAY } from '../model/constants.ts'
import { offsetAtStep, zoneOf } from './zone.ts'
import type { HoursPlace, KnownOffset } from './zone.ts'

/** The range of days that a page of hours needs, before and after an instant. */
const DAYS_BEFORE = 1
const DAYS_AFTER = 9

/**
 * The current offsets of the places' zones, for `setKnownOffsets` in another process. Leaves out zones
 * whose offset changes in that range.
 * @param instant milliseconds since 1970
 */
export function offsetsAround(places: readonly HoursPlace[], instant: number): KnownOffset[] {
  const today = Math.floor(instant / DAY)
  const [from, until] = [today - DAYS_BEFORE, today + DAYS_AFTER]
  const zones = new Set(places.flatMap((place) => zoneOf(place) ?? []))
  return [...zones].flatMap((zone) => {
    const days = Array.from({ length: until - from + 1 }, (_, index) =>
      offsetAtStep(zone, (from + index) * 48),
    )
    return days.every((offset) => offset === days[0]) ? [{ zone, from, until, offset: days[0]! }] : []
  })
}
