import { ABBREVIATIONS, wordsOf } from '../../../../data/places/text.ts'
import type { DirectoryPark } from '../../../../data/model/park.ts'
import { featureTags } from '../../../../data/model/park.ts'
import { FEATURES_BY_WORD, featuresAt, isBesideFeature } from '../../../../data/search/feature-words.ts'
import { compoundWords, shortSpellings } from '../../../../data/search/spellings.ts'
import {
  canBeginName,
  canBeMistyped,
  isStopWord,
  mistypedStopWord,
} from '../../../../data/search/stop-words.ts'
import { editDistance } from './edit-distance.ts'

/** The features that a park has. */
export const tags = (park: DirectoryPark) =>
  featureTags({ id: park.id, name: park.name, features: park.features.join(',') })
/** The features that a park is known to lack. */
const lacks = (park: DirectoryPark) => park.lacks.filter((id) => !tags(park).includes(id))

/** The words that can name a feature, and their features. */
const namedBy = (word: string) => FEATURES_BY_WORD.get(word) ?? []
const allFeatureWords = [...FEATURES_BY_WORD.keys()]

const parkWords = (park: DirectoryPark) =>
  [park.name, park.address, park.city, park.area, park.postcode].flatMap((part) => [
    ...wordsOf(part),
    ...compoundWords(part),
  ])
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
const begins = (park: DirectoryPark, start: string) =>
  parkWords(park).some((word) => word.startsWith(start)) ||
  shortSpellings(start).some((short) => parkWords(park).includes(short)) ||
  (start.length >= 3 &&
    allFeatureWords.some(
      (word) => word.startsWith(start) && tags(park).some((id) => namedBy(word).includes(id)),
    ))
const similar = (park: DirectoryPark, typed: string) =>
  canBeMistyped(typed) &&
  [
    ...parkWords(park),
    ...allFeatureWords.filter((word) => tags(park).some((id) => namedBy(word).includes(id))),
  ].some((word) => isSimilar(typed, word))
const isCalled = (park: DirectoryPark, name: readonly (string | undefined)[]) =>
  wordsOf(park.name).join(' ') === name.join(' ')
const isCalledAmongOthers = (park: DirectoryPark, name: readonly (string | undefined)[]) =>
  ` ${wordsOf(park.name).join(' ')} `.includes(` ${name.join(' ')} `)

/** The words of a text, given by their positions in it, and which parks they find. */
export type TypedText = ReturnType<typeof readWords>

export function readWords(parks: readonly DirectoryPark[], text: string) {
  const words = wordsOf(text).slice(-16)
  const last = words.at(-1) ?? ''
  const halfTyped = text
    .replace(/['’‘ʼ`´]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .endsWith(last)
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
  const typedAt = (positions: readonly number[]) => positions.map((at) => words[at])
  const nameIs = (park: DirectoryPark, positions: readonly number[]) =>
    positions.length > 0 && isCalled(park, typedAt(positions))
  const nameHas = (park: DirectoryPark, positions: readonly number[]) =>
    positions.length > 0 && isCalledAmongOthers(park, typedAt(positions))

  const searchedWords = (positions: readonly number[]) => typedAt(significant(positions)).join(' ')

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

  return {
    words,
    halfTyped,
    all,
    isFeature,
    isSignificant,
    significant,
    canMean,
    namesFeatures,
    hasFeatures,
    matches,
    mayMatch,
    nameIs,
    nameHas,
    searchedWords,
    asMistypedName,
    withStopWords,
  }
}
