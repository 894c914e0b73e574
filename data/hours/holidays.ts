import type { StateCode } from '../model/state.ts'
import type { CalendarDay } from './day.ts'
import { easterSunday } from './day.ts'
import type { Sureness } from './sureness.ts'
import { MAYBE, NO, YES } from './sureness.ts'

/** Where a day is a public holiday or not. Degrees. */
export interface HolidayPlace {
  state: StateCode
  latitude: number
  longitude: number
}

/**
 * Whether a day is a public holiday of the park's state or territory.
 *
 * Sources: Public Holidays Act 2010 and Public Holidays Amendment (Anzac Day) Order 2026 (NSW), Public Holidays Act 1993 (Vic), Holidays
 * Act 1983 (Qld), Public Holidays Act 2023 (SA), Public and Bank Holidays Act 1972 (WA), Statutory Holidays Act 2000 (Tas), Holidays Act
 * 1958 (ACT), Public Holidays Act 1981 (NT). A day is MAYBE where it is kept in a part of the state or of the day only, where it is set
 * by proclamation and the year's has not been made, and where an Act moves a holiday to Monday but lists and signs also mean the day
 * itself. Show days that Queensland gazettes by district (other than Brisbane's) and days that councils in Victoria keep instead of
 * Melbourne Cup Day are set year by year and not known here.
 */
export function publicHolidayOn(day: CalendarDay, place: HolidayPlace): Sureness {
  const national = nationalHoliday(day, place.state)
  return national === YES ? YES : (Math.max(national, STATE_HOLIDAYS[place.state](day, place)) as Sureness)
}

const MONDAY = 0
const TUESDAY = 1
const WEDNESDAY = 2
const THURSDAY = 3
const FRIDAY = 4
const SATURDAY = 5
const SUNDAY = 6

