import type { UncertainDay } from './calendar.ts'
import { uncertainDaysIn } from './calendar.ts'
import type { ReadSpan } from './read-clock.ts'
import {
  areOverlapping,
  isWithoutStart,
  readClock,
  readOpenStart,
  readSpans,
  spanBetween,
} from './read-clock.ts'
import { combineDays, readExceptWhen, readWhen, withoutMonthsOfSeason } from './read-days.ts'
import { hasUnusedDays, isImpossible } from './possible-days.ts'
import type { OsmRule } from './read-osm.ts'
import { hasOsmDay, looksLikeOsm, readOsm, hasSameMeaningAsList } from './read-osm.ts'
import type { Anchor, DayTest, Span, When } from './rule.ts'
import { ALL_DAY, EVERY_DAY, isAllDay, isSingleDate } from './rule.ts'
import { Cursor, TEXT_MAX_LENGTH } from './tokens.ts'
import { capitalised } from '../model/text.ts'

/** The hours of some days. Without spans, the place is closed on those days. */
export interface OpeningEntry {
  when: When
  spans: readonly Span[]
  /** Hours that are open by one reading of the text and closed by another. */
  doubts: readonly Span[]
}

/** The kinds of closure in a text without hours. */
export type Closure = 'closed' | 'temporarily' | 'permanently'

/** A completely understood text about opening hours. Days without an entry are unknown. */
export interface Opening {
  /** Most specific first: the first entry that matches a day applies. */
  entries: readonly OpeningEntry[]
  /** The rules of a text in OpenStreetMap's notation; `entries` is empty then. */
  osm: readonly OsmRule[] | null
  closure: Closure | null
  /** Conditions that do not depend on the date, for people to read. */
  notes: readonly string[]
  /** Open without a break. */
  always: boolean
  /** The text has dates or seasons, so the next change may be months away. */
  seasonal: boolean
  /** Some hours extend past midnight. */
  overnight: boolean
  /** The only entry, if all days are the same. */
  everyDay: readonly [OpeningEntry] | null
  /** Kinds of days in the text that may be uncertain. */
  uncertainDays: readonly UncertainDay[]
}

const HOLIDAY_NOTE = 'Hours may differ on public holidays.'

const LABELS = [
  'opening hours',
  'opening times',
  'open hours',
  'hours of operation',
  'operating hours',
  'park hours',
  'park opening hours',
  'trading hours',
  'hours',
  'access',
  'public access',
  'accessible',
  'open to the public',
  'gates open',
  'gate open',
  'park is open',
  'park open',
]

function skipLabel(cursor: Cursor) {
  cursor.attempt(() => {
    cursor.acceptWord('the')
    if (!cursor.acceptPhrase(...LABELS)) return undefined
    cursor.acceptWord('are', 'is')
    cursor.acceptMark(':', '-')
    return true
  })
}

const readClosed = (cursor: Cursor) =>
  cursor.attempt(() => {
    cursor.acceptWord('is', 'are')
    return cursor.acceptPhrase('closed all day', 'closed') || undefined
  })

const HOLIDAY_REMARKS = [
  'hours may vary on public holidays',
  'hours may differ on public holidays',
  'hours vary on public holidays',
  'public holiday hours may vary',
  'public holiday hours vary',
  'public holidays hours may vary',
  'public holidays may vary',
  'public holiday hours may differ',
  'may vary on public holidays',
  'public holidays vary',
  'hours might differ on public holidays',
  'subject to change on public holidays',
  'hours may vary',
]

function readRemark(cursor: Cursor): string | undefined {
  return cursor.attempt(() => {
    const bracket = cursor.acceptMark('(')
    const first = cursor.position
    if (!cursor.acceptPhrase(...HOLIDAY_REMARKS)) return undefined
    const note = cursor.slice(first, cursor.position)
    return bracket && !cursor.acceptMark(')') ? undefined : `${capitalised(note)}.`
  })
}

const OTHERWISE = [
  'otherwise',
  'at other times',
  'all other times',
  'on other days',
  'on all other days',
  'all other days',
  'every other day',
  'other days',
]

