import { isInEaster } from './day.ts'
import { dayInYear, YEAR } from './possible-days.ts'
import type { DayTest, Season, When, YearDay } from './rule.ts'
import { isSingleDate } from './rule.ts'

/** The days on which every test passes; without tests, every day. */
export type DayKind = readonly DayTest[]

/**
 * Limits the cost of comparing kinds of days. A text with more is not understood; no real sign has as many.
 */
export const DAY_KINDS_MAX = 64

/**
 * The kinds of days in a rule: 'Sat, Sun and public holidays' has two. `null` if there are more than {@link
 * DAY_KINDS_MAX}.
 */
export function dayKinds(when: When): DayKind[] | null {
  let kinds: DayKind[] = [[]]
  for (const group of when) {
    if (kinds.length * group.length > DAY_KINDS_MAX) return null
    kinds = kinds.flatMap((kind) => group.map((test) => [...kind, test]))
  }
  return kinds
}

/**
 * How a kind of day takes precedence over another on a day that is of both kinds. 'clearly': it replaces the
 * other. 'probably': it is more specific, but both rules may be meant to apply ('all day in winter' and
 * 'before 9am on weekends' on a Saturday in July).
 */
export type Precedence = 'clearly' | 'probably' | null

const SINGLE_DAY = 5
const PUBLIC_HOLIDAY = 4
const NAMED_DAYS = 3
const PART_OF_THE_YEAR = 2
const PART_OF_THE_WEEK = 1

function level(test: DayTest): number {
  switch (test.kind) {
    case 'weekdays':
    case 'school-day':
    case 'no-public-holiday':
      return PART_OF_THE_WEEK
    case 'season':
      return PART_OF_THE_YEAR
    case 'dates':
      return isSingleDate(test) ? SINGLE_DAY : PART_OF_THE_YEAR
    case 'easter':
    case 'easter-holidays':
    case 'school-holiday':
      return NAMED_DAYS
    case 'public-holiday':
      return PUBLIC_HOLIDAY
    case 'easter-day':
      return SINGLE_DAY
  }
}

const levelOf = (kind: DayKind) => kind.reduce((highest, test) => Math.max(highest, level(test)), 0)

/** The test that explains why a day has special hours. Weekdays need no explanation. */
export type LeashReason = Exclude<DayTest, { kind: 'weekdays' } | { kind: 'no-public-holiday' }>

export function reasonOf(kind: DayKind): LeashReason | null {
  let reason: LeashReason | null = null
  for (const test of kind) {
    if (test.kind === 'weekdays' || test.kind === 'no-public-holiday') continue
    if (reason === null || level(test) > level(reason)) reason = test
  }
  return reason
}

/** Dates that are certainly in a season, wherever the season exists (see `inSeason` in calendar.ts). */
const CERTAIN_DATES: Readonly<Record<Season, { from: YearDay; to: YearDay }>> = {
  summer: { from: { month: 12, date: 1 }, to: { month: 2, date: 29 } },
  winter: { from: { month: 6, date: 1 }, to: { month: 8, date: 31 } },
  'not-summer': { from: { month: 5, date: 1 }, to: { month: 9, date: 30 } },
  'daylight-saving': { from: { month: 10, date: 8 }, to: { month: 3, date: 31 } },
  'standard-time': { from: { month: 4, date: 8 }, to: { month: 9, date: 30 } },
}

const daysFrom = (from: YearDay, to: YearDay) => (dayInYear(to) - dayInYear(from) + YEAR) % YEAR

const isRangeWithin = (inner: { from: YearDay; to: YearDay }, outer: { from: YearDay; to: YearDay }) =>
  daysFrom(outer.from, inner.from) + daysFrom(inner.from, inner.to) <= daysFrom(outer.from, outer.to)

const SCHOOL_WEEK = 0b0011111

/** Whether every day that passes `inner` also passes `outer`, as far as the tests alone tell. */
function isTestWithin(inner: DayTest, outer: DayTest): boolean {
  if (JSON.stringify(inner) === JSON.stringify(outer)) return true
  switch (outer.kind) {
    case 'weekdays':
      return inner.kind === 'weekdays'
        ? (inner.mask & ~outer.mask) === 0
        : inner.kind === 'school-day' && (SCHOOL_WEEK & ~outer.mask) === 0
    case 'dates':
      return inner.kind === 'dates' && isRangeWithin(inner, outer)
    case 'season':
      return inner.kind === 'dates' && isRangeWithin(inner, CERTAIN_DATES[outer.season])
    case 'easter':
      return inner.kind === 'easter-day' && isInEaster(inner.offset)
    case 'easter-holidays':
      return inner.kind === 'easter' || (inner.kind === 'easter-day' && isInEaster(inner.offset))
    default:
      return false
  }
}

const isKindWithin = (inner: DayKind, outer: DayKind) =>
  outer.every((limit) => inner.some((test) => isTestWithin(test, limit)))

export const isSameKind = (a: DayKind, b: DayKind) => isKindWithin(a, b) && isKindWithin(b, a)

/**
 * Whether rules for days of kind `a` take precedence over rules for days of kind `b`
 * (docs/decisions/013-the-more-specific-dog-rule-owns-its-days.md). From first to last: single dates, public
 * holidays, Easter and school holidays, seasons and ranges of dates, weekdays, every day. Within one of these
 * levels, a kind that is contained in the other comes first.
 */
export function precedence(a: DayKind, b: DayKind): Precedence {
  const [aWithinB, bWithinA] = [isKindWithin(a, b), isKindWithin(b, a)]
  if (bWithinA) return null
  if (aWithinB) return 'clearly'
  const [high, low] = [levelOf(a), levelOf(b)]
  if (high <= low) return null
  if (high === SINGLE_DAY) return 'clearly'
  const isEaster = a.some(({ kind }) => kind === 'easter')
  if (high === PUBLIC_HOLIDAY || isEaster) {
    // Good Friday is both, and a public holiday in summer may have the summer hours.
    return low <= PART_OF_THE_WEEK || (isEaster && low === PART_OF_THE_YEAR) ? 'clearly' : 'probably'
  }
  return 'probably'
}
