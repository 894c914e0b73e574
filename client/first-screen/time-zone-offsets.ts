import { offsetsAround } from '../../data/hours/offsets-around.ts'
import type { FirstScreenData } from '../../data/screens/first-screen.ts'
import { hoursPlace } from '../queries/hours-place.ts'

/** Adds the time zone offsets of the parks. `instant`: milliseconds since 1970. */
export const withTimeZoneOffsets = (known: FirstScreenData, instant: number): FirstScreenData => ({
  ...known,
  clocks: offsetsAround(
    [...(known.parks?.parks ?? []), ...(known.park ? [known.park] : [])].map(hoursPlace),
    instant,
  ),
})
