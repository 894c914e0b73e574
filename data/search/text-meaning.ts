import { wholeMetresBetween } from '../model/point.ts'
import { isEmpty, intersects } from './bits.ts'
import type { Bits } from './bits.ts'
import { createMeanings } from './meanings.ts'
import type { Meaning, Meanings, SearchTools } from './meanings.ts'
import type { QueryContext } from './place.ts'
import { mayBePlace } from './place-spans.ts'
import type { Reading } from './reading.ts'
import { mistypedStopWord } from './stop-words.ts'
import type { TypedWords } from './typed-words.ts'
import { createWordSets } from './word-sets.ts'
import type { WordSets } from './word-sets.ts'

/** Limit on the words that are corrected. With more of them, corrections would match almost any text. */
const MAX_CORRECTED_WORDS = 6

/** A text that is being read, with what it is read by. Its words are given by their positions. */
interface SearchText extends WordSets, Meanings {
  readonly typed: TypedWords
  readonly words: readonly string[]
  readonly all: readonly number[]
  readonly context: QueryContext
  readonly tools: SearchTools
}

/** Whether a park of the set is at the likeliest place of a reading. */
const hasParkThere = ({ tools, placeOf }: SearchText, reading: Reading, set: Bits) =>
  tools.nearPlace.hasParkAt(placeOf(reading), set)

/**
 * Interprets the words of a text, first as they are spelled: as a place, as the beginning of a place's name, as
 * a place with further words, or else as words of parks. Typos are corrected only if that finds nothing, and
 * words that match nothing are ignored only beside a place, as are words other than features that match nothing
 * near it. A text that matches nothing gets no results.
 */
export function understandText(typed: TypedWords, context: QueryContext, tools: SearchTools): Meaning {
  const { words } = typed
  const wordSets = createWordSets(typed, tools)
  const meanings = createMeanings(words, context, tools, wordSets)
  const all = words.map((_, at) => at)
  const text: SearchText = { typed, words, all, context, tools, ...wordSets, ...meanings }
  if (words.length === 0) return noResults(text)
  const readings = tools.gazetteer.readings(words).filter((reading) => !isParkElsewhere(text, reading))
  return wholeMeaning(text, readings) ?? spelledMeaning(text, readings) ?? correctedMeaning(text, readings)
}

const noResults = ({ tools, wordMeaning }: SearchText) => wordMeaning(tools.pool.take(), false)

/** The text as a park's whole name with a place, or as a place without further words. */
function wholeMeaning(text: SearchText, readings: readonly Reading[]): Meaning | undefined {
  for (const reading of readings) {
    const park = asNamedPark(text, reading)
    if (park) return text.placeMeaning(park, park.rest)
  }
  return placeAlone(
    text,
    readings.filter(({ fit }) => fit === 'exact'),
  )
}

/** The text as it is spelled, if it names a place or a park has its words. */
function spelledMeaning(text: SearchText, readings: readonly Reading[]): Meaning | undefined {
  const beginning = beginningOf(text)
  const place = beginning && isPlaceBegun(text, readings, beginning) ? beginning : undefined
  return (
    (place && isSurelyMeant(text, place) ? unfinishedMeaning(text, place) : undefined) ??
    placeWithWords(text, readings) ??
    addressMeaning(text, readings, beginning) ??
    parksWithWords(text) ??
    (place && unfinishedMeaning(text, place)) ??
    placeAlone(text, readings) ??
    placeFarFromWords(text, readings)
  )
}

/**
 * The reading as a park's whole name and a place in the same city, of which there is such a park: "Hitchcock
 * Park Sydney", "Clifton Park, Cobbitty".
 */
function asNamedPark({ significant, named, isInCityOf }: SearchText, reading: Reading): Reading | undefined {
  const rest = significant(reading.rest)
  const exactly = reading.fit === 'loose' || rest.length === 0 ? null : named(reading.rest).exactly
  if (!exactly) return undefined
  const candidates = reading.candidates.filter(
    ({ place }) => place.kind !== 'state' && isInCityOf(place, exactly),
  )
  return candidates.length > 0 ? { ...reading, candidates } : undefined
}

