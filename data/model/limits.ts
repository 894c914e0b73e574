// Limits of what is stored for one account. docs/limits.md lists the same figures, and a test compares the
// two.

/** Active saves of all parks. A park has one for each device that saved it without knowing of the others. */
export const SAVES_MAX = 5_000
/** Active saves of one park. */
export const SAVES_OF_PARK_MAX = 50
/** Cancelled saves; the latest are kept, so that a save that arrives late stays cancelled. */
export const REMOVALS_KEPT = 10_000
/** Clearings of the search history; the latest are kept. */
export const CLEARINGS_KEPT = 1_000
export const VISITS_MAX = 10_000
/** Total length of the notes of all visits, in characters. */
export const VISIT_NOTES_MAX = 1_000_000
/** Reviews, one for each park. */
export const REVIEWS_MAX = 200
export const SUBMISSIONS_MAX = 500
export const MESSAGES_MAX = 500
export const REPORTS_MAX = 1_000
/** Outcomes of operations; the latest are kept, for at most 90 days. */
export const OUTCOMES_KEPT = 20_000
/** Synchronised devices; those that synchronised last are kept. */
export const DEVICES_KEPT = 100
/** Sessions; those that were used last are kept. */
export const SESSIONS_KEPT = 100
/** Results kept with a search; a search with more is run again. */
export const CACHED_RESULTS_MAX = 2_000
/** How long a single search is kept for analytics. After that only daily totals are kept. Days. */
export const SEARCHES_KEPT_DAYS = 90
/** Search terms, and places, kept for each day of analytics: the most frequent ones. */
export const DAILY_TERMS_KEPT = 1_000