/**
 * What has been read of a list. `daysFirst`: whether it has the days first ('Mon: 6am-8pm') or last ('6am-8pm Mon');
 * `null` until that is known.
 */
interface OpeningDraft {
  readonly entries: readonly OpeningEntry[]
  readonly notes: readonly string[]
  readonly daysFirst: boolean | null
}

const EMPTY_DRAFT: OpeningDraft = { entries: [], notes: [], daysFirst: null }

const withEntries = (draft: OpeningDraft, entries: readonly OpeningEntry[]): OpeningDraft => ({
  ...draft,
  entries: [...draft.entries, ...entries],
})

const toEntry = (when: When, spans: readonly ReadSpan[]): OpeningEntry => ({
  when,
  spans: spans.map(({ span }) => span),
  doubts: spans.flatMap(({ doubt }) => doubt ?? []),
})

/** An entry without doubts: closed if it has no hours. */
const entryOf = (when: When, ...spans: Span[]): OpeningEntry => ({ when, spans, doubts: [] })

/** '(closed on Mondays)' */
const readClosedInBrackets = (cursor: Cursor): OpeningEntry[] | undefined =>
  cursor.attempt(() => {
    if (!cursor.acceptMark('(') || !readClosed(cursor)) return undefined
    const when = readWhen(cursor)
    return when !== undefined && when.length > 0 && cursor.acceptMark(')') ? [entryOf(when)] : undefined
  })

/** 'Opens 6am, closes 8pm', 'Gates open at 6am and close at dusk'. */
const readOpensAndCloses = (cursor: Cursor): OpeningEntry[] | undefined =>
  cursor.attempt(() => {
    cursor.acceptWord('gates', 'gate', 'park')
    if (!cursor.acceptWord('open', 'opens')) return undefined
    cursor.acceptWord('at', 'from')
    const from = readClock(cursor, false)
    if (from === undefined) return undefined
    cursor.acceptMark(',', ';', '.')
    cursor.acceptWord('and', 'then')
    if (!cursor.acceptWord('close', 'closes')) return undefined
    cursor.acceptWord('at')
    const to = readClock(cursor, true)
    const span = to && spanBetween(from, to)
    if (span === undefined) return undefined
    const when = readWhen(cursor) ?? []
    return [entryOf(when, span), ...readExcept(cursor)]
  })

/** Reads what may follow hours: 'access only', and the days on which they do not apply if those were not read before. */
function readExcept(cursor: Cursor, read?: When): OpeningEntry[] {
  // '24 hour access'
  cursor.acceptWord('access')
  cursor.acceptWord('only')
  const when = read ?? readExceptWhen(cursor)
  return when === undefined ? [] : [entryOf(when)]
}

/** 'Open until 8pm' does not say when it opens, so it is no range of opening hours. */
const readOpeningSpans = (cursor: Cursor, { entries }: OpeningDraft) =>
  readSpans(cursor, {
    untilFromMidnight: false,
    separateOverlapping: true,
    earlier: entries.flatMap(({ spans }) => spans),
  })

/** Reads an item of a list, of any form. */
function readItem(cursor: Cursor, draft: OpeningDraft): OpeningDraft | undefined {
  const remark = readRemark(cursor)
  if (remark !== undefined) return { ...draft, notes: [...draft.notes, remark] }
  const entries = readClosedInBrackets(cursor) ?? readOpensAndCloses(cursor)
  if (entries !== undefined) return withEntries(draft, entries)
  if (cursor.acceptPhrase('always open', 'never closes', 'never closed'))
    return withEntries(draft, [entryOf([], ALL_DAY)])
  const isOpen = cursor.acceptWord('open')
  if (isOpen) cursor.acceptMark(':')
  if (isWithoutStart(cursor)) return undefined
  if (readClosed(cursor)) return isOpen ? undefined : readDaysAfterClosed(cursor, draft)
  const days = readWhen(cursor)
  return days === undefined ? readHoursFirst(cursor, draft) : readAfterDays(cursor, draft, days, isOpen)
}

