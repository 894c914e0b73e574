import { wholeMetresBetween } from '../model/point.ts'
import { isEmpty, intersects } from './bits.ts'
import { createMeanings } from './meanings.ts'
import type { Meaning, SearchTools } from './meanings.ts'
import type { QueryContext } from './place.ts'
import { mayBePlace } from './place-spans.ts'
import type { Reading } from './reading.ts'
import { mistypedStopWord } from './stop-words.ts'
import type { TypedWords } from './typed-words.ts'
import { createWordSets } from './word-sets.ts'

/** Limit on the words that are corrected. With more of them, corrections would match almost any text. */
const MAX_CORRECTED_WORDS = 6

/**
 * Interprets the words of a text, first as they are spelled: as a place, as the beginning of a place's name, as
 * a place with further words, or else as words of parks. Typos are corrected only if that finds nothing, and
 * words that match nothing are ignored only beside a place, as are words other than features that match nothing
 * near it. A text that matches nothing gets no results.
 */
export function understandText(typed: TypedWords, context: QueryContext, tools: SearchTools): Meaning {
  const { words } = typed
  const { gazetteer, pool, nearPlace, words: index } = tools
  const wordSets = createWordSets(typed, tools)
  const { isFeature, canMean, significant, parksWithAll, parksWithPossible, named } = wordSets
  const { placesOf, isInCityOf, placeMeaning, wordMeaning } = createMeanings(words, context, tools, wordSets)
  const all = words.map((_, at) => at)
  const noResults = () => wordMeaning(pool.take(), false)
  if (words.length === 0) return noResults()

  const readings = gazetteer.readings(words).filter((reading) => !isParkElsewhere(reading))
  for (const reading of readings) {
    const park = asNamedPark(reading)
    if (park) return placeMeaning(park, park.rest)
  }
  const complete = readings.find(({ fit, rest }) => fit === 'exact' && significant(rest).length === 0)
  if (complete) return placeMeaning(complete, [])
  const unfinished = unfinishedReading()
  const unfinishedAddress = unfinished?.address ? unfinished : undefined
  const unfinishedPlace = unfinished?.address ? undefined : unfinished
  if (unfinishedPlace && significant(unfinishedPlace.rest).length === 0)
    return placeMeaning(unfinishedPlace, [], { isUnfinished: true })
  const isRead = ({ fit, rest }: Reading) => fit === 'exact' && significant(rest).every(isFeature)
  const besideFeatures = readings.some(isRead) ? undefined : unfinishedPlace
  const start = besideFeatures?.nameable.find((at) => !besideFeatures.rest.includes(at))
  // After "near" and the like, a place is meant even if parks have the word: "off leash beach near manl".
  if (besideFeatures && mayBePlace(words, start!))
    return placeMeaning(besideFeatures, besideFeatures.rest, { isUnfinished: true })

  let distantReading: Reading | undefined
  for (const reading of readings) {
    if (reading.fit === 'loose' || reading.address) continue
    const matching = parksWithAll(reading.rest)!
    if (isEmpty(matching)) continue
    if (nearPlace.hasParkAt(placesOf(reading)[0].place, matching))
      return placeMeaning(reading, reading.rest, { matching })
    distantReading ??= reading
  }

  const address = readings.find((reading) => reading.address) ?? unfinishedAddress
  if (address) return placeMeaning(address, [], { isUnfinished: address === unfinishedAddress })
  const spelled = parksWithAll(all)
  if (!spelled || !isEmpty(spelled)) return wordMeaning(spelled, false)
  if (besideFeatures) return placeMeaning(besideFeatures, besideFeatures.rest, { isUnfinished: true })
  const loose = wholeReading(readings)
  if (loose) return placeMeaning(loose, [])
  if (distantReading) {
    const rest = significant(distantReading.rest)
    // "Hyde Park Perth" is about Perth, though a park far away has the word.
    return rest.every(isFeature) || distantReading.candidates[0]!.place.kind === 'state'
      ? placeMeaning(distantReading, rest)
      : placeOnly()
  }
  return correctedMeaning()

  /**
   * The reading as a park's whole name and a place in the same city, of which there is such a park: "Hitchcock
   * Park Sydney", "Clifton Park, Cobbitty".
   */
  function asNamedPark(reading: Reading): Reading | undefined {
    const rest = significant(reading.rest)
    const exactly = reading.fit === 'loose' || rest.length === 0 ? null : named(reading.rest).exactly
    if (!exactly) return undefined
    const candidates = reading.candidates.filter(
      ({ place }) => place.kind !== 'state' && isInCityOf(place, exactly),
    )
    return candidates.length > 0 ? { ...reading, candidates } : undefined
  }

  /** Whether the words of the text are features, besides those that neither exclude parks nor belong to the name. */
  function isFeatureOnly({ nameable, rest }: Reading): boolean {
    const ofName = nameable.filter((at) => canMean(at) && !rest.includes(at))
    return [...ofName, ...significant(rest)].every(isFeature)
  }

  /**
   * Whether the text is the name of a park far from the place, and no farther from the person: "Edinburgh Gardens" are
   * not gardens in Edinburgh.
   */
  function isParkElsewhere(reading: Reading): boolean {
    const { names } = named(all)
    if (!names || significant(reading.rest).length === 0) return false
    const { place } = placesOf(reading)[0]
    if (isInCityOf(place, names)) return false
    const { near } = context
    return !near || intersects(nearPlace.parksWithin(near, wholeMetresBetween(near, place)), names)
  }

  /**
   * The text as the beginning of a place. A text that is a feature, with or without a state, or the full name of a park
   * is none, and "Clifford Street Reserve" is no address in Reserve Creek.
   */
  function unfinishedReading(): Reading | undefined {
    const beginning = named(all).exactly ? undefined : gazetteer.unfinishedReading(typed)
    const isPark = beginning?.address && (named(all).names ?? mistypedNames().part)
    return isPark || (beginning && isFeatureOnly(beginning)) ? undefined : beginning
  }

  function wholeReading(list: readonly Reading[]): Reading | undefined {
    return list.find((reading) => significant(reading.rest).length === 0)
  }

  /** Whether some park has the word, or it is not searched for. */
  function isKnown(at: number): boolean {
    return significant([at]).length === 0 || !isEmpty(parksWithAll([at])!)
  }

  /**
   * The words, of which the only one that no park has is spelled differently, so that they are the whole name of a park,
   * and so that they are in one.
   */
  function mistypedNames(): { whole?: string[]; part?: string[] } {
    const [at, another] = all.filter((each) => !isKnown(each))
    if (at === undefined || another !== undefined) return {}
    const spellings = index.similarWords(words[at]!).map((word) => {
      const name = words.with(at, word)
      return { name, ...index.addNamed(name, pool.take(), pool.take()) }
    })
    const whole = spellings.find(({ alone }) => alone)?.name
    const part = spellings.find(({ inName }) => inName)?.name
    return { ...(whole && { whole }), ...(part && { part }) }
  }

  /** The words, with stop words instead of those that no park has and that are a typo in one: "dog prak". */
  function withStopWords(): string[] {
    return words.map(
      (word, at) => (isFeature(at) || isKnown(at) ? undefined : mistypedStopWord(word)) ?? word,
    )
  }

  function meaningOf(mended: readonly string[]): Meaning {
    return { ...understandText({ ...typed, words: mended }, context, tools), corrected: true }
  }

  function correctedMeaning(): Meaning {
    const name = mistypedNames()
    if (name.whole) return meaningOf(name.whole)
    if (words.length > MAX_CORRECTED_WORDS) return placeOnly()
    const mistyped = gazetteer.similarReadings(words)
    const whole = wholeReading(mistyped)
    if (whole) return placeMeaning(whole, [], { corrected: true })
    const mended = name.part ?? withStopWords()
    if (mended.some((word, at) => word !== words[at])) return meaningOf(mended)
    for (const reading of [...readings, ...mistyped]) {
      const matching = parksWithAll(reading.rest, true)!
      if (!isEmpty(matching) && nearPlace.hasParkAt(placesOf(reading)[0].place, matching))
        return placeMeaning(reading, reading.rest, { matching, possible: null, corrected: true })
    }
    const similar = parksWithAll(all, true)!
    return isEmpty(similar) ? placeOnly() : wordMeaning(similar, true)
  }

  /**
   * The place in the text without its other words, which no park near it has, but with the features that some park
   * near it has: "dog swimming beach Perth". Counts as corrected.
   */
  function placeOnly(): Meaning {
    for (const reading of readings) {
      if (reading.fit === 'loose') continue
      const { place } = placesOf(reading)[0]
      const features = significant(reading.rest).filter(isFeature)
      const matching = parksWithAll(features)
      const isThere = matching !== null && nearPlace.hasParkAt(place, matching)
      if (isThere || place.kind !== 'state')
        return placeMeaning(reading, isThere ? features : [], { corrected: true })
    }
    return featuresOnly()
  }

  /**
   * A text without a place: its features, if no park has any of its other words: "beach with waves". Counts as
   * corrected.
   */
  function featuresOnly(): Meaning {
    const wanted = significant(all)
    const features = wanted.filter(isFeature)
    const matching = parksWithAll(features)
    if (
      readings.length > 0 ||
      !matching ||
      isEmpty(matching) ||
      wanted.some((at) => !isFeature(at) && isKnown(at))
    )
      return noResults()
    return { ...wordMeaning(matching, true), possible: parksWithPossible(features) }
  }
}
