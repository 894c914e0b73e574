import { readPostcode } from '../model/locality.ts'
import { STATE_CODES, STATE_NAMES } from '../model/state.ts'
import type { StateCode } from '../model/state.ts'
import { wordsOf } from '../places/text.ts'
import type { NameIndex } from './name-index.ts'
import type { GazetteerPlace } from './place.ts'
import { isBeforePlace, isStopWord, isStreetWord } from './stop-words.ts'

/** Words that a name of a place has at most. */
export const MAX_NAME_WORDS = 7

/** Words of a text, by their positions: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Words that name places. `key`: see `nameKey`. */
export interface Named extends Span {
  readonly key: string
  readonly places: readonly GazetteerPlace[]
}

export interface StateSpan extends Span {
  readonly state: StateCode
}

export interface PostcodeSpan extends Span {
  readonly place: GazetteerPlace
}

/** The positions of the words that are in none of the spans. */
export const positionsOutside = (words: readonly string[], spans: readonly (Span | undefined)[]): number[] =>
  words.map((_, at) => at).filter((at) => spans.every((span) => !span || at < span.start || at >= span.end))

export const areDisjoint = (a: Span, b: Span) => a.end <= b.start || b.end <= a.start

/** The words of each state's code and of its name. */
export const STATE_SPELLINGS: readonly (readonly [StateCode, readonly string[]])[] = STATE_CODES.flatMap(
  (code) => [[code, wordsOf(code)] as const, [code, wordsOf(STATE_NAMES[code])] as const],
)

/** Whether the words from `start` to `end` are the name of a street: a street word follows them. */
export function isStreetName(words: readonly string[], start: number, end: number): boolean {
  const next = words[end]
  if (next === undefined || !isStreetWord(next) || isStopWord(next)) return false
  // "Victoria St Kilda": only after a house number or at the end of the text is "st" a street.
  return next !== 'st' || end === words.length - 1 || /^\d/.test(words[start - 1] ?? '')
}

/** The states in the text. The name of a state can also be the name of a street: "45 Victoria Road". */
export function statesIn(words: readonly string[]): StateSpan[] {
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

export function postcodesIn(words: readonly string[], names: NameIndex): PostcodeSpan[] {
  return words.flatMap((word, start) => {
    const code = postcodeOf(word, words.length === 1)
    const place = code === undefined ? undefined : names.postcode(code)
    return place ? [{ place, start, end: start + 1 }] : []
  })
}

/**
 * The last state and the last postcode in the text.
 * @returns also the positions of the other words, which may be a name
 */
export function stateAndPostcodeIn(words: readonly string[], names: NameIndex) {
  const state = statesIn(words).at(-1)
  const postcode = postcodesIn(words, names).findLast((span) => !state || areDisjoint(span, state))
  return { state, postcode, nameable: positionsOutside(words, [state, postcode]) }
}

/** The names of places in the text. They may overlap. */
export function namedSpans(words: readonly string[], names: NameIndex): Named[] {
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
export const followsWith = (words: readonly string[], start: number) => wordBefore(words, start) === 'with'

/**
 * Whether a place may begin here: in "parks near the p", but not in "best p" and "dog p", which may become "park" and
 * "pool".
 */
export function mayBePlace(words: readonly string[], start: number): boolean {
  const before = wordBefore(words, start)
  return before === undefined || isBeforePlace(before)
}
