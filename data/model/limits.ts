// How much is kept of one account. docs/limits.md lists these figures for people, and a test compares the two.

/** Acts of saving that hold, over all parks: a park on several devices has one for each device that saved it without knowing of the others. */
export const SAVES_MAX = 5_000
/** Acts of saving that hold of one park. */
export const SAVES_OF_PARK_MAX = 50
/** Acts of saving that were taken back, the latest. They keep a save that arrives late from coming back. */
export const REMOVALS_KEPT = 10_000
/** Clearings of the search history that are remembered, the latest. */
export const CLEARINGS_KEPT = 1_000
export const VISITS_MAX = 10_000
/** Characters of the notes of all visits. */
export const VISIT_NOTES_MAX = 1_000_000
/** Reviews of one person; one a park. */
export const REVIEWS_MAX = 200
/** Submissions and messages, each. */
export const LETTERS_MAX = 500
export const REPORTS_MAX = 1_000
/** Outcomes of operations, the latest; none longer than 90 days. */
export const OUTCOMES_KEPT = 20_000
/** Devices of the sync, those heard of last. */
export const DEVICES_KEPT = 100
/** Parks of an answer that is kept with a search; a longer one is searched again. */
export const CACHED_RESULTS_MAX = 2_000
/** Days that a single search is kept for the figures; after that only the sums of its day are. */
export const SEARCHES_KEPT_DAYS = 90
/** Different words, and different places, that are kept of a day of searches: those searched most. */
export const DAILY_TERMS_KEPT = 1_000
