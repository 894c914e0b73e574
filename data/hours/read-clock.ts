import type { Anchor, Span, SunEvent } from './rule.ts'
import { ALL_DAY, DAY_END, MIDNIGHT } from './rule.ts'
import type { Cursor } from './tokens.ts'

/** A time as written. Whether it is am or pm may be unknown until the other end of the range is read. */
type WrittenTime =
  | { kind: 'sun'; anchor: Anchor }
  | { kind: 'midnight' }
  | { kind: 'noon' }
  | {
      kind: 'number'
      hour: number
      minute: number
      dayPeriod: 'am' | 'pm' | null
      hasMinutes: boolean
      is24Hour: boolean
    }

/** `doubt`: hours that belong to the range by another reading ('6-8pm' may begin at 6 am). */
export interface ReadSpan {
  span: Span
  doubt: Span | null
}

/** A range that has one reading only. */
export const certain = (span: Span): ReadSpan => ({ span, doubt: null })

const SUN_WORDS: Readonly<Record<string, SunEvent>> = {
  sunrise: 'sunrise',
  sunup: 'sunrise',
  sunset: 'sunset',
  sundown: 'sunset',
  dawn: 'dawn',
  daybreak: 'dawn',
  dusk: 'dusk',
  nightfall: 'dusk',
}

function readSun(cursor: Cursor): SunEvent | undefined {
  return cursor.attempt(() => {
    cursor.acceptWord('the')
    const token = cursor.peek()
    if (token?.kind !== 'word' || !Object.hasOwn(SUN_WORDS, token.text)) return undefined
    cursor.position += 1
    return SUN_WORDS[token.text]
  })
}

/** 'one hour before sunset', '30 minutes after sunrise'. */
function readSunOffset(cursor: Cursor): WrittenTime | undefined {
  return cursor.attempt(() => {
    let minutes: number
    if (cursor.acceptPhrase('half an hour', 'half hour')) minutes = 30
    else if (cursor.acceptPhrase('an hour', 'one hour')) minutes = 60
    else if (cursor.acceptPhrase('two hours')) minutes = 120
    else {
      const token = cursor.peek()
      if (token?.kind !== 'number' || !/^\d{1,3}$/.test(token.text)) return undefined
      cursor.position += 1
      if (cursor.acceptWord('minutes', 'minute', 'mins', 'min')) minutes = Number(token.text)
      else if (cursor.acceptWord('hours', 'hour', 'hrs', 'hr')) minutes = Number(token.text) * 60
      else return undefined
    }
    const sign = cursor.acceptWord('before') ? -1 : cursor.acceptWord('after', 'past') ? 1 : 0
    const event = sign === 0 || minutes > 180 ? undefined : readSun(cursor)
    return event && { kind: 'sun', anchor: { kind: event, offset: sign * minutes } }
  })
}

/** @param isIn24Hours whether it ends a range such as '0600-2100'; elsewhere, '2100' may be a year */
function readWrittenTime(cursor: Cursor, isIn24Hours = false): WrittenTime | undefined {
  const event = readSun(cursor)
  if (event !== undefined) return { kind: 'sun', anchor: { kind: event, offset: 0 } }
  if (cursor.acceptWord('noon', 'midday')) return { kind: 'noon' }
  if (cursor.acceptWord('midnight')) return { kind: 'midnight' }
  const offset = readSunOffset(cursor)
  if (offset !== undefined) return offset
  return cursor.attempt(() => {
    const token = cursor.peek()
    if (token?.kind !== 'number') return undefined
    cursor.position += 1
    const together = /^\d{4}$/.test(token.text)
    const match = together ? /^(\d\d)(\d\d)$/.exec(token.text) : /^(\d{1,2})(?:[:.](\d\d))?$/.exec(token.text)
    if (match === null) return undefined
    const hour = Number(match[1])
    const minute = Number(match[2] ?? 0)
    if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return undefined
    const dayPeriod = cursor.peek()?.kind === 'day-period' ? (cursor.peek()!.text as 'am' | 'pm') : null
    if (dayPeriod !== null) {
      cursor.position += 1
      return hour >= 1 && hour <= 12 && !together
        ? { kind: 'number', hour, minute, dayPeriod, hasMinutes: true, is24Hour: false }
        : undefined
    }
    if (hour === 12 && minute === 0 && cursor.acceptWord('noon', 'midday')) return { kind: 'noon' }
    if (hour === 12 && minute === 0 && cursor.acceptWord('midnight')) return { kind: 'midnight' }
    const marked = cursor.acceptWord('hrs', 'h')
    if (together && !marked && !isIn24Hours && match[1]![0] !== '0') return undefined
    return {
      kind: 'number',
      hour,
      minute,
      dayPeriod: null,
      hasMinutes: match[2] !== undefined || marked,
      is24Hour: marked || hour > 12 || (match[1]!.length === 2 && match[1]![0] === '0'),
    }
  })
}

