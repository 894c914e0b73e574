import type { Anchor, Span, SunEvent } from './rule.ts'
import { ALL_DAY, DAY_END, MIDNIGHT } from './rule.ts'
import type { Cursor } from './tokens.ts'

/** A time as written: am or pm may be missing until the other end of the range is known. */
type Written =
  | { kind: 'sun'; anchor: Anchor }
  | { kind: 'midnight' }
  | { kind: 'noon' }
  | {
      kind: 'number'
      hour: number
      minute: number
      half: 'am' | 'pm' | null
      minutes: boolean
      plainly24: boolean
    }

/** `doubt`: the time between is in the range by another way of reading it ('6-8pm' may begin at 6 am). */
export interface ReadSpan {
  span: Span
  doubt: Span | null
}

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
    if (token?.kind !== 'word') return undefined
    const event = SUN_WORDS[token.text]
    if (event !== undefined && Object.hasOwn(SUN_WORDS, token.text)) cursor.place += 1
    return Object.hasOwn(SUN_WORDS, token.text) ? event : undefined
  })
}

/** 'one hour before sunset', '30 minutes after sunrise'. */
function readSunOffset(cursor: Cursor): Written | undefined {
  return cursor.attempt(() => {
    let minutes: number
    if (cursor.acceptPhrase('half an hour', 'half hour')) minutes = 30
    else if (cursor.acceptPhrase('an hour', 'one hour')) minutes = 60
    else if (cursor.acceptPhrase('two hours')) minutes = 120
    else {
      const token = cursor.peek()
      if (token?.kind !== 'number' || !/^\d{1,3}$/.test(token.text)) return undefined
      cursor.place += 1
      if (cursor.acceptWord('minutes', 'minute', 'mins', 'min')) minutes = Number(token.text)
      else if (cursor.acceptWord('hours', 'hour', 'hrs', 'hr')) minutes = Number(token.text) * 60
      else return undefined
    }
    const sign = cursor.acceptWord('before') ? -1 : cursor.acceptWord('after', 'past') ? 1 : 0
    const event = sign === 0 || minutes > 180 ? undefined : readSun(cursor)
    return event === undefined ? undefined : { kind: 'sun', anchor: { kind: event, offset: sign * minutes } }
  })
}

function readWritten(cursor: Cursor): Written | undefined {
  const event = readSun(cursor)
  if (event !== undefined) return { kind: 'sun', anchor: { kind: event, offset: 0 } }
  if (cursor.acceptWord('noon', 'midday')) return { kind: 'noon' }
  if (cursor.acceptWord('midnight')) return { kind: 'midnight' }
  const offset = readSunOffset(cursor)
  if (offset !== undefined) return offset
  return cursor.attempt(() => {
    const token = cursor.peek()
    if (token?.kind !== 'number') return undefined
    cursor.place += 1
    const together = /^\d{4}$/.test(token.text)
    const match = together ? /^(\d\d)(\d\d)$/.exec(token.text) : /^(\d{1,2})(?:[:.](\d\d))?$/.exec(token.text)
    if (match === null) return undefined
    const hour = Number(match[1])
    const minute = Number(match[2] ?? 0)
    if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return undefined
    const half = cursor.peek()?.kind === 'half' ? (cursor.peek()!.text as 'am' | 'pm') : null
    if (half !== null) {
      cursor.place += 1
      return hour >= 1 && hour <= 12 && !together
        ? { kind: 'number', hour, minute, half, minutes: true, plainly24: false }
        : undefined
    }
    if (hour === 12 && minute === 0 && cursor.acceptWord('noon', 'midday')) return { kind: 'noon' }
    if (hour === 12 && minute === 0 && cursor.acceptWord('midnight')) return { kind: 'midnight' }
    const marked = cursor.acceptWord('hrs', 'h')
    if (together && !marked && match[1]![0] !== '0') return undefined
    return {
      kind: 'number',
      hour,
      minute,
      half: null,
      minutes: match[2] !== undefined || marked,
      plainly24: marked || hour > 12 || (match[1]!.length === 2 && match[1]![0] === '0'),
    }
  })
}

const clock = (minute: number): Anchor => ({ kind: 'clock', minute })

