import { fold, wordsOf } from '../places/text.ts'
import { FEATURES_BY_WORD } from './feature-words.ts'
import {
  ANY_DISTANCE,
  ANY_TIME,
  isBeforePlace,
  isStopWord,
  isStreetWord,
  placePrepositionBeginning,
} from './stop-words.ts'

const DAYS = 'monday tuesday wednesday thursday friday saturday sunday weekend weekends'.split(' ')

/** Phrases about the time of a visit, or about how many parks are wanted. They exclude no park. */
const PHRASES: readonly (readonly string[])[] = [
  ...['hour', 'hours', 'hr', 'hrs'].flatMap((hour) => [['24', hour], [`24${hour}`]]),
  ['24', '7'],
  ['all', 'night'],
  ['late', 'at', 'night'],
  ['late', 'night'],
  ['open', 'late'],
  ['open', 'early'],
  ['at', 'night'],
  ['opening', 'hours'],
  ...DAYS.flatMap((day) => [
    ['open', day],
    ['on', day],
  ]),
  ['open', 'on'],
  ...['today', 'tonight', 'tomorrow'].map((day) => [day]),
  ['this', 'weekend'],
  ...['morning', 'afternoon', 'evening'].flatMap((time) => [
    ['in', 'the', time],
    ['early', time],
  ]),
  ...['weekend', 'weekends', 'weekday', 'weekdays'].map((day) => [day]),
  ...['holiday', 'holidays'].map((day) => ['public', day]),
  ['christmas', 'day'],
  ...['5', '10', '20'].flatMap((count) => [
    ['top', count],
    ['best', count],
    [count, 'best'],
  ]),
]

const CLOCK_TIME = /(?:(?:before|after|between|until|till|from|at|by) )?\d{1,2}(?: \d{2})? ?[ap]m/
const TIME_OF_DAY = /(?:before|after|until|till) (?:sunrise|sunset|dawn|dusk|dark|noon|midday|work)/
/** A time at the beginning of a text, such as "10am", "before 9 30 am" and "after sunset". */
const TIME = new RegExp(`^(?:${CLOCK_TIME.source}|${TIME_OF_DAY.source})(?= |$)`)
const LENGTH = String.raw`(?:\d+|an?) ?(?:kms?|kilomet(?:re|er)s?|miles?|min(?:ute)?s?|hours?)`
/** A distance at the beginning of a text, such as "within 5 km of" and "1 hour from"; not the "90 mile" of a beach. */
const DISTANCE = new RegExp(`^(?:within ${LENGTH}(?: of| from)?|${LENGTH} (?:of|from|away))(?= |$)`)
/** Words that either has at most. */
const MAX_WORDS_OF_MATCH = 4

/** The number of words from a position on that begin as a pattern says; 0 if they do not. */
const matchLength = (pattern: RegExp, words: readonly string[], at: number): number =>
  pattern.exec(words.slice(at, at + MAX_WORDS_OF_MATCH).join(' '))?.[0].split(' ').length ?? 0

/** The number of words from a position on that make up a time or such a phrase; 0 if they do not. */
function phraseLength(words: readonly string[], at: number): number {
  const time = matchLength(TIME, words, at)
  if (time > 0) return time
  // After a time, a day is one of its words as after "open": "24 hours sunday".
  const isWord = (word: string | undefined, expected: string) =>
    word === expected || (word === ANY_TIME && expected === 'open')
  const phrase = PHRASES.find((each) => each.every((word, index) => isWord(words[at + index], word)))
  if (!phrase) return 0
  const isUnit =
    phrase[1] === '7' && words.slice(at + 2).some((word) => isStreetWord(word) && !isStopWord(word))
  // '24/7 Smith Street' is a unit and a house number.
  return isUnit ? 0 : phrase.length
}

/** "Open space" is a kind of park. */
const OPEN_PLACES: ReadonlySet<string> = new Set(['space', 'spaces', 'air'])

/** Whether the words of {@link typedWords} say when someone wants to go, which the search does not answer. */
export const sayWhen = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      word === ANY_TIME || word === 'now' || (word === 'open' && !OPEN_PLACES.has(words[at + 1] ?? '')),
  )

/** The words of a text that the user may still be typing. */
export interface TypedWords {
  readonly words: readonly string[]
  /**
   * The last word may be incomplete: it is at the very end of the text and is not an abbreviation written in
   * full.
   */
  readonly halfTyped: boolean
}

/** Of a longer text only the last words are read: an address ends with its suburb. */
const MAX_WORDS = 16

/** The word "near" or the like that is being typed after a feature or "dog parks"; undefined if it is none. */
function unfinishedPreposition(words: readonly string[], last: string): string | undefined {
  const isAfter = isBeforePlace(words.at(-2) ?? '') || FEATURES_BY_WORD.has(words.at(-2) ?? '')
  return isAfter ? placePrepositionBeginning(last) : undefined
}

/** "N.S.W." is NSW. */
const withoutDots = (text: string) =>
  text.replace(/\b(?:n\.s\.w|a\.c\.t|q\.l\.d|[sw]\.a|n\.t)\b\.?/gi, (state) => state.replaceAll('.', ''))

export function typedWords(typed: string): TypedWords {
  const text = withoutDots(typed)
  const words = wordsOf(text).slice(-MAX_WORDS)
  const last = words.at(-1)
  const halfTyped = last !== undefined && fold(text).endsWith(last)
  const preposition = halfTyped ? unfinishedPreposition(words, last) : undefined
  if (preposition) words[words.length - 1] = preposition
  for (let at = 0; at < words.length; at++) {
    const length = phraseLength(words, at)
    // Fits every park, unlike '24' or 'night'.
    if (length > 0) words.fill(ANY_TIME, at, at + length)
    else words.fill(ANY_DISTANCE, at, at + matchLength(DISTANCE, words, at))
  }
  return { words, halfTyped }
}
