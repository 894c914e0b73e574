import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'

/** The first parks of the seed and the localities around them: enough for real searches, quick to load. */
export const PARKS: readonly DirectoryPark[] = seedParks().slice(0, 150)
const postcodes = new Set([...PARKS.map((park) => park.postcode), '3121', '2026', '7025', '4000', '2000'])
export const LOCALITIES: readonly Locality[] = localities().filter((locality) =>
  postcodes.has(locality.postcode),
)
