import { DAY } from '../../../data/model/constants.ts'
import type { SearchDay } from '../../../data/model/analytics.ts'
import type { Range } from './analytics-table.tsx'

/** Longer ranges are grouped by week or month to stay within this number. */
const MAX_BARS = 62
/** A chart of fewer days would have bars as wide as the screen. */
export const MIN_BARS = 14

/** What a bar is the sum of. */
export type Per = 'day' | 'week' | 'month'

export interface Bar {
  /** First day. */
  day: string
  count: number
  empty: number
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
const earlier = (a: string, b: string) => (a < b ? a : b)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The first day of the bar that contains the day. Weeks start on Monday. */
function startOf(day: string, per: Per): string {
  if (per === 'month') return `${day.slice(0, 7)}-01`
  if (per === 'day') return day
  return dayAt(timeOf(day) - ((new Date(timeOf(day)).getUTCDay() + 6) % 7) * DAY)
}

/**
 * One bar for each day, week or month of the range, including those without searches. Without an end, the range
 * ends with today. Without a start, it has at least {@link MIN_BARS} days, so that the first day of a product is a
 * bar among others.
 */
export function barsOf(
  days: readonly SearchDay[],
  { from, to }: Range,
  today: string,
): { per: Per; bars: Bar[] } {
  const firstCounted = days[0]?.day
  if (from === '' && firstCounted === undefined) return { per: 'day', bars: [] }
  const lastCounted = days.at(-1)?.day ?? ''
  // The clock of this device may be behind.
  const last = to || (lastCounted > today ? lastCounted : today)
  const first = from || earlier(firstCounted!, dayAt(timeOf(last) - (MIN_BARS - 1) * DAY))
  const length = Math.round((timeOf(last) - timeOf(first)) / DAY) + 1
  const per: Per = length <= MAX_BARS ? 'day' : length <= 7 * MAX_BARS ? 'week' : 'month'
  const bars = new Map<string, Bar>()
  for (let time = timeOf(first); time <= timeOf(last); time += DAY) {
    const day = startOf(dayAt(time), per)
    if (!bars.has(day)) bars.set(day, { day, count: 0, empty: 0 })
  }
  for (const { day, count, empty } of days) {
    const bar = bars.get(startOf(day, per))
    if (bar) Object.assign(bar, { count: bar.count + count, empty: bar.empty + empty })
  }
  return { per, bars: [...bars.values()] }
}
