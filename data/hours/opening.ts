import type { LocalClock } from './calendar.ts'
import type { Moment } from './evaluate.ts'
import {
  possibleClocks,
  dayOf,
  isInstant,
  nextChange,
  localClockOf,
  today,
  isWithinSpan,
} from './evaluate.ts'
import { testWhen } from './calendar.ts'
import { MAYBE, NO } from './certainty.ts'
import { isPartOfYear } from './read-days.ts'
import { osmEntryOn, osmStateAt } from './osm.ts'
import type { Closure, Opening, OpeningEntry } from './read-opening.ts'
import { readOpening } from './read-opening.ts'
import { TEXT_MAX_LENGTH } from './tokens.ts'
import type { HoursPlace } from './zone.ts'

export type OpenState = 'open' | 'closed' | 'unknown'

/**
 * Cached by text. The directory has few distinct texts, but imports could add many, so the oldest are
 * removed.
 */
const readings = new Map<string, Opening | null>()
const MAX_CACHED_READINGS = 2_000

/** Reads a text about opening hours; `null` if any part of it is not understood. */
export function openingOf(text: string | null): Opening | null {
  if (text === null || text.length > TEXT_MAX_LENGTH) return null
  let reading = readings.get(text)
  if (reading === undefined) {
    reading = readOpening(text)
    if (readings.size >= MAX_CACHED_READINGS) readings.delete(readings.keys().next().value!)
    readings.set(text, reading)
  }
  return reading
}

/**
 * The entries that may apply on a day: one, unless the kind of day or the order of the entries is uncertain.
 * `undefined` in the list: the text may not cover the day.
 */
export function entriesOn(
  opening: Opening,
  day: number,
  clock: LocalClock,
): readonly (OpeningEntry | undefined)[] {
  if (opening.everyDay !== null) return opening.everyDay
  const { osm } = opening
  if (osm !== null) return [osmEntryOn(osm, day, clock)]
  const found: (OpeningEntry | undefined)[] = []
  let seasonal = false
  for (const entry of opening.entries) {
    if (seasonal && !isForWeekdays(entry)) continue
    if (entry.when.length === 0) return [...found, entry]
    const certainty = testWhen(entry.when, dayOf(day), clock)
    if (certainty === NO) continue
    found.push(entry)
    if (certainty === MAYBE) continue
    // 'Dec-Feb 6am-9pm; Sundays 10am-4pm': it is unclear which of them applies on a Sunday in summer.
    if (seasonal || !opensInPartOfYear(entry)) return found
    seasonal = true
  }
  if (!seasonal) found.push(undefined)
  return found
}

const isForWeekdays = ({ when }: OpeningEntry) =>
  when.length === 1 && when[0]!.some(({ kind }) => kind === 'weekdays')

const opensInPartOfYear = ({ when, spans }: OpeningEntry) => spans.length > 0 && when.every(isPartOfYear)

function stateByEntries(
  entry: OpeningEntry | undefined,
  yesterday: OpeningEntry | undefined,
  day: number,
  now: number,
  clock: LocalClock,
): OpenState {
  let doubtful = false
  for (const span of entry?.spans ?? []) {
    const inside = isWithinSpan(span, day, now, clock)
    if (inside === true) return 'open'
    doubtful ||= inside === null
  }
  for (const span of yesterday?.spans ?? []) {
    if (!span.overnight) continue
    const inside = isWithinSpan(span, day - 1, now, clock)
    if (inside === true) return 'open'
    doubtful ||= inside === null
  }
  for (const span of entry?.doubts ?? []) doubtful ||= isWithinSpan(span, day, now, clock) !== false
  return entry === undefined || doubtful ? 'unknown' : 'closed'
}

