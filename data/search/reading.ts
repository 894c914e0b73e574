import { readPostcode } from '../model/locality.ts'
import { STATE_CODES, STATE_NAMES } from '../model/state.ts'
import type { StateCode } from '../model/state.ts'
import { canBecomeFeature, featuresAt } from './feature-words.ts'
import { forEachEdit, mayCorrect, withinEdits } from './typos.ts'
import type { NameIndex } from './name-index.ts'
import type { GazetteerPlace } from './place.ts'
import { wholeMetresBetween } from '../model/point.ts'
import { ABBREVIATIONS, wordsOf } from '../places/text.ts'
import { shortSpellings } from './spellings.ts'
import {
  canBeginName,
  canBeMistyped,
  isBeforePlace,
  isOrdinaryName,
  isOrdinaryThing,
  isPlacePreposition,
  isStopWord,
  isStreetWord,
} from './stop-words.ts'
import type { TypedWords } from './typed-words.ts'

/** One way to read a text: as a place plus the remaining words. */
export interface Reading {
  /** Places that the name can mean, in no particular order; never empty. */
  readonly candidates: readonly GazetteerPlace[]
  /** Positions of the words that are not part of the place, its state or its postcode. */
  readonly rest: readonly number[]
  /** Positions of all words except the state and postcode: the words that a park's name may contain. */
  readonly nameable: readonly number[]
  /** The state and postcode in the text. */
  readonly state: StateCode | undefined
  readonly postcode: string | undefined
  /**
   * `exact`: the state, the postcode and a capital before the name match the place. `loose`: they do not match, and only
   * the name does.
   */
  readonly fit: 'exact' | 'loose'
  /** The remaining words look like a house number or a street: "12 Smith St, Collingwood". */
  readonly address: boolean
}

const MAX_NAME_WORDS = 7
/** In "Richmond Melbourne", the first name means a place at most this far from the second. Metres. */
const MAX_METRES_BETWEEN_NAMES = 60_000
/**
 * A name combined with the postcode of a neighbouring suburb still means the named place, up to this
 * distance. Metres.
 */
const NEIGHBOUR_METRES = 50_000
/** Two edits are allowed only in names at least this long. Characters. */
const MIN_LENGTH_FOR_TWO_EDITS = 9
const MAX_KEY_LENGTH = 40

interface Span {
  readonly start: number
  readonly end: number
}
interface Named extends Span {
  readonly key: string
  readonly places: readonly GazetteerPlace[]
}

const STATE_SPELLINGS: readonly (readonly [StateCode, readonly string[]])[] = STATE_CODES.flatMap((code) => [
  [code, wordsOf(code)] as const,
  [code, wordsOf(STATE_NAMES[code])] as const,
])

const areDisjoint = (a: Span, b: Span) => a.end <= b.start || b.end <= a.start

interface StateSpan extends Span {
  readonly state: StateCode
}
interface PostcodeSpan extends Span {
  readonly place: GazetteerPlace
}

/** Whether the words from `start` to `end` are the name of a street: a street word follows them. */
function isStreetName(words: readonly string[], start: number, end: number): boolean {
  const next = words[end]
  if (next === undefined || !isStreetWord(next) || isStopWord(next)) return false
  // "Victoria St Kilda": only after a house number or at the end of the text is "st" a street.
  return next !== 'st' || end === words.length - 1 || /^\d/.test(words[start - 1] ?? '')
}

/** The states in the text. The name of a state can also be the name of a street: "45 Victoria Road". */
function statesIn(words: readonly string[]): StateSpan[] {
  return words.flatMap((_, start) =>
    STATE_SPELLINGS.filter(
      ([state, spelling]) =>
        spelling.every((word, at) => words[start + at] === word) &&
        (spelling[0] === state.toLowerCase() || !isStreetName(words, start, start + spelling.length)),
    ).map(([state, spelling]) => ({ state, start, end: start + spelling.length })),
  )
}

