import type { DirectoryPark } from '../../../data/model/park.ts'
import { checkedOrder, featureTags } from '../../../data/model/park.ts'
import type { Place, SearchAnswer } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { wholeMetresBetween } from '../../../data/model/point.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { FEATURES_BY_WORD, featuresAt, isBesideFeature } from '../../../data/search/feature-words.ts'
import type { EngineOptions } from '../../../data/search/engine.ts'
import type { Gazetteer, GazetteerPlace } from '../../../data/search/index.ts'
import { ABBREVIATIONS, wordsOf } from '../../../data/places/text.ts'
import { compoundWords, shortSpellings } from '../../../data/search/spellings.ts'
import { mayBePlace } from '../../../data/search/place-spans.ts'
import { canBeginName, canBeMistyped, isStopWord, mistypedStopWord } from '../../../data/search/stop-words.ts'
import { sayWhen } from '../../../data/search/typed-words.ts'

/**
 * Number of edits between two words: letters left out, inserted, replaced, or neighbours swapped (optimal
 * string alignment distance, computed with the full table).
 */
export function editDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const changed = table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      let least = Math.min(table[row - 1]![column]! + 1, table[row]![column - 1]! + 1, changed)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, table[row - 2]![column - 2]! + 1)
      table[row]![column] = least
    }
  }
  return table[a.length]![b.length]!
}

/** The words that can name a feature, and their features. */
const namedBy = (word: string) => FEATURES_BY_WORD.get(word) ?? []
const allFeatureWords = [...FEATURES_BY_WORD.keys()]

/**
 * A reference implementation of the search, as simple as possible: it checks every park for every request and
 * sorts whole lists. It shares with the product only how a text is split into words, which places a name
 * can mean and which features a word can mean.
 */
