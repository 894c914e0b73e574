import type { DirectoryPark } from '../model/park.ts'
import { decodeParks } from '../directory/parks.ts'
import type { ParkColumns } from '../directory/parks.ts'
import columns from './parks.gen.json' with { type: 'json' }

/**
 * The parks a new server starts with, by ascending id from 1; 1 to 10 are the samples. Made by scripts/sources/parks.ts; docs/data.md says
 * from what and by which rules. Each call gives rows of its own.
 */
export const seedParks = (): DirectoryPark[] => decodeParks(columns as ParkColumns)
