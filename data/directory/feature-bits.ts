import { FEATURE_IDS } from '../model/feature.ts'
import type { FeatureId } from '../model/feature.ts'

/** Encodes features as bits; the bit number is the position in {@link FEATURE_IDS}. */
export function featureBits(ids: readonly FeatureId[]): number {
  return ids.reduce((bits, id) => bits | (1 << FEATURE_IDS.indexOf(id)), 0)
}

/** The inverse of {@link featureBits}. */
export function featuresOf(bits: number): FeatureId[] {
  return FEATURE_IDS.filter((_, position) => (bits >>> position) & 1)
}
