import { outerMinute } from './read-clock.ts'
import { MONTH_NAMES } from './day-words.ts'
import { dayInYear, YEAR } from './possible-days.ts'
import { maskBetween, MONTH_LENGTHS, readDateNumber, readMonth } from './read-days.ts'
import type { Anchor, DayTest, Span, SunEvent, When } from './rule.ts'
import { ALL_DAY } from './rule.ts'
import { Cursor } from './tokens.ts'

/** A rule in OpenStreetMap's notation. */
export interface OsmRule {
  /** As written: 'Mo-Su' is a selector, unlike no selector at all. */
  when: When
  /** Empty for the whole day; only possible for a closing rule. */
  spans: readonly Span[]
  open: boolean
  /** An additional rule, after a comma: it adds to the rules before it instead of overriding them. */
  adds: boolean
}

export interface OsmHours {
  rules: readonly OsmRule[]
  /** Whether the text has words that only this notation has: 'Mo', 'PH', 'SH', 'off'. */
  marked: boolean
}

const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3).toLowerCase())

const OTHER_WORDS = 'ph sh off open closed unknown dawn sunrise sunset dusk easter day days week'.split(' ')
const VOCABULARY = new Set([...WEEKDAYS, ...MONTHS, ...OTHER_WORDS])

/**
 * Whether a text consists of the notation's words and has days before times. If {@link readOsm} cannot read
 * such a text, it must not be read as a plain list, where the same marks have other meanings.
 */
export function looksLikeOsm(text: string): boolean {
  const { tokens } = new Cursor(text)
  const words = tokens.filter(({ kind }) => kind !== 'number' && kind !== 'mark')
  const last = tokens.at(-1)
  return (
    words.length > 0 &&
    tokens[0]!.text !== 'open' &&
    words.every(({ text: word }) => VOCABULARY.has(word)) &&
    !(last?.kind === 'word' && ENDS_A_LIST.has(last.text))
  )
}

/** A text that ends with a weekday or month is a plain list ('06:00-20:00 Dec-Feb'). */
const ENDS_A_LIST = new Set([...WEEKDAYS, ...MONTHS])

/** Whether a text has a weekday in the spelling of this notation. */
export const hasOsmDay = (text: string) => /\b(?:mo|tu|we|th|fr|sa|su)\b/i.test(text)

interface OsmDraft {
  marked: boolean
  /** Whether an hour can only be on a 24-hour clock: '08:00', '17:00'. */
  clock24: boolean
  /** Whether an hour has a single digit: '9:00'. */
  shortHour: boolean
}

function readWeekday(cursor: Cursor): number | undefined {
  const token = cursor.peek()
  const day = token?.kind === 'word' ? WEEKDAYS.indexOf(token.text) : -1
  if (day === -1) return undefined
  cursor.position += 1
  return day
}

function readDay(cursor: Cursor): DayTest | undefined {
  if (cursor.acceptWord('ph')) return { kind: 'public-holiday' }
  if (cursor.acceptWord('sh')) return { kind: 'school-holiday' }
  return cursor.attempt(() => {
    const first = readWeekday(cursor)
    if (first === undefined) return undefined
    const last = cursor.acceptMark('-') ? readWeekday(cursor) : first
    return last === undefined ? undefined : { kind: 'weekdays', mask: maskBetween(first, last) }
  })
}

/** Reads items joined by commas. A comma that is followed by anything else starts the next rule. */
function readList<T>(cursor: Cursor, readItem: (cursor: Cursor) => T | undefined): T[] | undefined {
  const first = readItem(cursor)
  if (first === undefined) return undefined
  const list = [first]
  for (;;) {
    const next = cursor.attempt(() => (cursor.acceptMark(',') ? readItem(cursor) : undefined))
    if (next === undefined) return list
    list.push(next)
  }
}

/** Reads 'Oct', 'Oct-Mar'. */
function readMonths(cursor: Cursor): DayTest | undefined {
  return cursor.attempt(() => {
    const first = readMonth(cursor)
    if (first === undefined || readDateNumber(cursor) !== undefined) return undefined
    const last = cursor.acceptMark('-') ? readMonth(cursor) : first
    if (last === undefined || readDateNumber(cursor) !== undefined) return undefined
    return {
      kind: 'dates',
      from: { month: first, date: 1 },
      to: { month: last, date: MONTH_LENGTHS[last - 1]! },
    }
  })
}

