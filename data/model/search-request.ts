import * as z from 'zod/mini'
import { lineText, linesText, list } from './bounded.ts'
import { INSTANT_MAX, ROWS_MAX, wholeNumber } from './numbers.ts'
import { DISTANCE_MAX, QUERY_MAX_LENGTH } from './constants.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { Size } from './park.ts'
import { Latitude, Longitude, SearchArea } from './search.ts'
import { StateCode } from './state.ts'

const Postcode = z.string().check(z.maxLength(4), z.regex(/^\d{4}$/))

/** Orders of the results. Without one, parks whose name matches come first, then the nearest. */
export const SORT_ORDERS = ['nearest', 'name', 'checked'] as const

/** A search (specification 13.45). All fields are optional and are combined with AND. */
export const SearchRequest = z.strictObject({
  /** Free text: a place, words about a park, or both. */
  query: z.optional(linesText(QUERY_MAX_LENGTH)),
  /** The user's position, degrees. Both or neither. */
  latitude: z.optional(Latitude),
  longitude: z.optional(Longitude),
  /** Only parks in this area. */
  area: z.optional(SearchArea),
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
   * open; those with unknown hours count as uncertain (see `unsure`).
   */
  open: z.optional(z.enum(['last', 'only'])),
  /** Also include parks whose size, features or (with 'only') hours are unknown, after all others. */
  unsure: z.optional(z.boolean()),
  /** 'nearest' and the order without one differ only in that names do not matter. */
  sort: z.optional(z.enum(SORT_ORDERS)),
  offset: z.optional(wholeNumber(0, ROWS_MAX)),
  limit: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
})
export type SearchRequest = z.infer<typeof SearchRequest>
