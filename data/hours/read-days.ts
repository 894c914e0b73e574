import { MONTH_WORDS, WEEKDAY_WORDS } from './day-words.ts'
import type { DayTest, When, YearDay } from './rule.ts'
import { EVERY_DAY, isSingleDate } from './rule.ts'
import type { Cursor } from './tokens.ts'

/** 29 for February, because a season 'to February' ends with the month. */
export const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Named days, as dates or as days relative to Easter Sunday. */
const NAMED_DAYS: readonly (readonly [string, DayTest])[] = [
  ['good friday', { kind: 'easter-day', offset: -2 }],
  ['easter saturday', { kind: 'easter-day', offset: -1 }],
  ['easter sunday', { kind: 'easter-day', offset: 0 }],
  ['easter monday', { kind: 'easter-day', offset: 1 }],
  ['christmas day', fixed(12, 25)],
  ['christmas eve', fixed(12, 24)],
  ['boxing day', fixed(12, 26)],
  ["new year's day", fixed(1, 1)],
  ['new years day', fixed(1, 1)],
  ["new year's eve", fixed(12, 31)],
  ['new years eve', fixed(12, 31)],
  ['anzac day', fixed(4, 25)],
  ['australia day', fixed(1, 26)],
]

function fixed(month: number, date: number): DayTest {
  return { kind: 'dates', from: { month, date }, to: { month, date } }
}

export function readWeekday(cursor: Cursor): number | undefined {
  const token = cursor.peek()
  const day = token?.kind === 'word' ? WEEKDAY_WORDS.get(token.text) : undefined
  if (day === undefined) return undefined
  cursor.position += 1
  // The full stop of 'Mon.' belongs to the abbreviation if more text follows.
  const stop = cursor.peek()
  if (
    token!.text.length <= 5 &&
    stop?.text === '.' &&
    stop.start === token!.end &&
    cursor.peek(1) !== undefined
  )
    cursor.position += 1
  return day
}

/** Weekdays as a bit mask; the range may wrap around the week: 'Fri-Mon'. */
export function maskBetween(first: number, last: number): number {
  let mask = 0
  for (let day = first; ; day = (day + 1) % 7) {
    mask |= 1 << day
    if (day === last) return mask
  }
}

const DAILY = [
  'daily',
  'every day',
  'everyday',
  'each day',
  'all days',
  '7 days a week',
  '7 days per week',
  '7 days',
  'seven days a week',
  'seven days',
]

/** 'Mon', 'Mon-Fri', 'weekdays', 'public holidays' … */
function readDayItem(cursor: Cursor): DayTest | undefined {
  if (cursor.acceptPhrase('public holidays', 'public holiday', 'public hols', 'holidays', 'ph', 'phs'))
    return { kind: 'public-holiday' }
  if (cursor.acceptPhrase('school days', 'school day', 'schooldays')) return { kind: 'school-day' }
  if (cursor.acceptPhrase('school holidays')) return { kind: 'school-holiday' }
  if (cursor.acceptPhrase('weekdays', 'weekday', 'week days')) return { kind: 'weekdays', mask: 0b0011111 }
  if (cursor.acceptPhrase('weekends', 'weekend', 'week ends')) return { kind: 'weekdays', mask: 0b1100000 }
  if (cursor.acceptPhrase(...DAILY)) return { kind: 'weekdays', mask: EVERY_DAY }
  const first = readWeekday(cursor)
  if (first === undefined) return undefined
  const last = cursor.attempt(() => (cursor.acceptTo() ? readWeekday(cursor) : undefined))
  return { kind: 'weekdays', mask: last === undefined ? 1 << first : maskBetween(first, last) }
}

export function readMonth(cursor: Cursor): number | undefined {
  const token = cursor.peek()
  const month = token?.kind === 'word' ? MONTH_WORDS.get(token.text) : undefined
  if (month !== undefined) cursor.position += 1
  return month
}

