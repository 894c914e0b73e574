import * as z from 'zod/mini'

/**
 * The catalogue of features. The first fourteen are the filters in the order of the panel (specification
 * 13.30 to 13.43); `lake`, `beach` and `dog-friendly` are tags only. Positions are bit numbers in the
 * directory, so new features are only appended.
 */
export const FEATURE_IDS = [
  'on-leash',
  'off-leash',
  'fenced',
  'water',
  'shade',
  'parking',
  'toilets',
  'waste-bins',
  'council',
  'walk',
  'bbq',
  'seating',
  'bags',
  'safe',
  'lake',
  'beach',
  'dog-friendly',
] as const

export const FeatureId = z.enum(FEATURE_IDS)
export type FeatureId = z.infer<typeof FeatureId>

export const FEATURE_LABELS: Readonly<Record<FeatureId, string>> = {
  'on-leash': 'On-leash Area',
  'off-leash': 'Off-leash Area',
  fenced: 'Fenced Area',
  water: 'Water Source',
  shade: 'Shaded Areas',
  parking: 'Parking Available',
  toilets: 'Toilets/Restrooms',
  'waste-bins': 'Waste Bins',
  council: 'Council Information',
  walk: 'Walking Paths',
  bbq: 'BBQ Facilities',
  seating: 'Seating/Benches',
  bags: 'Poop Bags Provided',
  safe: 'Safety Features',
  lake: 'Lake',
  beach: 'Beach',
  'dog-friendly': 'Dog Friendly',
}

/** The 14 filters of the compact panel. The sidebar has the same without `on-leash`. */
export const COMPACT_FILTERS = FEATURE_IDS.slice(0, 14)
export const SIDEBAR_FILTERS = COMPACT_FILTERS.filter((id) => id !== 'on-leash')

/** Accepted spellings: ids, labels, and words in park data and the submission form. Lower case. */
const SPELLINGS: ReadonlyMap<string, FeatureId> = new Map<string, FeatureId>([
  ...FEATURE_IDS.map((id) => [id, id] as const),
  ...FEATURE_IDS.map((id) => [FEATURE_LABELS[id].toLowerCase(), id] as const),
  ['toilet', 'toilets'],
  ['bin', 'waste-bins'],
  ['bins', 'waste-bins'],
  ['seat', 'seating'],
  ['paths', 'walk'],
  ['safety', 'safe'],
])

/** The id of a feature in any accepted spelling; `undefined` for other words. */
export function readFeature(text: string): FeatureId | undefined {
  return SPELLINGS.get(text.trim().toLowerCase())
}

/**
 * Reads the `features` text of a park: a JSON array of labels or ids, or ids separated by commas. Unknown
 * words are ignored; each feature is returned once, in catalogue order.
 */
export function readFeatures(text: string | null): FeatureId[] {
  if (text === null || text.trim() === '') return []
  let words: unknown
  if (text.trimStart().startsWith('[')) {
    try {
      words = JSON.parse(text)
    } catch {
      words = undefined
    }
  }
  const list = Array.isArray(words) ? words.filter((word) => typeof word === 'string') : text.split(',')
  const found = new Set(list.map(readFeature))
  return FEATURE_IDS.filter((id) => found.has(id))
}
