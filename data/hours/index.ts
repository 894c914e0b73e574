/** Opening hours and leash hours: what a text says, and what that means at an instant in a park. The clock is always an argument. */
export type { HoursPlace, OffsetNote } from './zone.ts'
export { learnOffsets, noteOffsets } from './zone.ts'
export { openStateAt, openingAt } from './opening.ts'
export { leashAt } from './leash.ts'
export { sayClosure, sayLeash, sayOpening } from './say.ts'
export { hoursTable, nextTime } from './table.ts'
