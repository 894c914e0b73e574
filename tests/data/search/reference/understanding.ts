import type { DirectoryPark } from '../../../../data/model/park.ts'
import { wholeMetresBetween } from '../../../../data/model/point.ts'
import type { LatLng } from '../../../../data/model/point.ts'
import type { Place } from '../../../../data/model/search.ts'
import type { SearchRequest } from '../../../../data/model/search-request.ts'
import type { Gazetteer, GazetteerPlace } from '../../../../data/search/index.ts'
import { mayBePlace } from '../../../../data/search/place-spans.ts'
import { sayWhen } from '../../../../data/search/typed-words.ts'
import { isInCityOf, isInPlace, parkCount } from './places.ts'
import type { TypedText } from './words.ts'

/** What a text means. */
export interface Understanding {
  place: Place | null
  others: Place[]
  corrected: boolean
  parkName: boolean
  otherWords: string | null
  matches(park: DirectoryPark): boolean
  namesFeatures: boolean
  /** Whether the park matches or has, for all that is known, the features that the text names. */
  mayMatch(park: DirectoryPark): boolean
  anywhere(park: DirectoryPark): boolean
  tier(park: DirectoryPark): number
}
type Reading = ReturnType<Gazetteer['readings']>[number]

interface Context {
  parks: readonly DirectoryPark[]
  gazetteer: Gazetteer
  position: LatLng | null
  state: SearchRequest['state']
}

/** What a text can mean, from its words and the places among them. */
function createMeanings(
  {
    words,
    all,
    isFeature,
    significant,
    canMean,
    namesFeatures,
    hasFeatures,
    matches,
    mayMatch,
    nameIs,
    nameHas,
    searchedWords,
  }: TypedText,
  { parks, gazetteer, position, state }: Context,
) {
  const context = {
    near: position ?? undefined,
    state,
    parkCount: (place: GazetteerPlace) => parkCount(parks, place),
  }
  const likeliest = (reading: Reading) => gazetteer.likeliest(reading.candidates, context)
  const isParkName = (
    { rest, nameable, state, postcode }: Reading,
    { place, population }: GazetteerPlace,
    corrected: boolean,
  ) => {
    const isKnownPlace =
      rest.length === 0 && (state || postcode || population > 0 || place.kind !== 'locality')
    return (
      !corrected &&
      !isKnownPlace &&
      parks.some(
        (park) =>
          nameIs(park, nameable) ||
          (nameable.length < words.length && nameIs(park, all)) ||
          (significant(rest).length > 0 &&
            parks.some((other) => nameIs(other, rest) && isInCityOf(gazetteer, place, other))),
      )
    )
  }
  const placeMeaning = (
    reading: Reading,
    rest: readonly number[],
    corrected: boolean,
    isUnfinished = false,
    areSimilar = corrected,
  ): Understanding => {
    const [meant, ...others] = isUnfinished
      ? gazetteer.likeliestName(reading.candidates, context)
      : likeliest(reading)
    const place = meant!.place
    const parkName = isParkName(reading, meant!, corrected)
    const isPlaceOnly = reading.rest.length === 0 && !words.includes('park')
    const inName = (park: DirectoryPark) =>
      nameHas(park, all) ||
      (nameHas(park, reading.nameable) &&
        (!reading.state || park.state === reading.state) &&
        (!reading.postcode || park.postcode === reading.postcode))
    const atAddress = (park: DirectoryPark) =>
      reading.address && significant(all).length > 0 && matches(park, all, false)
    return {
      place,
      others: others
        .map((other) => other.place)
        .filter(({ name }) => !isUnfinished || name === place.name)
        .filter((other) => gazetteer.isFoundByLabel(other, context)),
      corrected,
      parkName,
      otherWords: (!parkName && searchedWords(rest)) || null,
      matches: (park) => matches(park, rest, areSimilar),
      namesFeatures: !areSimilar && namesFeatures(rest),
      mayMatch: (park) => mayMatch(park, rest),
      anywhere: (park) =>
        inName(park) ||
        (significant(reading.rest).length > 0 &&
          nameIs(park, reading.rest) &&
          place.kind !== 'state' &&
          isInCityOf(gazetteer, place, park)) ||
        atAddress(park) ||
        (place.kind === 'postcode' && park.postcode === place.name && matches(park, rest, areSimilar)),
      tier: (park) =>
        nameIs(park, all) ||
        nameIs(park, reading.nameable) ||
        (significant(reading.rest).length > 0 && nameIs(park, reading.rest))
          ? 0
          : !isPlaceOnly && inName(park)
            ? 1
            : atAddress(park)
              ? 2
              : hasFeatures(park, rest)
                ? 3
                : 4,
    }
  }
  const isAboutName = (corrected: boolean) => !corrected && !all.filter(canMean).every(isFeature)
  const otherThanWhen = (isName: boolean) => {
    const isNamed = isName && parks.some((park) => nameHas(park, all)) && significant(all).length > 0
    return sayWhen(words) && !isNamed ? searchedWords(all) : null
  }
  /** @param only the features that count, if the other words do not */
  const wordMeaning = (corrected: boolean, only?: readonly number[]): Understanding => {
    const isName = isAboutName(corrected)
    return {
      place: null,
      others: [],
      corrected,
      parkName: false,
      otherWords: otherThanWhen(isName),
      matches: (park) => matches(park, only ?? all, corrected && !only),
      namesFeatures: only !== undefined || (!corrected && namesFeatures(all)),
      mayMatch: (park) => mayMatch(park, only ?? all),
      anywhere: () => false,
      tier: (park) =>
        isName && nameIs(park, all) ? 0 : isName && nameHas(park, all) ? 1 : hasFeatures(park, all) ? 3 : 4,
    }
  }
  const noResults: Understanding = {
    place: null,
    others: [],
    corrected: false,
    parkName: false,
    otherWords: otherThanWhen(isAboutName(false)),
    matches: () => false,
    namesFeatures: namesFeatures(all),
    mayMatch: (park) => mayMatch(park, all),
    anywhere: () => false,
    tier: () => 3,
  }

  return { context, likeliest, placeMeaning, wordMeaning, noResults }
}

