/**
 * Opening hours and leash hours: reads the texts and evaluates them for a park at an instant. The current
 * time is always an argument.
 */
export type { HoursPlace, OffsetNote } from './zone.ts'
export { learnOffsets, noteOffsets } from './zone.ts'
export { openStateAt, openingAt } from './opening.ts'
export { leashAt } from './leash.ts'
export { sayClosure, sayLeash, sayOpening } from './sentences.ts'
export { hoursTable, nextTime } from './table.ts'
