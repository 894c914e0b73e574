import * as z from 'zod/mini'
import { StateCode } from './state.ts'

export const Latitude = z.number().check(z.gte(-90), z.lte(90))
export const Longitude = z.number().check(z.gte(-180), z.lte(180))

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

/**
 * A place that a text was read as. `region`: a statistical region or, named 'Unley council', a council area.
 * `latitude`/`longitude`: its centre.
 */
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

/**
 * A search for a place lists at least this many parks, however far away, so that a suburb without a park of
 * its own still has results.
 */
export const MIN_NEARBY_PARKS = 10
/**
 * A search for a place finds the parks within this distance of its centre, but at least
 * {@link MIN_NEARBY_PARKS}. Only these are called near.
 */
export const NEARBY_METRES = 25_000

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
   * Beside a place: given if parks near it are listed only if they match these words of the text, too. Without a place:
   * given if the text also says when, which limits no results; these are the other words, which may be none.
   */
  otherWords: z.optional(z.string()),
  /** Whether parks are counted in `maybe` because a feature that the text names is not known of them. */
  namesFeatures: z.optional(z.boolean()),
  /**
   * Given if parks elsewhere are listed too, because fewer than {@link MIN_NEARBY_PARKS} are near the place or
   * because they have its name: how many are in the region or state or within 25 km of the place, and the
   * distance of the nearest of the others, metres. `isFiltered`: parks near the place are left out by words or
   * filters.
   */
  near: z.optional(
    z.strictObject({ count: z.int(), nextMetres: z.int(), isFiltered: z.optional(z.boolean()) }),
  ),
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