const clock = (minute: number): Anchor => ({ kind: 'clock', minute })

/** Minutes since midnight. */
const minutesOf = (hour: number, minute: number, dayPeriod: 'am' | 'pm') =>
  (hour % 12) * 60 + minute + (dayPeriod === 'pm' ? 720 : 0)

/**
 * Converts a time that is complete by itself. `end`: it ends a range, so that midnight, 12 am and 11:59 pm
 * mean the end of the day.
 */
function toAnchor(written: WrittenTime, end: boolean, as24 = false): Anchor | undefined {
  switch (written.kind) {
    case 'sun':
      return written.anchor
    case 'noon':
      return clock(720)
    case 'midnight':
      return end ? DAY_END : MIDNIGHT
    case 'number': {
      if (written.dayPeriod === null && !(written.hasMinutes && (written.is24Hour || as24))) return undefined
      const minute =
        written.dayPeriod === null
          ? written.hour * 60 + written.minute
          : minutesOf(written.hour, written.minute, written.dayPeriod)
      if (end) return minute === 0 || minute === 1439 ? DAY_END : clock(minute)
      return minute < 1440 ? clock(minute) : undefined
    }
  }
}

/**
 * The earliest and latest time of each sun event anywhere in Australia, in minutes since midnight, rounded
 * outwards.
 */
const SUN_RANGE: Readonly<Record<SunEvent, readonly [earliest: number, latest: number]>> = {
  dawn: [4 * 60, 8 * 60],
  sunrise: [4 * 60, 8 * 60],
  sunset: [16 * 60, 22 * 60],
  dusk: [16 * 60, 22 * 60],
}
/** The earliest (`0`) or latest (`1`) possible clock time, in minutes since midnight. */
export const outerMinute = (anchor: Anchor, side: 0 | 1) =>
  anchor.kind === 'clock' ? anchor.minute : SUN_RANGE[anchor.kind][side] + anchor.offset

/**
 * The range between two times of day; `undefined` if it is empty. It extends past midnight if its end is
 * before its start all year round. '5pm to sunset' is just empty when the sun sets earlier.
 */
export function spanBetween(from: Anchor, to: Anchor): Span | undefined {
  if (JSON.stringify(from) === JSON.stringify(to)) return undefined
  if (to.kind === 'clock' && to.minute === 1440) return { from, to, overnight: false }
  return { from, to, overnight: outerMinute(to, 1) <= outerMinute(from, 0) }
}