/**
 * Understands a text.
 * @returns what it means, or if it is mistyped the words that are meant instead
 */
export function understand(typed: TypedText, given: Context): Understanding | { respelled: string[] } {
  const { parks, gazetteer, position } = given
  const {
    words,
    halfTyped,
    all,
    isFeature,
    isSignificant,
    significant,
    canMean,
    matches,
    nameIs,
    nameHas,
    asMistypedName,
    withStopWords,
  } = typed
  const { likeliest, placeMeaning, wordMeaning, noResults } = createMeanings(typed, given)
  if (words.length === 0) return noResults
  const isParkElsewhere = (reading: Reading) => {
    const { place } = likeliest(reading)[0]!
    const named = parks.filter((park) => nameHas(park, all))
    return (
      named.length > 0 &&
      significant(reading.rest).length > 0 &&
      !named.some((park) => isInCityOf(gazetteer, place, park)) &&
      (!position ||
        named.some((park) => wholeMetresBetween(position, park) <= wholeMetresBetween(position, place)))
    )
  }
  const readings = gazetteer.readings(words).filter((reading) => !isParkElsewhere(reading))
  const hasParkAt = (reading: Reading, rest: readonly number[], corrected: boolean) =>
    parks.some(
      (park) => matches(park, rest, corrected) && isInPlace(gazetteer, likeliest(reading)[0]!.place, park),
    )
  for (const reading of readings) {
    const candidates = reading.candidates.filter(
      ({ place }) =>
        place.kind !== 'state' &&
        parks.some((park) => nameIs(park, reading.rest) && isInCityOf(gazetteer, place, park)),
    )
    if (reading.fit === 'exact' && significant(reading.rest).length > 0 && candidates.length > 0)
      return placeMeaning({ ...reading, candidates }, reading.rest, false)
  }
  let distant: Reading | undefined
  const whole = (list: readonly Reading[]) => list.find((reading) => significant(reading.rest).length === 0)
  const complete = whole(readings.filter(({ fit }) => fit === 'exact'))
  if (complete) return placeMeaning(complete, [], false)
  const beginning = gazetteer.unfinishedReading({ words, halfTyped })
  const isComplete =
    parks.some((park) => nameIs(park, all) || (beginning?.address && nameHas(park, all))) ||
    (beginning?.address && asMistypedName(false)) ||
    beginning?.nameable.every(
      (at) => isFeature(at) || (beginning.rest.includes(at) ? !isSignificant(at) : !canMean(at)),
    )
  const unfinished = isComplete ? undefined : beginning
  const withUnfinished = (reading: Reading) => placeMeaning(reading, reading.rest, false, true)
  const isBesideFeatures = unfinished && !unfinished.address && significant(unfinished.rest).length > 0
  if (unfinished && !unfinished.address && !isBesideFeatures) return placeMeaning(unfinished, [], false, true)
  const besideFeatures =
    isBesideFeatures &&
    !readings.some(({ fit, rest }) => fit === 'exact' && significant(rest).every(isFeature))
      ? unfinished
      : undefined
  if (
    besideFeatures &&
    mayBePlace(
      words,
      besideFeatures.nameable.find((at) => !besideFeatures.rest.includes(at))!,
    )
  )
    return withUnfinished(besideFeatures)
  for (const reading of readings.filter(({ fit }) => fit === 'exact')) {
    if (reading.address) continue
    if (hasParkAt(reading, reading.rest, false)) return placeMeaning(reading, reading.rest, false)
    if (parks.some((park) => matches(park, reading.rest, false))) distant ??= reading
  }
  const address =
    readings.find((reading) => reading.address) ?? (unfinished?.address ? unfinished : undefined)
  if (!address && (significant(all).length === 0 || parks.some((park) => matches(park, all, false))))
    return wordMeaning(false)
  if (address) return placeMeaning(address, [], false, address === unfinished)
  if (besideFeatures) return withUnfinished(besideFeatures)
  const loose = whole(readings)
  if (loose) return placeMeaning(loose, [], false)
  const featuresOf = (positions: readonly number[]) => significant(positions).filter(isFeature)
  const nameFeatures = (positions: readonly number[]) => featuresOf(positions).length > 0
  const placeOnly = () => {
    const known = readings.find(
      (reading) =>
        reading.fit === 'exact' &&
        (reading.candidates[0]!.place.kind !== 'state' ||
          (nameFeatures(reading.rest) && hasParkAt(reading, featuresOf(reading.rest), false))),
    )
    if (known)
      return nameFeatures(known.rest) && hasParkAt(known, featuresOf(known.rest), false)
        ? placeMeaning(known, featuresOf(known.rest), true, false, false)
        : placeMeaning(known, [], true)
    const others = significant(all).filter((at) => !isFeature(at))
    const isKnown = parks.some((park) => others.some((at) => matches(park, [at], false)))
    const isFound = nameFeatures(all) && parks.some((park) => matches(park, featuresOf(all), false))
    return readings.length === 0 && isFound && !isKnown ? wordMeaning(true, featuresOf(all)) : noResults
  }
  if (distant)
    return significant(distant.rest).every(isFeature) || likeliest(distant)[0]!.place.kind === 'state'
      ? placeMeaning(distant, distant.rest, false)
      : placeOnly()
  const wholeName = asMistypedName(true)
  if (wholeName) return { respelled: wholeName }
  if (words.length > 6) return placeOnly()
  const mistyped = gazetteer.similarReadings(words)
  const meant = whole(mistyped)
  if (meant) return placeMeaning(meant, [], true)
  const respelled = asMistypedName(false) ?? withStopWords()
  if (respelled.join() !== words.join()) return { respelled }
  for (const reading of [...readings, ...mistyped])
    if (hasParkAt(reading, reading.rest, true)) return placeMeaning(reading, reading.rest, true)
  return parks.some((park) => matches(park, all, true)) ? wordMeaning(true) : placeOnly()
}
