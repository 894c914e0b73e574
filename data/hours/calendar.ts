import { DAY, HOUR } from '../model/constants.ts'
import type { CalendarDay } from './day.ts'
import { dayNumber, easterSunday } from './day.ts'
import type { HolidayPlace } from './holidays.ts'
import { publicHolidayOn } from './holidays.ts'
import type { DayTest, Season, When } from './rule.ts'
import type { Sureness } from './sureness.ts'
import { MAYBE, NO, YES } from './sureness.ts'
import { offsetAt } from './zone.ts'

export type { Sureness } from './sureness.ts'
export { MAYBE, NO, YES } from './sureness.ts'

/** Kinds of days that are not sure from the date alone. */
export type Unsure =
  | 'summer'
  | 'winter'
  | 'easter-holidays'
  | 'public-holiday'
  | 'school-day'
  | 'school-holiday'
  | 'leap-day'

/** What days are judged by: the park's zone and place and, to try out what would follow, kinds of days supposed to be so or not. */
export interface Calendar extends HolidayPlace {
  zone: string
  supposed: Readonly<Partial<Record<Unsure, boolean>>>
}

const unsure = (kind: Unsure, { supposed }: Calendar): Sureness =>
  supposed[kind] === undefined ? MAYBE : supposed[kind] ? YES : NO

/** The kinds of days a text speaks of that may not be sure on some dates. */
export function unsureKinds(whens: readonly When[]): Unsure[] {
  const kinds = new Set<Unsure>()
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
 * School holidays fall differently in each state and year; those called after Easter begin at most 16 days before Easter Sunday and end at
 * most 16 days after it.
 */
const EASTER_HOLIDAYS_REACH = 16

function publicHoliday(day: CalendarDay, calendar: Calendar): Sureness {
  const sureness = publicHolidayOn(day, calendar)
  return sureness === MAYBE ? unsure('public-holiday', calendar) : sureness
}

/** 2 h UTC is the middle of the day everywhere in Australia, long after the clocks change. */
const MIDDAY = 2 * HOUR

/** Whether the park's clock is ahead of what it shows in the middle of winter. */
const daylightSaving = ({ number, year }: CalendarDay, zone: string) =>
  offsetAt(zone, number * DAY + MIDDAY) > offsetAt(zone, dayNumber(year, 7, 1) * DAY + MIDDAY)

/**
 * Seasons without dates. Summer is December to February and winter June to August (Bureau of Meteorology); since councils' summers reach
 * from October into April and their winters from April into October, the months between are not sure.
 */
function inSeason(season: Season, day: CalendarDay, calendar: Calendar): Sureness {
  const { month } = day
  switch (season) {
    case 'daylight-saving':
      return daylightSaving(day, calendar.zone) ? YES : NO
    case 'standard-time':
      return daylightSaving(day, calendar.zone) ? NO : YES
    case 'summer':
      return month === 12 || month <= 2 ? YES : month >= 5 && month <= 9 ? NO : unsure('summer', calendar)
    case 'winter':
      return month >= 6 && month <= 8 ? YES : month >= 11 || month <= 3 ? NO : unsure('winter', calendar)
    case 'not-summer':
      return (YES - inSeason('summer', day, calendar)) as Sureness
  }
}

type Dates = Extract<DayTest, { kind: 'dates' }>

/** Whoever writes 'to 28 Feb' may mean the end of the month. */
const endsOn28February = ({ from, to }: Dates) =>
  to.month === 2 && to.date === 28 && !(from.month === 2 && from.date === 28)

function inDates(dates: Dates, { month, date }: CalendarDay, calendar: Calendar): Sureness {
  const { from, to } = dates
  if (month === 2 && date === 29 && endsOn28February(dates)) return unsure('leap-day', calendar)
  const key = month * 32 + date
  const first = from.month * 32 + from.date
  const last = to.month * 32 + to.date
  return (first <= last ? key >= first && key <= last : key >= first || key <= last) ? YES : NO
}

function testDay(test: DayTest, day: CalendarDay, calendar: Calendar): Sureness {
  switch (test.kind) {
    case 'weekdays':
      return (test.mask >> day.weekday) & 1 ? YES : NO
    case 'dates':
      return inDates(test, day, calendar)
    case 'season':
      return inSeason(test.season, day, calendar)
    case 'easter': {
      const fromEaster = day.number - easterSunday(day.year)
      return fromEaster >= -2 && fromEaster <= 1 ? YES : NO
    }
    case 'easter-holidays': {
      const fromEaster = day.number - easterSunday(day.year)
      if (fromEaster >= -2 && fromEaster <= 1) return YES
      return Math.abs(fromEaster) <= EASTER_HOLIDAYS_REACH ? unsure('easter-holidays', calendar) : NO
    }
    case 'easter-day':
      return day.number - easterSunday(day.year) === test.offset ? YES : NO
    case 'public-holiday':
      return publicHoliday(day, calendar)
    case 'no-public-holiday':
      return (YES - publicHoliday(day, calendar)) as Sureness
    case 'school-day':
      return day.weekday >= 5 || publicHoliday(day, calendar) === YES ? NO : unsure('school-day', calendar)
    case 'school-holiday':
      return unsure('school-holiday', calendar)
  }
}

/** How sure it is that a day is one of those meant. */
export function testWhen(when: When, day: CalendarDay, calendar: Calendar): Sureness {
  let all: Sureness = YES
  for (const group of when) {
    let any: Sureness = NO
    for (const test of group) any = Math.max(any, testDay(test, day, calendar)) as Sureness
    all = Math.min(all, any) as Sureness
    if (all === NO) return NO
  }
  return all
}
