import type { Place } from '../../../data/model/search.ts'
import { STATE_NAMES } from '../../../data/model/state.ts'

/** Formats a place as people write it: "Chermside QLD 4032", "Victoria", "Inner West NSW". */
export function formatPlace(place: Place): string {
  if (place.kind === 'state') return STATE_NAMES[place.state]
  if (place.kind === 'postcode') return `${place.name} ${place.state}`
  return [place.name, place.state, place.postcode].filter(Boolean).join(' ')
}
