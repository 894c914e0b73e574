import type { Park } from '../../data/model/park.ts'
import { TEXTS } from './texts.ts'

/** When the park is open and when dogs may run free, in one line. */
export function OpenLine({ park }: { park: Park; now: number }) {
  const known = park.leashHours ?? park.openingHours
  return <p className={known ? 'font-semibold' : 'text-muted'}>{known ?? TEXTS.park.hoursUnknown}</p>
}
