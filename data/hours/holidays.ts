import type { StateCode } from '../model/state.ts'
import type { CalendarDay } from './day.ts'
import { easterSunday } from './day.ts'
import type { Certainty } from './certainty.ts'
import { MAYBE, NO, YES } from './certainty.ts'

/** The place that a day may be a public holiday at. Degrees. */
export interface HolidayPlace {
  state: StateCode
  latitude: number
  longitude: number
}

/**
 * Whether a day is a public holiday in the park's state or territory.
 *
 * Sources: Public Holidays Act 2010 and Public Holidays Amendment (Anzac Day) Order 2026 (NSW), Public
 * Holidays Act 1993 (Vic), Holidays Act 1983 (Qld), Public Holidays Act 2023 (SA), Public and Bank Holidays
 * Act 1972 (WA), Statutory Holidays Act 2000 (Tas), Holidays Act 1958 (ACT), Public Holidays Act 1981 (NT).
 *
 * MAYBE for holidays in a part of the state or of the day only, for holidays that are proclaimed each year
 * and not proclaimed yet, and for the date itself when an Act moves its holiday to Monday, because lists and
 * signs often mean the date. Not covered: show days in Queensland other than Brisbane's, which are set by
 * district each year, and days that Victorian councils choose instead of Melbourne Cup Day.
 */
export function publicHolidayOn(day: CalendarDay, place: HolidayPlace): Certainty {
  const national = nationalHoliday(day, place.state)
  return national === YES ? YES : (Math.max(national, STATE_HOLIDAYS[place.state](day, place)) as Certainty)
}

const MONDAY = 0
const TUESDAY = 1
const WEDNESDAY = 2
const THURSDAY = 3
const FRIDAY = 4
const SATURDAY = 5
const SUNDAY = 6

/** Holidays in all states: fixed dates, Easter, and the substitute days when they fall on a weekend. */
function nationalHoliday(day: CalendarDay, state: StateCode): Certainty {
  switch (day.month) {
    case 1:
      return january(day, state)
    case 3:
    case 4:
      return Math.max(easter(day, state), anzacDay(day, state)) as Certainty
    // The National Day of Mourning for Queen Elizabeth II.
    case 9:
      return day.year === 2022 && day.date === 22 ? YES : NO
    case 12:
      return christmas(day, state)
    default:
      return NO
  }
}

/**
 * When New Year's Day falls on a weekend, Monday is a holiday, too. In Tasmania and the Northern Territory
 * the Acts move the holiday to Monday, but lists of both governments include the day itself as well.
 * Australia Day on a weekend is moved to Monday everywhere.
 */
function january({ date, weekday }: CalendarDay, state: StateCode): Certainty {
  const weekend = weekday >= SATURDAY
  if (date === 1) return weekend && (state === 'TAS' || state === 'NT') ? MAYBE : YES
  if (date === 26) return weekend ? MAYBE : YES
  return weekday === MONDAY && (date === 2 || date === 3 || date === 27 || date === 28) ? YES : NO
}

/**
 * Easter Saturday is a holiday everywhere except in Western Australia and Tasmania, Easter Sunday everywhere
 * except in Tasmania.
 */
function easter({ number, year }: CalendarDay, state: StateCode): Certainty {
  switch (number - easterSunday(year)) {
    case -2:
    case 1:
      return YES
    case -1:
      return state === 'WA' || state === 'TAS' ? NO : YES
    case 0:
      return state === 'TAS' ? NO : YES
    // A holiday for parts of the public service only.
    case 2:
      return state === 'TAS' ? MAYBE : NO
    default:
      return NO
  }
}

/** Years in which New South Wales has ordered a holiday on the Monday after Anzac Day. */
const ANZAC_MONDAYS_NSW = new Set([2026, 2027])

