/** January first. */
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The number of a month, from 1, by its name or abbreviation in lower case. */
export const MONTH_WORDS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.map((name) => name.toLowerCase())
    .flatMap((name, index): [string, number][] => [
      [name, index + 1],
      [name.slice(0, 3), index + 1],
    ])
    .concat([['sept', 9]]),
)

/** Monday first. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** The number of a weekday, 0 for Monday, by its name, plural or abbreviation in lower case. */
export const WEEKDAY_WORDS: ReadonlyMap<string, number> = new Map(
  WEEKDAYS.map((name) => name.toLowerCase())
    .flatMap((name, day) =>
      [name, `${name}s`, name.slice(0, 3), name.slice(0, 2)].map((word): [string, number] => [word, day]),
    )
    .concat([
      ['tues', 1],
      ['weds', 2],
      ['thur', 3],
      ['thurs', 3],
    ]),
)
