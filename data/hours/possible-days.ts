import type { DayTest, When, YearDay } from './rule.ts'
import { EVERY_DAY } from './rule.ts'

type Dates = Extract<DayTest, { kind: 'dates' }>
type Season = Extract<DayTest, { kind: 'season' }>['season']

/** A year in which every month has 31 days, which is enough to compare dates. */
export const YEAR = 12 * 31
export const dayInYear = ({ month, date }: YearDay) => (month - 1) * 31 + date - 1

/** `day`: see {@link dayInYear}. The dates may extend over New Year. */
export const isInDates = (day: number, { from, to }: Dates) => {
  const [first, last] = [dayInYear(from), dayInYear(to)]
  return first <= last ? day >= first && day <= last : day >= first || day <= last
}

/** The month and date in the numbering of {@link YEAR}; dates such as 30 February do not exist. */
const DAYS_OF_YEAR = Array.from({ length: YEAR }, (_, day) => day).filter((day) => {
  const date = new Date(Date.UTC(2024, Math.floor(day / 31), (day % 31) + 1))
  return date.getUTCMonth() === Math.floor(day / 31)
})

const isDatesGroup = (group: readonly DayTest[]): group is Dates[] =>
  group.every(({ kind }) => kind === 'dates')

/** The weekdays of a group that has nothing else; all of them for any other group. */
const maskOf = (group: readonly DayTest[]) => {
  const [test] = group
  return group.length === 1 && test!.kind === 'weekdays' ? test!.mask : EVERY_DAY
}

/** The weekdays on which a rule may apply. */
const weekdaysOf = (when: When) => when.reduce((mask, group) => mask & maskOf(group), EVERY_DAY)

/** Whether no day can be one of the days in `when`, as in 'Mon-Fri 6am-8am Sat' or 'December (June)'. */
export function isImpossible(when: When): boolean {
  if (when.length < 2) return false
  if (weekdaysOf(when) === 0) return true
  const dated = when.filter(isDatesGroup)
  return (
    dated.length > 1 &&
    !DAYS_OF_YEAR.some((day) => dated.every((group) => group.some((dates) => isInDates(day, dates))))
  )
}

/** Seasons that make up the year together. */
const WHOLE_YEAR: readonly (readonly [Season, Season])[] = [
  ['daylight-saving', 'standard-time'],
  ['summer', 'not-summer'],
]

/** Whether the days in the list leave none of the days in `when`. */
export function leaveNoDay(whens: readonly When[], when: When): boolean {
  const tests = whens.flatMap(([group, ...others]) => (group && others.length === 0 ? group : []))
  const weekdays = tests.reduce((mask, test) => (test.kind === 'weekdays' ? mask | test.mask : mask), 0)
  if ((weekdaysOf(when) & ~weekdays) === 0) return true
  const seasons = new Set(tests.map((test) => (test.kind === 'season' ? test.season : null)))
  const dates = tests.filter((test) => test.kind === 'dates')
  return (
    WHOLE_YEAR.some((pair) => pair.every((season) => seasons.has(season))) ||
    (dates.length > 0 && DAYS_OF_YEAR.every((day) => dates.some((each) => isInDates(day, each))))
  )
}

/**
 * Whether one of the days in the list never applies, because those before it, which take precedence, include
 * every day that it could apply to.
 */
export const hasUnusedDays = (whens: readonly When[]): boolean =>
  whens.some((when, index) => leaveNoDay(whens.slice(0, index), when))
