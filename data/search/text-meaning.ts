import { wholeMetresBetween } from '../model/point.ts'
import type { Place } from '../model/search.ts'
import { isEmpty, unite, intersect, intersects } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import type { Filters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { NearPlace } from './near-place.ts'
import type { QueryContext, GazetteerPlace } from './place.ts'
import { mayBePlace } from './reading.ts'
import type { Reading } from './reading.ts'
import { mistypedStopWord } from './stop-words.ts'
import type { TypedWords } from './typed-words.ts'
import { createWordSets } from './word-sets.ts'
import type { WordIndex } from './words.ts'

/** What a search text means in the directory. */
export interface Meaning {
  readonly place: Place | null
  readonly others: Place[]
  readonly corrected: boolean
  /** Whether the text is about parks of that name more than about the place. */
  readonly parkName: boolean
  /** The words beside the place that parks near it must match, separated by spaces; empty if there are none. */
  readonly otherWords: string
  /**
   * Parks that contain the words of the text; if the text names a place, only those near it match. `null` for
   * all parks.
   */
  readonly matching: Bits | null
  /**
   * The same with the parks of which it is not known whether they have the features that the text names.
   * `null` if it names none, or is about the name of a park.
   */
  readonly possible: Bits | null
  /** Parks that match wherever they are; `null` for none. */
  readonly anywhere: Bits | null
  /** Parks that rank above the others, most exact match first. */
  readonly tiers: readonly Bits[]
}

export interface SearchTools {
  readonly gazetteer: Gazetteer
  readonly words: WordIndex
  readonly filters: Filters
  readonly pool: BitsPool
  nearPlace: NearPlace
}

/** "Hitchcock Park Sydney" is the park of that name at most this far from the centre of Sydney. Metres. */
const SAME_CITY_METRES = 60_000

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
  const { gazetteer, filters, pool, nearPlace, words: index } = tools
  const { isFeature, canMean, significant, parksWithAll, parksWithPossible, named } = createWordSets(
    typed,
    tools,
  )
  const all = words.map((_, at) => at)
  const placesOf = (reading: Reading, isUnfinished = false): [GazetteerPlace, ...GazetteerPlace[]] =>
    (isUnfinished ? gazetteer.likeliestName : gazetteer.likeliest)(reading.candidates, context) as [
      GazetteerPlace,
      ...GazetteerPlace[],
    ]

  function atPostcode(code: string): Bits {
    const bits = pool.take()
    filters.addPostcode(code, bits)
    return bits
  }
  /** The union of the sets; `null` if all are `null`. */
  function unionOf(...sets: readonly (Bits | null)[]): Bits | null {
    const [first, ...others] = sets.filter((set) => set !== null)
    if (!first || others.length === 0) return first ?? null
    const bits = pool.take(first)
    for (const other of others) unite(bits, other)
    return bits
  }
  function intersectionOf(set: Bits | null, other: Bits): Bits | null {
    if (!set) return null
    const bits = pool.take(set)
    intersect(bits, other)
    return bits
  }

  const inCityOf = (place: Place) => nearPlace.parksWithin(place, SAME_CITY_METRES)

  /** Whether any park of the set is at the place, or in the same city. */
  const isInCityOf = (place: Place, set: Bits) =>
    nearPlace.hasParkAt(place, set) || (place.kind !== 'state' && intersects(set, inCityOf(place)))

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

  /**
   * @param wanted the positions of the words that parks near the place must match
   * @param corrected whether the text is not taken as it was typed
   * @param matching the parks that match these words
   * @param possible the same with those of which it is not known whether they have the features
   */
  function placeMeaning(
    reading: Reading,
    wanted: readonly number[],
    {
      corrected = false,
      isUnfinished = false,
      matching = parksWithAll(wanted),
      possible = parksWithPossible(wanted),
    } = {},
  ): Meaning {
    const [{ place, population }, ...others] = placesOf(reading, isUnfinished)
    const { rest, nameable, state, postcode } = reading
    const ownName = named(nameable)
    let names = ownName.names && pool.take(ownName.names)
    if (names && state !== undefined) intersect(names, filters.inState[state])
    if (names && postcode !== undefined) intersect(names, atPostcode(postcode))
    // "Victoria Road Reserve" is a park's name in any state; "Sydney Park NSW" is one in New South Wales.
    const whole = nameable.length < words.length ? named(all) : null
    names = unionOf(names, whole?.names ?? null)
    // "kings park perth": the park called Kings Park, near Perth.
    const restExactly = significant(rest).length > 0 ? named(rest).exactly : null
    const exactly = unionOf(ownName.exactly, whole?.exactly ?? null, restExactly)
    // A name of both a place and a park means the place if its state is given or people live there.
    const isKnownPlace =
      rest.length === 0 &&
      (state !== undefined || postcode !== undefined || population > 0 || place.kind !== 'locality')
    const parkName =
      !corrected &&
      !isKnownPlace &&
      (ownName.exactly !== null ||
        (whole?.exactly ?? null) !== null ||
        (restExactly !== null && isInCityOf(place, restExactly)))
    const isPlaceOnly = rest.length === 0 && !words.includes('park')
    const atAddress = reading.address ? parksWithAll(all) : null
    const ownPostcode = place.kind === 'postcode' ? atPostcode(place.name) : null
    return {
      place,
      others: others.map((other) => other.place).filter((other) => gazetteer.isFoundByLabel(other, context)),
      corrected,
      parkName,
      otherWords: significant(wanted)
        .map((at) => words[at])
        .join(' '),
      matching,
      possible,
      anywhere: unionOf(
        names,
        restExactly && place.kind !== 'state' ? intersectionOf(restExactly, inCityOf(place)) : null,
        atAddress,
        ownPostcode && matching ? intersectionOf(ownPostcode, matching) : ownPostcode,
      ),
      tiers: [exactly, isPlaceOnly ? null : names, atAddress].filter((tier) => tier !== null),
    }
  }

  function wordMeaning(matching: Bits | null, corrected: boolean): Meaning {
    // Names rank first if the text is about a name, but not for "dog park" or "beach".
    const isAboutName = !corrected && !all.filter(canMean).every(isFeature)
    const { names, exactly } = isAboutName ? named(all) : { names: null, exactly: null }
    const tiers = [exactly, names].filter((tier) => tier !== null)
    return {
      place: null,
      others: [],
      corrected,
      parkName: false,
      otherWords: '',
      matching,
      possible: matching && !corrected ? parksWithPossible(all) : null,
      anywhere: null,
      tiers,
    }
  }

  const noResults = (): Meaning => wordMeaning(pool.take(), false)

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

  if (words.length === 0) return noResults()

  const readings = gazetteer.readings(words).filter((reading) => !isParkElsewhere(reading))
  for (const reading of readings) {
    const park = asNamedPark(reading)
    if (park) return placeMeaning(park, park.rest)
  }
  const complete = readings.find(({ fit, rest }) => fit === 'exact' && significant(rest).length === 0)
  if (complete) return placeMeaning(complete, [])
  // A text that is a feature, with or without a state, or the full name of a park is not the beginning of a
  // place, and "Clifford Street Reserve" is no address in Reserve Creek.
  const beginning = named(all).exactly ? undefined : gazetteer.unfinishedReading(typed)
  const isPark = beginning?.address && (named(all).names ?? asMistypedName(false))
  const unfinished = isPark || (beginning && isFeatureOnly(beginning)) ? undefined : beginning
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
  const spelled = parksWithAll(all)
  if ((!spelled || !isEmpty(spelled)) && !address) return wordMeaning(spelled, false)
  if (address) return placeMeaning(address, [], { isUnfinished: address === unfinishedAddress })
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

  function wholeReading(list: readonly Reading[]): Reading | undefined {
    return list.find((reading) => significant(reading.rest).length === 0)
  }

  /** Whether some park has the word, or it is not searched for. */
  function isKnown(at: number): boolean {
    return significant([at]).length === 0 || !isEmpty(parksWithAll([at])!)
  }

  /** The words, of which the only one that no park has is spelled so that a park has this name. */
  function asMistypedName(isWholeName: boolean): string[] | undefined {
    const [at, another] = all.filter((each) => !isKnown(each))
    if (at === undefined || another !== undefined) return undefined
    return index
      .similarWords(words[at]!)
      .map((word) => words.with(at, word))
      .find((each) => index.addNamed(each, pool.take(), pool.take())[isWholeName ? 'alone' : 'inName'])
  }

  /** The words, with stop words instead of those that no park has and that are a typo in one: "dog prak". */
  function withStopWords(): string[] {
    return words.map((word, at) => (isKnown(at) ? undefined : mistypedStopWord(word)) ?? word)
  }

  function meaningOf(mended: readonly string[]): Meaning {
    return { ...understandText({ ...typed, words: mended }, context, tools), corrected: true }
  }

  function correctedMeaning(): Meaning {
    const wholeName = asMistypedName(true)
    if (wholeName) return meaningOf(wholeName)
    if (words.length > MAX_CORRECTED_WORDS) return placeOnly()
    const mistyped = gazetteer.similarReadings(words)
    const whole = wholeReading(mistyped)
    if (whole) return placeMeaning(whole, [], { corrected: true })
    const mended = asMistypedName(false) ?? withStopWords()
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
    const isKnown = (at: number) => !isFeature(at) && !isEmpty(parksWithAll([at])!)
    const matching = parksWithAll(features)
    if (readings.length > 0 || !matching || isEmpty(matching) || wanted.some(isKnown)) return noResults()
    return { ...wordMeaning(matching, true), possible: parksWithPossible(features) }
  }
}
