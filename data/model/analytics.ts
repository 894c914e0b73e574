import * as z from 'zod/mini'
import { HOUR } from './constants.ts'

/**
 * Analytics use days in Australian Eastern Standard Time (UTC+10, no daylight saving), where most users live,
 * so that a day is the same on every screen and in every file.
 */
export const ANALYTICS_ZONE = { offset: '+10:00', name: 'Australia/Brisbane', label: 'AEST' } as const

const OFFSET_MS = 10 * HOUR

/** The day of an instant in {@link ANALYTICS_ZONE}: '2026-11-26'. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10)

/** A row of `GET /api/admin/analytics/users` (specification 13.71). Instants are ISO 8601. */
export const UserAnalyticsRow = z.strictObject({
  id: z.int(),
  /** `username`: `null` for an account without a name. */
  user: z.nullable(z.strictObject({ username: z.nullable(z.string()) })),
  parksVisited: z.int(),
  totalSearches: z.int(),
  favoritesAdded: z.int(),
  reviewsWritten: z.int(),
  lastActive: z.nullable(z.string()),
})
export type UserAnalyticsRow = z.infer<typeof UserAnalyticsRow>

/** A row of `GET /api/admin/analytics/park-visits`. */
export const ParkVisitRow = z.strictObject({
  id: z.int(),
  park: z.nullable(z.strictObject({ name: z.string() })),
  user: z.nullable(z.strictObject({ username: z.nullable(z.string()) })),
  visitDate: z.string(),
  /** Minutes. */
  duration: z.nullable(z.int()),
  rating: z.nullable(z.number()),
})
export type ParkVisitRow = z.infer<typeof ParkVisitRow>

/** A row of `GET /api/admin/analytics/search/terms`. Terms are compared without case. */
export const SearchTermRow = z.strictObject({ term: z.string(), count: z.int() })
export type SearchTermRow = z.infer<typeof SearchTermRow>

/** A row of `GET /api/admin/analytics/search/features`. `feature`: an id of the catalogue. */
export const SearchFeatureRow = z.strictObject({ feature: z.string(), count: z.int() })
export type SearchFeatureRow = z.infer<typeof SearchFeatureRow>

/**
 * Searches of one day: a row of `GET /api/admin/analytics/search/days`, in ascending order. Days without
 * searches are left out.
 */
export const SearchDay = z.strictObject({
  /** `2026-11-21`. */
  day: z.string(),
  count: z.int(),
  /** Searches without results. */
  empty: z.int(),
})
export type SearchDay = z.infer<typeof SearchDay>

/**
 * Where people search, rounded to a tenth of a degree: a row of `GET /api/admin/analytics/search/places`,
 * most searches first.
 */
export const SearchPlace = z.strictObject({
  latitude: z.number(),
  longitude: z.number(),
  count: z.int(),
  /** The nearest suburb or town, 'Bondi NSW'; `null` if there is none. */
  near: z.nullable(z.string()),
})
export type SearchPlace = z.infer<typeof SearchPlace>

/** The four tables with the columns they can be sorted by; the first is the default. */
export const ANALYTICS = {
  users: {
    sorts: [
      'lastActive',
      'username',
      'parksVisited',
      'totalSearches',
      'favoritesAdded',
      'reviewsWritten',
      'id',
    ],
    path: 'users',
  },
  visits: { sorts: ['visitDate', 'park', 'username', 'duration', 'rating', 'id'], path: 'park-visits' },
  terms: { sorts: ['count', 'term'], path: 'search/terms' },
  features: { sorts: ['count', 'feature'], path: 'search/features' },
} as const
export const ANALYTICS_VIEWS = [
  'users',
  'visits',
  'terms',
  'features',
] as const satisfies readonly (keyof typeof ANALYTICS)[]
export type AnalyticsView = (typeof ANALYTICS_VIEWS)[number]
export type AnalyticsSort<V extends AnalyticsView = AnalyticsView> = (typeof ANALYTICS)[V]['sorts'][number]

export const ORDERS = ['asc', 'desc'] as const
export type Order = (typeof ORDERS)[number]

/** Rows in a reply unless the request asks for more; `X-Total-Count` has the total. */
export const ANALYTICS_ROWS = 500
/** Maximum number of rows in an exported file. */
export const ANALYTICS_FILE_ROWS = 100_000
