import * as z from 'zod/mini'
import { StateCode } from './state.ts'

/** A suburb or town with one of its postcodes: the gazetteer has one row for each pair. Degrees, WGS 84. */
export const Locality = z.strictObject({
  name: z.string(),
  postcode: z.string().check(z.regex(/^\d{4}$/)),
  state: StateCode,
  /** ABS SA3 name, '' when unknown. */
  region: z.string(),
  /** ABS SA4 name, '' when unknown. */
  region4: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** About how many people live there, see {@link roundPopulation}; 0 when unknown. */
  population: z.int().check(z.gte(0)),
})
export type Locality = z.infer<typeof Locality>

/**
 * A postcode as written: those of the Northern Territory have no first zero in many spreadsheets, so "800" is 0800.
 */
export const readPostcode = (text: string) => (/^8\d\d$/.test(text) ? `0${text}` : text)

/**
 * The step of a population: 0 if it is unknown, otherwise 1 for about 1,000 people and one more for each
 * factor of √2. Steps are enough to compare places, and take a third of the bytes of exact figures.
 */
export const populationStep = (people: number) =>
  people <= 0 ? 0 : Math.max(1, 1 + Math.round(2 * Math.log2(people / 1000)))

/** The population at a step, in people. */
export const populationOfStep = (step: number) => (step <= 0 ? 0 : Math.round(1000 * 2 ** ((step - 1) / 2)))

/** Rounds a population to its step: 23,749 becomes 22,627. */
export const roundPopulation = (people: number) => populationOfStep(populationStep(people))
