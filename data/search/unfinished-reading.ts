import { wordsOf } from '../places/text.ts'
import { canBecomeFeature, featuresAt } from './feature-words.ts'
import type { NameIndex } from './name-index.ts'
import type { GazetteerPlace } from './place.ts'
import { mayBePlace, MAX_NAME_WORDS, STATE_SPELLINGS, stateAndPostcodeIn } from './place-spans.ts'
import type { PostcodeSpan, StateSpan } from './place-spans.ts'
import { matchingStateAndPostcode, ranked } from './reading.ts'
import type { Reading } from './reading.ts'
import { shortSpellings } from './spellings.ts'
import { canBeginName, isBeforePlace, isOrdinaryThing, isStopWord, isStreetWord } from './stop-words.ts'
import type { TypedWords } from './typed-words.ts'

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

/** A text that may end with the beginning of a name. Words are given by their positions. */
interface UnfinishedText extends TypedWords {
  readonly names: NameIndex
  readonly state: StateSpan | undefined
  readonly postcode: PostcodeSpan | undefined
  /** The words that are neither the state nor the postcode. */
  readonly nameable: readonly number[]
  /** Those of them that are no stop words. */
  readonly significant: readonly number[]
}

/**
 * The text as the beginning of a name: the whole text, without words such as "near", or after features or a street; with
 * the state or postcode after it; or a name and the beginning of its state. `undefined` if no name begins so.
 */
export function unfinishedReading(typed: TypedWords, names: NameIndex): Reading | undefined {
  const { words } = typed
  const { state, postcode, nameable } = stateAndPostcodeIn(words, names)
  const letters = nameable.reduce((sum, at) => sum + (canBeginName(words[at]!) ? words[at]!.length : 0), 0)
  if (letters < MIN_UNFINISHED_LETTERS) return undefined
  const significant = nameable.filter((at) => !isStopWord(words[at]!))
  const text = { ...typed, names, state, postcode, nameable, significant }
  return (
    beginningAt(text, nameable) ??
    afterWordBeforePlace(text) ??
    afterFeature(text) ??
    wordsInRow(text) ??
    afterStreet(text)
  )
}

/** The reading as the beginning of a name that these words are. `areWhole`: the last of them is no half of a word. */
function beginningAt(
  { words, halfTyped, names, state, postcode, nameable }: UnfinishedText,
  positions: readonly number[],
  areWhole = false,
): Reading | undefined {
  if (positions.length === 0 || positions.length > MAX_NAME_WORDS) return undefined
  const typed = positions.map((at) => words[at]!)
  const telling = typed.filter((word) => !isStopWord(word))
  if (telling.length > 0 && telling.every(isOrdinaryThing)) return undefined
  const isAtEnd = nameable.at(-1) === words.length - 1
  const mayEndInside = !areWhole && (halfTyped || !isAtEnd)
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

/** "beach near manl", "dog parks newto". */
function afterWordBeforePlace(text: UnfinishedText): Reading | undefined {
  const { words, nameable, significant } = text
  const before = nameable.findLast((at) => isBeforePlace(words[at]!)) ?? -1
  // "new dog park" is not the beginning of a name: what is being typed is "park".
  const isTypingName = significant.length < nameable.length && significant.at(-1) === nameable.at(-1)
  const start = significant.find((at) => at > before)
  return isTypingName && mayBePlace(words, start!) ? beginningAfter(text, before) : undefined
}

/** "fenced newto". */
function afterFeature(text: UnfinishedText): Reading | undefined {
  const { words, nameable, significant } = text
  const feature = nameable.findLast((at) => featuresAt(words, at) !== undefined)
  return feature !== undefined &&
    significant.find((at) => at > feature) === feature + 1 &&
    significant.at(-1) === nameable.at(-1) &&
    !canBecomeFeature(words[nameable.at(-1)!]!)
    ? beginningAfter(text, feature)
    : undefined
}

/** The reading as the name that begins after a position, if all significant words before it are features. */
function beginningAfter(text: UnfinishedText, position: number): Reading | undefined {
  const { words, significant } = text
  const name = significant.filter((at) => at > position)
  const others = significant.filter((at) => at <= position)
  const letters = name.reduce((sum, at) => sum + words[at]!.length, 0)
  return letters >= MIN_UNFINISHED_LETTERS &&
    !name.every((at) => isStreetWord(words[at]!)) &&
    others.every((at) => featuresAt(words, at) !== undefined)
    ? beginningAt(text, name)
    : undefined
}

/** "hunter valley dog park": several whole words in a row are enough to know the place. */
function wordsInRow(text: UnfinishedText): Reading | undefined {
  const { significant } = text
  const areInRow = significant.length > 1 && significant.at(-1)! - significant[0]! < significant.length
  return areInRow ? beginningAt(text, significant, true) : undefined
}

/** "12 Smith St Surry Hi"; not "90 mile beach". */
function afterStreet(text: UnfinishedText): Reading | undefined {
  const { words, nameable, significant } = text
  const isStreet = (at: number) => isStreetWord(words[at]!)
  // At the beginning, "St" is a saint: "st george beach".
  const streets = significant.filter((at) => at > nameable[0]! && isStreet(at))
  // "12 Smith Street" names no place.
  if (streets.length === 1 && streets[0] === significant.at(-1)) return undefined
  if (streets.length === 0 && !significant.some((at) => /^\d/.test(words[at]!))) return undefined
  for (let length = Math.min(MAX_WORDS_AFTER_STREET, nameable.length - 1); length > 0; length--) {
    const positions = nameable.slice(-length)
    const isNoName = positions.every((at) => isStopWord(words[at]!) || featuresAt(words, at) !== undefined)
    if (isNoName || (length === 1 && positions.every(isStreet))) continue
    const reading = beginningAt(text, positions)
    if (reading?.address) return reading
  }
  return undefined
}
