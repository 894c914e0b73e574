import * as z from 'zod/mini'
import { INSTANT_MAX, lineText, linesText, list, ROWS_MAX, wholeNumber } from './bounded.ts'
import { QUERY_MAX_LENGTH } from './constants.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { Size } from './park.ts'
import { StateCode } from './state.ts'

/** Miles: once around the Earth. */
const DISTANCE_MAX = 25_000

const Postcode = z.string().check(z.maxLength(4), z.regex(/^\d{4}$/))

/** What a search asks (specification 13.45). Every part is optional; parts combine with AND. */
export const SearchRequest = z.strictObject({
  /** Free text: a place, words of a park, or both. */
  query: z.optional(linesText(QUERY_MAX_LENGTH)),
  /** Where the person is, degrees. Both or neither. */
  latitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  /** Farthest distance in miles from the position or the place named; absent means 'all'. */
  distance: z.optional(z.number().check(z.positive(), z.lte(DISTANCE_MAX))),
  features: z.optional(list(FeatureId, FEATURE_IDS.length)),
  size: z.optional(Size),
  /** Lowest rating. A park without one is kept. */
  rating: z.optional(z.number().check(z.gte(0), z.lte(5))),
  /** Accepted; no park has one, so it leaves every park in (unknown never filters). */
  crowdLevel: z.optional(lineText(20)),
  state: z.optional(StateCode),
  city: z.optional(lineText(100)),
  postcode: z.optional(Postcode),
  postcodes: z.optional(list(Postcode, 100)),
  /** The instant opening hours are judged at, milliseconds since 1970. Absent: hours play no part. */
  now: z.optional(wholeNumber(-INSTANT_MAX, INSTANT_MAX)),
  /** 'last': parks known to be closed at `now` come last. 'only': parks known to be open only. */
  open: z.optional(z.enum(['last', 'only'])),
  /** Also parks whose size or some of whose features are unknown; they come after those that are sure. */
  unsure: z.optional(z.boolean()),
  offset: z.optional(wholeNumber(0, ROWS_MAX)),
  limit: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
})
export type SearchRequest = z.infer<typeof SearchRequest>

/** A place a text was read as. `latitude`/`longitude` is its centre. */
export const Place = z.strictObject({
  kind: z.enum(['locality', 'postcode', 'region', 'state']),
  /** Proper-case name; the postcode itself for `postcode`. */
  name: z.string(),
  state: StateCode,
  postcode: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
})
export type Place = z.infer<typeof Place>

/** How the text was understood, for the screen to say: "near Richmond VIC 3121; 2 other Richmonds". */
export const Understood = z.strictObject({
  place: z.nullable(Place),
  /** Other places the same text could mean, likeliest first. */
  others: z.array(Place),
  /** True when the text had to be corrected by a letter to be read. */
  corrected: z.boolean(),
})
export type Understood = z.infer<typeof Understood>

/** One page of an answer. */
export interface SearchAnswer {
  hits: SearchHit[]
  /** Parks that answer, all pages. */
  total: number
  /** Parks that would answer if what is unknown of them were so (see `unsure`). */
  maybe: number
  understood: Understood
}

interface SearchHit {
  id: number
  /** Whole metres from the place named, or else from the person's position; `null` without either. A state is no point to measure from. */
  distanceMetres: number | null
}
