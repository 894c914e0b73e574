/** Opening hours and leash hours: what a text says, and what that means at an instant in a park. The clock is always an argument. */
export type { HoursPlace } from './zone.ts'
export { zoneOf } from './zone.ts'
export { sunTimes } from './sun.ts'
export type { Moment } from './evaluate.ts'
export type { OpeningAnswer, OpenState } from './opening.ts'
export { openStateAt, openingAt } from './opening.ts'
