import { FEATURE_IDS, type FeatureId } from '../../data/model/feature.ts'
import type { Size } from '../../data/model/park.ts'

/** The values of the filter panel. `distance` in miles, `null` for any; `rating` 0 for any. */
export interface Filters {
  features: readonly FeatureId[]
  distance: number | null
  size: Size | null
  rating: number
  /**
   * 'now': parks known to be closed come last. 'only': only parks known to be open. 'any': hours are ignored.
   */
  opening: 'now' | 'only' | 'any'
}

export const NO_FILTERS: Filters = { features: [], distance: null, size: null, rating: 0, opening: 'now' }

export const DISTANCES = [1, 2, 5, 10, 25, 50] as const
export const RATINGS = [4, 3, 2] as const

/** How many filters differ from the defaults: the number on the badge. */
export function countFilters(filters: Filters): number {
  return (
    filters.features.length +
    Number(filters.distance !== null) +
    Number(filters.size !== null) +
    Number(filters.rating > 0) +
    Number(filters.opening !== NO_FILTERS.opening)
  )
}

/** On-leash and off-leash exclude each other: selecting one clears the other. */
const OPPOSITE: Partial<Record<FeatureId, FeatureId>> = { 'on-leash': 'off-leash', 'off-leash': 'on-leash' }

export function withFeature(filters: Filters, id: FeatureId, selected: boolean): Filters {
  const features = new Set(filters.features)
  if (selected) features.add(id)
  else features.delete(id)
  const opposite = OPPOSITE[id]
  if (selected && opposite) features.delete(opposite)
  return { ...filters, features: FEATURE_IDS.filter((feature) => features.has(feature)) }
}

/** One filter that is set, and the filters without it. */
export interface ChosenFilter {
  kind: keyof Filters
  /** For features: which one. */
  feature?: FeatureId
  without: Filters
}

/** The filters that differ from the defaults, one by one. */
export function chosenFilters(filters: Filters): ChosenFilter[] {
  const others = (['distance', 'size', 'rating', 'opening'] as const).filter(
    (kind) => filters[kind] !== NO_FILTERS[kind],
  )
  return [
    ...filters.features.map((feature): ChosenFilter => ({
      kind: 'features',
      feature,
      without: withFeature(filters, feature, false),
    })),
    ...others.map((kind): ChosenFilter => ({ kind, without: { ...filters, [kind]: NO_FILTERS[kind] } })),
  ]
}
