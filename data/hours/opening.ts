import type { Moment, Scene } from './evaluate.ts'
import { dayOf, isInstant, nextChange, sceneOf, settle, today, within } from './evaluate.ts'
import type { Calendar } from './calendar.ts'
import { MAYBE, NO, testWhen } from './calendar.ts'
import type { Opening, OpeningEntry } from './read-opening.ts'
import { readOpening } from './read-opening.ts'
import { TEXT_MAX_LENGTH } from './tokens.ts'
import type { HoursPlace } from './zone.ts'

export type OpenState = 'open' | 'closed' | 'unknown'

/** Readings by text. The directory has few distinct ones; imports could bring many, so the oldest leave. */
const readings = new Map<string, Opening | null>()
const READINGS_KEPT = 2_000

/** What a text about opening hours says, or `null` when it is not understood to its last word. */
export function openingOf(text: string | null): Opening | null {
  if (text === null || text.length > TEXT_MAX_LENGTH) return null
  let reading = readings.get(text)
  if (reading === undefined) {
    reading = readOpening(text)
    if (readings.size >= READINGS_KEPT) readings.delete(readings.keys().next().value!)
    readings.set(text, reading)
  }
  return reading
}

/** The entries that may decide a day; `undefined` among them: nothing is said of it. One, unless the kind of day is not sure. */
export function entriesOn(
  opening: Opening,
  day: number,
  calendar: Calendar,
): readonly (OpeningEntry | undefined)[] {
  if (opening.everyDay !== null) return opening.everyDay
  const found: (OpeningEntry | undefined)[] = []
  for (const entry of opening.entries) {
    if (entry.when.length === 0) return [...found, entry]
    const sureness = testWhen(entry.when, dayOf(day), calendar)
    if (sureness === NO) continue
    found.push(entry)
    if (sureness !== MAYBE) return found
  }
  found.push(undefined)
  return found
}

function stateBy(
  entry: OpeningEntry | undefined,
  yesterday: OpeningEntry | undefined,
  day: number,
  now: number,
  scene: Scene,
): OpenState {
  let doubtful = false
  for (const span of entry?.spans ?? []) {
    const inside = within(span, day, now, scene)
    if (inside === true) return 'open'
    doubtful ||= inside === null
  }
  for (const span of yesterday?.spans ?? []) {
    if (!span.overnight) continue
    const inside = within(span, day - 1, now, scene)
    if (inside === true) return 'open'
    doubtful ||= inside === null
  }
  for (const span of entry?.doubts ?? []) doubtful ||= within(span, day, now, scene) !== false
  return entry === undefined || doubtful ? 'unknown' : 'closed'
}

function stateOf(opening: Opening, scene: Scene, now: number): OpenState {
  if (opening.unsure.length === 0) return stateIn(opening, scene, now)
  return settle(scene, opening.unsure, (either) => ({ state: stateIn(opening, either, now) })).state
}

const NOT_SAID = [undefined]

function stateIn(opening: Opening, scene: Scene, now: number): OpenState {
  const day = today(scene, now)
  const yesterdays = opening.overnight ? entriesOn(opening, day - 1, scene) : NOT_SAID
  let state: OpenState | undefined
  for (const entry of entriesOn(opening, day, scene)) {
    for (const yesterday of yesterdays) {
      const found = stateBy(entry, yesterday, day, now, scene)
      if (state !== undefined && state !== found) return 'unknown'
      state = found
    }
  }
  return state ?? 'unknown'
}

/**
 * Whether a park is open at an instant (milliseconds since 1970) by what its opening hours say, on the park's own clock. 'unknown' when the
 * text is not understood or says nothing of the day. Quick enough to be asked for every park of a search: texts are read once.
 */
export function openStateAt(openingHours: string | null, place: HoursPlace, now: number): OpenState {
  const opening = openingOf(openingHours)
  if (opening === null || !isInstant(now)) return 'unknown'
  if (opening.always) return 'open'
  const scene = sceneOf(place)
  return scene === undefined ? 'unknown' : stateOf(opening, scene, now)
}

export interface OpeningAnswer {
  state: OpenState
  /** Until when `state` holds; `null` when that is not known or never ends. */
  until: Moment | null
  /** What holds from `until` on. */
  next: OpenState | null
  /** Open at every moment of the year. */
  always: boolean
  /** Limits that dates do not tell ('Hours may differ on public holidays.'). */
  conditions: readonly string[]
}

const NOT_KNOWN: OpeningAnswer = { state: 'unknown', until: null, next: null, always: false, conditions: [] }

/** As {@link openStateAt}, with the moment of the next change. */
export function openingAt(openingHours: string | null, place: HoursPlace, now: number): OpeningAnswer {
  const opening = openingOf(openingHours)
  const scene = sceneOf(place)
  if (opening === null || scene === undefined || !isInstant(now)) return NOT_KNOWN
  if (opening.always)
    return { state: 'open', until: null, next: null, always: true, conditions: opening.notes }
  const state = stateOf(opening, scene, now)
  const anchors = opening.entries
    .flatMap(({ spans, doubts }) => [...spans, ...doubts])
    .flatMap(({ from, to }) => [from, to])
  const change = nextChange(now, scene, opening.seasonal, anchors, (instant) =>
    stateOf(opening, scene, instant),
  )
  return {
    state,
    until: change?.at ?? null,
    next: change?.state ?? null,
    always: false,
    conditions: opening.notes,
  }
}
