/** The parts of a text about hours: days, and times of day relative to the clock or to the sun. */

export type SunEvent = 'dawn' | 'sunrise' | 'sunset' | 'dusk'

/**
 * A time of day. Clock: minutes since midnight in the park's time zone, 0 to 1440. Sun: minutes after the
 * event, negative before it.
 */
export type Anchor = { kind: 'clock'; minute: number } | { kind: SunEvent; offset: number }

/** From one time of day up to, but not including, another. `overnight`: the end is on the following day. */
export interface Span {
  from: Anchor
  to: Anchor
  overnight: boolean
}

export const MIDNIGHT: Anchor = { kind: 'clock', minute: 0 }
export const DAY_END: Anchor = { kind: 'clock', minute: 1440 }
export const ALL_DAY: Span = { from: MIDNIGHT, to: DAY_END, overnight: false }

export const isAllDay = (span: Span) =>
  span.from.kind === 'clock' && span.from.minute === 0 && span.to.kind === 'clock' && span.to.minute === 1440

/** A date without a year. `month`: from 1. */
export interface YearDay {
  month: number
  date: number
}

export type Season = 'daylight-saving' | 'standard-time' | 'summer' | 'winter' | 'not-summer'

/** A condition that a day may meet. */
export type DayTest =
  /** Bit 0 is Monday, bit 6 Sunday. */
  | { kind: 'weekdays'; mask: number }
  /** Both ends are included; the range may extend over New Year. */
  | { kind: 'dates'; from: YearDay; to: YearDay }
  | { kind: 'season'; season: Season }
  /** Good Friday to Easter Monday. */
  | { kind: 'easter' }
  /** Easter and the school holidays around it, whose dates differ by state. */
  | { kind: 'easter-holidays' }
  /** A day relative to Easter Sunday. `offset`: days after it, negative before it. */
  | { kind: 'easter-day'; offset: number }
  | { kind: 'public-holiday' }
  | { kind: 'no-public-holiday' }
  | { kind: 'school-day' }
  | { kind: 'school-holiday' }

/** Whether a test is for one date: 25 December. */
export const isSingleDate = (test: DayTest) =>
  test.kind === 'dates' && test.from.month === test.to.month && test.from.date === test.to.date

/** The days on which every group has a test that passes. Without groups, every day. */
export type When = DayTest[][]

export const EVERY_DAY = 0b1111111
