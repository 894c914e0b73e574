import { PERMITS } from './leash-subject.ts'
import type { Subject } from './leash-subject.ts'
import type { LeashRule } from './leash-rule.ts'
import { isImpossible } from './possible-days.ts'
import type { ReadSpan } from './read-clock.ts'
import { certain, hasStart, readClock, readSpans } from './read-clock.ts'
import { areRanges, combineDays, readWeekday, readWhen } from './read-days.ts'
import type { Anchor, When } from './rule.ts'
import { ALL_DAY, DAY_END, MIDNIGHT } from './rule.ts'
import type { Cursor } from './tokens.ts'

/** When a rule applies. */
export interface Timing {
  when: When
  spans: readonly ReadSpan[]
  /** Whether the text names no days, not even 'daily'. */
  undated?: boolean
}

/** The ranges of a rule without hours, which applies all day. Compared by identity: 'all day' in a text is hours. */
export const NO_HOURS: readonly ReadSpan[] = [certain(ALL_DAY)]

/** Reads 'Fri 9pm-Sun 9pm', which whole days may follow: '… and public holidays'. */
export function readWeekTimings(cursor: Cursor): Timing[] | undefined {
  const week = readWeekRange(cursor)
  if (week === undefined) return undefined
  const days = cursor.attempt(() =>
    cursor.acceptWord('and') || cursor.acceptMark('&', ',') ? readWhen(cursor) : undefined,
  )
  return days === undefined ? week : [...week, { when: days, spans: NO_HOURS }]
}

/**
 * Reads 'Fri 9pm-Sun 9pm' as the evening of the first day, the whole days in between and the morning of the
 * last day.
 */
function readWeekRange(cursor: Cursor): Timing[] | undefined {
  return cursor.attempt(() => {
    const firstDay = readWeekday(cursor)
    const from = firstDay === undefined ? undefined : readClock(cursor, false)
    if (from === undefined || !cursor.acceptTo()) return undefined
    const lastDay = readWeekday(cursor)
    const to = lastDay === undefined ? undefined : readClock(cursor, true)
    if (to === undefined || firstDay === lastDay) return undefined
    const part = (mask: number, start: Anchor, end: Anchor): Timing => ({
      when: [[{ kind: 'weekdays', mask }]],
      spans: [certain({ from: start, to: end, overnight: false })],
    })
    let between = 0
    for (let day = (firstDay! + 1) % 7; day !== lastDay; day = (day + 1) % 7) between |= 1 << day
    return [
      part(1 << firstDay!, from, DAY_END),
      ...(between === 0 ? [] : [part(between, MIDNIGHT, DAY_END)]),
      part(1 << lastDay!, MIDNIGHT, to),
    ]
  })
}

