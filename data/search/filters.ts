import { FEATURE_IDS } from '../model/feature.ts'
import type { FeatureId } from '../model/feature.ts'
import { featureTags, SIZES } from '../model/park.ts'
import type { DirectoryPark } from '../model/park.ts'
import type { SearchRequest } from '../model/search-request.ts'
import { STATE_CODES } from '../model/state.ts'
import { addBit, addRange, createBits, subtract, unite, intersect } from './bits.ts'
import type { Bits } from './bits.ts'
import { FEATURES_BY_WORD } from './feature-words.ts'
import type { FeatureMeaning } from './feature-words.ts'
import { ROWS_PER_STEP } from './steps.ts'
import type { Steps } from './steps.ts'

const BIT = Object.fromEntries(FEATURE_IDS.map((id, position) => [id, 1 << position])) as Record<
  FeatureId,
  number
>
function bitsOf(ids: readonly FeatureId[]): number {
  let bits = 0
  for (const id of ids) bits |= BIT[id]
  return bits
}

/** Shorter prefixes would match too many features. */
const MIN_PREFIX_LENGTH = 3

type KnownFeatures = Pick<FeatureMeaning, 'ids' | 'isAbsent'>

/** Precomputed sets of rows, one for each answer to a filter. */
export interface Filters {
  /** Applies the filters whose answer is known for every park. */
  applyKnown(request: SearchRequest, set: Bits): void
  /** Whether the request has filters whose answer may be unknown for some parks: features or a size. */
  hasUncertainFilters(request: SearchRequest): boolean
  /** Removes the parks known not to match the feature and size filters. */
  applyPossible(request: SearchRequest, set: Bits): void
  /** Keeps only the parks known to match the feature and size filters. */
  applyCertain(request: SearchRequest, set: Bits): void
  /** Adds the parks known to have, or to lack, any of the features. */
  addFeatures(features: KnownFeatures, into: Bits): void
  /** The same with the parks of which one of the features is not known. */
  addPossibleFeatures(features: KnownFeatures, into: Bits): void
  /** Adds the parks with a feature that a half-typed word can name. Returns whether it names one. */
  addFeaturePrefix(prefix: string, into: Bits): boolean
  addPostcode(postcode: string, into: Bits): void
  /** All parks. Callers must not change it. */
  readonly everything: Bits
  /** Parks with published opening hours. */
  readonly withHours: Bits
  readonly inState: Readonly<Record<DirectoryPark['state'], Bits>>
}

const normalised = (text: string) => text.trim().toLowerCase()