/** The postcode that a word is. Beside other words, a number without its first zero may be one of a house. */
function postcodeOf(word: string, isWholeText: boolean): string | undefined {
  const code = isWholeText ? readPostcode(word) : word
  return /^\d{4}$/.test(code) ? code : undefined
}

function postcodesIn(words: readonly string[], names: NameIndex): PostcodeSpan[] {
  return words.flatMap((word, start) => {
    const code = postcodeOf(word, words.length === 1)
    const place = code === undefined ? undefined : names.postcode(code)
    return place ? [{ place, start, end: start + 1 }] : []
  })
}

/**
 * The candidates that match the state and postcode in the text. A place with several postcodes is moved to
 * the given one.
 */
function matchingStateAndPostcode(
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
        : fitting.filter(({ place }) => wholeMetresBetween(place, postcode.place) <= NEIGHBOUR_METRES)
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

/** A reading with its sort key; more significant numbers come first. */
interface Ranked {
  readonly reading: Reading
  readonly rank: readonly number[]
}

function sortReadings(readings: readonly Ranked[]): Reading[] {
  return readings
    .toSorted((a, b) => {
      const at = a.rank.findIndex((value, at) => value !== b.rank[at])
      return at === -1 ? 0 : a.rank[at]! - b.rank[at]!
    })
    .map(({ reading }) => reading)
}

/** The parts of a text that make up a reading. */
interface Parts {
  readonly name: Span
  /** The second name of "Richmond Melbourne". */
  readonly wider?: Span
  readonly state?: StateSpan | undefined
  readonly postcode?: PostcodeSpan | undefined
  readonly candidates: readonly GazetteerPlace[]
  readonly fit: Reading['fit']
  /** What the place is read from, most significant first. */
  readonly kind: (typeof KINDS)[number]
}

const KINDS = ['whole text a state', 'name', 'two names', 'postcode', 'state'] as const

/**
 * Computes the rank of one reading. Readings that match the state and postcode come before those that do not;
 * readings that cover the whole text before those that leave words over; then a place at the end of the text
 * ("kings park perth"), at its beginning ("Richmond dog beach"), in the middle; then longer names first.
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
  const significant = rest.filter((at) => !isStopWord(words[at]!))
  const position = significant.every((at) => at < name.start)
    ? 0
    : significant.every((at) => at >= name.end)
      ? 1
      : 2
  const address =
    significant.some((at) => isStreetWord(words[at]!) || /^\d/.test(words[at]!)) &&
    significant.every((at) => at < name.start)
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
      significant.length === 0 ? 0 : 1,
      // "Off leash Manly Sydney" is about Manly near Sydney, not about "Sydney" near any Manly.
      wider && significant.length > 0 ? 0 : KINDS.indexOf(kind),
      position,
      name.start - name.end,
      rest.length,
      name.start,
    ],
  }
}

function namedSpans(words: readonly string[], names: NameIndex): Named[] {
  const found: Named[] = []
  for (let start = 0; start < words.length; start++) {
    let key = ''
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_NAME_WORDS); end++) {
      key += words[end - 1]!
      const places = [...(names.byKey.get(key) ?? []), ...(names.byOtherKey.get(key) ?? [])]
      if (places.length > 0) found.push({ start, end, key, places })
      const councilKey = `${key}council`
      const councils = names.byKey.get(councilKey)
      const title = councils && councilTitleAround(words, start, end)
      if (title) found.push({ ...title, key: councilKey, places: councils })
    }
  }
  return found
}

/** What makes the name of a place that of its council: "City of Monash", "Hornsby Shire Council", "Sutherland Shire". */
const BEFORE_COUNCIL = /\b(?:rural |district )?(?:city|shire|town|municipality|district|council) of$/
const AFTER_COUNCIL =
  /^(?:rural )?(?:(?:city|shire|town|regional|district|municipal) )?(?:council|shire|municipality|lga)\b/

/** The title of a council around the name from `start` to `end`; `undefined` if the text has only the name. */
function councilTitleAround(words: readonly string[], start: number, end: number): Span | undefined {
  const [before = ''] = BEFORE_COUNCIL.exec(words.slice(0, start).join(' ')) ?? []
  const [after = ''] = AFTER_COUNCIL.exec(words.slice(end).join(' ')) ?? []
  return before === '' && after === ''
    ? undefined
    : { start: start - wordsOf(before).length, end: end + wordsOf(after).length }
}

const ARTICLES = new Set(['a', 'the', 'some', 'any'])

/** The last word before a position that is no article. */
function wordBefore(words: readonly string[], start: number): string | undefined {
  let at = start - 1
  while (ARTICLES.has(words[at] ?? '')) at--
  return words[at]
}

/** Whether the word at a position is about what a park has: "with lights", "with a view". */
const followsWith = (words: readonly string[], start: number) => wordBefore(words, start) === 'with'

/**
 * Whether a place may begin here: in "parks near the p", but not in "best p" and "dog p", which may become "park" and
 * "pool".
 */
export function mayBePlace(words: readonly string[], start: number): boolean {
  const before = wordBefore(words, start)
  return before === undefined || isBeforePlace(before)
}

/** Whether the words are more likely about a thing than the place of that name. */
const isThing = (words: readonly string[], { start, end, key }: Named): boolean =>
  followsWith(words, start) ||
  (isOrdinaryName(key) && end - start < words.length && !isPlacePreposition(words[start - 1] ?? ''))

/**
 * Whether a capital stands before the name, and all places of the name are far from it: the "Melbourne Eastern Suburbs"
 * are not Sydney's. Towns, which have a known population, may be meant: "Sydney Newcastle".
 */
function isFarFromCapitalBefore(
  name: Named,
  candidates: readonly GazetteerPlace[],
  named: readonly Named[],
): boolean {
  const before = named.find(({ end, places }) => end === name.start && places.some(({ capital }) => capital))
  return (
    before !== undefined &&
    candidates.every(
      ({ place, capital, population }) =>
        !capital &&
        population === 0 &&
        before.places.every((other) => wholeMetresBetween(place, other.place) > MAX_METRES_BETWEEN_NAMES),
    )
  )
}

/** All readings of the words as typed, likeliest first. */
export function readingsOf(words: readonly string[], names: NameIndex): Reading[] {
  if (words.length === 0) return []
  const named = namedSpans(words, names)
  const states = statesIn(words)
  const postcodes = postcodesIn(words, names)
  const readings: Ranked[] = []

  for (const name of named) {
    const state = states.findLast((span) => areDisjoint(span, name))
    const postcode = postcodes.findLast(
      (span) => areDisjoint(span, name) && (!state || areDisjoint(span, state)),
    )
    const candidates = matchingStateAndPostcode(name.places, state?.state, postcode?.place)
    // "Victoria Square Adelaide" is in no Victoria: there the name of the state is one of the other words.
    const elsewhere =
      candidates.length === 0 &&
      state &&
      state.start < name.start &&
      words[state.start] !== state.state.toLowerCase()
        ? matchingStateAndPostcode(name.places, undefined, postcode?.place)
        : []
    const isPlace = state || postcode || !isThing(words, name)
    if (isPlace && candidates.length > 0) {
      const fit = isFarFromCapitalBefore(name, candidates, named) ? 'loose' : 'exact'
      readings.push(ranked(words, { name, state, postcode, candidates, fit, kind: 'name' }))
    } else if (elsewhere.length > 0)
      readings.push(ranked(words, { name, postcode, candidates: elsewhere, fit: 'exact', kind: 'name' }))
    else if (isPlace)
      readings.push(
        ranked(words, { name, state, postcode, candidates: name.places, fit: 'loose', kind: 'name' }),
      )
    for (const wider of named) {
      if (!isPlace && !wider.places.some(({ capital }) => capital)) continue
      const both = nearWiderPlace(name, wider, candidates)
      if (both.length === 0 || [state, postcode].some((span) => span && !areDisjoint(span, wider))) continue
      const reading = ranked(words, {
        name,
        wider,
        state,
        postcode,
        candidates: both,
        fit: 'exact',
        kind: 'two names',
      })
      if (reading.reading.rest.every((at) => isStopWord(words[at]!) || featuresAt(words, at)))
        readings.push(reading)
    }
  }
  for (const postcode of postcodes) {
    const state = states.findLast((other) => areDisjoint(postcode, other))
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
    // A text that equals a state's name means the state, even if a town has the same name.
    const kind = state.end - state.start === words.length ? 'whole text a state' : 'state'
    if (place) readings.push(ranked(words, { name: state, state, candidates: [place], fit: 'exact', kind }))
  }
  return sortReadings(readings)
}

/**
 * For "Richmond Melbourne" or "Paddington, Brisbane": the places with the narrower name that are near a place
 * with the wider name.
 */
function nearWiderPlace(name: Named, wider: Named, candidates: readonly GazetteerPlace[]): GazetteerPlace[] {
  if (!areDisjoint(name, wider)) return []
  const wide = wider.places.filter(
    ({ place, capital }) => capital || place.kind === 'region' || wider.start > name.start,
  )
  return candidates.filter(
    ({ place, capital }) =>
      !capital &&
      place.kind === 'locality' &&
      wide.some(
        (other) =>
          other.place !== place && wholeMetresBetween(place, other.place) <= MAX_METRES_BETWEEN_NAMES,
      ),
  )
}

/** The abbreviation whose long form is one edit from the word: "souht" → sth; otherwise the word itself. */
function similarAbbreviation(word: string): string {
  for (const [long, short] of ABBREVIATIONS)
    if (mayCorrect(word, long) && withinEdits(word, long, 1)) return short
  return word
}

/**
 * Places whose key is one edit away or, for a long name without such places, two after the first letter. Two edits and
 * words that are joined in the name are too much: "yarra bend" is not Yarrabin.
 */
function similarTo(typed: readonly string[], maxEdits: 1 | 2, names: NameIndex): GazetteerPlace[] {
  const key = typed.join('')
  const found = new Set<GazetteerPlace>()
  forEachEdit(key, (text) => {
    const places = names.byKey.get(text)
    if (places && mayCorrect(key, text)) for (const place of places) found.add(place)
  })
  if (
    maxEdits === 2 &&
    found.size === 0 &&
    key.length >= MIN_LENGTH_FOR_TWO_EDITS &&
    key.length <= MAX_KEY_LENGTH
  ) {
    for (let length = key.length - 2; length <= key.length + 2; length++) {
      for (const text of names.keysOfLength(length))
        if (text[0] === key[0] && withinEdits(key, text, 2) && mayCorrect(key, text))
          for (const place of names.byKey.get(text)!)
            if (wordsOf(place.place.name).length >= typed.length) found.add(place)
    }
  }
  return [...found]
}

/**
 * Readings of words that do not spell a place: first the whole text as a mistyped name (with two edits in
 * long names), then each beginning and end of it as a mistyped name with further words. A postcode is never
 * corrected.
 */
export function similarReadings(words: readonly string[], names: NameIndex): Reading[] {
  if (words.length === 0) return []
  // "Rochedale Souht": a mistyped long form is compared with its short form, which names are indexed by.
  const shortened = words.map(similarAbbreviation)
  if (shortened.some((word, at) => word !== words[at])) {
    const whole = readingsOf(shortened, names).filter(({ rest, fit }) => rest.length === 0 && fit === 'exact')
    if (whole.length > 0) return whole
  }
  const state = statesIn(words).at(-1)
  const postcode = postcodesIn(words, names).findLast((span) => !state || areDisjoint(span, state))
  const stateAndPostcode = [state, postcode].filter((span) => span !== undefined)
  const nameable = words
    .map((_, at) => at)
    .filter((at) => stateAndPostcode.every((span) => at < span.start || at >= span.end))
  const readings: Ranked[] = []
  const tried = new Set<string>()
  const attempt = (positions: readonly number[], maxEdits: 1 | 2) => {
    const cannotBeMistyped = (at: number) => {
      const word = words[at]!
      return isStreetWord(word) || isOrdinaryThing(word) || !canBeMistyped(word) || featuresAt(words, at)
    }
    if (positions.every(cannotBeMistyped)) return
    if (followsWith(words, positions[0]!)) return
    const typed = positions.map((at) => words[at]!)
    const key = typed.join('')
    if (positions.length > MAX_NAME_WORDS || tried.has(key) || names.byKey.has(key)) return
    tried.add(key)
    // Stop words may be in between: all words from the first to the last count as part of the name.
    const name = { start: positions[0]!, end: positions.at(-1)! + 1 }
    if (isStreetName(words, name.start, name.end)) return
    const candidates = matchingStateAndPostcode(
      similarTo(typed, maxEdits, names),
      state?.state,
      postcode?.place,
    )
    if (candidates.length === 0) return
    readings.push(ranked(words, { name, state, postcode, candidates, fit: 'exact', kind: 'name' }))
  }
  attempt(nameable, 2)
  attempt(
    nameable.filter((at) => !isStopWord(words[at]!)),
    2,
  )
  for (let length = Math.min(nameable.length - 1, 3); length > 0; length--) {
    attempt(nameable.slice(-length), 1)
    attempt(nameable.slice(0, length), 1)
  }
  return sortReadings(readings)
}

/**
 * The names that begin with these words. If the last word is complete, it must be a whole word of the name.
 */
function namesBeginning(words: readonly string[], halfTyped: boolean, names: NameIndex): GazetteerPlace[] {
  const wholeWords = (start: readonly string[]) =>
    names.beginningWith(start.join('')).filter(({ place }) => {
      const nameWords = wordsOf(place.name)
      return start.every((word, at) => nameWords[at] === word)
    })
  if (!halfTyped) return wholeWords(words)
  const last = words.at(-1)!
  const spelledOut = shortSpellings(last).flatMap((short) => wholeWords([...words.slice(0, -1), short]))
  const found = [...new Set([...names.beginningWith(words.join('')), ...spelledOut])]
  if (words.length === 1) return found
  // "st he" is St Helens before it is South East, which is "sth east" for short.
  const aligned = found.filter(({ place }) => {
    const nameWords = wordsOf(place.name)
    return (
      words.slice(0, -1).every((word, at) => nameWords[at] === word) &&
      [last, ...shortSpellings(last)].some((start) => nameWords[words.length - 1]?.startsWith(start))
    )
  })
  // "King St" is a street and not the beginning of Kingston.
  return aligned.length > 0 || isStreetWord(last) ? aligned : found
}

/** "richmond v": the places called Richmond in states whose code or name begins with "v". */
function inStateBeginning(words: readonly string[], names: NameIndex): GazetteerPlace[] {
  const places = names.byKey.get(words.slice(0, -1).join(''))
  if (!places) return []
  const last = words.at(-1)!
  const states = new Set(
    STATE_SPELLINGS.filter(([, spelling]) => spelling.join('').startsWith(last)).map(([state]) => state),
  )
  return places.filter(({ place }) => states.has(place.state))
}

/** Shorter beginnings fit too many names. */
const MIN_UNFINISHED_LETTERS = 2
/** Words of the place's name after a street: "12 Smith St Surry Hi" has two. */
const MAX_WORDS_AFTER_STREET = 3

/**
 * The text as the beginning of a name: the whole text, without words such as "near", or after features or a street; with
 * the state or postcode after it; or a name and the beginning of its state. `undefined` if no name begins so.
 */
export function unfinishedReading({ words, halfTyped }: TypedWords, names: NameIndex): Reading | undefined {
  if (words.length === 0) return undefined
  const state = statesIn(words).at(-1)
  const postcode = postcodesIn(words, names).findLast((span) => !state || areDisjoint(span, state))
  const nameable = words
    .map((_, at) => at)
    .filter((at) => [state, postcode].every((span) => !span || at < span.start || at >= span.end))
  const isAtEnd = nameable.at(-1) === words.length - 1
  const attempt = (
    positions: readonly number[],
    mayEndInside = halfTyped || !isAtEnd,
  ): Reading | undefined => {
    if (positions.length === 0 || positions.length > MAX_NAME_WORDS) return undefined
    const typed = positions.map((at) => words[at]!)
    const telling = typed.filter((word) => !isStopWord(word))
    if (telling.length > 0 && telling.every(isOrdinaryThing)) return undefined
    const beginning = namesBeginning(typed, mayEndInside, names)
    const candidates = matchingStateAndPostcode(
      typed.length > 1 && isAtEnd && mayEndInside
        ? [...inStateBeginning(typed, names), ...beginning]
        : beginning,
      state?.state,
      postcode?.place,
    )
    if (candidates.length === 0) return undefined
    const name = { start: positions[0]!, end: positions.at(-1)! + 1 }
    return ranked(words, { name, state, postcode, candidates, fit: 'exact', kind: 'name' }).reading
  }
  const significant = nameable.filter((at) => !isStopWord(words[at]!))
  const letters = nameable.reduce((sum, at) => sum + (canBeginName(words[at]!) ? words[at]!.length : 0), 0)
  if (letters < MIN_UNFINISHED_LETTERS) return undefined
  // "new dog park" is not the beginning of a name: what is being typed is "park".
  const isTyping = significant.length < nameable.length && significant.at(-1) === nameable.at(-1)
  const isStreet = (at: number) => isStreetWord(words[at]!)
  const isFeature = (at: number) => featuresAt(words, at) !== undefined
  /** What is typed after a word such as "near" or a feature: "beach near manl", "fenced newto". */
  const attemptAfter = (start: number) => {
    const name = significant.filter((at) => at > start)
    const others = significant.slice(0, significant.length - name.length)
    const length = name.reduce((sum, at) => sum + words[at]!.length, 0)
    return length >= MIN_UNFINISHED_LETTERS && !name.every(isStreet) && others.every(isFeature)
      ? attempt(name)
      : undefined
  }
  const beforePlace = nameable.findLast((at) => isBeforePlace(words[at]!)) ?? -1
  const feature = nameable.findLast((at) => isFeature(at)) ?? -1
  const isAfterFeature =
    feature !== -1 &&
    significant.find((at) => at > feature) === feature + 1 &&
    significant.at(-1) === nameable.at(-1) &&
    !canBecomeFeature(words[nameable.at(-1)!]!)
  const whole =
    attempt(nameable) ??
    (isTyping &&
    mayBePlace(
      words,
      significant.find((at) => at > beforePlace)!,
    )
      ? attemptAfter(beforePlace)
      : undefined) ??
    (isAfterFeature ? attemptAfter(feature) : undefined)
  if (whole) return whole
  // "hunter valley dog park": several whole words in a row are enough to know the place.
  const areInRow = significant.length > 1 && significant.at(-1)! - significant[0]! < significant.length
  const inRow = areInRow ? attempt(significant, false) : undefined
  if (inRow) return inRow
  // At the beginning, "St" is a saint: "st george beach".
  const streets = significant.filter((at) => at > nameable[0]! && isStreet(at))
  // "12 Smith Street" names no place.
  if (streets.length === 1 && streets[0] === significant.at(-1)) return undefined
  if (streets.length === 0 && !significant.some((at) => /^\d/.test(words[at]!))) return undefined
  for (let length = Math.min(MAX_WORDS_AFTER_STREET, nameable.length - 1); length > 0; length--) {
    const positions = nameable.slice(-length)
    if (positions.every((at) => isStopWord(words[at]!)) || (length === 1 && positions.every(isStreet)))
      continue
    const reading = attempt(positions)
    if (reading?.address) return reading
  }
  return undefined
}
