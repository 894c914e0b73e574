import { DAY, HOUR } from '../model/constants.ts'
import type { DayTest, Season, When } from './rule.ts'
import { offsetAt } from './zone.ts'

/** How sure it is that a day is of a kind. Ordered, so that "and" is the least and "or" the greatest. */
export type Sureness = 0 | 1 | 2
export const NO = 0
export const MAYBE = 1
export const YES = 2

/** Kinds of days that are not sure from the date alone. */
export type Unsure =
  | 'summer'
  | 'winter'
  | 'easter-holidays'
  | 'public-holiday'
  | 'school-day'
  | 'school-holiday'
  | 'leap-day'

/** What days are judged by: the park's zone and, to try out what would follow, kinds of days supposed to be so or not. */
export interface Calendar {
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

/** A day of the park's calendar. `weekday`: 0 is Monday. `number`: days since 1 January 1970. Months count from 1. */
export interface CalendarDay {
  number: number
  year: number
  month: number
  date: number
  weekday: number
}

export function calendarDay(number: number): CalendarDay {
  const day = new Date(number * DAY)
  return {
    number,
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    date: day.getUTCDate(),
    weekday: (day.getUTCDay() + 6) % 7,
  }
}

export const dayNumber = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / DAY

/** Easter Sunday of a year as a day number. Source: the anonymous Gregorian algorithm (Nature, 20 April 1876; Meeus, chapter 8). */
export function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  return dayNumber(year, month, (h + l - 7 * m + 33 * month + 19) % 32)
}

/**
 * School holidays fall differently in each state and year; those called after Easter begin at most 16 days before Easter Sunday and end at
 * most 16 days after it.
 */
const EASTER_HOLIDAYS_REACH = 16

/**
 * Public holidays that all states and territories keep on the same day are sure (source: the Fair Work Ombudsman's list of public
 * holidays): New Year's Day, Good Friday, Easter Monday, Anzac Day, Christmas Day, and Australia Day and 26 December when they fall on a
 * weekday. Their substitutes and the Easter weekend depend on the state. A state's own holidays count as ordinary days; texts that speak of
 * holidays carry a note for them.
 */
function publicHoliday({ number, year, month, date, weekday }: CalendarDay, calendar: Calendar): Sureness {
  const weekend = weekday >= 5
  if ((month === 1 && date === 1) || (month === 4 && date === 25) || (month === 12 && date === 25)) return YES
  if ((month === 1 && date === 26) || (month === 12 && date === 26))
    return weekend ? unsure('public-holiday', calendar) : YES
  if (month === 3 || month === 4) {
    const fromEaster = number - easterSunday(year)
    if (fromEaster === -2 || fromEaster === 1) return YES
    if (fromEaster === -1 || fromEaster === 0) return unsure('public-holiday', calendar)
  }
  const afterHoliday =
    month === 1
      ? date === 2 || date === 3 || date === 27 || date === 28
      : month === 12
        ? date === 27 || date === 28
        : month === 4 && (date === 26 || date === 27)
  return afterHoliday && weekday <= 1 ? unsure('public-holiday', calendar) : NO
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
