/**
 * Opening hours and leash hours: reads the texts and evaluates them for a park at an instant. The current
 * time is always an argument. The table of a week, which only the page of a park needs, is in table.ts.
 */
export type { HoursPlace, KnownOffset } from './zone.ts'
export { setKnownOffsets, offsetsAround } from './zone.ts'
export { openStateAt, openingAt } from './opening.ts'
export { leashAt } from './leash.ts'
export { describeClosure, describeLeash, describeOpening } from './sentences.ts'
