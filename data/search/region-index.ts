import type { DirectoryPark } from '../model/park.ts'
import type { Place } from '../model/search.ts'
import { addBit, createBits } from './bits.ts'
import type { Bits } from './bits.ts'
import type { Gazetteer } from './gazetteer.ts'

/** Finds the parks in a region. Their localities are looked up when the first region is requested. */
export function createRegionIndex(
  rows: readonly DirectoryPark[],
  gazetteer: () => Gazetteer,
): (region: Place) => Bits {
  let localities: ReturnType<Gazetteer['localityOfPark']>[] | undefined
  const byStateAndName = new Map<string, Bits>()
  return (region) => {
    const { name, state } = region
    const key = `${state} ${name}`
    let known = byStateAndName.get(key)
    if (!known) {
      known = createBits(rows.length)
      const council = gazetteer().councilCode(region)
      localities ??= localitiesOfParks(rows, gazetteer())
      for (const [row, locality] of localities.entries())
        if (
          (council !== undefined && rows[row]!.council === council) ||
          (locality?.state === state && (locality.region === name || locality.region4 === name))
        )
          addBit(known, row)
      byStateAndName.set(key, known)
    }
    return known
  }
}

/** The locality of each park. Most suburbs are a single locality, so each suburb is looked up only once. */
function localitiesOfParks(parks: readonly DirectoryPark[], gazetteer: Gazetteer) {
  const byStateAndCity = new Map<string, Map<string, ReturnType<Gazetteer['localitiesOf']>>>()
  return parks.map((park) => {
    let inState = byStateAndCity.get(park.state)
    if (!inState) byStateAndCity.set(park.state, (inState = new Map()))
    let found = inState.get(park.city)
    if (!found) inState.set(park.city, (found = gazetteer.localitiesOf(park.state, park.city)))
    return found.length === 1 ? found[0] : gazetteer.localityOfPark(park)
  })
}