/** Reads the day of a month as a number. */
export function readDateNumber(cursor: Cursor): number | undefined {
  const token = cursor.peek()
  if (token?.kind !== 'number' || !/^\d{1,2}$/.test(token.text)) return undefined
  const date = Number(token.text)
  if (date < 1 || date > 31) return undefined
  cursor.position += 1
  return date
}

/** Reads '25', '25th'. In OpenStreetMap's notation, 'Th' after a number means Thursday. */
function readDate(cursor: Cursor): number | undefined {
  const date = readDateNumber(cursor)
  if (date !== undefined) cursor.acceptWord('st', 'nd', 'rd', 'th')
  return date
}

/** `date` is `null` if only the month is given. */
function readYearDay(cursor: Cursor): { month: number; date: number | null } | undefined {
  return cursor.attempt(() => {
    cursor.acceptWord('the')
    const before = readDate(cursor)
    if (before !== undefined) cursor.acceptWord('of')
    const month = readMonth(cursor)
    if (month === undefined) return undefined
    const date =
      before ??
      cursor.attempt(() => {
        const number = readDate(cursor)
        // In 'March 6am' and 'March 6-8pm' the number is a time.
        const next = cursor.peek()
        return next?.kind === 'day-period' || next?.text === ':' ? undefined : number
      })
    return date !== undefined && date > MONTH_LENGTHS[month - 1]! ? undefined : { month, date: date ?? null }
  })
}

/** Reads 'the end of February'. */
const readEndOfMonth = (cursor: Cursor) =>
  cursor.attempt(() => {
    cursor.acceptWord('the')
    const month = cursor.acceptPhrase('end of', 'last day of') ? readMonth(cursor) : undefined
    return month === undefined ? undefined : { month, date: null }
  })

function readDates(cursor: Cursor): DayTest | undefined {
  return cursor.attempt(() => {
    const between = cursor.acceptWord('between')
    const needsEnd = between || cursor.acceptWord('from')
    const from = readYearDay(cursor)
    if (from === undefined) return undefined
    const to = cursor.attempt(() =>
      (between && cursor.acceptWord('and')) || cursor.acceptTo()
        ? (readEndOfMonth(cursor) ?? readYearDay(cursor))
        : undefined,
    )
    cursor.acceptWord('inclusive')
    if (to === undefined) {
      if (needsEnd) return undefined
      const start: YearDay = { month: from.month, date: from.date ?? 1 }
      return {
        kind: 'dates',
        from: start,
        to: from.date === null ? { month: from.month, date: MONTH_LENGTHS[from.month - 1]! } : start,
      }
    }
    return {
      kind: 'dates',
      from: { month: from.month, date: from.date ?? 1 },
      to: { month: to.month, date: to.date ?? MONTH_LENGTHS[to.month - 1]! },
    }
  })
}

const STANDARD_TIME = [
  'standard time',
  'non daylight saving time',
  'non daylight savings time',
  'non daylight saving',
  'non daylight savings',
]

/** Dates of the year, seasons, named days. */
function readDateItem(cursor: Cursor): DayTest | undefined {
  return cursor.attempt(() => {
    const test = readNamedDay(cursor) ?? readSeason(cursor) ?? readDates(cursor)
    // 'Summer holidays' are those of schools, not the public holidays in summer.
    return cursor.peek()?.text === 'holidays' ? undefined : test
  })
}

const readNamedDay = (cursor: Cursor) => NAMED_DAYS.find(([name]) => cursor.acceptPhrase(name))?.[1]

