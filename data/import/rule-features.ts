import { FEATURE_IDS } from '../model/feature.ts'
import type { FeatureId } from '../model/feature.ts'
import type { DogAccess } from '../model/park.ts'

/** Features that are known to be present and to be absent. */
interface KnownFeatures {
  features: FeatureId[]
  lacks: FeatureId[]
}

/** What a rule for dogs says about leash and fence. `dogs_allowed` says neither. */
const FEATURES_OF_RULE: Readonly<Record<DogAccess, Partial<KnownFeatures>>> = {
  off_leash: { features: ['off-leash'] },
  off_leash_timed: { features: ['off-leash'] },
  fenced_dog_park: { features: ['off-leash', 'fenced'] },
  // A dog park is by definition an off-leash area; it need not have a fence.
  dog_park: { features: ['off-leash'] },
  dogs_allowed: {},
  on_leash: { features: ['on-leash'], lacks: ['off-leash'] },
}

/**
 * Adds what follows from the rule for dogs, so that the filters find the park: for every way into the
 * directory, which are imports, submissions, reports and the list of parks whose rule was unknown. What the
 * rule says is present; an on-leash park may still have an off-leash part, so that is only absent where
 * nothing says otherwise. `null`: the rule is unknown, and nothing follows.
 * @returns in catalogue order, without overlap
 */
export function withRuleFeatures(
  rule: DogAccess | null,
  { features, lacks }: { features: readonly FeatureId[]; lacks: readonly FeatureId[] },
): KnownFeatures {
  const said = rule === null ? {} : FEATURES_OF_RULE[rule]
  const present = new Set([...features, ...(said.features ?? [])])
  const absent = new Set([...lacks, ...(said.lacks ?? [])])
  return {
    features: FEATURE_IDS.filter((id) => present.has(id)),
    lacks: FEATURE_IDS.filter((id) => absent.has(id) && !present.has(id)),
  }
}

/** Removes what followed from a rule that no longer applies. */
export function withoutRuleFeatures(
  rule: DogAccess,
  { features, lacks }: { features: readonly FeatureId[]; lacks: readonly FeatureId[] },
): KnownFeatures {
  const said = FEATURES_OF_RULE[rule]
  return {
    features: features.filter((id) => !said.features?.includes(id)),
    lacks: lacks.filter((id) => !said.lacks?.includes(id)),
  }
}

/** The features of a park whose rule changes: without those of the old one and those that the new one excludes. */
export function featuresAfterRule(
  before: DogAccess | null,
  after: DogAccess | null,
  features: readonly FeatureId[],
): FeatureId[] {
  const kept = before === null ? features : withoutRuleFeatures(before, { features, lacks: [] }).features
  const excluded = after === null ? [] : FEATURES_OF_RULE[after].lacks
  return withRuleFeatures(after, { features: kept.filter((id) => !excluded?.includes(id)), lacks: [] })
    .features
}
