import { FEATURE_IDS } from '../model/feature.ts'
import type { FeatureId } from '../model/feature.ts'
import type { DogAccess } from '../model/park.ts'

export interface Meaning {
  features?: readonly FeatureId[]
  lacks?: readonly FeatureId[]
  /** The word says more than the feature does, so it is kept as text as well. */
  keep?: true
}

/**
 * What the free words of park lists mean in the catalogue. Only a word that says the thing itself is here: 'partly fenced' is neither fenced
 * nor unfenced, 'trees' are not shade, 'no dogs between the flags' and 'on leash near sport' are rules. What is not here is kept as text.
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
  // The dog access says what a dog park is.
  'dog park': {},
  fenced: { features: ['fenced'] },
  unfenced: { lacks: ['fenced'] },
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

/** What a kind of access says of the leash and of fences. `dogs_allowed` says neither. */
export const MEANING_OF_ACCESS: Readonly<Record<DogAccess, Meaning>> = {
  off_leash: { features: ['off-leash'] },
  off_leash_timed: { features: ['off-leash'] },
  fenced_dog_park: { features: ['off-leash', 'fenced'] },
  // A dog park is by definition a place set apart for dogs off the leash; whether it has a fence is another matter.
  dog_park: { features: ['off-leash'] },
  dogs_allowed: {},
  on_leash: { features: ['on-leash'], lacks: ['off-leash'] },
}

/** What a free word means; `undefined` for one that is not known. */
export const meaningOfWord = (word: string): Meaning | undefined =>
  Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined

export interface FeatureReading {
  /** Known to be there, in catalogue order. */
  features: FeatureId[]
  /** Known not to be there, in catalogue order. Never holds what `features` holds. */
  lacks: FeatureId[]
  /** What the catalogue has no word for, as the list says it. */
  rest: string[]
}

/**
 * Reads the free words of a park list (separated by `;`) and its kind of access onto the catalogue. Nothing is guessed: a word that is not
 * known is handed back in `rest`. A source on a `.gov.au` site gives `council`.
 */
export function readFeatureWords(words: string, access: DogAccess, source: string): FeatureReading {
  const meanings: Meaning[] = [MEANING_OF_ACCESS[access]]
  const rest: string[] = []
  for (const word of words.split(';').map((part) => part.trim())) {
    if (word === '') continue
    const meaning = meaningOfWord(word)
    if (meaning) meanings.push(meaning)
    if ((!meaning || meaning.keep) && !rest.includes(word)) rest.push(word)
  }
  if (isGovernmentSource(source)) meanings.push({ features: ['council'] })
  const there = new Set(meanings.flatMap((meaning) => meaning.features ?? []))
  const absent = new Set(meanings.flatMap((meaning) => meaning.lacks ?? []))
  return {
    features: FEATURE_IDS.filter((id) => there.has(id)),
    lacks: FEATURE_IDS.filter((id) => absent.has(id) && !there.has(id)),
    rest,
  }
}

/** Whether any of the sites a source names is a government's. */
export const isGovernmentSource = (source: string) =>
  /(?:^|[\s;(])(?:[\w-]+\.)*gov\.au(?![\w.-])/i.test(source)