export function referenceSearch(
  parks: readonly DirectoryPark[],
  gazetteer: Gazetteer,
  request: SearchRequest,
  openStateAt: NonNullable<EngineOptions['openStateAt']>,
): SearchAnswer {
  const position =
    request.latitude !== undefined && request.longitude !== undefined
      ? { latitude: request.latitude, longitude: request.longitude }
      : null
  const tags = (park: DirectoryPark) =>
    featureTags({ id: park.id, name: park.name, features: park.features.join(',') })
  const lacks = (park: DirectoryPark) => park.lacks.filter((id) => !tags(park).includes(id))
  const inPlace = (park: DirectoryPark, place: Place): boolean => {
    if (place.kind === 'state') return park.state === place.state
    if (place.kind === 'region') {
      const council = gazetteer.councilCode(place)
      const locality = gazetteer.localityOfPark(park)
      return (
        (council !== undefined && park.council === council) ||
        (locality?.state === place.state &&
          (locality.region === place.name || locality.region4 === place.name))
      )
    }
    return wholeMetresBetween(park, place) <= 25_000
  }
  const parkCount = ({ place }: GazetteerPlace) => {
    const within = (metres: number) =>
      parks.filter((park) => wholeMetresBetween(park, place) <= metres).length
    return within(2_000) + within(25_000) / (parks.length + 1)
  }

  // What the text means.
  const text = (request.query ?? '').trim()
  const words = wordsOf(text).slice(-16)
  const last = words.at(-1) ?? ''
  const halfTyped = text
    .replace(/['’‘ʼ`´]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .endsWith(last)
  const parkWords = (park: DirectoryPark) =>
    [park.name, park.address, park.city, park.area, park.postcode].flatMap((part) => [
      ...wordsOf(part),
      ...compoundWords(part),
    ])
  const isAbsence = (at: number) => featuresAt(words, at)?.isAbsent === true
  const isNegated = (at: number) => featuresAt(words, at)?.isNegated === true
  const hasWordAt = (park: DirectoryPark, at: number) => {
    const known = (isAbsence(at) ? lacks : tags)(park)
    return (
      (!isNegated(at) && parkWords(park).includes(words[at]!)) ||
      known.some((id) => featuresAt(words, at)?.ids.includes(id))
    )
  }
  /** Whether the park has the features among the words, or the words in its name. */
  const hasFeatures = (park: DirectoryPark, positions: readonly number[]) =>
    positions
      .filter(isFeature)
      .every(
        (at) =>
          (isAbsence(at) ? lacks : tags)(park).some((id) => featuresAt(words, at)!.ids.includes(id)) ||
          (!isNegated(at) && wordsOf(park.name).includes(words[at]!)),
      )
  const begins = (park: DirectoryPark, start: string) =>
    parkWords(park).some((word) => word.startsWith(start)) ||
    shortSpellings(start).some((short) => parkWords(park).includes(short)) ||
    (start.length >= 3 &&
      allFeatureWords.some(
        (word) => word.startsWith(start) && tags(park).some((id) => namedBy(word).includes(id)),
      ))
  const correctable = (typed: string, meant: string) =>
    Math.max(typed.length, meant.length) >= 5 &&
    typed.length <= 40 &&
    !/^\d+$/.test(typed) &&
    !/^\d+$/.test(meant)
  /** Whether a word of a park, or what it abbreviates, is one edit away. */
  const isSimilar = (typed: string, meant: string) =>
    [meant, ...[...ABBREVIATIONS].filter(([, short]) => short === meant).map(([long]) => long)].some(
      (word) => correctable(typed, word) && editDistance(typed, word) <= 1,
    )
  const similar = (park: DirectoryPark, typed: string) =>
    canBeMistyped(typed) &&
    [
      ...parkWords(park),
      ...allFeatureWords.filter((word) => tags(park).some((id) => namedBy(word).includes(id))),
    ].some((word) => isSimilar(typed, word))
  const canMean = (at: number) => canBeginName(words[at]!) && !isBesideFeature(words, at)
  const isFeature = (at: number) => featuresAt(words, at) !== undefined
  const isSignificant = (at: number) =>
    isFeature(at) || (!isStopWord(words[at]!) && !isBesideFeature(words, at))
  const matches = (park: DirectoryPark, positions: readonly number[], corrected: boolean) =>
    positions.every((at) => {
      const word = words[at]!
      return (
        !isSignificant(at) ||
        hasWordAt(park, at) ||
        (at === words.length - 1 && halfTyped && !isNegated(at) && begins(park, word)) ||
        (corrected && !isNegated(at) && similar(park, word))
      )
    })
  const significant = (positions: readonly number[]) => positions.filter(isSignificant)
  const namesFeatures = (positions: readonly number[]) =>
    significant(positions).some(isFeature) &&
    (significant(positions).every(isFeature) || !parks.some((park) => nameHas(park, positions)))
  const mayMatch = (park: DirectoryPark, positions: readonly number[]) =>
    significant(positions).every(
      (at) =>
        matches(park, [at], false) ||
        featuresAt(words, at)?.ids.some((id) => !(isAbsence(at) ? tags : lacks)(park).includes(id)),
    )
  const all = words.map((_, at) => at)
  const isCalled = (park: DirectoryPark, name: readonly (string | undefined)[]) =>
    wordsOf(park.name).join(' ') === name.join(' ')
  const isCalledAmongOthers = (park: DirectoryPark, name: readonly (string | undefined)[]) =>
    ` ${wordsOf(park.name).join(' ')} `.includes(` ${name.join(' ')} `)
  const typedAt = (positions: readonly number[]) => positions.map((at) => words[at])
  const nameIs = (park: DirectoryPark, positions: readonly number[]) =>
    positions.length > 0 && isCalled(park, typedAt(positions))
  const nameHas = (park: DirectoryPark, positions: readonly number[]) =>
    positions.length > 0 && isCalledAmongOthers(park, typedAt(positions))

  const searchedWords = (positions: readonly number[]) => typedAt(significant(positions)).join(' ')

  interface Understanding {
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
  const context = { near: position ?? undefined, state: request.state, parkCount }
  const isInCityOf = (place: Place, park: DirectoryPark) =>
    inPlace(park, place) || (place.kind !== 'state' && wholeMetresBetween(park, place) <= 60_000)
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
            parks.some((other) => nameIs(other, rest) && isInCityOf(place, other))),
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
          isInCityOf(place, park)) ||
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

  const isKnown = (at: number) => !isSignificant(at) || parks.some((park) => matches(park, [at], false))
  /** The words, of which the only one that no park has is replaced by one that makes them the name of a park. */
  function asMistypedName(isWholeName: boolean): string[] | undefined {
    const unknown = all.filter((at) => !isKnown(at))
    const at = unknown[0]
    if (at === undefined || unknown.length > 1) return undefined
    return [...new Set(parks.flatMap((park) => wordsOf(park.name)))]
      .filter((word) => isSimilar(words[at]!, word))
      .sort()
      .map((word) => words.with(at, word))
      .find((name) => parks.some((park) => (isWholeName ? isCalled : isCalledAmongOthers)(park, name)))
  }
  /** The words, and stop words instead of those that no park has and that are a typo in one. */
  const withStopWords = () =>
    words.map((word, at) => (isFeature(at) || isKnown(at) ? undefined : mistypedStopWord(word)) ?? word)

  /** @returns the words that are meant instead of those of the text, if these are mistyped */
  function understand(): Understanding | { respelled: string[] } {
    if (words.length === 0) return noResults
    const isParkElsewhere = (reading: Reading) => {
      const { place } = likeliest(reading)[0]!
      const named = parks.filter((park) => nameHas(park, all))
      return (
        named.length > 0 &&
        significant(reading.rest).length > 0 &&
        !named.some((park) => isInCityOf(place, park)) &&
        (!position ||
          named.some((park) => wholeMetresBetween(position, park) <= wholeMetresBetween(position, place)))
      )
    }
    const readings = gazetteer.readings(words).filter((reading) => !isParkElsewhere(reading))
    const hasParkAt = (reading: Reading, rest: readonly number[], corrected: boolean) =>
      parks.some((park) => matches(park, rest, corrected) && inPlace(park, likeliest(reading)[0]!.place))
    for (const reading of readings) {
      const candidates = reading.candidates.filter(
        ({ place }) =>
          place.kind !== 'state' &&
          parks.some((park) => nameIs(park, reading.rest) && isInCityOf(place, park)),
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
    if (unfinished && !unfinished.address && !isBesideFeatures)
      return placeMeaning(unfinished, [], false, true)
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
  const understood = text === '' ? null : understand()
  if (understood && 'respelled' in understood) {
    const query = `${understood.respelled.join(' ')}${halfTyped ? '' : '.'}`
    const answer = referenceSearch(parks, gazetteer, { ...request, query }, openStateAt)
    return { ...answer, understood: { ...answer.understood, corrected: true } }
  }
  const meaning = understood
  const place = meaning?.place ?? null
  let from: LatLng | null = place && place.kind !== 'state' ? place : position

  // Whether a park passes the filters.
  function answers(park: DirectoryPark): 'yes' | 'maybe' | 'no' {
    if (request.state !== undefined && park.state !== request.state) return 'no'
    if (request.postcode && park.postcode !== request.postcode) return 'no'
    const city = request.city?.trim().toLowerCase() ?? ''
    const postcodes = (request.postcodes ?? []).filter((postcode) => postcode !== '')
    if (
      (city !== '' || postcodes.length > 0) &&
      park.city.trim().toLowerCase() !== city &&
      !postcodes.includes(park.postcode)
    )
      return 'no'
    if (request.rating !== undefined && park.rating !== null && park.rating < request.rating) return 'no'
    const isMatch = !meaning || meaning.matches(park) || meaning.anywhere(park)
    if (!isMatch && !(meaning.namesFeatures && meaning.mayMatch(park))) return 'no'
    if (
      request.distance !== undefined &&
      from &&
      wholeMetresBetween(from, park) > request.distance * 1609.344
    )
      return 'no'
    const { area } = request
    if (area) {
      const isBetween =
        area.west <= area.east
          ? park.longitude >= area.west && park.longitude <= area.east
          : park.longitude >= area.west || park.longitude <= area.east
      if (!isBetween || park.latitude < area.south || park.latitude > area.north) return 'no'
    }
    let sure = isMatch
    if (request.open === 'only' && request.now !== undefined) {
      const state = openStateAt(park.openingHours, park, request.now)
      if (state === 'closed') return 'no'
      if (state === 'unknown') sure = false
    }
    for (const feature of request.features ?? []) {
      if (tags(park).includes(feature)) continue
      if (park.lacks.includes(feature)) return 'no'
      sure = false
    }
    if (request.size !== undefined && park.size !== request.size) {
      if (park.size !== null) return 'no'
      sure = false
    }
    return sure ? 'yes' : 'maybe'
  }
  let sure = parks.filter((park) => answers(park) === 'yes')
  let unsure = parks.filter((park) => answers(park) === 'maybe')

  let near: SearchAnswer['understood']['near']
  const isLimited = request.distance !== undefined && from !== null
  if (place && isLimited && place.kind === 'state') {
    const isListed = (park: DirectoryPark) => inPlace(park, place) || meaning!.anywhere(park)
    sure = sure.filter(isListed)
    unsure = unsure.filter(isListed)
  }
  if (place && (!isLimited || place.kind === 'state')) {
    const nearest = (
      set: readonly DirectoryPark[],
      isMatch: (park: DirectoryPark) => boolean,
      listed: readonly DirectoryPark[],
    ) => {
      const matching = set.filter(isMatch)
      const all = [...listed, ...matching]
      const members = all.filter((park) => inPlace(park, place))
      const enough = place.kind === 'locality' || place.kind === 'postcode' ? 10 : 1
      const distances = all.map((park) => wholeMetresBetween(place, park)).sort((a, b) => a - b)
      const farthest =
        members.length >= enough || distances.length === 0
          ? -1
          : distances[Math.min(10, distances.length) - 1]!
      return set.filter(
        (park) =>
          meaning!.anywhere(park) ||
          (matching.includes(park) && (inPlace(park, place) || wholeMetresBetween(place, park) <= farthest)),
      )
    }
    if (!isLimited) {
      sure = nearest(sure, meaning!.matches, [])
      unsure = nearest(unsure, meaning!.namesFeatures ? meaning!.mayMatch : meaning!.matches, sure)
    }
    if (!from && !(sure.length > 0 ? sure : unsure).some((park) => inPlace(park, place))) from = place
    const lists = request.unsure ? [sure, unsure] : [sure]
    const isNear = (park: DirectoryPark) =>
      inPlace(park, place) || (place.kind === 'region' && wholeMetresBetween(park, place) <= 25_000)
    const far = lists
      .flat()
      .filter((park) => !isNear(park))
      .map((park) => wholeMetresBetween(place, park))
    const count = lists.flat().length - far.length
    const isFiltered = parks.filter(isNear).length > count
    if (far.length > 0) near = { count, nextMetres: Math.min(...far), ...(isFiltered && { isFiltered }) }
  }

  const closed = (park: DirectoryPark) =>
    request.open === 'last' &&
    request.now !== undefined &&
    openStateAt(park.openingHours, park, request.now) === 'closed'
  const listed = [...sure, ...(request.unsure ? unsure : [])].map((park) => ({
    park,
    key: [
      Number(closed(park)),
      Number(unsure.includes(park)),
      ...(request.sort === 'name'
        ? []
        : request.sort === 'checked'
          ? [-checkedOrder(park.asOf)]
          : [
              request.sort === 'nearest' ? 0 : (meaning?.tier(park) ?? 0),
              from ? wholeMetresBetween(from, park) : 0,
              -(park.rating ?? -1),
            ]),
    ],
  }))
  listed.sort((a, b) => {
    const at = a.key.findIndex((value, at) => value !== b.key[at])
    if (at !== -1) return a.key[at]! - b.key[at]!
    const isSorted = request.sort === 'name' || request.sort === 'checked'
    const nameOf = ({ park }: typeof a) => (isSorted ? park.name.toLowerCase() : park.name)
    return nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a.park.id - b.park.id
  })
  const offset = request.offset ?? 0
  return {
    hits: listed
      .slice(offset, request.limit === undefined ? undefined : offset + request.limit)
      .map(({ park }) => ({ id: park.id, distanceMetres: from ? wholeMetresBetween(from, park) : null })),
    total: listed.length,
    maybe: unsure.length,
    understood: {
      place,
      others: meaning?.others ?? [],
      corrected: meaning?.corrected ?? false,
      ...(meaning?.parkName && { parkName: true }),
      ...(meaning?.namesFeatures && { namesFeatures: true }),
      ...(meaning && meaning.otherWords !== null && { otherWords: meaning.otherWords }),
      ...(near && { near }),
    },
  }
}
