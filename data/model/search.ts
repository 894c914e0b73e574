import * as z from 'zod/mini'
import { INSTANT_MAX, lineText, linesText, list, ROWS_MAX, wholeNumber } from './bounded.ts'
import { QUERY_MAX_LENGTH } from './constants.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { Size } from './park.ts'
import { StateCode } from './state.ts'

/** Maximum distance in miles: once around the Earth. */
const DISTANCE_MAX = 25_000

const Postcode = z.string().check(z.maxLength(4), z.regex(/^\d{4}$/))

/** A search (specification 13.45). All fields are optional and are combined with AND. */
export const SearchRequest = z.strictObject({
  /** Free text: a place, words about a park, or both. */
  query: z.optional(linesText(QUERY_MAX_LENGTH)),
  /** The user's position, degrees. Both or neither. */
  latitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  /** Maximum distance in miles from the position or the named place; without it, there is no limit. */
  distance: z.optional(z.number().check(z.positive(), z.lte(DISTANCE_MAX))),
  features: z.optional(list(FeatureId, FEATURE_IDS.length)),
  size: z.optional(Size),
  /** Minimum rating. Parks without a rating are included. */
  rating: z.optional(z.number().check(z.gte(0), z.lte(5))),
  /** Accepted, but no park has a crowd level, so it does not exclude any park (unknown values never do). */
  crowdLevel: z.optional(lineText(20)),
  state: z.optional(StateCode),
  city: z.optional(lineText(100)),
  postcode: z.optional(Postcode),
  postcodes: z.optional(list(Postcode, 100)),
  /**
   * The instant to evaluate opening hours at, milliseconds since 1970. Without it, opening hours are ignored.
   */
  now: z.optional(wholeNumber(-INSTANT_MAX, INSTANT_MAX)),
  /**
   * 'last': parks that are known to be closed at `now` come last. 'only': only parks that are known to be
   * open.
   */
  open: z.optional(z.enum(['last', 'only'])),
  /** Also include parks whose size or features are unknown, after all others. */
  unsure: z.optional(z.boolean()),
  offset: z.optional(wholeNumber(0, ROWS_MAX)),
  limit: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
})
export type SearchRequest = z.infer<typeof SearchRequest>

/** A place that a text was read as. `latitude`/`longitude`: its centre. */
export const Place = z.strictObject({
  kind: z.enum(['locality', 'postcode', 'region', 'state']),
  /** The name in proper case; for `postcode` the postcode itself. */
  name: z.string(),
  state: StateCode,
  postcode: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
})
export type Place = z.infer<typeof Place>

/** How the text was understood, for the screen: "near Richmond VIC 3121; 2 other Richmonds". */
export const Understood = z.strictObject({
  place: z.nullable(Place),
  /** Other places that the text could mean, likeliest first. */
  others: z.array(Place),
  /** Whether a typo in the text was corrected. */
  corrected: z.boolean(),
  /** Whether the text is about a park's name more than about the place: the parks named so come first. */
  parkName: z.optional(z.boolean()),
})
export type Understood = z.infer<typeof Understood>

/** One page of search results. */
export interface SearchAnswer {
  hits: SearchHit[]
  /** The number of results on all pages. */
  total: number
  /** The number of further parks that would match if their unknown facts did (see `unsure`). */
  maybe: number
  understood: Understood
}

interface SearchHit {
  id: number
  /**
   * Whole metres from the named place, or else from the user's position; `null` without either or if the
   * place is a state.
   */
  distanceMetres: number | null
}
