import { FEATURE_IDS, FEATURE_LABELS } from '../model/feature.ts'
import type { FeatureId } from '../model/feature.ts'
import { featureTags, SIZES } from '../model/park.ts'
import type { DirectoryPark } from '../model/park.ts'
import type { SearchRequest } from '../model/search.ts'
import { STATE_CODES } from '../model/state.ts'
import { addBit, bitsFor, drop, join, keep } from './bits.ts'
import type { Bits } from './bits.ts'
import { isEmptyWord, wordsOf } from './text.ts'
import { ROWS_PER_STEP } from './steps.ts'
import type { Steps } from './steps.ts'

/** Label words that tell no feature from another. */
const VAGUE = new Set([
  'area',
  'areas',
  'available',
  'source',
  'facilities',
  'features',
  'information',
  'provided',
])

/** Features that a word of a search can mean, by the words of their ids and labels: "beach", "toilets", "off", "leash". */
const FEATURES_BY_WORD: ReadonlyMap<string, readonly FeatureId[]> = (() => {
  const byWord = new Map<string, FeatureId[]>()
  for (const id of FEATURE_IDS) {
    for (const word of new Set(wordsOf(`${id} ${FEATURE_LABELS[id]}`))) {
      if (!VAGUE.has(word) && !isEmptyWord(word)) byWord.set(word, [...(byWord.get(word) ?? []), id])
    }
  }
  byWord.set('offleash', ['off-leash'])
  byWord.set('onleash', ['on-leash'])
  return byWord
})()

const BIT = Object.fromEntries(FEATURE_IDS.map((id, position) => [id, 1 << position])) as Record<
  FeatureId,
  number
>
function bitsOf(ids: readonly FeatureId[]): number {
  let bits = 0
  for (const id of ids) bits |= BIT[id]
  return bits
}

/** A beginning shorter than this could be the beginning of any feature. */
const SHORTEST_PREFIX = 3

/** What is known of the parks that filters ask for, one set of rows for each answer. */
export interface Filters {
  /** Narrows the set to the parks that pass the filters of which every park's answer is known. */
  applyKnown(request: SearchRequest, set: Bits): void
  /** Whether the request asks for what may be unknown of a park: features or a size. */
  asksUnknown(request: SearchRequest): boolean
  /** Narrows the set to the parks not known to lack what is asked for. */
  applyPossible(request: SearchRequest, set: Bits): void
  /** Narrows the set to the parks known to have what is asked for. */
  applySure(request: SearchRequest, set: Bits): void
  /** Adds the parks with a feature that the word names. Whether the word names one. */
  addFeatureWord(word: string, into: Bits): boolean
  /** The same for a half-typed word. */
  addFeaturePrefix(prefix: string, into: Bits): boolean
  isFeatureWord(word: string): boolean
  addPostcode(postcode: string, into: Bits): void
  /** Parks that say something of when they are open. */
  readonly withHours: Bits
  readonly inState: Readonly<Record<DirectoryPark['state'], Bits>>
}

const sameText = (text: string) => text.trim().toLowerCase()

