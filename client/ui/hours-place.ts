import type { HoursPlace } from '../../data/hours/index.ts'
import type { Park } from '../../data/model/park.ts'

/** Where a park's clock and sun are. */
export function hoursPlace(park: Pick<Park, 'state' | 'city' | 'latitude' | 'longitude'>): HoursPlace {
  return {
    state: park.state,
    city: park.city,
    latitude: Number(park.latitude),
    longitude: Number(park.longitude),
  }
}
