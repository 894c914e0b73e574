import { DAY } from '../model/constants.ts'

/**
 * A day in the park's calendar. `weekday`: 0 is Monday. `number`: days since 1 January 1970. `month`: from 1.
 */
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

/** Days from Easter Sunday of the same year; negative before it. */
export const fromEaster = ({ number, year }: CalendarDay) => number - easterSunday(year)

/** Whether a day is one from Good Friday to Easter Monday, by its days from Easter Sunday. */
export const isInEaster = (offset: number) => offset >= -2 && offset <= 1

/**
 * Easter Sunday of a year, as a day number. Source: the anonymous Gregorian algorithm (Nature, 20 April 1876;
 * Meeus, Astronomical Algorithms, chapter 8).
 */
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