export function* buildFilters(rows: readonly DirectoryPark[]): Steps<Filters> {
  const setsFor = <K extends string>(keys: readonly K[]) =>
    Object.fromEntries(keys.map((key) => [key, createBits(rows.length)])) as Record<K, Bits>
  const present = FEATURE_IDS.map(() => createBits(rows.length))
  const absent = FEATURE_IDS.map(() => createBits(rows.length))
  const ofSize = setsFor(SIZES)
  const inState = setsFor(STATE_CODES)
  const everything = createBits(rows.length)
  addRange(everything, 0, rows.length)
  const withHours = createBits(rows.length)
  const ratings = new Float64Array(rows.length)

  for (const [row, park] of rows.entries()) {
    if (row > 0 && row % ROWS_PER_STEP === 0) yield
    const bit = 1 << (row & 31)
    const word = row >>> 5
    // The derived tags (specification 13.19, 13.20 and 13.21) count as features like any other.
    let tags = bitsOf(park.features) | bitsOf(featureTags({ id: park.id, name: park.name, features: null }))
    let lacks = bitsOf(park.lacks) & ~tags
    for (; tags !== 0; tags &= tags - 1) present[31 - Math.clz32(tags & -tags)]![word]! |= bit
    for (; lacks !== 0; lacks &= lacks - 1) absent[31 - Math.clz32(lacks & -lacks)]![word]! |= bit
    if (park.size !== null) ofSize[park.size][word]! |= bit
    inState[park.state][word]! |= bit
    if (park.openingHours !== null) addBit(withHours, row)
    ratings[row] = park.rating ?? Infinity
  }

  // Only city pages and postcode searches use these lists, so they are built on first use.
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
  const inCity = listedBy((park) => normalised(park.city))
  const atPostcode = listedBy((park) => park.postcode)

  // Only a few rating thresholds are in use, so the sets are cached.
  const ratedAtLeast = new Map<number, Bits>()
  function rated(least: number): Bits {
    let known = ratedAtLeast.get(least)
    if (known === undefined) {
      known = createBits(rows.length)
      for (let row = 0; row < rows.length; row++) if (ratings[row]! >= least) addBit(known, row)
      if (ratedAtLeast.size >= 16) ratedAtLeast.clear()
      ratedAtLeast.set(least, known)
    }
    return known
  }

  const addRows = (into: Bits, found: readonly number[]) => {
    for (const row of found) addBit(into, row)
  }

  const allBut = (known: readonly Bits[]) => {
    const others: Bits[] = []
    return (feature: number): Bits => {
      let rest = others[feature]
      if (!rest) {
        rest = others[feature] = everything.slice()
        subtract(rest, known[feature]!)
      }
      return rest
    }
  }
  const notPresent = allBut(present)
  const notAbsent = allBut(absent)

  const addFeatures = ({ ids, isAbsent }: KnownFeatures, into: Bits) => {
    for (const id of ids) unite(into, (isAbsent ? absent : present)[FEATURE_IDS.indexOf(id)]!)
  }

  return {
    addPostcode: (postcode, into) => addRows(into, atPostcode(postcode)),
    everything,
    withHours,
    inState,
    applyKnown(request, set) {
      if (request.state !== undefined) intersect(set, inState[request.state])
      if (request.rating !== undefined && request.rating > 0) intersect(set, rated(request.rating))
      // A blank postcode is no filter, as in a URL parameter without a value.
      if (request.postcode !== undefined && request.postcode !== '') {
        const wanted = createBits(rows.length)
        addRows(wanted, atPostcode(request.postcode))
        intersect(set, wanted)
      }
      const city = request.city === undefined ? '' : normalised(request.city)
      const postcodes = (request.postcodes ?? []).filter((postcode) => postcode !== '')
      if (city !== '' || postcodes.length > 0) {
        const wanted = createBits(rows.length)
        if (city !== '') addRows(wanted, inCity(city))
        for (const postcode of postcodes) addRows(wanted, atPostcode(postcode))
        intersect(set, wanted)
      }
    },
    hasUncertainFilters: ({ size, features }) =>
      size !== undefined || (features !== undefined && features.length > 0),
    applyPossible({ size: wanted, features = [] }, set) {
      for (const id of features) subtract(set, absent[FEATURE_IDS.indexOf(id)]!)
      if (wanted !== undefined) for (const size of SIZES) if (size !== wanted) subtract(set, ofSize[size])
    },
    applyCertain({ size, features = [] }, set) {
      for (const id of features) intersect(set, present[FEATURE_IDS.indexOf(id)]!)
      if (size !== undefined) intersect(set, ofSize[size])
    },
    addFeatures,
    addPossibleFeatures({ ids, isAbsent }, into) {
      for (const id of ids) unite(into, (isAbsent ? notPresent : notAbsent)(FEATURE_IDS.indexOf(id)))
    },
    addFeaturePrefix(prefix, into) {
      if (prefix.length < MIN_PREFIX_LENGTH) return false
      let found = false
      for (const [word, ids] of FEATURES_BY_WORD) {
        if (!word.startsWith(prefix)) continue
        addFeatures({ ids, isAbsent: false }, into)
        found = true
      }
      return found
    },
  }
}
