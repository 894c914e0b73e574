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

/** The number of a weekday, 0 for Monday, by its name, plural or abbreviation in lower case. */
export const WEEKDAY_WORDS: ReadonlyMap<string, number> = new Map([
  ['mon', 0],
  ['mo', 0],
  ['tue', 1],
  ['tues', 1],
  ['tu', 1],
  ['wed', 2],
  ['weds', 2],
  ['we', 2],
  ['thu', 3],
  ['thur', 3],
  ['thurs', 3],
  ['th', 3],
  ['fri', 4],
  ['fr', 4],
  ['sat', 5],
  ['sa', 5],
  ['sun', 6],
  ['su', 6],
  ['monday', 0],
  ['tuesday', 1],
  ['wednesday', 2],
  ['thursday', 3],
  ['friday', 4],
  ['saturday', 5],
  ['sunday', 6],
  ['mondays', 0],
  ['tuesdays', 1],
  ['wednesdays', 2],
  ['thursdays', 3],
  ['fridays', 4],
  ['saturdays', 5],
  ['sundays', 6],
])
