import { STATE_CODES, STATE_NAMES } from '../model/state.ts'
import type { StateCode } from '../model/state.ts'
import { forEachEdit, mayCorrect, withinEdits } from './edits.ts'
import type { GazetteerPlace } from './place.ts'
import { metresBetween } from './sphere.ts'
import { isEmptyWord, isStreetWord, wordsOf } from './text.ts'

/** One way to read a text: a place, and what words remain beside it. */
export interface Reading {
  /** Places the name can mean, in no order; never empty. */
  readonly candidates: readonly GazetteerPlace[]
  /** Positions of the words beside the place, its state and its postcode. */
  readonly rest: readonly number[]
  /** Positions of all words but those of a state or postcode: what a park can have in its name. */
  readonly nameable: readonly number[]
  /** The state and postcode in the text. */
  readonly state: StateCode | undefined
  readonly postcode: string | undefined
  /** `exact`: the state and postcode in the text are the place's own. `loose`: they are not, the name alone speaks for it. */
  readonly fit: 'exact' | 'loose'
  /** The words beside the place look like a house number or a street: "12 Smith St, Collingwood". */
  readonly address: boolean
}

/** What names are looked up in. */
export interface Names {
  readonly byKey: ReadonlyMap<string, readonly GazetteerPlace[]>
  readonly states: ReadonlyMap<StateCode, GazetteerPlace>
  postcode(code: string): GazetteerPlace | undefined
  keysOfLength(length: number): readonly string[]
}

/** How far from its spelling a text may be read: as it stands; as one mistyped name, by a letter; or by more, and with words beside it. */
export type Leniency = 'spelled' | 'slip' | 'slips'

/** Longer texts are no names of places. */
const MOST_WORDS = 16
const LONGEST_NAME = 7
/** "Richmond Melbourne": a place named together with one this near is that one. */
const TOGETHER_METRES = 60_000
/** A name with the postcode of a neighbour is still the place meant. */
const NEIGHBOUR_METRES = 50_000
/** Two slips are only forgiven in names at least this long. */
const TWO_SLIPS_FROM = 9
const LONGEST_KEY = 40

interface Span {
  readonly start: number
  readonly end: number
}
interface Named extends Span {
  readonly places: readonly GazetteerPlace[]
}

const STATE_SPELLINGS: readonly (readonly [StateCode, readonly string[]])[] = STATE_CODES.flatMap((code) => [
  [code, wordsOf(code)] as const,
  [code, wordsOf(STATE_NAMES[code])] as const,
])

const disjoint = (a: Span, b: Span) => a.end <= b.start || b.end <= a.start

interface StateSpan extends Span {
  readonly state: StateCode
}
interface PostcodeSpan extends Span {
  readonly place: GazetteerPlace
}

function statesIn(words: readonly string[]): StateSpan[] {
  return words.flatMap((_, start) =>
    STATE_SPELLINGS.filter(([, spelling]) => spelling.every((word, at) => words[start + at] === word)).map(
      ([state, spelling]) => ({
        state,
        start,
        end: start + spelling.length,
      }),
    ),
  )
}

function postcodesIn(words: readonly string[], names: Names): PostcodeSpan[] {
  return words.flatMap((word, start) => {
    const place = /^\d{4}$/.test(word) ? names.postcode(word) : undefined
    return place ? [{ place, start, end: start + 1 }] : []
  })
}

/** The candidates that agree with the state and postcode in the text, with the places moved to the postcode where they have several. */
function agreeing(
  places: readonly GazetteerPlace[],
  state: StateCode | undefined,
  postcode: GazetteerPlace | undefined,
): readonly GazetteerPlace[] {
  let fitting =
    state === undefined
      ? places
      : places.filter(
          ({ place, localities }) =>
            place.state === state ||
            (place.kind !== 'locality' && localities.some((row) => row.state === state)),
        )
  if (postcode) {
    const code = postcode.place.name
    const own = fitting.filter(({ postcodes }) => postcodes.includes(code))
    fitting =
      own.length > 0
        ? own.map((place) => atPostcode(place, code))
        : fitting.filter(({ place }) => metresBetween(place, postcode.place) <= NEIGHBOUR_METRES)
  }
  return fitting
}

