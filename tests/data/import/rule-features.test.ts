import { expect, test } from 'vitest'
import { featuresAfterRule } from '../../../data/import/rule-features.ts'
import type { FeatureId } from '../../../data/model/feature.ts'
import type { DogAccess } from '../../../data/model/park.ts'

test.each<[DogAccess | null, DogAccess | null, FeatureId[], FeatureId[]]>([
  // What a person ticked in a submission does not make an on-leash park an off-leash area.
  [null, 'on_leash', ['off-leash', 'water'], ['on-leash', 'water']],
  ['fenced_dog_park', 'on_leash', ['off-leash', 'fenced', 'water'], ['on-leash', 'water']],
  ['on_leash', 'off_leash', ['on-leash', 'water'], ['off-leash', 'water']],
  ['dog_park', 'dogs_allowed', ['off-leash', 'fenced'], ['fenced']],
  ['on_leash', null, ['on-leash', 'water'], ['water']],
])('the features of a park whose rule changes from %s to %s', (before, after, features, expected) => {
  expect(new Set(featuresAfterRule(before, after, features))).toEqual(new Set(expected))
})
