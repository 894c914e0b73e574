import type { DirectoryPark } from '../model/park.ts'
import rows from './samples.gen.json' with { type: 'json' }

/** Parks 1 to 10 of the seed, small enough for the client to carry: what limited-data mode shows when there is neither directory nor server. */
export const sampleParks: readonly DirectoryPark[] = rows as DirectoryPark[]