function atPostcode(found: GazetteerPlace, code: string): GazetteerPlace {
  const row =
    found.postcodes.length > 1 ? found.localities.find(({ postcode }) => postcode === code) : undefined
  if (found.place.kind !== 'locality' || !row) return found
  return {
    ...found,
    place: { ...found.place, postcode: code, latitude: row.latitude, longitude: row.longitude },
  }
}

/** A reading with what it is ranked by, the more telling first. */
interface Ranked {
  readonly reading: Reading
  readonly rank: readonly number[]
}

function inOrder(readings: readonly Ranked[]): Reading[] {
  return readings
    .toSorted((a, b) => {
      const at = a.rank.findIndex((value, at) => value !== b.rank[at])
      return at === -1 ? 0 : a.rank[at]! - b.rank[at]!
    })
    .map(({ reading }) => reading)
}

/** The parts of a text that a reading is made of. */
interface Parts {
  readonly name: Span
  /** The second name of "Richmond Melbourne". */
  readonly wider?: Span
  readonly state?: StateSpan | undefined
  readonly postcode?: PostcodeSpan | undefined
  readonly candidates: readonly GazetteerPlace[]
  readonly fit: Reading['fit']
  /** What the place is read from, the more telling first. */
  readonly kind: (typeof KINDS)[number]
}

const KINDS = ['whole text a state', 'name', 'two names', 'postcode', 'state'] as const

/**
 * Ranks one reading. What agrees with state and postcode goes before what does not; what covers the whole text before what leaves words over;
 * then a place at the end of the text ("kings park perth"), one at its beginning ("Richmond dog beach"), one between; the longer name first.
 */
function ranked(
  words: readonly string[],
  { name, wider, state, postcode, candidates, fit, kind }: Parts,
): Ranked {
  const outside = (at: number, spans: readonly (Span | undefined)[]) =>
    spans.every((span) => !span || at < span.start || at >= span.end)
  const all = words.map((_, at) => at)
  const nameable = all.filter((at) => outside(at, [state, postcode]))
  const rest = nameable.filter((at) => outside(at, [name, wider]))
  const telling = rest.filter((at) => !isEmptyWord(words[at]!))
  const ending = telling.every((at) => at < name.start) ? 0 : telling.every((at) => at >= name.end) ? 1 : 2
  const address =
    telling.some((at) => isStreetWord(words[at]!) || /^\d/.test(words[at]!)) &&
    telling.every((at) => at < name.start)
  return {
    reading: {
      candidates,
      rest,
      nameable,
      state: state?.state,
      postcode: postcode?.place.place.name,
      fit,
      address,
    },
    rank: [
      fit === 'loose' ? 1 : 0,
      telling.length === 0 ? 0 : 1,
      KINDS.indexOf(kind),
      ending,
      name.start - name.end,
      rest.length,
      name.start,
    ],
  }
}

function namedSpans(words: readonly string[], names: Names): Named[] {
  const found: Named[] = []
  for (let start = 0; start < words.length; start++) {
    let key = ''
    for (let end = start + 1; end <= Math.min(words.length, start + LONGEST_NAME); end++) {
      key += words[end - 1]!
      const places = names.byKey.get(key)
      if (places) found.push({ start, end, places })
    }
  }
  return found
}

