import * as z from 'zod/mini'
import { linesText, list, wholeNumber, withoutControlsButLines } from './bounded.ts'
import { DAY, QUERY_MAX_LENGTH } from './constants.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { DeviceTime } from './sync.ts'

/** Searches without an account are kept this long, and so many of them (specification 19.2). */
export const HISTORY_VALID_FOR = 30 * DAY
export const ANONYMOUS_HISTORY_LENGTH = 5
/** Searches of an account that are kept, and that a device shows. */
export const HISTORY_LENGTH = 50

/** What somebody looked for. Blank searches are never kept (specification 15.2). */
export const SearchText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'A blank search is not kept'),
    z.maxLength(QUERY_MAX_LENGTH),
    withoutControlsButLines,
  )

/** How many parks answered a search: more than any directory has. */
const ResultCount = wholeNumber(0, 1_000_000)

/** A search as the history keeps it. */
export const HistorySearch = z.strictObject({
  query: SearchText,
  /** When it was made. A clock that is off by more than the history's length is not believed. */
  at: DeviceTime,
  /** How many parks answered; `null` when it is not known. */
  resultCount: z.nullable(ResultCount),
})
export type HistorySearch = z.infer<typeof HistorySearch>

/** Under which two searches are one. */
export const historyKey = (query: string) => query.trim().toLowerCase()

/** The latest of each search, latest first. `newest`: entries from the latest to the earliest. */
export function distinctSearches<T extends { query: string }>(newest: readonly T[], most: number): T[] {
  const seen = new Set<string>()
  return newest
    .filter(({ query }) => {
      const key = historyKey(query)
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, most)
}

/** An instant of a device as far as it can be true: within the history's length before `now`, else `now`. Milliseconds since 1970. */
export function believable(at: number, now: number): number {
  return at > now || at < now - HISTORY_VALID_FOR ? now : at
}

/** A search for the figures of the product (specification 20.17 and 20.19): no person unless signed in, no place finer than a tenth of a degree. */
export const SearchEvent = z.strictObject({
  term: linesText(QUERY_MAX_LENGTH),
  features: list(FeatureId, FEATURE_IDS.length),
  resultCount: ResultCount,
  /** Degrees, of {@link coarse}. Both or neither. */
  latitude: z.nullable(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.nullable(z.number().check(z.gte(-180), z.lte(180))),
  at: DeviceTime,
})
export type SearchEvent = z.infer<typeof SearchEvent>

/** Degrees to the nearest tenth, about 11 km: a region, not a place. */
export const coarse = (degrees: number) => Math.round(degrees * 10) / 10

/** A search as it is counted. `at`: milliseconds since 1970. */
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
  const placed = latitude !== undefined && longitude !== undefined
  return {
    term: term.trim(),
    features: [...features],
    resultCount,
    latitude: placed ? coarse(latitude) : null,
    longitude: placed ? coarse(longitude) : null,
    at,
  }
}