/** Minutes of a time whose half of the day is known. */
const minutesOf = (hour: number, minute: number, half: 'am' | 'pm') =>
  (hour % 12) * 60 + minute + (half === 'pm' ? 720 : 0)

/** A time that needs nothing else to be understood. `end`: midnight, 12 am and 11:59 pm are the end of the day then. */
function settled(written: Written, end: boolean, as24 = false): Anchor | undefined {
  switch (written.kind) {
    case 'sun':
      return written.anchor
    case 'noon':
      return clock(720)
    case 'midnight':
      return end ? DAY_END : MIDNIGHT
    case 'number': {
      if (written.half === null && !(written.minutes && (written.plainly24 || as24))) return undefined
      const minute =
        written.half === null
          ? written.hour * 60 + written.minute
          : minutesOf(written.hour, written.minute, written.half)
      if (end) return minute === 0 || minute === 1439 ? DAY_END : clock(minute)
      return minute < 1440 ? clock(minute) : undefined
    }
  }
}

/** The earliest and latest a sun event comes anywhere in Australia, in minutes of the clock, rounded outwards. */
const SUN_RANGE: Readonly<Record<SunEvent, readonly [earliest: number, latest: number]>> = {
  dawn: [4 * 60, 8 * 60],
  sunrise: [4 * 60, 8 * 60],
  sunset: [16 * 60, 22 * 60],
  dusk: [16 * 60, 22 * 60],
}
/** The earliest (`0`) or latest (`1`) that a time of day comes, in minutes of the clock. */
export const bound = (anchor: Anchor, side: 0 | 1) =>
  anchor.kind === 'clock' ? anchor.minute : SUN_RANGE[anchor.kind][side] + anchor.offset

/**
 * The range between two times of day; `undefined` when it says nothing. It runs past midnight when its end comes before its start in every
 * season: '5pm to sunset' is simply empty where the sun sets earlier.
 */
export function spanBetween(from: Anchor, to: Anchor): Span | undefined {
  if (JSON.stringify(from) === JSON.stringify(to)) return undefined
  if (to.kind === 'clock' && to.minute === 1440) return { from, to, overnight: false }
  return { from, to, overnight: bound(to, 1) <= bound(from, 0) }
}

function settleRange(from: Written, to: Written): ReadSpan | undefined {
  const sure = (a: Anchor | undefined, b: Anchor | undefined): ReadSpan | undefined => {
    const span = a === undefined || b === undefined ? undefined : spanBetween(a, b)
    return span === undefined ? undefined : { span, doubt: null }
  }
  if (from.kind === 'number' && from.half === null && !from.plainly24) {
    // '9-5pm', '6.30 - 8 pm': the first half is left out.
    if (to.kind === 'number' && to.half !== null && from.hour >= 1 && from.hour <= 12) {
      const end = settled(to, true) as { kind: 'clock'; minute: number }
      const same = minutesOf(from.hour, from.minute, to.half)
      const other = minutesOf(from.hour, from.minute, to.half === 'pm' ? 'am' : 'pm')
      if (same >= end.minute) return sure(clock(other), end)
      const read = sure(clock(same), end)
      // In the evening both readings make sense; the mornings of '5-9am' do not.
      if (read !== undefined && to.half === 'pm') read.doubt = spanBetween(clock(other), clock(same)) ?? null
      return read
    }
    if (to.kind === 'noon' && from.hour <= 11)
      return sure(clock(minutesOf(from.hour, from.minute, 'am')), clock(720))
  }
  const clock24 = [from, to].some((end) => end.kind === 'number' && end.half === null && end.plainly24)
  return sure(settled(from, false, clock24), settled(to, true, clock24))
}

const RANGE_WORDS = ['to', 'until', 'till', 'til', 'through', 'thru']