/** All readings of the words as they are spelled, likeliest first. */
export function readingsOf(words: readonly string[], names: Names): Reading[] {
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const named = namedSpans(words, names)
  const states = statesIn(words)
  const postcodes = postcodesIn(words, names)
  const readings: Ranked[] = []

  for (const name of named) {
    const state = states.findLast((span) => disjoint(span, name))
    const postcode = postcodes.findLast((span) => disjoint(span, name) && (!state || disjoint(span, state)))
    const candidates = agreeing(name.places, state?.state, postcode?.place)
    if (candidates.length > 0)
      readings.push(ranked(words, { name, state, postcode, candidates, fit: 'exact', kind: 'name' }))
    else
      readings.push(
        ranked(words, { name, state, postcode, candidates: name.places, fit: 'loose', kind: 'name' }),
      )
    for (const wider of named) {
      const both = together(name, wider, candidates)
      if (both.length === 0 || [state, postcode].some((span) => span && !disjoint(span, wider))) continue
      const reading = ranked(words, {
        name,
        wider,
        state,
        postcode,
        candidates: both,
        fit: 'exact',
        kind: 'two names',
      })
      if (reading.reading.rest.every((at) => isEmptyWord(words[at]!))) readings.push(reading)
    }
  }
  for (const postcode of postcodes) {
    const state = states.findLast((other) => disjoint(postcode, other))
    readings.push(
      ranked(words, {
        name: postcode,
        state,
        postcode,
        candidates: [postcode.place],
        fit: 'exact',
        kind: 'postcode',
      }),
    )
  }
  for (const state of states) {
    const place = names.states.get(state.state)
    // A text that is a state's name is the state, whatever town is called so.
    const kind = state.end - state.start === words.length ? 'whole text a state' : 'state'
    if (place) readings.push(ranked(words, { name: state, state, candidates: [place], fit: 'exact', kind }))
  }
  return inOrder(readings)
}

/** "Richmond Melbourne", "Paddington, Brisbane": of the places the narrower name can mean, those near a place the wider one means. */
function together(name: Named, wider: Named, candidates: readonly GazetteerPlace[]): GazetteerPlace[] {
  if (!disjoint(name, wider)) return []
  const wide = wider.places.filter(
    ({ place, capital }) => capital || place.kind === 'region' || wider.start > name.start,
  )
  return candidates.filter(
    ({ place, capital }) =>
      !capital &&
      place.kind === 'locality' &&
      wide.some((other) => other.place !== place && metresBetween(place, other.place) <= TOGETHER_METRES),
  )
}

/** Places whose key is one slip away, or else two in a long name. */
function similarTo(key: string, slips: 1 | 2, names: Names): GazetteerPlace[] {
  const found = new Set<GazetteerPlace>()
  forEachEdit(key, (text) => {
    const places = names.byKey.get(text)
    if (places && mayCorrect(key, text)) for (const place of places) found.add(place)
  })
  if (slips === 2 && found.size === 0 && key.length >= TWO_SLIPS_FROM && key.length <= LONGEST_KEY) {
    for (let length = key.length - 2; length <= key.length + 2; length++) {
      for (const text of names.keysOfLength(length))
        if (withinEdits(key, text, 2)) for (const place of names.byKey.get(text)!) found.add(place)
    }
  }
  return [...found]
}

/**
 * Readings of words that are spelled like no place: the whole text as a mistyped name, then each beginning and end of it as one with words
 * beside it. A postcode is never corrected.
 */
export function similarReadings(
  words: readonly string[],
  names: Names,
  leniency: 'slip' | 'slips',
): Reading[] {
  if (words.length === 0 || words.length > MOST_WORDS) return []
  const state = statesIn(words).at(-1)
  const postcode = postcodesIn(words, names).findLast((span) => !state || disjoint(span, state))
  const fixed = [state, postcode].filter((span) => span !== undefined)
  const free = words
    .map((_, at) => at)
    .filter((at) => fixed.every((span) => at < span.start || at >= span.end))
  const readings: Ranked[] = []
  const tried = new Set<string>()
  const attempt = (positions: readonly number[], slips: 1 | 2) => {
    const key = positions.map((at) => words[at]).join('')
    if (positions.length === 0 || positions.length > LONGEST_NAME || tried.has(key) || names.byKey.has(key))
      return
    tried.add(key)
    const candidates = agreeing(similarTo(key, slips, names), state?.state, postcode?.place)
    if (candidates.length === 0) return
    // Words that say nothing may stand between: all from the first to the last are the name.
    const name = { start: positions[0]!, end: positions.at(-1)! + 1 }
    readings.push(ranked(words, { name, state, postcode, candidates, fit: 'exact', kind: 'name' }))
  }
  const most = leniency === 'slips' ? 2 : 1
  attempt(free, most)
  attempt(
    free.filter((at) => !isEmptyWord(words[at]!)),
    most,
  )
  if (leniency === 'slip') return inOrder(readings)
  for (let length = Math.min(free.length - 1, 3); length > 0; length--) {
    attempt(free.slice(-length), 1)
    attempt(free.slice(0, length), 1)
  }
  return inOrder(readings)
}
