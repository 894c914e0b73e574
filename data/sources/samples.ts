import type { DirectoryPark } from '../model/park.ts'
import rows from './samples.gen.json' with { type: 'json' }

/**
 * Parks 1 to 10 of the seed, small enough to ship with the client: limited-data mode shows them if there is
 * neither a directory nor a server.
 */
export const sampleParks: readonly DirectoryPark[] = rows as DirectoryPark[]
