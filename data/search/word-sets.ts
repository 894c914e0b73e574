import { shortSpellings } from './spellings.ts'
import { canBeginName, canBeMistyped, isStopWord } from './stop-words.ts'
import { intersect, unite } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import { FEATURES_BY_WORD, featuresAt, isBesideFeature } from './feature-words.ts'
import type { Filters } from './filters.ts'
import type { TypedWords } from './typed-words.ts'
import { forEachEdit, mayCorrect } from './typos.ts'
import type { WordIndex } from './words.ts'

/** Parks found by their name; `null` for none. Callers must not change the sets. */
export interface Named {
  /** Those whose name contains the words in sequence. */
  names: Bits | null
  /** Those whose name has no other words. */
  exactly: Bits | null
}

/** The parks that the words of one text find. Words are given by their positions in it. */
export interface WordSets {
  isFeature(at: number): boolean
  /** Whether the word can mean anything, if only as the beginning of a name. */
  canMean(at: number): boolean
  /** The positions of the words that parks are searched by. */
  significant(positions: readonly number[]): number[]
  /** Parks that contain all these words, or similar ones if they are to be corrected; `null` for all parks. */
  parksWithAll(positions: readonly number[], isCorrected?: boolean): Bits | null
  /**
   * The parks with all the words that parks are searched by, and those of which a feature among them is not known.
   * `null` without a feature, and for words that are in a park's name in this sequence.
   */
  parksWithPossible(positions: readonly number[]): Bits | null
  /**
   * Of the parks with all these words, those that have the features among them or the words in their names, not only in
   * an address: "Park Beach Close" is no beach. `null` without a feature.
   */
  parksWithFeatures(positions: readonly number[]): Bits | null
  named(positions: readonly number[]): Named
}

export function createWordSets(
  { words, halfTyped }: TypedWords,
  { words: index, filters, pool }: { words: WordIndex; filters: Filters; pool: BitsPool },
): WordSets {
  const last = words.length - 1
  const featuresOf = words.map((_, at) => featuresAt(words, at))
  const isFeature = (at: number) => featuresOf[at] !== undefined
  const canMean = (at: number) => canBeginName(words[at]!) && !isBesideFeature(words, at)
  const significant = (positions: readonly number[]) =>
    positions.filter((at) => isFeature(at) || (!isStopWord(words[at]!) && !isBesideFeature(words, at)))

  // Each word is looked up only once, however many readings use it.
  const lookedUp: Bits[] = []
  function lookUp(at: number): Bits {
    const known = lookedUp[at]
    if (known) return known
    const word = words[at]!
    const features = featuresOf[at]
    if (features?.isNegated) {
      const found = pool.take()
      filters.addFeatures(features, found)
      return (lookedUp[at] = found)
    }
    const wordSets = index.parksWith(word)
    let anywhere = wordSets?.anywhere
    if (features || (at === last && halfTyped) || !anywhere) {
      anywhere = pool.take(anywhere)
      if (features) filters.addFeatures(features, anywhere)
      if (at === last && halfTyped) {
        index.addPrefix(word, anywhere)
        filters.addFeaturePrefix(word, anywhere)
        for (const short of shortSpellings(word)) {
          const parks = index.parksWith(short)
          if (parks) unite(anywhere, parks.anywhere)
        }
      }
    }
    return (lookedUp[at] = anywhere)
  }
  const similar: Bits[] = []
  function lookUpSimilar(at: number): Bits {
    const known = similar[at]
    if (known) return known
    const word = words[at]!
    const bits = pool.take(lookUp(at))
    if (!canBeMistyped(word) || featuresOf[at]?.isNegated) return (similar[at] = bits)
    index.addSimilar(word, bits)
    forEachEdit(word, (text) => {
      const ids = FEATURES_BY_WORD.get(text)
      if (ids && mayCorrect(word, text)) filters.addFeatures({ ids, isAbsent: false }, bits)
    })
    return (similar[at] = bits)
  }
  function lookUpPossible(at: number): Bits {
    const bits = pool.take(lookUp(at))
    const features = featuresOf[at]
    if (features) filters.addPossibleFeatures(features, bits)
    return bits
  }
  /** The parks that all the words find; `null` for all parks. */
  function foundByAll(positions: readonly number[], find: (at: number) => Bits): Bits | null {
    let bits: Bits | null = null
    for (const at of significant(positions)) {
      const one = find(at)
      if (bits) intersect(bits, one)
      else bits = pool.take(one)
    }
    return bits
  }
  const parksWithAll = (positions: readonly number[], isCorrected = false) =>
    foundByAll(positions, isCorrected ? lookUpSimilar : lookUp)
  function parksWithPossible(positions: readonly number[]) {
    const wanted = significant(positions)
    if (!wanted.some(isFeature)) return null
    // "Shelly Beach" is a name, and the other parks called Shelly are not meant.
    if (!wanted.every(isFeature) && named(positions).names) return null
    return foundByAll(positions, lookUpPossible)
  }
  function parksWithFeatures(positions: readonly number[]): Bits | null {
    return foundByAll(positions.filter(isFeature), (at) => {
      const bits = pool.take()
      const features = featuresOf[at]!
      filters.addFeatures(features, bits)
      const inName = features.isNegated ? undefined : index.parksWith(words[at]!)?.inName
      if (inName) unite(bits, inName)
      return bits
    })
  }
  const namedBefore = new Map<string, Named>()
  function named(positions: readonly number[]): Named {
    const key = positions.join()
    let known = namedBefore.get(key)
    if (!known) namedBefore.set(key, (known = findNamed(positions)))
    return known
  }
  function findNamed(positions: readonly number[]): Named {
    if (positions.length === 0) return { names: null, exactly: null }
    const names = pool.take()
    const exactly = pool.take()
    const some = index.addNamed(
      positions.map((at) => words[at]!),
      names,
      exactly,
    )
    return { names: some.inName ? names : null, exactly: some.alone ? exactly : null }
  }

  return { isFeature, canMean, significant, parksWithAll, parksWithPossible, parksWithFeatures, named }
}
