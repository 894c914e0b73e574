import type { Moment, Scene } from './evaluate.ts'
import { casesOf, dayOf, isInstant, nextChange, sceneOf, today, within } from './evaluate.ts'
import { MAYBE, NO, testWhen } from './calendar.ts'
import { osmEntryOn, osmStateAt } from './osm.ts'
import type { Closure, Opening, OpeningEntry } from './read-opening.ts'
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
  scene: Scene,
): readonly (OpeningEntry | undefined)[] {
  if (opening.everyDay !== null) return opening.everyDay
  const { osm } = opening
  if (osm !== null) return casesOf(scene, opening.unsure).map((each) => osmEntryOn(osm, day, each))
  const found: (OpeningEntry | undefined)[] = []
  for (const entry of opening.entries) {
    if (entry.when.length === 0) return [...found, entry]
    const sureness = testWhen(entry.when, dayOf(day), scene)
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

/** What is known for sure, however the kinds of today and of the day before turn out. */
function stateOf(opening: Opening, scene: Scene, now: number): OpenState {
  const plain = stateIn(opening, scene, scene, now)
  if (plain !== 'unknown' || opening.unsure.length === 0) return plain
  const cases = casesOf(scene, opening.unsure)
  const states = new Set(
    cases.flatMap((present) =>
      (opening.overnight ? cases : [present]).map((before) => stateIn(opening, present, before, now)),
    ),
  )
  const [state] = states
  return states.size === 1 ? state! : 'unknown'
}

const NOT_SAID = [undefined]

function stateIn(opening: Opening, scene: Scene, before: Scene, now: number): OpenState {
  const day = today(scene, now)
  if (opening.osm !== null) return osmStateAt(opening.osm, day, now, scene, before)
  const yesterdays = opening.overnight ? entriesOn(opening, day - 1, before) : NOT_SAID
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
  /** Closed without hours, and how the text says it. */
  closure?: Closure
  /** Limits that dates do not tell ('Hours may differ on public holidays.'). */
  conditions: readonly string[]
}

const NOT_KNOWN: OpeningAnswer = {
  state: 'unknown',
  until: null,
  next: null,
  always: false,
  conditions: [],
}

/** As {@link openStateAt}, with the moment of the next change. */
export function openingAt(openingHours: string | null, place: HoursPlace, now: number): OpeningAnswer {
  const opening = openingOf(openingHours)
  const scene = sceneOf(place)
  if (opening === null || scene === undefined || !isInstant(now)) return NOT_KNOWN
  if (opening.always) return { ...NOT_KNOWN, state: 'open', always: true, conditions: opening.notes }
  const state = stateOf(opening, scene, now)
  const anchors = [
    ...opening.entries.flatMap(({ spans, doubts }) => [...spans, ...doubts]),
    ...(opening.osm ?? []).flatMap(({ spans }) => spans),
  ].flatMap(({ from, to }) => [from, to])
  const change = nextChange(now, scene, opening.seasonal, anchors, (instant) =>
    stateOf(opening, scene, instant),
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