/** Reads the days after 'closed': 'closed: Mondays'. */
function readDaysAfterClosed(cursor: Cursor, draft: OpeningDraft): OpeningDraft | undefined {
  cursor.acceptMark(':')
  const when = readWhen(cursor)
  return when && withEntries(draft, [entryOf(when)])
}

/** Reads what follows days: 'Mon: 6am-8pm', 'Mon: closed'. `isOpen`: whether 'open' is before the days. */
function readAfterDays(
  cursor: Cursor,
  draft: OpeningDraft,
  days: When,
  isOpen: boolean,
): OpeningDraft | undefined {
  if (draft.daysFirst === false && days.length > 0) return undefined
  const except = readExceptWhen(cursor)
  const mark = cursor.acceptMark(':', ',', '-')
  const read = days.length > 0 ? { ...draft, daysFirst: true } : draft
  if (!isOpen && readClosed(cursor))
    return except === undefined ? withEntries(read, [entryOf(days)]) : undefined
  if (!isOpen) cursor.acceptWord('open')
  const spans = readOpeningSpans(cursor, draft)
  // 'All year' by itself says nothing.
  if (spans === undefined) return days.length === 0 && except === undefined && !mark ? draft : undefined
  const entry = toEntry(readLaterDays(cursor, days), spans)
  return withEntries(read, [entry, ...readExcept(cursor, except)])
}

/** Reads the seasons or dates after the hours of some days: 'Sundays 6am-8pm in summer'. */
const readLaterDays = (cursor: Cursor, days: When): When =>
  cursor.attempt(() => {
    const more = readWhen(cursor)
    return more?.flat().every(({ kind }) => kind !== 'weekdays') ? combineDays([...days, ...more]) : undefined
  }) ?? days

/** Reads an item that begins with hours: '6am-8pm Mon-Fri', 'from 9am on weekends'. */
function readHoursFirst(cursor: Cursor, draft: OpeningDraft): OpeningDraft | undefined {
  const later = readLaterStart(cursor)
  if (later !== undefined) return withLaterStart(draft, later)
  const spans = readOpeningSpans(cursor, draft)
  if (spans === undefined) return undefined
  const when = cursor.acceptPhrase(...OTHERWISE) ? [] : readWhen(cursor)
  const days = draft.daysFirst === true ? daysOfMoreHours(draft, when) : (when ?? [])
  if (days === undefined) return undefined
  const read = days.length > 0 && draft.daysFirst === null ? { ...draft, daysFirst: false } : draft
  return withEntries(read, [toEntry(days, spans), ...readExcept(cursor)])
}

/**
 * The days of hours in a list with the days first: those before them ('Mon: 6am-9am; 4pm-8pm'), or all others if it is
 * closed on those ('Mon: closed; 6am-9am'). `undefined` if it is unclear which, as in 'Mon: 6am-9am; 4pm-8pm daily'.
 */
function daysOfMoreHours({ entries }: OpeningDraft, when: When | undefined): When | undefined {
  if (entries.every(({ spans }) => spans.length === 0)) return when?.length ? undefined : []
  const previous = entries.at(-1)!
  return when === undefined && previous.spans.length > 0 ? previous.when : undefined
}

/** Another start on some days. */
interface LaterStart {
  from: Anchor
  when: When
}

const readLaterStart = (cursor: Cursor): LaterStart | undefined =>
  cursor.attempt(() => {
    const from = readOpenStart(cursor)
    const when = from && readWhen(cursor)
    return when === undefined || when.length === 0 ? undefined : { from: from!, when }
  })

/** 'Daylight hours; from 9am on weekends': opens later and closes at the same time. */
function withLaterStart(draft: OpeningDraft, { from, when }: LaterStart): OpeningDraft | undefined {
  const base = draft.entries.find((entry) => entry.when.length === 0)
  const span = base?.spans.length === 1 && base.doubts.length === 0 ? base.spans[0] : undefined
  if (span === undefined || span.overnight || isAllDay(span)) return undefined
  return withEntries(draft, [entryOf(when, { ...span, from })])
}

const isSingleDay = (test: DayTest) => test.kind === 'easter-day' || isSingleDate(test)