/** Whether the words of the text are features, besides those that neither exclude parks nor belong to the name. */
function isFeatureOnly(
  { canMean, significant, isFeature }: SearchText,
  { nameable, rest }: Reading,
): boolean {
  const ofName = nameable.filter((at) => canMean(at) && !rest.includes(at))
  return [...ofName, ...significant(rest)].every(isFeature)
}

/**
 * Whether the text is the name of a park far from the place, and no farther from the person: "Edinburgh Gardens" are
 * not gardens in Edinburgh.
 */
function isParkElsewhere(text: SearchText, reading: Reading): boolean {
  const { names } = text.named(text.all)
  if (!names || text.significant(reading.rest).length === 0) return false
  const place = text.placeOf(reading)
  if (text.isInCityOf(place, names)) return false
  const { near } = text.context
  const { parksWithin } = text.tools.nearPlace
  return !near || intersects(parksWithin(near, wholeMetresBetween(near, place)), names)
}

/**
 * The text as the beginning of a place. A text that is a feature, with or without a state, or the full name of a park
 * is none, and "Clifford Street Reserve" is no address in Reserve Creek.
 */
function beginningOf(text: SearchText): Reading | undefined {
  const { typed, all, named, tools } = text
  const beginning = named(all).exactly ? undefined : tools.gazetteer.unfinishedReading(typed)
  const isPark = beginning?.address && (named(all).names ?? mistypedNames(text).part)
  return isPark || (beginning && isFeatureOnly(text, beginning)) ? undefined : beginning
}

/** Whether the reading has no words that parks are searched by. */
const isAlone = ({ significant }: SearchText, { rest }: Reading) => significant(rest).length === 0

/** Whether a place begins, alone or beside further words: then no other place may be beside features only. */
function isPlaceBegun(text: SearchText, readings: readonly Reading[], beginning: Reading): boolean {
  const isRead = ({ fit, rest }: Reading) => fit === 'exact' && text.significant(rest).every(text.isFeature)
  return !beginning.address && (isAlone(text, beginning) || !readings.some(isRead))
}

/** After "near" and the like, a place is meant even if parks have the word: "off leash beach near manl". */
const isSurelyMeant = (text: SearchText, beginning: Reading) =>
  isAlone(text, beginning) ||
  mayBePlace(
    text.words,
    beginning.nameable.find((at) => !beginning.rest.includes(at))!,
  )

const unfinishedMeaning = ({ placeMeaning }: SearchText, beginning: Reading) =>
  placeMeaning(beginning, beginning.rest, { isUnfinished: true })

/** An address in a place, whose name may not be finished. */
function addressMeaning(
  { placeMeaning }: SearchText,
  readings: readonly Reading[],
  beginning: Reading | undefined,
): Meaning | undefined {
  const address = readings.find((reading) => reading.address)
  if (address) return placeMeaning(address, [])
  return beginning?.address ? placeMeaning(beginning, [], { isUnfinished: true }) : undefined
}

/** Words of parks, if a park has all of them. */
function parksWithWords({ all, parksWithAll, wordMeaning }: SearchText): Meaning | undefined {
  const matching = parksWithAll(all)
  return matching && isEmpty(matching) ? undefined : wordMeaning(matching, false)
}

/** A place without words that parks are searched by. */
function placeAlone(
  text: SearchText,
  readings: readonly Reading[],
  options?: { corrected: boolean },
): Meaning | undefined {
  const reading = readings.find((each) => isAlone(text, each))
  return reading && text.placeMeaning(reading, [], options)
}

/** The parks with the further words of a reading, wherever they are; `undefined` for none. */
function parksBeside({ parksWithAll }: SearchText, { fit, address, rest }: Reading): Bits | undefined {
  if (fit === 'loose' || address) return undefined
  const matching = parksWithAll(rest)!
  return isEmpty(matching) ? undefined : matching
}

/** A place with further words that a park near it has. */
function placeWithWords(text: SearchText, readings: readonly Reading[]): Meaning | undefined {
  for (const reading of readings) {
    const matching = parksBeside(text, reading)
    if (matching && hasParkThere(text, reading, matching))
      return text.placeMeaning(reading, reading.rest, { matching })
  }
  return undefined
}

