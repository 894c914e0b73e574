import type { Place } from '../model/search.ts'

/** A place as text: 'Fitzroy VIC 3065', '3065 VIC', 'Victoria'. A search for it finds the place. */
export function placeLabel(place: Place): string {
  if (place.kind === 'state') return place.name
  if (place.kind === 'postcode') return `${place.name} ${place.state}`
  return place.postcode === null
    ? `${place.name} ${place.state}`
    : `${place.name} ${place.state} ${place.postcode}`
}
