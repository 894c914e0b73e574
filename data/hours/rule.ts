/** What a text about hours says once it is read: days, times of day anchored to the clock or the sun, and what holds then. */

export type SunEvent = 'dawn' | 'sunrise' | 'sunset' | 'dusk'

/** A time of day. Clock: minutes since midnight on the park's clock, 0 to 1440. Sun: minutes after (negative: before) the event. */
export type Anchor = { kind: 'clock'; minute: number } | { kind: SunEvent; offset: number }

/** From one time of day up to, not including, another. `overnight`: the end is on the following day. */
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

/** A date of every year; months count from 1. */
export interface YearDay {
  month: number
  date: number
}

export type Season = 'daylight-saving' | 'standard-time' | 'summer' | 'winter' | 'not-summer'

/** One thing a day can be. */
export type DayTest =
  /** Bit 0 is Monday, bit 6 Sunday. */
  | { kind: 'weekdays'; mask: number }
  /** Both ends count; the range may run over New Year. */
  | { kind: 'dates'; from: YearDay; to: YearDay }
  | { kind: 'season'; season: Season }
  /** Good Friday to Easter Monday. */
  | { kind: 'easter' }
  /** Easter and the school holidays near it, whose dates are each state's own. */
  | { kind: 'easter-holidays' }
  /** A day so many days after Easter Sunday. */
  | { kind: 'easter-day'; offset: number }
  | { kind: 'public-holiday' }
  | { kind: 'no-public-holiday' }
  | { kind: 'school-day' }
  | { kind: 'school-holiday' }

/** Days on which every group has a test that passes. No group: every day. */
export type When = DayTest[][]

export const EVERY_DAY = 0b1111111