/** The days of all states: their dates, Easter, and what follows where they fall on a weekend. */
function nationalHoliday(day: CalendarDay, state: StateCode): Sureness {
  switch (day.month) {
    case 1:
      return january(day, state)
    case 3:
    case 4:
      return Math.max(easter(day, state), anzacDay(day, state)) as Sureness
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
 * New Year's Day on a weekend: Monday is a holiday, too. In Tasmania and the Northern Territory the Acts move it there; lists of both
 * governments have the day itself as well. Australia Day on a weekend is moved to Monday everywhere.
 */
function january({ date, weekday }: CalendarDay, state: StateCode): Sureness {
  const weekend = weekday >= SATURDAY
  if (date === 1) return weekend && (state === 'TAS' || state === 'NT') ? MAYBE : YES
  if (date === 26) return weekend ? MAYBE : YES
  return weekday === MONDAY && (date === 2 || date === 3 || date === 27 || date === 28) ? YES : NO
}

/** Easter Saturday is a holiday in all but Western Australia and Tasmania, Easter Sunday in all but Tasmania. */
function easter({ number, year }: CalendarDay, state: StateCode): Sureness {
  switch (number - easterSunday(year)) {
    case -2:
    case 1:
      return YES
    case -1:
      return state === 'WA' || state === 'TAS' ? NO : YES
    case 0:
      return state === 'TAS' ? NO : YES
    // Kept by parts of the public service only.
    case 2:
      return state === 'TAS' ? MAYBE : NO
    default:
      return NO
  }
}

/** Years for which New South Wales has ordered a Monday after an Anzac Day on a weekend. */
const ANZAC_MONDAYS_NSW = new Set([2026, 2027])

function anzacDay({ year, month, date, weekday }: CalendarDay, state: StateCode): Sureness {
  if (month !== 4 || date < 25 || date > 27) return NO
  if (date === 25) {
    if (state === 'ACT') return weekday >= SATURDAY ? MAYBE : YES
    // Moved to Monday by the Acts; lists name both.
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
    // The Act of 2023 and accounts of it differ.
    case 'SA':
      return date === 26 ? MAYBE : NO
    case 'VIC':
    case 'TAS':
      return NO
  }
}

/**
 * On a weekend, Christmas Day and 26 December are followed by a Monday or Tuesday that is a holiday, too. Tasmania's Act moves 26
 * December, that of the Northern Territory both. From 24 December at 6 pm (Queensland) or 7 pm (South Australia, Northern Territory), and
 * from 31 December at 7 pm (the latter two), the evening is a holiday.
 */
function christmas({ date, weekday }: CalendarDay, state: StateCode): Sureness {
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

/** The n-th of a weekday in a month. */
const nth = (day: CalendarDay, month: number, weekday: number, n: number) =>
  day.month === month && day.weekday === weekday && Math.ceil(day.date / 7) === n

/** A weekday within dates of one month. */
const within = (day: CalendarDay, month: number, weekday: number, first: number, last: number) =>
  day.month === month && day.weekday === weekday && day.date >= first && day.date <= last

const sure = (is: boolean): Sureness => (is ? YES : NO)
const maybe = (is: boolean): Sureness => (is ? MAYBE : NO)
const either = (...each: Sureness[]) => Math.max(...each) as Sureness

/** By year, 'month-date' of days that are proclaimed each year. */
const GRAND_FINAL_FRIDAYS: Readonly<Record<number, string>> = { 2024: '9-27', 2025: '9-26', 2026: '9-25' }
const KINGS_BIRTHDAYS_WA: Readonly<Record<number, string>> = {
  2024: '9-23',
  2025: '9-29',
  2026: '9-28',
  2027: '9-27',
}

/** A day proclaimed each year: sure where the year's is known, else any that weekday around the turn of September. */
function proclaimed(day: CalendarDay, weekday: number, known: Readonly<Record<number, string>>): Sureness {
  const date = known[day.year]
  if (date !== undefined) return sure(date === `${day.month}-${day.date}`)
  return maybe(within(day, 9, weekday, 22, 30) || within(day, 10, weekday, 1, 7))
}

/** Within 30 km of the middle of Melbourne all councils are metropolitan, where Melbourne Cup Day cannot be swapped for another. */
const isInMelbourne = ({ latitude, longitude }: HolidayPlace) =>
  Math.hypot(latitude + 37.8136, (longitude - 144.9631) * 0.79) < 0.27

/** Some shires of the Pilbara and the Kimberley keep the King's Birthday on another Monday, in August. */
const isNorthOfWA = ({ latitude }: HolidayPlace) => latitude > -24

const STATE_HOLIDAYS: Readonly<Record<StateCode, (day: CalendarDay, place: HolidayPlace) => Sureness>> = {
  NSW: (day) => sure(nth(day, 6, MONDAY, 2) || nth(day, 10, MONDAY, 1)),
  VIC: (day, place) =>
    either(
      sure(nth(day, 3, MONDAY, 2) || nth(day, 6, MONDAY, 2)),
      proclaimed(day, FRIDAY, GRAND_FINAL_FRIDAYS),
      nth(day, 11, TUESDAY, 1) ? (isInMelbourne(place) ? YES : MAYBE) : NO,
    ),
  QLD: (day) =>
    either(
      sure(nth(day, 5, MONDAY, 1) || nth(day, 10, MONDAY, 1)),
      // The Royal Queensland Show, in Brisbane.
      maybe(within(day, 8, WEDNESDAY, 10, 17)),
    ),
  SA: (day) => sure(nth(day, 3, MONDAY, 2) || nth(day, 6, MONDAY, 2) || nth(day, 10, MONDAY, 1)),
  WA: (day, place) => {
    const birthday = proclaimed(day, MONDAY, KINGS_BIRTHDAYS_WA)
    return either(
      sure(nth(day, 3, MONDAY, 1) || nth(day, 6, MONDAY, 1)),
      isNorthOfWA(place) ? (Math.min(birthday, MAYBE) as Sureness) : birthday,
      maybe(isNorthOfWA(place) && day.month === 8 && day.weekday === MONDAY),
    )
  },
  TAS: (day) =>
    either(sure(nth(day, 3, MONDAY, 2) || nth(day, 6, MONDAY, 2)), maybe(isLocalHolidayOfTasmania(day))),
  NT: (day) =>
    either(
      sure(nth(day, 5, MONDAY, 1) || nth(day, 6, MONDAY, 2) || nth(day, 8, MONDAY, 1)),
      // Show days: Alice Springs, Tennant Creek, Katherine, Darwin; Borroloola.
      maybe(
        (day.month === 7 && day.weekday === FRIDAY) ||
          within(day, 6, FRIDAY, 24, 30) ||
          nth(day, 8, FRIDAY, 3),
      ),
    ),
  ACT: (day) =>
    sure(
      nth(day, 3, MONDAY, 2) ||
        // Reconciliation Day: 27 May or the Monday after it.
        within(day, 5, MONDAY, 27, 31) ||
        within(day, 6, MONDAY, 1, 2) ||
        nth(day, 6, MONDAY, 2) ||
        nth(day, 10, MONDAY, 1),
    ),
}

/** Schedule 1 of Tasmania's Act: cups, regattas and shows, each for some municipal areas. */
function isLocalHolidayOfTasmania(day: CalendarDay): boolean {
  return (
    within(day, 1, WEDNESDAY, 5, 11) || // Devonport Cup
    nth(day, 2, MONDAY, 2) || // Royal Hobart Regatta
    within(day, 2, WEDNESDAY, 22, 29) || // Launceston Cup
    nth(day, 3, TUESDAY, 1) || // King Island Show
    within(day, 5, FRIDAY, 2, 8) || // Agfest
    within(day, 9, FRIDAY, 30, 30) || // Burnie Show, the day before the first Saturday in October
    within(day, 10, FRIDAY, 1, 6) ||
    within(day, 10, THURSDAY, 6, 12) || // Launceston Show
    within(day, 10, FRIDAY, 14, 20) || // Flinders Island Show
    within(day, 10, THURSDAY, 20, 26) || // Royal Hobart Show
    nth(day, 11, MONDAY, 1) || // Recreation Day
    within(day, 11, FRIDAY, 25, 30) || // Devonport Show
    within(day, 12, FRIDAY, 1, 1)
  )
}