function readSeason(cursor: Cursor): DayTest | undefined {
  return cursor.attempt(() => {
    cursor.acceptWord('during', 'in', 'over')
    cursor.acceptWord('the')
    if (cursor.acceptPhrase('easter school holidays', 'easter holidays', 'easter holiday period'))
      return { kind: 'easter-holidays' }
    if (cursor.acceptPhrase('easter long weekend', 'easter weekend', 'easter')) return { kind: 'easter' }
    if (
      cursor.acceptPhrase(
        'daylight savings time',
        'daylight saving time',
        'daylight savings',
        'daylight saving',
        'dst',
      )
    ) {
      cursor.acceptWord('hours', 'period', 'months')
      return { kind: 'season', season: 'daylight-saving' }
    }
    if (cursor.acceptPhrase(...STANDARD_TIME)) {
      return { kind: 'season', season: 'standard-time' }
    }
    if (cursor.acceptPhrase('summer months', 'summer time', 'summer hours', 'summer'))
      return { kind: 'season', season: 'summer' }
    if (cursor.acceptPhrase('winter months', 'winter time', 'winter hours', 'winter'))
      return { kind: 'season', season: 'winter' }
    return undefined
  })
}

/**
 * Reads items joined by a comma, '/', '&' or 'and'. The list ends where no further item of its kind follows.
 */
function readGroup(cursor: Cursor, readItem: (cursor: Cursor) => DayTest | undefined): DayTest[] | undefined {
  const first = readItem(cursor)
  if (first === undefined) return undefined
  const group = [first]
  for (;;) {
    const next = cursor.attempt(() => {
      const comma = cursor.acceptMark(',', '/')
      const joined =
        cursor.acceptMark('&', '+') ||
        cursor.acceptWord('and', 'plus') ||
        cursor.acceptPhrase('as well as', 'including')
      return comma || joined ? readItem(cursor) : undefined
    })
    if (next === undefined) return mergeWeekdays(group)
    group.push(next)
  }
}

function mergeWeekdays(group: DayTest[]): DayTest[] {
  const rest = group.filter((test) => test.kind !== 'weekdays')
  const mask = group.reduce((all, test) => (test.kind === 'weekdays' ? all | test.mask : all), 0)
  return mask === 0 ? rest : [{ kind: 'weekdays', mask }, ...rest]
}

/** Reads phrases for the whole year, which are no restriction. */
const readAllYear = (cursor: Cursor) =>
  cursor.acceptPhrase(
    'all year round',
    'all year long',
    'all year',
    'year round',
    'throughout the year',
    '365 days a year',
    '365 days',
  )

/**
 * Reads the days of a rule: weekdays, and dates or seasons, in either order, with or without brackets.
 * `undefined` if there are none, or if they are unclear (see {@link combineDays}). 'All year' and 'daily' are
 * no restriction.
 */
export function readWhen(cursor: Cursor): When | undefined {
  return cursor.attempt(() => {
    let when: When | undefined
    let isUnclear = false
    for (;;) {
      const found = cursor.attempt(() => {
        const comma = when !== undefined && cursor.acceptMark(',')
        const bracket = cursor.acceptMark('(')
        cursor.acceptWord('on', 'in', 'during', 'for', 'at')
        if (readAllYear(cursor)) return bracket && !cursor.acceptMark(')') ? undefined : []
        const groups: When = []
        for (;;) {
          const group = readGroup(cursor, readDayItem) ?? readGroup(cursor, readDateItem)
          if (group === undefined) break
          groups.push(group)
        }
        if (groups.length === 0) return undefined
        if (comma) {
          // In 'Mon, Tue: …', what follows the comma is the next entry of a list.
          if (cursor.peek()?.text === ':' || !groups.flat().every(isDate)) return undefined
          isUnclear ||= !areRanges(groups)
        }
        return bracket && !cursor.acceptMark(')') ? undefined : groups
      })
      if (found === undefined) break
      when = [...(when ?? []), ...found]
    }
    return when === undefined || isUnclear ? undefined : combineDays(when)
  })
}

/**
 * The days that are of all these kinds. 'Weekends in summer' are Saturdays and Sundays in summer, but 'weekends
 * (public holidays)' and 'weekends, summer' may be a list, so that each kind counts by itself: `undefined`.
 *
 * In 'summer (October to March)' the dates say what the text means by summer, so they replace the season.
 */
