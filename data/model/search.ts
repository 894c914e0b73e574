import * as z from 'zod/mini'
import { INSTANT_MAX, lineText, linesText, list, ROWS_MAX, wholeNumber } from './bounded.ts'
import { QUERY_MAX_LENGTH } from './constants.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { Size } from './park.ts'
import { StateCode } from './state.ts'

/** Maximum distance in miles: once around the Earth. */
const DISTANCE_MAX = 25_000

const Postcode = z.string().check(z.maxLength(4), z.regex(/^\d{4}$/))

/** Orders of the results. Without one, parks whose name matches come first, then the nearest. */
export const SORT_ORDERS = ['nearest', 'name', 'checked'] as const

const Latitude = z.number().check(z.gte(-90), z.lte(90))
const Longitude = z.number().check(z.gte(-180), z.lte(180))

/** An area of the map, degrees. `west` is greater than `east` if it crosses the 180th meridian. */
export const SearchArea = z.strictObject({
  south: Latitude,
  west: Longitude,
  north: Latitude,
  east: Longitude,
})
export type SearchArea = z.infer<typeof SearchArea>

/** An area as text: south, west, north and east, separated by commas. */
export const formatArea = ({ south, west, north, east }: SearchArea) => [south, west, north, east].join(',')

/** The inverse of {@link formatArea}; `undefined` for other texts. */
export function readArea(text: string): SearchArea | undefined {
  const parts = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [south, west, north, east] = parts
  const area = SearchArea.safeParse({ south, west, north, east })
  return parts.length === 4 && area.success && area.data.south <= area.data.north ? area.data : undefined
}

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
  /**
   * Given if the nearest parks had to be listed because few are near the place: how many are within 25 km,
   * and the distance of the next one, metres.
   */
  near: z.optional(z.strictObject({ count: z.int(), nextMetres: z.int() })),
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
