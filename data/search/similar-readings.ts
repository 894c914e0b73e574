import { ABBREVIATIONS, wordsOf } from '../places/text.ts'
import { readingsOf } from './exact-readings.ts'
import { featuresAt } from './feature-words.ts'
import type { NameIndex } from './name-index.ts'
import type { GazetteerPlace } from './place.ts'
import { followsWith, isStreetName, MAX_NAME_WORDS, stateAndPostcodeIn } from './place-spans.ts'
import { matchingStateAndPostcode, ranked, sortReadings } from './reading.ts'
import type { Ranked, Reading } from './reading.ts'
import { canBeMistyped, isOrdinaryThing, isStopWord, isStreetWord } from './stop-words.ts'
import { forEachEdit, mayCorrect, withinEdits } from './typos.ts'

/** Two edits are allowed only in names at least this long. Characters. */
const MIN_LENGTH_FOR_TWO_EDITS = 9

const MAX_KEY_LENGTH = 40

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
  const { state, postcode, nameable } = stateAndPostcodeIn(words, names)
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