/** Reads 'Dec 25', 'Dec 24-26', 'Nov 1-Mar 31', 'easter', 'easter -2 days'. */
function readDates(cursor: Cursor): DayTest | undefined {
  return cursor.attempt(() => {
    if (cursor.acceptWord('easter')) return readFromEaster(cursor)
    const month = readMonth(cursor)
    const date = month === undefined ? undefined : readDateNumber(cursor)
    if (date === undefined || !isDate(month!, date)) return undefined
    const from = { month: month!, date }
    if (!cursor.acceptMark('-')) return { kind: 'dates', from, to: from }
    const lastMonth = readMonth(cursor) ?? month!
    const lastDate = readDateNumber(cursor)
    if (lastDate === undefined || !isDate(lastMonth, lastDate)) return undefined
    if (lastMonth === month && lastDate < date) return undefined
    return { kind: 'dates', from, to: { month: lastMonth, date: lastDate } }
  })
}

/** Whether the date exists in every year. */
const isDate = (month: number, date: number) =>
  date <= MONTH_LENGTHS[month - 1]! && !(month === 2 && date === 29)

function readFromEaster(cursor: Cursor): DayTest | undefined {
  const sign = cursor.acceptMark('+') ? 1 : cursor.acceptMark('-') ? -1 : 0
  if (sign === 0) return { kind: 'easter-day', offset: 0 }
  const offset = readDateNumber(cursor)
  return offset === undefined || !cursor.acceptWord('day', 'days')
    ? undefined
    : { kind: 'easter-day', offset: sign * offset }
}

/** Minutes since midnight. The end of a range may be on the next day ('26:00'). */
function readClock(cursor: Cursor, draft: OsmDraft): number | undefined {
  const token = cursor.peek()
  const match = token?.kind === 'number' ? /^(\d{1,2}):(\d\d)$/.exec(token.text) : null
  if (match === null) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2])]
  if (hour > 48 || minute > 59) return undefined
  cursor.position += 1
  if (cursor.peek()?.kind === 'day-period') return undefined
  if (match[1]!.length === 1) draft.shortHour = true
  if (hour > 12 || match[1]!.startsWith('0')) draft.clock24 = true
  return hour * 60 + minute
}

/** Reads 'sunset', '(sunset+00:30)'. */
function readSun(cursor: Cursor, draft: OsmDraft): Anchor | undefined {
  return cursor.attempt(() => {
    const bracket = cursor.acceptMark('(')
    const token = cursor.peek()
    const kind = SUN_EVENTS.find((event) => event === token?.text)
    if (kind === undefined) return undefined
    cursor.position += 1
    if (!bracket) return { kind, offset: 0 }
    const sign = cursor.acceptMark('+') ? 1 : cursor.acceptMark('-') ? -1 : 0
    const minutes = sign === 0 ? undefined : readClock(cursor, draft)
    return minutes === undefined || minutes > MAX_OFFSET_MINUTES || !cursor.acceptMark(')')
      ? undefined
      : { kind, offset: sign * minutes }
  })
}

const SUN_EVENTS: readonly SunEvent[] = ['dawn', 'sunrise', 'sunset', 'dusk']
const MAX_OFFSET_MINUTES = 180
const DAY_MINUTES = 1440

/**
 * Clock times that the notation assumes for sun events, to tell whether 'sunset-22:00' extends past midnight.
 * Minutes since midnight. Source: the package `opening_hours`.
 */
const TYPICAL_MINUTES: Readonly<Record<SunEvent, number>> = {
  dawn: 330,
  sunrise: 360,
  sunset: 1080,
  dusk: 1110,
}

const typicalMinute = (anchor: Anchor) =>
  anchor.kind === 'clock' ? anchor.minute : TYPICAL_MINUTES[anchor.kind] + anchor.offset

function readSpan(cursor: Cursor, draft: OsmDraft): Span | undefined {
  return cursor.attempt(() => {
    const sunFrom = readSun(cursor, draft)
    const from = sunFrom === undefined ? readClock(cursor, draft) : undefined
    if ((sunFrom ?? from) === undefined || !cursor.acceptMark('-')) return undefined
    const sunTo = readSun(cursor, draft)
    const to = sunTo === undefined ? readClock(cursor, draft) : undefined
    if ((sunTo ?? to) === undefined) return undefined
    if (from !== undefined && from >= DAY_MINUTES) return undefined
    if (from !== undefined && to !== undefined) return clockSpan(from, to)
    if (to !== undefined && to > DAY_MINUTES) return undefined
    return sunSpan(sunFrom ?? { kind: 'clock', minute: from! }, sunTo ?? { kind: 'clock', minute: to! })
  })
}

function clockSpan(from: number, to: number): Span | undefined {
  if (from === to) return undefined
  const start: Anchor = { kind: 'clock', minute: from }
  if (to > DAY_MINUTES)
    return { from: start, to: { kind: 'clock', minute: to - DAY_MINUTES }, overnight: true }
  const end: Anchor = { kind: 'clock', minute: to === 0 ? DAY_MINUTES : to }
  return { from: start, to: end, overnight: end.minute < from }
}

