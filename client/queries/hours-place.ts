import type { HoursPlace } from '../../data/hours/index.ts'
import type { Park } from '../../data/model/park.ts'

/** The part of a park that opening hours depend on: its time zone and its sunrise and sunset. */
export function hoursPlace(park: Pick<Park, 'state' | 'city' | 'latitude' | 'longitude'>): HoursPlace {
  return {
    state: park.state,
    city: park.city,
    latitude: Number(park.latitude),
    longitude: Number(park.longitude),
  }
}