function toReadSpan(from: WrittenTime, to: WrittenTime): ReadSpan | undefined {
  const between = (a: Anchor | undefined, b: Anchor | undefined): ReadSpan | undefined => {
    const span = a && b && spanBetween(a, b)
    return span && certain(span)
  }
  const is12am = to.kind === 'number' && to.hour === 12 && to.dayPeriod === 'am'
  // '9-12am' may mean noon.
  if (is12am && from.kind === 'number' && from.dayPeriod === null && from.hour <= 12) return undefined
  if (from.kind === 'number' && from.dayPeriod === null && !from.is24Hour) {
    // '9-5pm', '6.30 - 8 pm': the first time has no am or pm.
    if (to.kind === 'number' && to.dayPeriod !== null && from.hour >= 1 && from.hour <= 12) {
      const end = toAnchor(to, true) as { kind: 'clock'; minute: number }
      const same = minutesOf(from.hour, from.minute, to.dayPeriod)
      const other = minutesOf(from.hour, from.minute, to.dayPeriod === 'pm' ? 'am' : 'pm')
      if (same >= end.minute) return between(clock(other), end)
      const read = between(clock(same), end)
      // In the evening both readings are plausible, but '5-9am' can only mean the morning, and '12-2pm' begins at noon.
      if (read !== undefined && to.dayPeriod === 'pm' && from.hour !== 12)
        read.doubt = spanBetween(clock(other), clock(same)) ?? null
      return read
    }
    if (to.kind === 'noon' && from.hour <= 11)
      return between(clock(minutesOf(from.hour, from.minute, 'am')), clock(720))
  }
  const clock24 = [from, to].some((end) => end.kind === 'number' && end.dayPeriod === null && end.is24Hour)
  return between(toAnchor(from, false, clock24), toAnchor(to, true, clock24))
}

/** How a list of ranges is read. */
export interface SpanOptions {
  /**
   * Whether a range may be 'until …' without a start, which means from midnight. After a range with a start,
   * it is a later end of that range ('6am-6pm, until 8pm in summer') and not a range of its own.
   */
  untilFromMidnight?: boolean
  /**
   * The ranges before these in the text, which may say when 'before …' begins: '6am-6pm, before 8am on
   * Sundays'. Without them, it begins at midnight.
   */
  earlier?: readonly Span[]
  /**
   * Ends the list before a range that overlaps an earlier one: 'all day, before 9am in summer' are two rules.
   */
  separateOverlapping?: boolean
}

const WITHOUT_START = ['until', 'till', 'til']
/** Whether the next word is 'until', so that the start of the hours is missing. */
export const isWithoutStart = (cursor: Cursor) => WITHOUT_START.includes(cursor.peek()?.text ?? '')

/** Whether a range has a start in the text. 'Before 9am' and 'all day' have none. */
export const hasStart = ({ from }: Span) => from.kind !== 'clock' || from.minute !== 0

/** Whether 'before …' begins at midnight next to another range: that has no start, or lasts until midnight. */
const isBesideNight = (end: Anchor, { from, to, overnight }: Span) =>
  (from.kind === 'clock' && from.minute === 0) ||
  ((overnight || (to.kind === 'clock' && to.minute === 1440)) && outerMinute(end, 1) <= outerMinute(from, 0))

/** Whether 'and after 5pm' follows 'before 9am', so that the hours are complete by themselves. */
function isFollowedByAfter(cursor: Cursor, end: Anchor): boolean {
  const after = cursor.lookAhead(() => {
    cursor.acceptMark(',', '&')
    cursor.acceptWord('and', 'or')
    return cursor.acceptWord('after') ? readAnchor(cursor, false) : undefined
  })
  return after !== undefined && outerMinute(end, 1) <= outerMinute(after, 0)
}

/**
 * The range of 'before …'. After a range with a start and an end ('6am-6pm, before 8am on Sundays'), it may
 * begin at midnight or when that range begins; `undefined` if that range begins later.
 */
function readBefore(cursor: Cursor, earlier: readonly Span[]): ReadSpan | undefined {
  const to = readAnchor(cursor, true)
  // 'Before 12am' may mean noon, and 'before midnight' is no limit.
  if (to === undefined || to === DAY_END) return undefined
  const ranges = earlier.filter((span) => !isBesideNight(to, span))
  if (ranges.length === 0 || isFollowedByAfter(cursor, to))
    return certain({ from: MIDNIGHT, to, overnight: false })
  const from = ranges
    .map((range) => range.from)
    .filter((start) => outerMinute(start, 1) < outerMinute(to, 0))
    .sort((a, b) => outerMinute(b, 1) - outerMinute(a, 1))[0]
  return from === undefined
    ? undefined
    : {
        span: { from, to, overnight: false },
        doubt: { from: MIDNIGHT, to: from, overnight: false },
      }
}