/** Reads the days and times of a rule; several if alternatives are separated by '/'. */
export function readTimings(
  cursor: Cursor,
  rules: readonly LeashRule[],
  subject: Subject,
): Timing[] | undefined {
  const permitted = rules.filter((rule) => PERMITS.has(rule.subject)).flatMap(({ spans }) => spans)
  // A restriction from midnight is the stricter reading.
  const options = PERMITS.has(subject) ? { earlier: permitted } : {}
  return cursor.attempt(() => {
    // 'Off leash 6am-6pm; until 8pm in summer' is a later end, so 'until' is no range of its own.
    const untilFromMidnight = !rules.some(({ spans }) => spans.some(hasStart))
    const before = readWhen(cursor)
    const beforeComma = cursor.position
    const comma = before !== undefined && !cursor.acceptMark(':') && cursor.acceptMark(',')
    const spans = readSpans(cursor, { ...options, separateOverlapping: true, untilFromMidnight })
    const withoutHours = () => {
      cursor.position = beforeComma
      return before && [{ when: before, spans: NO_HOURS }]
    }
    if (spans === undefined) return withoutHours()
    const withDaysBefore = (later: When = []) => combineDays([...(before ?? []), ...later])
    const next = cursor.peek()
    const later = readLaterWhen(cursor, before)
    const when = withDaysBefore(later)
    if (when === undefined) return undefined
    // In 'Sundays, 6am-9am Mon-Fri' the hours are for other days than Sundays. In 'Sundays, 6am-9am in summer' that
    // is unclear.
    if (comma && cursor.peek() !== next && next?.text !== ',')
      return isImpossible(when) ? withoutHours() : undefined
    const first: Timing = { when, spans, undated: before === undefined && later === undefined }
    const timings = [first]
    const readAlternative = () =>
      readSpans(cursor, {
        ...(options.earlier && { earlier: [...permitted, ...spans.map(({ span }) => span)] }),
        separateOverlapping: true,
        untilFromMidnight: untilFromMidnight && !spans.some(({ span }) => hasStart(span)),
      })
    // 'before 9am and after 4pm (winter) / after 6pm (daylight saving)': the alternative replaces the last
    // range; the mornings remain.
    const add = (alternative: readonly ReadSpan[], days: When) => {
      const kept = first.spans.slice(0, Math.max(0, first.spans.length - alternative.length))
      timings.push({ when: days, spans: [...kept, ...alternative] })
    }
    const inBrackets = readHoursInBrackets(cursor, spans.at(-1)!, readAlternative)
    const daysInBrackets = inBrackets && withDaysBefore(inBrackets.when)
    if (daysInBrackets) add(inBrackets.spans, daysInBrackets)
    while (cursor.acceptMark('/')) {
      const alternative = readAlternative()
      const days = alternative && withDaysBefore(readLaterWhen(cursor, before))
      if (days === undefined) return undefined
      add(alternative!, days)
    }
    return timings
  })
}

/**
 * Reads the other hours of some days in brackets: '(after 6pm in summer)', '(6pm in summer)'. `undefined` if the hours
 * go on behind them: in 'before 9am (10am in winter) and after 5pm', those are for winter too.
 * @param last the range before the brackets
 * @param readAlternative reads ranges instead of that one
 */
const readHoursInBrackets = (
  cursor: Cursor,
  last: ReadSpan,
  readAlternative: () => ReadSpan[] | undefined,
): Timing | undefined =>
  cursor.attempt(() => {
    if (!cursor.acceptMark('(')) return undefined
    const spans = readAlternative() ?? readTimeInstead(cursor, last)
    const when = spans && readWhen(cursor)
    if (when === undefined || !cursor.acceptMark(')')) return undefined
    const continues = cursor.lookAhead(
      () => (cursor.acceptMark(',', '&') || cursor.acceptWord('and')) && readAlternative() !== undefined,
    )
    return continues ? undefined : { when, spans: spans! }
  })

/** Reads the time that a range without an end, or without a start, has instead on other days: '(6pm in summer)'. */
const readTimeInstead = (cursor: Cursor, { span }: ReadSpan): ReadSpan[] | undefined => {
  const isAfter = hasStart(span) && span.to === DAY_END
  const isBefore = !hasStart(span) && span.to !== DAY_END
  const time = isAfter || isBefore ? readClock(cursor, isBefore) : undefined
  return time && [certain({ ...span, ...(isAfter ? { from: time } : { to: time }) })]
}

/**
 * Reads days after the times; after a comma only if nothing follows that they could belong to, and if they
 * cannot be the next item of a list that begins with the days `before` the times.
 */
function readLaterWhen(cursor: Cursor, before: When = []): When | undefined {
  return (
    readWhen(cursor) ??
    cursor.attempt(() => {
      if (!cursor.acceptMark(',')) return undefined
      const when = readWhen(cursor)
      const isClear = when !== undefined && (before.length === 0 || areRanges(when))
      return isClear && (cursor.isAtClauseEnd || cursor.peek()?.text === 'only') ? when : undefined
    })
  )
}

/** Reads hours in brackets: 'off-leash (before 9am and after 5pm)'. */
export const readTimingsInBrackets = (cursor: Cursor, rules: readonly LeashRule[], subject: Subject) =>
  cursor.attempt(() => {
    const timings = cursor.acceptMark('(') ? readTimings(cursor, rules, subject) : undefined
    return timings?.every(({ spans }) => spans !== NO_HOURS) && cursor.acceptMark(')') ? timings : undefined
  })