/** The state, if it is the same for all assumptions about today and yesterday; otherwise 'unknown'. */
function stateOf(opening: Opening, clock: LocalClock, now: number): OpenState {
  const plain = stateIn(opening, clock, clock, now)
  if (plain !== 'unknown' || opening.uncertainDays.length === 0) return plain
  const cases = possibleClocks(clock, opening.uncertainDays)
  const states = new Set(
    cases.flatMap((present) =>
      (opening.overnight ? cases : [present]).map((yesterdayClock) =>
        stateIn(opening, present, yesterdayClock, now),
      ),
    ),
  )
  const [state] = states
  return states.size === 1 ? state! : 'unknown'
}

const NO_ENTRIES = [undefined]

function stateIn(opening: Opening, clock: LocalClock, yesterdayClock: LocalClock, now: number): OpenState {
  const day = today(clock, now)
  if (opening.osm !== null) return osmStateAt(opening.osm, day, now, clock, yesterdayClock)
  const yesterdays = opening.overnight ? entriesOn(opening, day - 1, yesterdayClock) : NO_ENTRIES
  let state: OpenState | undefined
  for (const entry of entriesOn(opening, day, clock)) {
    for (const yesterday of yesterdays) {
      const found = stateByEntries(entry, yesterday, day, now, clock)
      if (state !== undefined && state !== found) return 'unknown'
      state = found
    }
  }
  return state ?? 'unknown'
}

/**
 * Whether a park is open at an instant (milliseconds since 1970) according to its opening hours, in the
 * park's own time zone. 'unknown' if the text is not understood or does not cover the day. Fast enough to
 * call for every park of a search, because each text is read once.
 */
export function openStateAt(openingHours: string | null, place: HoursPlace, now: number): OpenState {
  const opening = openingOf(openingHours)
  if (opening === null || !isInstant(now)) return 'unknown'
  if (opening.always) return 'open'
  const clock = localClockOf(place)
  return clock === undefined ? 'unknown' : stateOf(opening, clock, now)
}

/** 'Temporarily closed', 'Currently closed', and a business status that is unknown (business-status.ts) among others. */
const CLOSURE =
  /^business status|closed (?:for|due|until)|(?:ly|now) closed|under construction|not (?:yet |currently )?open/i

/**
 * Whether a place is closed, or its hours are not understood and say that it is closed for a while or not open yet
 * ('Closed for renovation until March').
 */
export function mayBeClosed(openingHours: string | null, place: HoursPlace, now: number): boolean {
  const state = openStateAt(openingHours, place, now)
  return state === 'closed' || (state === 'unknown' && CLOSURE.test(openingHours ?? ''))
}

export interface OpeningAnswer {
  state: OpenState
  /** When `state` ends; `null` if that is unknown or it never ends. */
  until: Moment | null
  /** The state from `until` on. */
  next: OpenState | null
  /** Open all year round without a break. */
  always: boolean
  /** Set if the text only says that the place is closed. */
  closure?: Closure
  /** Conditions that do not depend on the date ('Hours may differ on public holidays.'). */
  conditions: readonly string[]
}

const NOT_KNOWN: OpeningAnswer = {
  state: 'unknown',
  until: null,
  next: null,
  always: false,
  conditions: [],
}

/** Like {@link openStateAt}, with the next change. */
export function openingAt(openingHours: string | null, place: HoursPlace, now: number): OpeningAnswer {
  const opening = openingOf(openingHours)
  const clock = localClockOf(place)
  if (opening === null || clock === undefined || !isInstant(now)) return NOT_KNOWN
  if (opening.always) return { ...NOT_KNOWN, state: 'open', always: true, conditions: opening.notes }
  const state = stateOf(opening, clock, now)
  const anchors = [
    ...opening.entries.flatMap(({ spans, doubts }) => [...spans, ...doubts]),
    ...(opening.osm ?? []).flatMap(({ spans }) => spans),
  ].flatMap(({ from, to }) => [from, to])
  const change = nextChange(now, clock, opening.seasonal, anchors, (instant) =>
    stateOf(opening, clock, instant),
  )
  return {
    state,
    until: change?.at ?? null,
    next: change?.state ?? null,
    always: false,
    ...(opening.closure === null ? {} : { closure: opening.closure }),
    conditions: opening.notes,
  }
}
