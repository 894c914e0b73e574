/**
 * Opening hours and leash hours: reads the texts and evaluates them for a park at an instant. The current
 * time is always an argument.
 */
export type { HoursPlace, OffsetNote } from './zone.ts'
export { learnOffsets, noteOffsets, zoneOf } from './zone.ts'
export { sunTimes } from './sun.ts'
export type { Moment } from './evaluate.ts'
export type { OpeningAnswer, OpenState } from './opening.ts'
export { openStateAt, openingAt } from './opening.ts'
export type { LeashAnswer, LeashState } from './leash.ts'
export { leashAt } from './leash.ts'
export type { LeashReason } from './precedence.ts'
export { formatClock, sayClosure, sayLeash, sayOpening } from './sentences.ts'
export type { HoursRow, HoursTable } from './table.ts'
export { hoursTable, nextTime } from './table.ts'