function anzacDay({ year, month, date, weekday }: CalendarDay, state: StateCode): Certainty {
  if (month !== 4 || date < 25 || date > 27) return NO
  if (date === 25) {
    if (state === 'ACT') return weekday >= SATURDAY ? MAYBE : YES
    // The Acts move it to Monday; lists name both days.
    return weekday === SUNDAY && (state === 'QLD' || state === 'NT') ? MAYBE : YES
  }
  if (weekday !== MONDAY) return NO
  switch (state) {
    case 'ACT':
    case 'WA':
      return YES
    case 'NSW':
      return ANZAC_MONDAYS_NSW.has(year) ? YES : MAYBE
    case 'QLD':
    case 'NT':
      return date === 26 ? YES : NO
    // The Act of 2023 and published lists differ.
    case 'SA':
      return date === 26 ? MAYBE : NO
    case 'VIC':
    case 'TAS':
      return NO
  }
}

/**
 * When Christmas Day or 26 December falls on a weekend, the following Monday or Tuesday is a holiday, too.
 * Tasmania's Act moves 26 December, and that of the Northern Territory both. The evening is a holiday on 24
 * December from 6 pm (Queensland) or 7 pm (South Australia, Northern Territory), and on 31 December from 7 pm
 * (South Australia, Northern Territory).
 */
function christmas({ date, weekday }: CalendarDay, state: StateCode): Certainty {
  switch (date) {
    case 24:
      return state === 'QLD' || state === 'SA' || state === 'NT' ? MAYBE : NO
    case 25:
      return weekday >= SATURDAY && (state === 'NT' || state === 'SA') ? MAYBE : YES
    case 26:
      if (state === 'TAS') return weekday >= SATURDAY || weekday === MONDAY ? MAYBE : YES
      return weekday >= SATURDAY && state === 'NT' ? MAYBE : YES
    case 27:
      if (weekday === MONDAY) return YES
      return weekday === TUESDAY ? (state === 'SA' || state === 'NT' ? MAYBE : YES) : NO
    case 28:
      return weekday === MONDAY || weekday === TUESDAY ? YES : NO
    case 31:
      return state === 'SA' || state === 'NT' ? MAYBE : NO
    default:
      return NO
  }
}

/** Whether a day is the n-th such weekday of the month. */
const nth = (day: CalendarDay, month: number, weekday: number, n: number) =>
  day.month === month && day.weekday === weekday && Math.ceil(day.date / 7) === n

/** Whether a day is that weekday and within the dates of one month. */
const isBetween = (day: CalendarDay, month: number, weekday: number, first: number, last: number) =>
  day.month === month && day.weekday === weekday && day.date >= first && day.date <= last

const yesIf = (condition: boolean): Certainty => (condition ? YES : NO)
const maybeIf = (condition: boolean): Certainty => (condition ? MAYBE : NO)
const either = (...each: Certainty[]) => Math.max(...each) as Certainty

/** By year: the 'month-date' of a holiday that is proclaimed each year. */
const GRAND_FINAL_FRIDAYS: Readonly<Record<number, string>> = { 2024: '9-27', 2025: '9-26', 2026: '9-25' }
const KINGS_BIRTHDAYS_WA: Readonly<Record<number, string>> = {
  2024: '9-23',
  2025: '9-29',
  2026: '9-28',
  2027: '9-27',
}

/**
 * A holiday proclaimed each year. If the date is not known for the year, every such weekday around the end of
 * September may be the holiday.
 */
function proclaimed(day: CalendarDay, weekday: number, known: Readonly<Record<number, string>>): Certainty {
  const date = known[day.year]
  if (date !== undefined) return yesIf(date === `${day.month}-${day.date}`)
  return maybeIf(isBetween(day, 9, weekday, 22, 30) || isBetween(day, 10, weekday, 1, 7))
}

/**
 * Within 30 km of the centre of Melbourne all councils are metropolitan, and metropolitan councils cannot
 * replace Melbourne Cup Day with another day.
 */
const isInMelbourne = ({ latitude, longitude }: HolidayPlace) =>
  Math.hypot(latitude + 37.8136, (longitude - 144.9631) * 0.79) < 0.27

/** Some shires in the Pilbara and the Kimberley have the King's Birthday on another Monday, in August. */
const isNorthOfWA = ({ latitude }: HolidayPlace) => latitude > -24