export function combineDays(all: When): When | undefined {
  const days = all.filter((group) => !isPartOfYear(group))
  if (all.length > 1 && (days.flat().some(isNamedDay) || (days.length > 1 && !days.flat().every(isWeekly))))
    return undefined
  const when = all.filter((group) => !isEveryDay(group))
  return when.some((group) => group.every(isDates))
    ? when.filter((group) => !group.every(isSummerOrWinter))
    : when
}

/** The months in which daylight saving and standard time begin and end in all states that have them. */
const MONTHS_OF_SEASON = { 'daylight-saving': [10, 4], 'standard-time': [4, 10] } as const
/** Both begin and end on a first Sunday. */
const LAST_FIRST_SUNDAY = 7

type ClockSeason = { kind: 'season'; season: keyof typeof MONTHS_OF_SEASON }
type Dates = Extract<DayTest, { kind: 'dates' }>
const isClockSeason = (test: DayTest): test is ClockSeason =>
  test.kind === 'season' && Object.hasOwn(MONTHS_OF_SEASON, test.season)
const isDates = (test: DayTest): test is Dates => test.kind === 'dates' && !isSingleDate(test)

function areMonthsOf({ season }: ClockSeason, { from, to }: Dates): boolean {
  const [first, last] = MONTHS_OF_SEASON[season]
  return from.month === first && from.date <= LAST_FIRST_SUNDAY && to.month === last
}

/**
 * In 'daylight saving (October to April)' the dates are those of daylight saving, so only the season counts;
 * a restriction (`isStrict`) applies on all days that either includes. `null` if the dates are others.
 */
export function withoutMonthsOfSeason(when: When, isStrict: boolean): When | null {
  const season = when.flat().find(isClockSeason)
  const dates = when.flat().find(isDates)
  if (season === undefined || dates === undefined) return when
  const together = when.some((group) => group.includes(season) && group.includes(dates))
  // 'Daylight saving and 1-14 April' are both.
  if (!areMonthsOf(season, dates)) return together ? when : null
  if (!together && !when.some((group) => group.length === 1 && group[0] === dates)) return null
  return when
    .map((group) => {
      const others = group.filter((test) => test !== dates)
      return isStrict && group.includes(season) ? [...others, dates] : others
    })
    .filter((group) => group.length > 0)
}

/** Whether the days are seasons or ranges of dates. */
export const isPartOfYear = (group: readonly DayTest[]) =>
  group.every((test) => test.kind === 'season' || isDates(test))
/** Whether all days are ranges over several months, which after a comma cannot be items of a list. */
export const areRanges = (when: When) =>
  when.flat().every((test) => isDates(test) && test.from.month !== test.to.month)
const isNamedDay = (test: DayTest) => test.kind.startsWith('easter') || isSingleDate(test)
const isWeekly = ({ kind }: DayTest) => kind === 'weekdays' || kind === 'school-day'
const isSummerOrWinter = (test: DayTest) =>
  test.kind === 'season' && (test.season === 'summer' || test.season === 'winter')

const isDate = (test: DayTest) =>
  test.kind !== 'weekdays' && test.kind !== 'public-holiday' && test.kind !== 'school-day'
const isEveryDay = (group: DayTest[]) =>
  group.length === 1 && group[0]!.kind === 'weekdays' && group[0]!.mask === EVERY_DAY

/** 'except Tuesdays', 'excluding public holidays'. */
export function readExceptWhen(cursor: Cursor): When | undefined {
  return cursor.attempt(() => {
    const bracket = cursor.acceptMark('(')
    cursor.acceptMark(',')
    if (
      !cursor.acceptWord('except', 'excluding', 'exc', 'excl', 'excepting') &&
      !cursor.acceptPhrase('other than')
    )
      return undefined
    cursor.acceptWord('for', 'on')
    const when = readWhen(cursor)
    return when === undefined || when.length === 0 || (bracket && !cursor.acceptMark(')')) ? undefined : when
  })
}
