import type { openStateAt } from '../hours/index.ts'
import type { DirectoryPark } from '../model/park.ts'

/** The states of parks at an instant. Those of the last instant are kept, as the next search often has the same. */
export function createOpenStates(
  rows: readonly DirectoryPark[],
  isOpenAt: typeof openStateAt,
): (row: number, now: number) => 'open' | 'closed' | 'unknown' {
  const states = new Int8Array(rows.length)
  let instant = NaN
  return (row, now) => {
    if (now !== instant) {
      states.fill(0)
      instant = now
    }
    if (states[row] === 0) {
      const park = rows[row]!
      const state = isOpenAt(park.openingHours, park, now)
      states[row] = state === 'open' ? 1 : state === 'closed' ? 2 : 3
    }
    return states[row] === 1 ? 'open' : states[row] === 2 ? 'closed' : 'unknown'
  }
}