/** A place with further words that only parks far from it have. */
function placeFarFromWords(text: SearchText, readings: readonly Reading[]): Meaning | undefined {
  const reading = readings.find((each) => parksBeside(text, each))
  if (!reading) return undefined
  const rest = text.significant(reading.rest)
  // "Hyde Park Perth" is about Perth, though a park far away has the word.
  return rest.every(text.isFeature) || reading.candidates[0]!.place.kind === 'state'
    ? text.placeMeaning(reading, rest)
    : placeOnly(text, readings)
}

/** Whether some park has the word, or it is not searched for. */
const isKnown = ({ significant, parksWithAll }: SearchText, at: number) =>
  significant([at]).length === 0 || !isEmpty(parksWithAll([at])!)

/**
 * The words, of which the only one that no park has is spelled differently, so that they are the whole name of a park,
 * and so that they are in one.
 */
function mistypedNames(text: SearchText): { whole?: string[] | undefined; part?: string[] | undefined } {
  const { words, all, tools } = text
  const [at, another] = all.filter((each) => !isKnown(text, each))
  if (at === undefined || another !== undefined) return {}
  const spellings = tools.words.similarWords(words[at]!).map((word) => {
    const name = words.with(at, word)
    return { name, ...tools.words.addNamed(name, tools.pool.take(), tools.pool.take()) }
  })
  return {
    whole: spellings.find(({ alone }) => alone)?.name,
    part: spellings.find(({ inName }) => inName)?.name,
  }
}

/** The words, with stop words instead of those that no park has and that are a typo in one: "dog prak". */
const withStopWords = (text: SearchText): string[] =>
  text.words.map(
    (word, at) => (text.isFeature(at) || isKnown(text, at) ? undefined : mistypedStopWord(word)) ?? word,
  )

const meaningOf = ({ typed, context, tools }: SearchText, words: readonly string[]): Meaning => ({
  ...understandText({ ...typed, words }, context, tools),
  corrected: true,
})

function correctedMeaning(text: SearchText, readings: readonly Reading[]): Meaning {
  const { words, all, tools, parksWithAll, placeMeaning, wordMeaning } = text
  const name = mistypedNames(text)
  if (name.whole) return meaningOf(text, name.whole)
  if (words.length > MAX_CORRECTED_WORDS) return placeOnly(text, readings)
  const mistyped = tools.gazetteer.similarReadings(words)
  const place = placeAlone(text, mistyped, { corrected: true })
  if (place) return place
  const respelled = name.part ?? withStopWords(text)
  if (respelled.some((word, at) => word !== words[at])) return meaningOf(text, respelled)
  for (const reading of [...readings, ...mistyped]) {
    const matching = parksWithAll(reading.rest, true)!
    if (!isEmpty(matching) && hasParkThere(text, reading, matching))
      return placeMeaning(reading, reading.rest, { matching, possible: null, corrected: true })
  }
  const similar = parksWithAll(all, true)!
  return isEmpty(similar) ? placeOnly(text, readings) : wordMeaning(similar, true)
}

/**
 * The place in the text without its other words, which no park near it has, but with the features that some park
 * near it has: "dog swimming beach Perth". Counts as corrected.
 */
function placeOnly(text: SearchText, readings: readonly Reading[]): Meaning {
  for (const reading of readings) {
    if (reading.fit === 'loose') continue
    const features = text.significant(reading.rest).filter(text.isFeature)
    const matching = text.parksWithAll(features)
    const isThere = matching !== null && hasParkThere(text, reading, matching)
    if (isThere || text.placeOf(reading).kind !== 'state')
      return text.placeMeaning(reading, isThere ? features : [], { corrected: true })
  }
  return readings.length > 0 ? noResults(text) : featuresOnly(text)
}

/**
 * A text without a place: its features, if no park has any of its other words: "beach with waves". Counts as
 * corrected.
 */
function featuresOnly(text: SearchText): Meaning {
  const wanted = text.significant(text.all)
  const features = wanted.filter(text.isFeature)
  const matching = text.parksWithAll(features)
  if (!matching || isEmpty(matching) || wanted.some((at) => !text.isFeature(at) && isKnown(text, at)))
    return noResults(text)
  return { ...text.wordMeaning(matching, true), possible: text.parksWithPossible(features) }
}