/**
 * A range with a sun event; `undefined` if it depends on place and season whether it extends past midnight.
 */
function sunSpan(from: Anchor, to: Anchor): Span | undefined {
  const both = from.kind !== 'clock' && to.kind !== 'clock'
  if (both ? outerMinute(from, 1) < outerMinute(to, 0) : typicalMinute(to) > typicalMinute(from))
    return { from, to, overnight: false }
  return outerMinute(to, 1) <= outerMinute(from, 0) ? { from, to, overnight: true } : undefined
}

/** Reads '08:00-12:00,13:00-17:00', '24/7'. */
const readSpans = (cursor: Cursor, draft: OsmDraft): Span[] | undefined =>
  cursor.acceptPhrase('24 / 7') ? [ALL_DAY] : readList(cursor, () => readSpan(cursor, draft))

function readSelectors(cursor: Cursor, draft: OsmDraft): When {
  const when: When = []
  const dates = readList(cursor, readMonths) ?? readList(cursor, readDates)
  if (dates !== undefined) {
    when.push(dates)
    cursor.acceptMark(':')
  }
  const days = readList(cursor, readDay)
  if (days === undefined) return when
  draft.marked = true
  when.push(days)
  // 'PH Mo-Fr': public holidays that fall on these weekdays.
  if (days.length === 1 && days[0]!.kind !== 'weekdays') {
    const more = readList(cursor, readDay)
    if (more !== undefined) when.push(more)
  }
  cursor.acceptMark(':')
  return when
}

function readRule(cursor: Cursor, draft: OsmDraft, adds: boolean): OsmRule | undefined {
  const when = readSelectors(cursor, draft)
  const spans = readSpans(cursor, draft)
  const off = cursor.acceptWord('off')
  if (off) draft.marked = true
  const open = !off && !cursor.acceptWord('closed')
  // In the notation, days without times are open all day, but the text may also be cut off.
  if (open && spans === undefined) return undefined
  if (open) cursor.acceptWord('open')
  return { when, spans: spans ?? [], open, adds }
}

/**
 * Reads a text in OpenStreetMap's notation for opening hours; `null` if any part is not understood.
 * Supported: months, dates, Easter, weekdays, public and school holidays, clock times and sun events, 'off',
 * and rules after ';' and ','. Source: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function readOsm(text: string): OsmHours | null {
  const cursor = new Cursor(text)
  const draft: OsmDraft = { marked: false, clock24: false, shortHour: false }
  const rules: OsmRule[] = []
  let adds = false
  while (!cursor.isDone) {
    const rule = readRule(cursor, draft, adds)
    if (rule === undefined) return null
    rules.push(rule)
    if (cursor.isDone) break
    adds = cursor.acceptMark(',')
    if (!adds && !cursor.acceptMark(';')) return null
    if (adds && cursor.isDone) return null
  }
  // '6:00-8:00' may mean the morning or the evening.
  if (rules.length === 0 || (draft.shortHour && !draft.clock24)) return null
  return canSubtractHours(rules) ? { rules, marked: draft.marked } : null
}

/** Hours can be subtracted only if all of them are clock times. */
function canSubtractHours(rules: readonly OsmRule[]): boolean {
  if (!rules.some(({ open, spans }) => !open && spans.length > 0)) return true
  return rules.every(({ spans }) =>
    spans.every(({ from, to }) => from.kind === 'clock' && to.kind === 'clock'),
  )
}

/**
 * Whether rules without words of the notation have the same meaning as a plain list, where the more specific
 * entry wins and hours of the same days are combined.
 */
export function hasSameMeaningAsList(rules: readonly OsmRule[]): boolean {
  // Easter is Easter Sunday in this notation and the long weekend elsewhere.
  if (rules.some(({ when }) => when.flat().some(({ kind }) => kind === 'easter-day'))) return false
  if (rules.length === 1) return true
  if (
    rules.some(({ open, spans }) => spans.some(({ overnight }) => overnight) || (!open && spans.length > 0))
  )
    return false
  const [first, ...rest] = rules
  const dated = first!.when.length === 0 && first!.open ? rest : rules
  if (dated.some(({ adds, open, when }) => when.length === 0 || (adds && open && dated === rest)))
    return false
  const taken = new Set<number>()
  for (const { when } of dated) {
    for (const test of when.flat()) {
      if (test.kind !== 'dates') return false
      const last = dayInYear(test.to)
      for (let day = dayInYear(test.from); ; day = (day + 1) % YEAR) {
        if (taken.has(day)) return false
        taken.add(day)
        if (day === last) break
      }
    }
  }
  return true
}
