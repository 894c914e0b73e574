import { FEATURE_IDS, type FeatureId } from '../../data/model/feature.ts'
import type { Size } from '../../data/model/park.ts'

/** What the filter panel holds. `distance` in miles, `null` for all; `rating` 0 for any. */
export interface Filters {
  features: readonly FeatureId[]
  distance: number | null
  size: Size | null
  rating: number
  /** 'now': known to be closed come last. 'only': known to be open only. 'any': hours play no part. */
  opening: 'now' | 'only' | 'any'
}

export const NO_FILTERS: Filters = { features: [], distance: null, size: null, rating: 0, opening: 'now' }

export const DISTANCES = [1, 2, 5, 10, 25, 50] as const
export const RATINGS = [4, 3, 2] as const

/** How many choices differ from the defaults: the count on the badge. */
export function countFilters(filters: Filters): number {
  return (
    filters.features.length +
    Number(filters.distance !== null) +
    Number(filters.size !== null) +
    Number(filters.rating > 0) +
    Number(filters.opening !== NO_FILTERS.opening)
  )
}

/** On and off the leash exclude each other: choosing one lets go of the other. */
const OPPOSITE: Partial<Record<FeatureId, FeatureId>> = { 'on-leash': 'off-leash', 'off-leash': 'on-leash' }

export function withFeature(filters: Filters, id: FeatureId, chosen: boolean): Filters {
  const kept = new Set(filters.features)
  if (chosen) kept.add(id)
  else kept.delete(id)
  const opposite = OPPOSITE[id]
  if (chosen && opposite) kept.delete(opposite)
  return { ...filters, features: FEATURE_IDS.filter((feature) => kept.has(feature)) }
}