export function* buildFilters(rows: readonly DirectoryPark[]): Steps<Filters> {
  const setsFor = <K extends string>(keys: readonly K[]) =>
    Object.fromEntries(keys.map((key) => [key, bitsFor(rows.length)])) as Record<K, Bits>
  const present = FEATURE_IDS.map(() => bitsFor(rows.length))
  const absent = FEATURE_IDS.map(() => bitsFor(rows.length))
  const ofSize = setsFor(SIZES)
  const inState = setsFor(STATE_CODES)
  const withHours = bitsFor(rows.length)
  const ratings = new Float64Array(rows.length)

  for (const [row, park] of rows.entries()) {
    if (row > 0 && row % ROWS_PER_STEP === 0) yield
    const bit = 1 << (row & 31)
    const word = row >>> 5
    // The derived tags (specification, section 3) count as features like any other.
    let tags = bitsOf(park.features) | bitsOf(featureTags({ id: park.id, name: park.name, features: null }))
    let lacks = bitsOf(park.lacks) & ~tags
    for (; tags !== 0; tags &= tags - 1) present[31 - Math.clz32(tags & -tags)]![word]! |= bit
    for (; lacks !== 0; lacks &= lacks - 1) absent[31 - Math.clz32(lacks & -lacks)]![word]! |= bit
    if (park.size !== null) ofSize[park.size][word]! |= bit
    inState[park.state][word]! |= bit
    if (park.openingHours !== null) addBit(withHours, row)
    ratings[row] = park.rating ?? Infinity
  }

  // Only city pages and postcodes ask for these: they are made when first asked for.
  const listedBy = (key: (park: DirectoryPark) => string) => {
    let lists: Map<string, number[]> | undefined
    return (wanted: string): readonly number[] => {
      if (!lists) {
        lists = new Map()
        for (const [row, park] of rows.entries()) {
          const known = lists.get(key(park))
          if (known) known.push(row)
          else lists.set(key(park), [row])
        }
      }
      return lists.get(wanted) ?? []
    }
  }
  const inCity = listedBy((park) => sameText(park.city))
  const atPostcode = listedBy((park) => park.postcode)

  // Few ratings are ever asked for, so the sets are kept.
  const ratedAtLeast = new Map<number, Bits>()
  function rated(least: number): Bits {
    let known = ratedAtLeast.get(least)
    if (known === undefined) {
      known = bitsFor(rows.length)
      for (let row = 0; row < rows.length; row++) if (ratings[row]! >= least) addBit(known, row)
      if (ratedAtLeast.size >= 16) ratedAtLeast.clear()
      ratedAtLeast.set(least, known)
    }
    return known
  }

  const addRows = (into: Bits, found: readonly number[]) => {
    for (const row of found) addBit(into, row)
  }

  return {
    isFeatureWord: (word) => FEATURES_BY_WORD.has(word),
    addPostcode: (postcode, into) => addRows(into, atPostcode(postcode)),
    withHours,
    inState,
    applyKnown(request, set) {
      if (request.state !== undefined) keep(set, inState[request.state])
      if (request.rating !== undefined && request.rating > 0) keep(set, rated(request.rating))
      // A blank postcode is none, as it is in an address.
      if (request.postcode !== undefined && request.postcode !== '') {
        const wanted = bitsFor(rows.length)
        addRows(wanted, atPostcode(request.postcode))
        keep(set, wanted)
      }
      const city = request.city === undefined ? '' : sameText(request.city)
      const postcodes = (request.postcodes ?? []).filter((postcode) => postcode !== '')
      if (city !== '' || postcodes.length > 0) {
        const wanted = bitsFor(rows.length)
        if (city !== '') addRows(wanted, inCity(city))
        for (const postcode of postcodes) addRows(wanted, atPostcode(postcode))
        keep(set, wanted)
      }
    },
    asksUnknown: ({ size, features }) =>
      size !== undefined || (features !== undefined && features.length > 0),
    applyPossible({ size: wanted, features = [] }, set) {
      for (const id of features) drop(set, absent[FEATURE_IDS.indexOf(id)]!)
      if (wanted !== undefined) for (const size of SIZES) if (size !== wanted) drop(set, ofSize[size])
    },
    applySure({ size, features = [] }, set) {
      for (const id of features) keep(set, present[FEATURE_IDS.indexOf(id)]!)
      if (size !== undefined) keep(set, ofSize[size])
    },
    addFeatureWord(word, into) {
      const ids = FEATURES_BY_WORD.get(word)
      for (const id of ids ?? []) join(into, present[FEATURE_IDS.indexOf(id)]!)
      return ids !== undefined
    },
    addFeaturePrefix(prefix, into) {
      if (prefix.length < SHORTEST_PREFIX) return false
      let found = false
      for (const [word, ids] of FEATURES_BY_WORD) {
        if (!word.startsWith(prefix)) continue
        for (const id of ids) join(into, present[FEATURE_IDS.indexOf(id)]!)
        found = true
      }
      return found
    },
  }
}