/**
 * A score to sort entries by: dates outrank weekdays, few weekdays outrank many, and single days outrank
 * everything. 'Closed weekends and public holidays' also outranks weekdays.
 */
function specificity({ when, spans }: OpeningEntry): number {
  let score = 0
  for (const group of when) {
    const days = group.find((test) => test.kind === 'weekdays')
    if (days !== undefined && (group.length === 1 || spans.length > 0)) score += 8 - countBits(days.mask)
    else if (group.every(isSingleDay)) score += 40
    else if (group.every((test) => test.kind === 'public-holiday')) score += 20
    else score += 10
  }
  return score
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest > 0; rest &= rest - 1) count += 1
  return count
}

const NOT_SEASONAL = new Set<DayTest['kind']>(['weekdays', 'school-day', 'school-holiday'])
export const namesPublicHolidays = (when: When) =>
  when.some((group) => group.some(({ kind }) => kind === 'public-holiday' || kind === 'no-public-holiday'))
export const isSeasonal = (when: When) => when.flat().some(({ kind }) => !NOT_SEASONAL.has(kind))

/**
 * Matches the seasons of a text with each other: next to 'summer', 'winter' means the rest of the year; next
 * to daylight saving, it means standard time. Changes the tests in place.
 */
export function pairSeasons(whens: readonly When[]) {
  const seasons = whens.flat(2).filter((test) => test.kind === 'season')
  const has = (season: string) => seasons.some((test) => test.season === season)
  for (const test of seasons) {
    if (test.season === 'winter' && has('daylight-saving')) test.season = 'standard-time'
    else if (test.season === 'summer' && has('standard-time')) test.season = 'daylight-saving'
    else if (test.season === 'winter' && has('summer')) test.season = 'not-summer'
  }
}

const CLOSURES: readonly (readonly [Closure, readonly string[]])[] = [
  [
    'temporarily',
    ['temporarily closed', 'closed temporarily', 'closed until further notice', 'temporary closure'],
  ],
  ['permanently', ['permanently closed', 'closed permanently', 'permanent closure']],
  ['closed', ['closed', 'currently closed']],
]

/** Reads a text that only says that the place is closed. */
function readClosure(text: string): Opening | null {
  const cursor = new Cursor(text)
  cursor.attempt(() => {
    cursor.acceptWord('the')
    return (cursor.acceptWord('park', 'reserve', 'place') && (cursor.acceptWord('is'), true)) || undefined
  })
  const closure = CLOSURES.find(([, phrases]) => cursor.acceptPhrase(...phrases))?.[0]
  cursor.acceptMark('.')
  if (closure === undefined || !cursor.isDone) return null
  const entry = entryOf([])
  return { ...EMPTY_OPENING, entries: [entry], everyDay: [entry], closure }
}

const EMPTY_OPENING: Opening = {
  entries: [],
  osm: null,
  closure: null,
  notes: [],
  always: false,
  seasonal: false,
  overnight: false,
  everyDay: null,
  uncertainDays: [],
}

function openingOfOsm(rules: readonly OsmRule[]): Opening {
  const whens = rules.map(({ when }) => when)
  const [first] = rules
  return {
    ...EMPTY_OPENING,
    osm: rules,
    notes: whens.some(namesPublicHolidays) ? [HOLIDAY_NOTE] : [],
    always: rules.length === 1 && first!.open && first!.spans.some(isAllDay) && isEveryDay(first!.when),
    seasonal: whens.some(isSeasonal) || whens.flat(2).some(({ kind }) => kind === 'school-holiday'),
    overnight: rules.some(({ spans }) => spans.some(({ overnight }) => overnight)),
    uncertainDays: uncertainDaysIn(whens),
  }
}

const isEveryDay = (when: When) =>
  when.every((group) => group.some((test) => test.kind === 'weekdays' && test.mask === EVERY_DAY))

/**
 * Reads a text about opening hours. `null` if any word is not understood, because that word might change the
 * meaning of everything else. A text in OpenStreetMap's notation is read by the rules of that notation if it
 * has words that plain lists do not have ('Mo', 'PH', 'off'). Without such words, both readings must have the
 * same meaning.
 */
