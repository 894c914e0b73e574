import { FEATURE_IDS, FEATURE_LABELS } from '../model/feature.ts'
import type { FeatureId } from '../model/feature.ts'
import { wordsOf } from '../places/text.ts'
import { isStopWord } from './stop-words.ts'
import { forEachEdit, mayCorrect } from './typos.ts'

/** Words in feature labels that do not identify a feature. */
const VAGUE_LABEL_WORDS = new Set([
  'area',
  'areas',
  'available',
  'source',
  'facilities',
  'features',
  'information',
  'provided',
])

/** Further words that people use for features, besides those of the ids and labels. */
const COMMON_WORDS: readonly (readonly [readonly FeatureId[], string])[] = [
  [['on-leash', 'off-leash'], 'lead'],
  [['on-leash'], 'onleash onlead leashed'],
  [['off-leash'], 'offleash offlead unleashed leashfree leadfree'],
  [['fenced'], 'fence fences fencing enclosed enclosure enclosures gate gated gates secure secured'],
  [['water'], 'drinking tap taps fountain fountains bubbler bubblers'],
  [['shade'], 'shady'],
  [['parking'], 'carpark carparks'],
  [['toilets'], 'toilet restroom bathroom bathrooms loo loos'],
  [['waste-bins'], 'bin rubbish garbage'],
  [['walk'], 'walks path trail trails track tracks'],
  [['bbq'], 'bbqs barbecue barbecues barbeque barbeques'],
  [['seating'], 'seat seats bench'],
  [['bags'], 'bag poo'],
  [['lake'], 'lakes'],
  [['beach'], 'beaches'],
]

/** The features that a word can mean: "beach", "toilet", "off", "leash". */
export const FEATURES_BY_WORD: ReadonlyMap<string, readonly FeatureId[]> = (() => {
  const byWord = new Map<string, FeatureId[]>()
  for (const id of FEATURE_IDS) {
    for (const word of new Set(wordsOf(`${id} ${FEATURE_LABELS[id]}`))) {
      if (!VAGUE_LABEL_WORDS.has(word) && !isStopWord(word))
        byWord.set(word, [...(byWord.get(word) ?? []), id])
    }
  }
  for (const [ids, words] of COMMON_WORDS) for (const word of words.split(' ')) byWord.set(word, [...ids])
  return byWord
})()

/** Whether the word is the beginning of one that means a feature, or a typo in one. */
export function canBecomeFeature(word: string): boolean {
  let isSimilar = false
  forEachEdit(word, (text) => (isSimilar ||= FEATURES_BY_WORD.has(text) && mayCorrect(word, text)))
  return isSimilar || [...FEATURES_BY_WORD.keys()].some((feature) => feature.startsWith(word))
}

/** Words that mean nothing of their own next to a feature: "fully fenced", "double gates", "free parking". */
const WORDS_BESIDE_FEATURES = new Set(['fully', 'double', 'free'])
const LEASH_WORDS = new Set(['leash', 'lead'])
const OFF_LEASH: readonly FeatureId[] = ['off-leash']
const PARKING: readonly FeatureId[] = ['parking']

/** The features that the word at a position means if no negation is before it. */
function namedAt(words: readonly string[], at: number): readonly FeatureId[] | undefined {
  const word = words[at] ?? ''
  const previous = words[at - 1] ?? ''
  const next = words[at + 1] ?? ''
  if (word === 'free' && LEASH_WORDS.has(previous)) return OFF_LEASH
  if (next === 'free' && LEASH_WORDS.has(word)) return OFF_LEASH
  if (word === 'car' && (next === 'park' || next === 'parks')) return PARKING
  return FEATURES_BY_WORD.get(word)
}

/** What a word says about the features of a park. */
export interface FeatureMeaning {
  readonly ids: readonly FeatureId[]
  /** Whether parks without them are meant: "no fence", "unfenced". */
  readonly isAbsent: boolean
  /**
   * Whether the word is a negation or follows one. It is not searched for in names and addresses: "no" is in many, and
   * "fence" may be in those of fenced parks.
   */
  readonly isNegated: boolean
}

const NEGATIONS = new Set('no not non un without isnt arent doesnt'.split(' '))
const DOGS = new Set(['dog', 'dogs'])
/** Words that may be between a negation and its feature: "without a fence", "not fully fenced", "not on a leash". */
const AFTER_NEGATIONS = new Set([...WORDS_BESIDE_FEATURES, ...DOGS, ...'a an the any have on'.split(' ')])

/** The meaning of the words from a negation up to, but not including, `end`; `undefined` if it negates no feature. */
function negatedFrom(
  words: readonly string[],
  negation: number,
): { end: number; meaning: FeatureMeaning } | undefined {
  let end = negation + 1
  while (AFTER_NEGATIONS.has(words[end] ?? '')) end++
  const ids = namedAt(words, end)
  if (!ids) {
    const isAboutDogs = words.slice(negation, end).some((word) => DOGS.has(word))
    // The directory lists no park for having no dogs.
    return isAboutDogs ? { end, meaning: { ids: [], isAbsent: true, isNegated: true } } : undefined
  }
  while (namedAt(words, end)?.some((id) => ids.includes(id))) end++
  // Without a leash is off leash.
  const isOffLeash = ids.includes('on-leash')
  return { end, meaning: { ids: isOffLeash ? OFF_LEASH : ids, isAbsent: !isOffLeash, isNegated: true } }
}

/** What the word at a position says about features, alone or with those around it; `undefined` if it names none. */
export function featuresAt(words: readonly string[], at: number): FeatureMeaning | undefined {
  let negation = at
  while (negation >= 0 && !NEGATIONS.has(words[negation]!)) negation--
  const negated = negation === -1 ? undefined : negatedFrom(words, negation)
  if (negated && at < negated.end) return negated.meaning
  const ids = namedAt(words, at)
  if (ids) return { ids, isAbsent: false, isNegated: false }
  const word = words[at]!
  const lacking = word.startsWith('un') ? FEATURES_BY_WORD.get(word.slice(2)) : undefined
  return lacking && { ids: lacking, isAbsent: true, isNegated: false }
}

/** Whether the word at a position only goes with the feature beside it, and excludes no park. */
export function isBesideFeature(words: readonly string[], at: number): boolean {
  return (
    WORDS_BESIDE_FEATURES.has(words[at]!) &&
    featuresAt(words, at) === undefined &&
    [at - 1, at + 1].some((other) => FEATURES_BY_WORD.has(words[other] ?? ''))
  )
}