/** Reads a range, 'before …', 'after …', 'daylight hours' or a phrase for the whole day. */
export function readSpan(
  cursor: Cursor,
  { untilFromMidnight = true, earlier = [] }: SpanOptions = {},
): ReadSpan | undefined {
  return (
    readWholeDay(cursor) ??
    readDaylight(cursor) ??
    cursor.attempt(() => {
      if (cursor.acceptWord('before') || cursor.acceptPhrase('prior to')) return readBefore(cursor, earlier)
      if (untilFromMidnight && cursor.acceptWord(...WITHOUT_START)) {
        const end = readAnchor(cursor, true)
        return end === undefined || end === DAY_END
          ? undefined
          : certain({ from: MIDNIGHT, to: end, overnight: false })
      }
      if (cursor.acceptWord('after')) {
        const start = readAnchor(cursor, false)
        return start && certain({ from: start, to: DAY_END, overnight: false })
      }
      const between = cursor.acceptWord('between')
      if (between) cursor.acceptPhrase('the hours of')
      else cursor.acceptWord('from')
      const from = readWrittenTime(cursor)
      if (from === undefined) return undefined
      if (!(between && cursor.acceptWord('and')) && !cursor.acceptTo()) return undefined
      const to = readWrittenTime(cursor, from.kind === 'number' && from.is24Hour)
      const read = to && toReadSpan(from, to)
      return cursor.acceptPhrase('the next day', 'the following day') && !read?.span.overnight
        ? undefined
        : read
    })
  )
}

function readAnchor(cursor: Cursor, end: boolean): Anchor | undefined {
  const written = readWrittenTime(cursor)
  return written && toAnchor(written, end)
}

/** Reads 'from 9am' without an end. */
export function readOpenStart(cursor: Cursor): Anchor | undefined {
  return cursor.attempt(() => (cursor.acceptWord('from', 'after') ? readAnchor(cursor, false) : undefined))
}

/** Reads a single time, as in 'Fri 9pm-Sun 9pm'. */
export function readClock(cursor: Cursor, end: boolean): Anchor | undefined {
  return cursor.attempt(() => readAnchor(cursor, end))
}

const WHOLE_DAY = [
  'at all times',
  'all times',
  'at all hours',
  'all hours',
  'all day',
  'at any time of the day',
  'at any time of day',
  'at any time',
  'any time of the day',
  'any time of day',
  'any time',
  'anytime',
  'always',
  'around the clock',
  'round the clock',
]

const readWholeDay = (cursor: Cursor): ReadSpan | undefined =>
  cursor.acceptPhrase('24 / 7', ...WHOLE_DAY) || acceptAllHours(cursor) ? certain(ALL_DAY) : undefined

/** Accepts '24 hours a day'. */
function acceptAllHours(cursor: Cursor): boolean {
  const isRead = cursor.acceptPhrase('24 hours', '24 hour', '24 hrs', '24 hr', '24 h', 'twenty four hours')
  if (isRead) cursor.acceptPhrase('a day', 'per day', 'each day')
  return isRead
}

/** Reads 'daylight hours', which are from sunrise to sunset. */
function readDaylight(cursor: Cursor): ReadSpan | undefined {
  return cursor.attempt(() => {
    cursor.acceptWord('during', 'in')
    cursor.acceptWord('the')
    const hours = cursor.acceptPhrase('daylight hours', 'daylight hrs', 'hours of daylight', 'daytime hours')
    // 'daylight saving' is a season, not a time of day.
    if (!hours && (/^(?:savings?|-)$/.test(cursor.peek(1)?.text ?? '') || !cursor.acceptWord('daylight')))
      return undefined
    return certain({
      from: { kind: 'sunrise', offset: 0 },
      to: { kind: 'sunset', offset: 0 },
      overnight: false,
    })
  })
}

