import type { FeatureId } from '../model/feature.ts'
import type { DogAccess } from '../model/park.ts'
import { withRuleFeatures } from './rule-features.ts'

export interface Meaning {
  features?: readonly FeatureId[]
  lacks?: readonly FeatureId[]
  /** The word is more specific than the feature, so its text is kept as well. */
  keep?: true
}

/**
 * The features that words in park lists stand for. Only words that clearly mean a feature are listed: 'partly
 * fenced' is neither fenced nor unfenced, 'trees' are not shade, 'no dogs between the flags' and 'on leash
 * near sport' are rules. Unlisted words are kept as text.
 */
const WORDS: Readonly<Record<string, Meaning>> = {
  'dog off-leash area': { features: ['off-leash'] },
  'off-leash section': { features: ['off-leash'], keep: true },
  'designated off-leash sections': { features: ['off-leash'], keep: true },
  'signed leash-free areas': { features: ['off-leash'], keep: true },
  'off-leash section of the beach': { features: ['off-leash', 'beach'], keep: true },
  'off-leash reserve with enclosed dog park': { features: ['off-leash'], keep: true },
  'off-leash trial when not in use by sport or schools': { features: ['off-leash'], keep: true },
  'off-leash on playing fields when not used for sport': { features: ['off-leash'], keep: true },
  'dogs on leash': { features: ['on-leash'] },
  // The rule for dogs already covers this.
  'dog park': {},
  fenced: { features: ['fenced'] },
  'fully fenced': { features: ['fenced'] },
  unfenced: { lacks: ['fenced'] },
  'not fenced': { lacks: ['fenced'] },
  'double gate': { features: ['safe'], keep: true },
  'double gates': { features: ['safe'], keep: true },
  lighting: { features: ['safe'], keep: true },
  'night lighting': { features: ['safe'], keep: true },
  'lighting until 10pm': { features: ['safe'], keep: true },
  'drinking fountain': { features: ['water'], keep: true },
  'water tap': { features: ['water'], keep: true },
  'dog water bowl': { features: ['water'], keep: true },
  water: { features: ['water'] },
  shade: { features: ['shade'] },
  parking: { features: ['parking'] },
  'accessible parking': { features: ['parking'], keep: true },
  'street parking': { features: ['parking'], keep: true },
  toilets: { features: ['toilets'] },
  'accessible toilets': { features: ['toilets'], keep: true },
  bins: { features: ['waste-bins'] },
  'dog waste bags': { features: ['bags'] },
  seating: { features: ['seating'] },
  'picnic tables': { features: ['seating'], keep: true },
  barbecue: { features: ['bbq'] },
  'walking tracks': { features: ['walk'] },
  'walking paths': { features: ['walk'] },
  'accessible paths': { features: ['walk'], keep: true },
  'concrete path': { features: ['walk'], keep: true },
  boardwalks: { features: ['walk'], keep: true },
  '2.5 km walk': { features: ['walk'], keep: true },
  beach: { features: ['beach'] },
  'dog beach': { features: ['beach'] },
}

/** The meaning of a word; `undefined` if it is not known. */
export const meaningOfWord = (word: string): Meaning | undefined =>
  Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined

export interface FeatureReading {
  /** Known to be present, in catalogue order. */
  features: FeatureId[]
  /** Known to be absent, in catalogue order. Never overlaps with `features`. */
  lacks: FeatureId[]
  /** Words without an equivalent in the catalogue, as in the list. */
  rest: string[]
}

/**
 * Maps the words of a park list (separated by `;`) and its kind of access to the catalogue. Nothing is
 * guessed: unknown words are returned in `rest`. A source on a `.gov.au` site adds `council`.
 */
export function readFeatureWords(words: string, access: DogAccess, source: string): FeatureReading {
  const meanings: Meaning[] = []
  const rest: string[] = []
  for (const word of words.split(';').map((part) => part.trim())) {
    if (word === '') continue
    const meaning = meaningOfWord(word)
    if (meaning) meanings.push(meaning)
    if ((!meaning || meaning.keep) && !rest.includes(word)) rest.push(word)
  }
  if (isGovernmentSource(source)) meanings.push({ features: ['council'] })
  const features = meanings.flatMap((meaning) => meaning.features ?? [])
  const lacks = meanings.flatMap((meaning) => meaning.lacks ?? [])
  return { ...withRuleFeatures(access, { features, lacks }), rest }
}

/** Whether any of the sites a source names is a government's. */
export const isGovernmentSource = (source: string) =>
  /(?:^|[\s;(])(?:[\w-]+\.)*gov\.au(?![\w.-])/i.test(source)
