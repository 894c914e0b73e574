/**
 * Opening hours and leash hours: reads the texts and evaluates them for a park at an instant. The current
 * time is always an argument. Files that only some screens need are imported by themselves: the table of a week
 * (table.ts) and the offsets that are stored for the next start (offsets-around.ts).
 */
export type { HoursPlace, KnownOffset } from './zone.ts'
export { setKnownOffsets } from './zone.ts'
export { mayBeClosed, openStateAt, openingAt } from './opening.ts'
export { leashAt } from './leash.ts'
export { describeClosure, describeLeash, describeOpening } from './sentences.ts'
