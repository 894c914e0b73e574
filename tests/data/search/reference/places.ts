import type { DirectoryPark } from '../../../../data/model/park.ts'
import { wholeMetresBetween } from '../../../../data/model/point.ts'
import type { Place } from '../../../../data/model/search.ts'
import type { Gazetteer, GazetteerPlace } from '../../../../data/search/index.ts'

export function isInPlace(gazetteer: Gazetteer, place: Place, park: DirectoryPark): boolean {
  if (place.kind === 'state') return park.state === place.state
  if (place.kind === 'region') {
    const council = gazetteer.councilCode(place)
    const locality = gazetteer.localityOfPark(park)
    return (
      (council !== undefined && park.council === council) ||
      (locality?.state === place.state && (locality.region === place.name || locality.region4 === place.name))
    )
  }
  return wholeMetresBetween(park, place) <= 25_000
}

/** Whether a park is in a place or close enough to be part of the city that it is in. */
export const isInCityOf = (gazetteer: Gazetteer, place: Place, park: DirectoryPark) =>
  isInPlace(gazetteer, place, park) || (place.kind !== 'state' && wholeMetresBetween(park, place) <= 60_000)

/** The parks within 2 km of a place, and as a fraction below one those within 25 km. */
export function parkCount(parks: readonly DirectoryPark[], { place }: GazetteerPlace): number {
  const within = (metres: number) => parks.filter((park) => wholeMetresBetween(park, place) <= metres).length
  return within(2_000) + within(25_000) / (parks.length + 1)
}
