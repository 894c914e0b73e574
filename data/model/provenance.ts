/** The `source` of a park that was submitted by a person. */
export const SUBMITTED = 'submitted'
/** The end of the `source` of a park that was corrected after a report. */
export const CORRECTED = 'corrected after a visitor’s report'
