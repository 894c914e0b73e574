import type { Park } from '../../../data/model/park.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import type { StateCode } from '../../../data/model/state.ts'
import { parksOfRegion } from '../../../data/places/regions.ts'
import { filtersOf, searchPartOf, type HomeAddress } from '../../queries/home-address.ts'

/**
 * The search request of a city page: all parks of that suburb or town. There are few enough for one answer.
 */
export function cityRequestOf(
  address: HomeAddress,
  city: { state: StateCode; name: string; postcodes: readonly string[] },
  now: number,
): SearchRequest {
  return {
    ...parksOfRegion(city, city.state),
    ...searchPartOf(filtersOf(address), now),
    unsure: address.unsure,
  }
}

/**
 * The postcodes to name as what is listed: a suburb without a park of its own lists the parks of its
 * postcode. `null` if a park is in the suburb itself, or none is listed.
 * @param ownCount number of parks in the suburb itself, if the list is filtered; `null` while it is not known
 */
export function listedPostcodes(
  city: { name: string },
  parks: readonly Pick<Park, 'city' | 'postal_code'>[],
  ownCount: number | null = parks.filter((park) => park.city === city.name).length,
): string[] | null {
  if (parks.length === 0 || ownCount !== 0) return null
  return [...new Set(parks.map(({ postal_code }) => postal_code).filter(Boolean))].toSorted()
}

export interface PostcodeGroup {
  /** '' if unknown. */
  postcode: string
  parks: Park[]
}

/**
 * One page of a city's parks, grouped by postcode, because two places in one state can share a name. Parks
 * without a postcode come last.
 * @param page counted from 1
 */
export function pageByPostcode(parks: readonly Park[], page: number, size: number): PostcodeGroup[] {
  const key = ({ postal_code }: Park) => postal_code || 'none'
  const sorted = parks.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
  const groups: PostcodeGroup[] = []
  for (const park of sorted.slice((page - 1) * size, page * size)) {
    const group = groups.at(-1)
    if (group?.postcode === park.postal_code) group.parks.push(park)
    else groups.push({ postcode: park.postal_code, parks: [park] })
  }
  return groups
}
