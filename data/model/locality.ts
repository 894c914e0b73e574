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
})
export type Locality = z.infer<typeof Locality>
