import { DAY, HOUR } from '../model/constants.ts'
import type { CalendarDay } from './day.ts'
import { dayNumber, fromEaster, isInEaster } from './day.ts'
import type { HolidayPlace } from './holidays.ts'
import { publicHolidayOn } from './holidays.ts'
import { dayInYear, isInDates } from './possible-days.ts'
import type { DayTest, Season, When } from './rule.ts'
import type { Certainty } from './certainty.ts'
import { MAYBE, NO, YES } from './certainty.ts'
import { offsetAt } from './zone.ts'

/** Kinds of days that cannot always be told from the date alone. */
export type UncertainDay =
  | 'summer'
  | 'winter'
  | 'easter-holidays'
  | 'public-holiday'
  | 'school-day'
  | 'school-holiday'
  | 'leap-day'

/**
 * The time zone, position and state of a park, which determine its local time, sun and public holidays.
 * `assumptions`: whether to treat a day as one of an uncertain kind, so that both possibilities can be tried.
 */
export interface LocalClock extends HolidayPlace {
  zone: string
  assumptions: Readonly<Partial<Record<UncertainDay, boolean>>>
}

const certaintyAssumed = (kind: UncertainDay, { assumptions }: LocalClock): Certainty =>
  assumptions[kind] === undefined ? MAYBE : assumptions[kind] ? YES : NO

/** The kinds of days in a text that are uncertain on some dates. */
export function uncertainDaysIn(whens: readonly When[]): UncertainDay[] {
  const kinds = new Set<UncertainDay>()
  for (const test of whens.flat(2)) {
    if (test.kind === 'season' && (test.season === 'summer' || test.season === 'not-summer'))
      kinds.add('summer')
    else if (test.kind === 'season' && test.season === 'winter') kinds.add('winter')
    else if (test.kind === 'public-holiday' || test.kind === 'no-public-holiday') kinds.add('public-holiday')
    else if (test.kind === 'easter-holidays' || test.kind === 'school-day' || test.kind === 'school-holiday')
      kinds.add(test.kind)
    else if (test.kind === 'dates' && endsOn28February(test)) kinds.add('leap-day')
  }
  return [...kinds]
}

/**
 * How far before and after Easter Sunday the Easter school holidays may begin and end, in days. Their dates
 * differ by state and year.
 */
const EASTER_HOLIDAYS_REACH = 16

function publicHoliday(day: CalendarDay, clock: LocalClock): Certainty {
  const certainty = publicHolidayOn(day, clock)
  return certainty === MAYBE ? certaintyAssumed('public-holiday', clock) : certainty
}

/** 2:00 UTC is around midday everywhere in Australia, long after the clocks change. */
const MIDDAY = 2 * HOUR

/** Whether the offset from UTC is greater than on 1 July. */
const daylightSaving = ({ number, year }: CalendarDay, zone: string) =>
  offsetAt(zone, number * DAY + MIDDAY) > offsetAt(zone, dayNumber(year, 7, 1) * DAY + MIDDAY)

/**
 * Seasons without dates. Summer is December to February and winter June to August (Bureau of Meteorology).
 * Councils' summers can extend from October to April and their winters from April to October, so the months
 * in between are uncertain.
 */
function inSeason(season: Season, day: CalendarDay, clock: LocalClock): Certainty {
  const { month } = day
  switch (season) {
    case 'daylight-saving':
      return daylightSaving(day, clock.zone) ? YES : NO
    case 'standard-time':
      return daylightSaving(day, clock.zone) ? NO : YES
    case 'summer':
      return month === 12 || month <= 2
        ? YES
        : month >= 5 && month <= 9
          ? NO
          : certaintyAssumed('summer', clock)
    case 'winter':
      return month >= 6 && month <= 8
        ? YES
        : month >= 11 || month <= 3
          ? NO
          : certaintyAssumed('winter', clock)
    case 'not-summer':
      return (YES - inSeason('summer', day, clock)) as Certainty
  }
}

type Dates = Extract<DayTest, { kind: 'dates' }>

/** 'To 28 Feb' may mean the end of February. */
const endsOn28February = ({ from, to }: Dates) =>
  to.month === 2 && to.date === 28 && !(from.month === 2 && from.date === 28)

function inDates(dates: Dates, { month, date }: CalendarDay, clock: LocalClock): Certainty {
  if (month === 2 && date === 29 && endsOn28February(dates)) return certaintyAssumed('leap-day', clock)
  return isInDates(dayInYear({ month, date }), dates) ? YES : NO
}

function testDay(test: DayTest, day: CalendarDay, clock: LocalClock): Certainty {
  switch (test.kind) {
    case 'weekdays':
      return (test.mask >> day.weekday) & 1 ? YES : NO
    case 'dates':
      return inDates(test, day, clock)
    case 'season':
      return inSeason(test.season, day, clock)
    case 'easter':
      return isInEaster(fromEaster(day)) ? YES : NO
    case 'easter-holidays': {
      const offset = fromEaster(day)
      if (isInEaster(offset)) return YES
      return Math.abs(offset) <= EASTER_HOLIDAYS_REACH ? certaintyAssumed('easter-holidays', clock) : NO
    }
    case 'easter-day':
      return fromEaster(day) === test.offset ? YES : NO
    case 'public-holiday':
      return publicHoliday(day, clock)
    case 'no-public-holiday':
      return (YES - publicHoliday(day, clock)) as Certainty
    case 'school-day':
      return day.weekday >= 5 || publicHoliday(day, clock) === YES
        ? NO
        : certaintyAssumed('school-day', clock)
    case 'school-holiday':
      return certaintyAssumed('school-holiday', clock)
  }
}

/** Whether a day is one of the days in `when`. */
export function testWhen(when: When, day: CalendarDay, clock: LocalClock): Certainty {
  let all: Certainty = YES
  for (const group of when) {
    let any: Certainty = NO
    for (const test of group) any = Math.max(any, testDay(test, day, clock)) as Certainty
    all = Math.min(all, any) as Certainty
    if (all === NO) return NO
  }
  return all
}
