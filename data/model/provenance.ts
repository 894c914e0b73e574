/** What `source` says of a park that a person has sent in. */
export const SUBMITTED = 'submitted'
/** Ends the `source` of a park that was put right after somebody's report. */
export const CORRECTED = 'corrected after a visitor’s report'
