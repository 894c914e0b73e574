import * as z from 'zod/mini'
import { populationOfStep, populationStep } from '../model/locality.ts'
import type { Locality } from '../model/locality.ts'
import { packDegrees, packTexts, TextColumn, unpackDegrees, unpackTexts } from './columns.ts'

/** The gazetteer by column: the format in which it is transferred and stored on the device. */
export const LocalityColumns = z.object({
  name: TextColumn,
  postcode: TextColumn,
  state: TextColumn,
  region: TextColumn,
  region4: TextColumn,
  latitude: z.array(z.int()),
  longitude: z.array(z.int()),
  /** Steps of the population, see `populationStep`. Directories stored by earlier versions have none. */
  population: z.optional(z.array(z.int())),
})
export type LocalityColumns = z.infer<typeof LocalityColumns>

/** Encodes localities; the order of the rows is kept. */
export function encodeLocalities(rows: readonly Locality[]): LocalityColumns {
  return {
    name: packTexts(rows.map((row) => row.name)),
    postcode: packTexts(rows.map((row) => row.postcode)),
    state: packTexts(rows.map((row) => row.state)),
    region: packTexts(rows.map((row) => row.region)),
    region4: packTexts(rows.map((row) => row.region4)),
    latitude: packDegrees(rows.map((row) => row.latitude)),
    longitude: packDegrees(rows.map((row) => row.longitude)),
    population: rows.map((row) => populationStep(row.population)),
  }
}

/** {@link encodeLocalities} in the first format, for installed apps that know no other. */
export function encodeFirstLocalities(rows: readonly Locality[]): LocalityColumns {
  const { population: _population, ...columns } = encodeLocalities(rows)
  return columns
}

/** @throws RangeError if a column does not have a value for each row */
export function decodeLocalities(columns: LocalityColumns): Locality[] {
  const names = unpackTexts(columns.name)
  const rest = {
    postcode: unpackTexts(columns.postcode),
    state: unpackTexts(columns.state),
    region: unpackTexts(columns.region),
    region4: unpackTexts(columns.region4),
    latitude: unpackDegrees(columns.latitude),
    longitude: unpackDegrees(columns.longitude),
    population: columns.population?.map(populationOfStep) ?? names.map(() => 0),
  }
  for (const [name, values] of Object.entries(rest)) {
    if (values.length !== names.length)
      throw new RangeError(`localities: ${values.length} values of ${name} for ${names.length} rows`)
  }
  return names.map((name, row) => ({
    name: name!,
    postcode: rest.postcode[row]!,
    state: rest.state[row]! as Locality['state'],
    region: rest.region[row]!,
    region4: rest.region4[row]!,
    latitude: rest.latitude[row]!,
    longitude: rest.longitude[row]!,
    population: rest.population[row]!,
  }))
}
