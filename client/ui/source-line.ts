import type { Park } from '../../data/model/park.ts'
import { TEXTS } from './texts.ts'

/** Who says so and since when: "Brisbane City Council, 2012. Check the signs." */
export function sayChecked(park: Pick<Park, 'source' | 'asOf'>): string {
  return park.asOf === null ? TEXTS.park.undated(park.source) : TEXTS.park.checked(park.source, park.asOf)
}
