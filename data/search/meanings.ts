import type { Place } from '../model/search.ts'
import { unite, intersect, intersects } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import type { Filters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { NearPlace } from './near-place.ts'
import type { QueryContext, GazetteerPlace } from './place.ts'
import type { Reading } from './reading.ts'
import { sayWhen } from './typed-words.ts'
import type { Named, WordSets } from './word-sets.ts'
import type { WordIndex } from './words.ts'

/** What a search text means in the directory. */
export interface Meaning {
  readonly place: Place | null
  readonly others: Place[]
  readonly corrected: boolean
  /** Whether the text is about parks of that name more than about the place. */
  readonly parkName: boolean
  /** See `Understood` in data/model/search.ts; `null` if it is not given. */
  readonly otherWords: string | null
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

/** A name of both a place and a park means the place if its state is given or people live there. */
const isKnownPlace = ({ rest, state, postcode }: Reading, { place, population }: GazetteerPlace) =>
  rest.length === 0 &&
  (state !== undefined || postcode !== undefined || population > 0 || place.kind !== 'locality')

const withoutNull = (...sets: readonly (Bits | null)[]) => sets.filter((set) => set !== null)

/** "Hitchcock Park Sydney" is the park of that name at most this far from the centre of Sydney. Metres. */
const SAME_CITY_METRES = 60_000

export type Meanings = ReturnType<typeof createMeanings>

/** What a text means if it is about a place or about words of parks. */
export function createMeanings(
  words: readonly string[],
  context: QueryContext,
  { gazetteer, filters, pool, nearPlace }: SearchTools,
  { isFeature, canMean, significant, parksWithAll, parksWithPossible, parksWithFeatures, named }: WordSets,
) {
  const all = words.map((_, at) => at)
  const placesOf = (reading: Reading, isUnfinished = false): [GazetteerPlace, ...GazetteerPlace[]] =>
    (isUnfinished ? gazetteer.likeliestName : gazetteer.likeliest)(reading.candidates, context) as [
      GazetteerPlace,
      ...GazetteerPlace[],
    ]

  /** The place that a reading means most likely. */
  const placeOf = (reading: Reading) => placesOf(reading)[0].place

  function atPostcode(code: string): Bits {
    const bits = pool.take()
    filters.addPostcode(code, bits)
    return bits
  }
  /** The union of the sets; `null` if all are `null`. */
  function unionOf(...sets: readonly (Bits | null)[]): Bits | null {
    const [first, ...others] = withoutNull(...sets)
    if (!first || others.length === 0) return first ?? null
    const bits = pool.take(first)
    for (const other of others) unite(bits, other)
    return bits
  }
  function intersectionOf(set: Bits, other: Bits): Bits {
    const bits = pool.take(set)
    intersect(bits, other)
    return bits
  }

  const searchedWords = (positions: readonly number[]) =>
    significant(positions)
      .map((at) => words[at])
      .join(' ')

  const inCityOf = (place: Place) => nearPlace.parksWithin(place, SAME_CITY_METRES)

  /** Whether any park of the set is at the place, or in the same city. */
  const isInCityOf = (place: Place, set: Bits) =>
    nearPlace.hasParkAt(place, set) || (place.kind !== 'state' && intersects(set, inCityOf(place)))

  function inStateAndPostcode(set: Bits, { state, postcode }: Reading): Bits {
    const bits = pool.take(set)
    if (state !== undefined) intersect(bits, filters.inState[state])
    if (postcode !== undefined) intersect(bits, atPostcode(postcode))
    return bits
  }

  /** The parks whose name is the text, with or without its state and postcode, and those whose name contains it. */
  function namedByText(reading: Reading): Named {
    const { nameable } = reading
    const own = named(nameable)
    // "Victoria Road Reserve" is a park's name in any state; "Sydney Park NSW" is one in New South Wales.
    const whole = named(nameable.length < words.length ? all : [])
    return {
      names: unionOf(own.names && inStateAndPostcode(own.names, reading), whole.names),
      exactly: unionOf(own.exactly, whole.exactly),
    }
  }

  /** The parks of a set in the same city as a place; `null` for a state. */
  const inSameCity = (set: Bits | null, place: Place) =>
    set && place.kind !== 'state' ? intersectionOf(set, inCityOf(place)) : null

  /** The matching parks with the postcode that the place is; `null` if it is none. */
  function withPostcode({ kind, name }: Place, matching: Bits | null): Bits | null {
    if (kind !== 'postcode') return null
    const bits = atPostcode(name)
    return matching ? intersectionOf(bits, matching) : bits
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
    const [likeliest, ...others] = placesOf(reading, isUnfinished)
    const { place } = likeliest
    const { names, exactly } = namedByText(reading)
    // "kings park perth": the park called Kings Park, near Perth.
    const besidePlace = named(significant(reading.rest).length > 0 ? reading.rest : []).exactly
    const parkName =
      !corrected &&
      !isKnownPlace(reading, likeliest) &&
      (exactly !== null || (besidePlace !== null && isInCityOf(place, besidePlace)))
    const isPlaceOnly = reading.rest.length === 0 && !words.includes('park')
    const atAddress = reading.address ? parksWithAll(all) : null
    return {
      place,
      others: others.map((other) => other.place).filter((other) => gazetteer.isFoundByLabel(other, context)),
      corrected,
      parkName,
      otherWords: (!parkName && searchedWords(wanted)) || null,
      matching,
      possible,
      anywhere: unionOf(names, inSameCity(besidePlace, place), atAddress, withPostcode(place, matching)),
      tiers: withoutNull(
        unionOf(exactly, besidePlace),
        isPlaceOnly ? null : names,
        atAddress,
        parksWithFeatures(wanted),
      ),
    }
  }

  function wordMeaning(matching: Bits | null, corrected: boolean): Meaning {
    // Names rank first if the text is about a name, but not for "dog park" or "beach".
    const isAboutName = !corrected && !all.filter(canMean).every(isFeature)
    const { names, exactly } = named(isAboutName ? all : [])
    return {
      place: null,
      others: [],
      corrected,
      parkName: false,
      otherWords: sayWhen(words) && (!names || significant(all).length === 0) ? searchedWords(all) : null,
      matching,
      possible: matching && !corrected ? parksWithPossible(all) : null,
      anywhere: null,
      tiers: withoutNull(exactly, names, parksWithFeatures(all)),
    }
  }

  return { placeOf, isInCityOf, placeMeaning, wordMeaning }
}