/**
 * The hours that are within the range, in minutes since midnight; two parts if the range extends past
 * midnight. 'surely': whenever the sun rises and sets; 'possibly': for some sunrise or sunset.
 */
function hoursOf({ from, to, overnight }: Span, how: 'surely' | 'possibly'): [from: number, to: number][] {
  const [start, end] =
    how === 'surely' ? [outerMinute(from, 1), outerMinute(to, 0)] : [outerMinute(from, 0), outerMinute(to, 1)]
  return overnight
    ? [
        [0, end],
        [start, 1440],
      ]
    : [[start, end]]
}

/** Whether some of the ranges overlap: 'surely' whenever the sun rises and sets, 'possibly' at some times. */
export const areOverlapping = (some: readonly Span[], others: readonly Span[], how: 'surely' | 'possibly') =>
  some.some((one) =>
    others.some((other) =>
      hoursOf(one, how).some(([from, to]) =>
        hoursOf(other, how).some(([start, end]) => Math.max(from, start) < Math.min(to, end)),
      ),
    ),
  )

/** Whether a range may lie within another on the same day. */
export const mayContain = (outer: Span, inner: Span) =>
  hoursOf(inner, 'surely').every(([from, to]) =>
    hoursOf(outer, 'possibly').some(([start, end]) => start <= from && to <= end),
  )

/** Reads all hours but those of a range: 'outside (the hours of) 9am-5pm'. */
const readOutside = (cursor: Cursor): ReadSpan[] | undefined =>
  cursor.attempt(() => {
    if (!cursor.acceptWord('outside')) return undefined
    cursor.acceptWord('of')
    cursor.acceptPhrase('the hours of', 'the hours', 'hours of')
    const [inside, ...others] = readSpans(cursor) ?? []
    if (inside === undefined || others.length > 0 || inside.doubt !== null) return undefined
    const { from, to, overnight } = inside.span
    const parts = overnight
      ? [spanBetween(to, from)]
      : [spanBetween(MIDNIGHT, from), spanBetween(to, DAY_END)]
    const spans = parts.flatMap((span) => (span ? certain(span) : []))
    return spans.length === 0 ? undefined : spans
  })

/**
 * Reads ranges joined by 'and', '&' or a comma; at least one. 'Or' joins them, too, unless they overlap: 'before
 * 8am or before 9am' does not say which.
 */
export function readSpans(cursor: Cursor, options: SpanOptions = {}): ReadSpan[] | undefined {
  const { untilFromMidnight = true, separateOverlapping = false, earlier } = options
  const outside = readOutside(cursor)
  if (outside !== undefined) return outside
  const first = readSpan(cursor, options)
  if (first === undefined) return undefined
  const spans = [first]
  for (;;) {
    const next = cursor.attempt(() => {
      const joined = cursor.acceptMark(',', '&', '+', '/')
      const and = cursor.acceptWord('and', 'then') || cursor.acceptMark('&')
      const or = !and && cursor.acceptWord('or')
      const more =
        joined || and || or
          ? readSpan(cursor, {
              untilFromMidnight: untilFromMidnight && !spans.some(({ span }) => hasStart(span)),
              ...(earlier && { earlier: [...earlier, ...spans.map(({ span }) => span)] }),
            })
          : undefined
      const overlaps = (how: 'surely' | 'possibly') =>
        more !== undefined &&
        areOverlapping(
          spans.map(({ span }) => span),
          [more.span],
          how,
        )
      return (or && overlaps('possibly')) || (separateOverlapping && overlaps('surely')) ? undefined : more
    })
    if (next === undefined) return spans
    spans.push(next)
  }
}