const STATE_HOLIDAYS: Readonly<Record<StateCode, (day: CalendarDay, place: HolidayPlace) => Certainty>> = {
  NSW: (day) => yesIf(nth(day, 6, MONDAY, 2) || nth(day, 10, MONDAY, 1)),
  VIC: (day, place) =>
    either(
      yesIf(nth(day, 3, MONDAY, 2) || nth(day, 6, MONDAY, 2)),
      proclaimed(day, FRIDAY, GRAND_FINAL_FRIDAYS),
      nth(day, 11, TUESDAY, 1) ? (isInMelbourne(place) ? YES : MAYBE) : NO,
    ),
  QLD: (day) =>
    either(
      yesIf(nth(day, 5, MONDAY, 1) || nth(day, 10, MONDAY, 1)),
      // The Royal Queensland Show, in Brisbane.
      maybeIf(isBetween(day, 8, WEDNESDAY, 10, 17)),
    ),
  SA: (day) => yesIf(nth(day, 3, MONDAY, 2) || nth(day, 6, MONDAY, 2) || nth(day, 10, MONDAY, 1)),
  WA: (day, place) => {
    const birthday = proclaimed(day, MONDAY, KINGS_BIRTHDAYS_WA)
    return either(
      yesIf(nth(day, 3, MONDAY, 1) || nth(day, 6, MONDAY, 1)),
      isNorthOfWA(place) ? (Math.min(birthday, MAYBE) as Certainty) : birthday,
      maybeIf(isNorthOfWA(place) && day.month === 8 && day.weekday === MONDAY),
    )
  },
  TAS: (day) =>
    either(yesIf(nth(day, 3, MONDAY, 2) || nth(day, 6, MONDAY, 2)), maybeIf(isLocalHolidayOfTasmania(day))),
  NT: (day) =>
    either(
      yesIf(nth(day, 5, MONDAY, 1) || nth(day, 6, MONDAY, 2) || nth(day, 8, MONDAY, 1)),
      // Show days: Alice Springs, Tennant Creek, Katherine, Darwin; Borroloola.
      maybeIf(
        (day.month === 7 && day.weekday === FRIDAY) ||
          isBetween(day, 6, FRIDAY, 24, 30) ||
          nth(day, 8, FRIDAY, 3),
      ),
    ),
  ACT: (day) =>
    yesIf(
      nth(day, 3, MONDAY, 2) ||
        // Reconciliation Day: 27 May or the Monday after it.
        isBetween(day, 5, MONDAY, 27, 31) ||
        isBetween(day, 6, MONDAY, 1, 2) ||
        nth(day, 6, MONDAY, 2) ||
        nth(day, 10, MONDAY, 1),
    ),
}

/** Holidays in some municipal areas only: cups, regattas and shows (Schedule 1 of Tasmania's Act). */
function isLocalHolidayOfTasmania(day: CalendarDay): boolean {
  return (
    isBetween(day, 1, WEDNESDAY, 5, 11) || // Devonport Cup
    nth(day, 2, MONDAY, 2) || // Royal Hobart Regatta
    isBetween(day, 2, WEDNESDAY, 22, 29) || // Launceston Cup
    nth(day, 3, TUESDAY, 1) || // King Island Show
    isBetween(day, 5, FRIDAY, 2, 8) || // Agfest
    isBetween(day, 9, FRIDAY, 30, 30) || // Burnie Show, the day before the first Saturday in October
    isBetween(day, 10, FRIDAY, 1, 6) ||
    isBetween(day, 10, THURSDAY, 6, 12) || // Launceston Show
    isBetween(day, 10, FRIDAY, 14, 20) || // Flinders Island Show
    isBetween(day, 10, THURSDAY, 20, 26) || // Royal Hobart Show
    nth(day, 11, MONDAY, 1) || // Recreation Day
    isBetween(day, 11, FRIDAY, 25, 30) || // Devonport Show
    isBetween(day, 12, FRIDAY, 1, 1)
  )
}