export function readOpening(text: string): Opening | null {
  if (text.length > TEXT_MAX_LENGTH) return null
  const closure = readClosure(text)
  if (closure !== null) return closure
  const osm = readOsm(text)
  if (osm?.marked) return openingOfOsm(osm.rules)
  if (osm === null ? looksLikeOsm(text) : !hasSameMeaningAsList(osm.rules)) return null
  const listed = readList(text)
  // 'Mo-Fr 8am-noon, We 2pm-6pm' has weekdays of the notation but is not in the notation: the second part may
  // add hours or replace them.
  return listed !== null && hasOsmDay(text) && namesDaysTwice(listed) ? null : listed
}

function namesDaysTwice({ entries }: Opening): boolean {
  let named = 0
  for (const { when, spans } of entries) {
    const mask = when.flat().reduce((all, test) => (test.kind === 'weekdays' ? all | test.mask : all), 0)
    if (spans.length > 0 && (named & mask) !== 0) return true
    named |= spans.length > 0 ? mask : 0
  }
  return false
}

function readList(text: string): Opening | null {
  const cursor = new Cursor(text)
  let draft = EMPTY_DRAFT
  // 'Gates open' is a label, unless the text also says when they close.
  if (cursor.lookAhead(() => readOpensAndCloses(cursor)) === undefined) skipLabel(cursor)
  while (!cursor.isDone) {
    const start = cursor.position
    const read = readItem(cursor, draft)
    if (read === undefined || cursor.position === start) return null
    draft = read
    if (!cursor.isDone && !acceptSeparator(cursor)) return null
  }
  return toOpening(draft)
}

/** Accepts what is between two items of a list: nothing before brackets. */
function acceptSeparator(cursor: Cursor): boolean {
  const isSeparated =
    cursor.acceptMark(',', ';', '.', '/', '|') ||
    cursor.acceptWord('and', 'but') ||
    cursor.acceptMark('&') ||
    cursor.isAfterFullStop
  if (!isSeparated) return cursor.peek()?.text === '('
  cursor.acceptMark(';')
  cursor.acceptWord('and', 'but')
  return true
}

function toOpening({ entries, notes }: OpeningDraft): Opening | null {
  if (entries.length === 0) return null
  pairSeasons(entries.map(({ when }) => when))
  const merged = new Map<string, OpeningEntry>()
  for (const read of entries) {
    const when = withoutMonthsOfSeason(read.when, read.spans.length === 0)
    if (when === null) return null
    const entry = { ...read, when }
    const key = JSON.stringify(entry.when)
    const same = merged.get(key)
    // The text contradicts itself if the same days are both open and closed, or open at hours that overlap.
    if (
      same !== undefined &&
      ((same.spans.length === 0) !== (entry.spans.length === 0) ||
        areOverlapping(same.spans, entry.spans, 'surely'))
    )
      return null
    merged.set(
      key,
      same === undefined
        ? entry
        : {
            when: entry.when,
            spans: [...same.spans, ...entry.spans],
            doubts: [...same.doubts, ...entry.doubts],
          },
    )
  }
  const sorted = [...merged.values()].sort((a, b) => specificity(b) - specificity(a))
  const whens = sorted.map(({ when }) => when)
  // Such a text must mean something else.
  if (whens.some(isImpossible) || hasUnusedDays(whens)) return null
  const holidays = whens.some(namesPublicHolidays)
  return {
    ...EMPTY_OPENING,
    entries: sorted,
    notes: holidays ? [HOLIDAY_NOTE, ...notes] : notes,
    always: sorted.length === 1 && sorted[0]!.when.length === 0 && sorted[0]!.spans.some(isAllDay),
    seasonal: whens.some(isSeasonal),
    overnight: sorted.some(({ spans }) => spans.some(({ overnight }) => overnight)),
    everyDay: sorted[0]!.when.length === 0 ? [sorted[0]!] : null,
    uncertainDays: uncertainDaysIn(whens),
  }
}