/** A range, 'before …', 'after …', 'daylight hours' or a phrase for the whole day. */
export function readSpan(cursor: Cursor): ReadSpan | undefined {
  return (
    readWholeDay(cursor) ??
    readDaylight(cursor) ??
    cursor.attempt(() => {
      if (cursor.acceptWord('before', 'until', 'till')) {
        const end = readSettled(cursor, true)
        return end === undefined
          ? undefined
          : { span: { from: MIDNIGHT, to: end, overnight: false }, doubt: null }
      }
      if (cursor.acceptWord('after')) {
        const start = readSettled(cursor, false)
        return start === undefined
          ? undefined
          : { span: { from: start, to: DAY_END, overnight: false }, doubt: null }
      }
      const between = cursor.acceptWord('between')
      if (!between) cursor.acceptWord('from')
      const from = readWritten(cursor)
      if (from === undefined) return undefined
      if (
        !(between && cursor.acceptWord('and')) &&
        !cursor.acceptMark('-') &&
        !cursor.acceptWord(...RANGE_WORDS)
      )
        return undefined
      const to = readWritten(cursor)
      return to === undefined ? undefined : settleRange(from, to)
    })
  )
}

function readSettled(cursor: Cursor, end: boolean): Anchor | undefined {
  const written = readWritten(cursor)
  return written === undefined ? undefined : settled(written, end)
}

/** 'from 9am', with nothing said of the end. */
export function readOpenStart(cursor: Cursor): Anchor | undefined {
  return cursor.attempt(() => (cursor.acceptWord('from', 'after') ? readSettled(cursor, false) : undefined))
}

/** A time on its own, as in 'Fri 9pm-Sun 9pm'. */
export function readClock(cursor: Cursor, end: boolean): Anchor | undefined {
  return cursor.attempt(() => readSettled(cursor, end))
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

function readWholeDay(cursor: Cursor): ReadSpan | undefined {
  return cursor.attempt(() => {
    if (cursor.acceptPhrase('24 / 7')) return { span: ALL_DAY, doubt: null }
    if (cursor.acceptPhrase('24 hours', '24 hour', '24 hrs', '24 hr', '24 h', 'twenty four hours')) {
      cursor.acceptPhrase('a day', 'per day', 'each day')
      return { span: ALL_DAY, doubt: null }
    }
    return cursor.acceptPhrase(...WHOLE_DAY) ? { span: ALL_DAY, doubt: null } : undefined
  })
}

/** Daylight is from sunrise to sunset. */
function readDaylight(cursor: Cursor): ReadSpan | undefined {
  return cursor.attempt(() => {
    cursor.acceptWord('during', 'in')
    cursor.acceptWord('the')
    const hours = cursor.acceptPhrase('daylight hours', 'daylight hrs', 'hours of daylight', 'daytime hours')
    // 'daylight saving' is a season.
    if (!hours && (/^(?:savings?|-)$/.test(cursor.peek(1)?.text ?? '') || !cursor.acceptWord('daylight')))
      return undefined
    return {
      span: { from: { kind: 'sunrise', offset: 0 }, to: { kind: 'sunset', offset: 0 }, overnight: false },
      doubt: null,
    }
  })
}

/** The hours that a range has for sure, whenever the sun rises and sets: minutes of its day, before and after midnight. */
function surely({ from, to, overnight }: Span): [from: number, to: number][] {
  const [start, end] = [bound(from, 1), bound(to, 0)]
  return overnight
    ? [
        [0, end],
        [start, 1440],
      ]
    : [[start, end]]
}

const overlap = (a: Span, b: Span) =>
  surely(a).some(([from, to]) => surely(b).some(([start, end]) => Math.max(from, start) < Math.min(to, end)))

/**
 * Ranges joined by 'and', '&' or a comma; at least one.
 * @param apart ends the list before a range that overlaps one of it: 'all day, before 9am in summer' are two rules
 */
export function readSpans(cursor: Cursor, apart = false): ReadSpan[] | undefined {
  const first = readSpan(cursor)
  if (first === undefined) return undefined
  const spans = [first]
  for (;;) {
    const next = cursor.attempt(() => {
      const joined = cursor.acceptMark(',', '&', '+', '/')
      const and = cursor.acceptWord('and', 'then') || cursor.acceptMark('&')
      const more = joined || and ? readSpan(cursor) : undefined
      return more !== undefined && apart && spans.some(({ span }) => overlap(span, more.span))
        ? undefined
        : more
    })
    if (next === undefined) return spans
    spans.push(next)
  }
}
