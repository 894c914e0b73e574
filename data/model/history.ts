import * as z from 'zod/mini'
import { linesText, list, withoutControlsButLines } from './bounded.ts'
import { wholeNumber } from './numbers.ts'
import { DAY, QUERY_MAX_LENGTH } from './constants.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { DeviceTime } from './sync.ts'

/** How long searches without an account are kept, and how many (specification 19.2). */
export const HISTORY_VALID_FOR = 30 * DAY
export const ANONYMOUS_HISTORY_LENGTH = 5
/** Number of searches kept for an account and shown on a device. */
export const HISTORY_LENGTH = 50

/** The text of a search. Blank searches are not kept (specification 15.2). */
export const SearchText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'A search cannot be blank'),
    z.maxLength(QUERY_MAX_LENGTH),
    withoutControlsButLines,
  )

/** The number of results. The maximum is above the size of any directory. */
const ResultCount = wholeNumber(0, 1_000_000)

/** A search in the history. */
export const HistorySearch = z.strictObject({
  query: SearchText,
  /** When the search was made. Times that are too far off are replaced, see {@link plausibleTime}. */
  at: DeviceTime,
  /** The number of results; `null` if unknown. */
  resultCount: z.nullable(ResultCount),
})
export type HistorySearch = z.infer<typeof HistorySearch>

/** Searches with the same key count as the same search. */
export const historyKey = (query: string) => query.trim().toLowerCase()

/** The latest of each search, latest first. `newest`: all searches, latest first. */
export function distinctSearches<T extends { query: string }>(newest: readonly T[], most: number): T[] {
  const seen = new Set<string>()
  return newest
    .filter(({ query }) => {
      const key = historyKey(query)
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, most)
}

/**
 * An instant from a device, if it is within the history's length before `now`, otherwise `now`. Milliseconds
 * since 1970.
 */
export function plausibleTime(at: number, now: number): number {
  return at > now || at < now - HISTORY_VALID_FOR ? now : at
}

/**
 * A search for the product's analytics (specification 20.17 and 20.19): without a person unless signed in,
 * and with a position rounded to a tenth of a degree.
 */
export const SearchEvent = z.strictObject({
  term: linesText(QUERY_MAX_LENGTH),
  features: list(FeatureId, FEATURE_IDS.length),
  resultCount: ResultCount,
  /** Degrees, rounded by {@link coarse}. Both or neither. */
  latitude: z.nullable(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.nullable(z.number().check(z.gte(-180), z.lte(180))),
  at: DeviceTime,
})
export type SearchEvent = z.infer<typeof SearchEvent>

/** Rounds degrees to the nearest tenth, about 11 km, so that a position only shows the region. */
export const coarse = (degrees: number) => Math.round(degrees * 10) / 10

/** The event that is recorded for a search. `at`: milliseconds since 1970. */
export function searchEvent(
  {
    term,
    features,
    resultCount,
    latitude,
    longitude,
  }: {
    term: string
    features: readonly FeatureId[]
    resultCount: number
    latitude?: number
    longitude?: number
  },
  at: number,
): SearchEvent {
  const hasPosition = latitude !== undefined && longitude !== undefined
  return {
    term: term.trim(),
    features: [...features],
    resultCount,
    latitude: hasPosition ? coarse(latitude) : null,
    longitude: hasPosition ? coarse(longitude) : null,
    at,
  }
}
