import { expect, test } from 'vitest'
import { parkEdit } from '../../client/features/admin/park-edit.ts'
import type { ParkFacts } from '../../data/model/inbox.ts'

const FACTS: ParkFacts = {
  name: 'Rosella Run',
  address: '',
  city: 'Carlton North',
  state: 'VIC',
  postcode: '3054',
  latitude: -37.7851,
  longitude: 144.9721,
  accuracy: 'exact',
  access: 'off_leash',
  features: ['off-leash', 'water'],
  size: null,
  openingHours: null,
  leashHours: 'Off-leash before 9am',
  phone: null,
  description: null,
}
const BEFORE = { ...FACTS, id: 1, sources: [], asOf: '2024' }

test('an edit has only what the form changes, and says which features it showed', () => {
  expect(parkEdit(BEFORE, FACTS)).toEqual({ act: 'edit', changes: {} })
  expect(parkEdit(BEFORE, { ...FACTS, features: ['off-leash', 'shade'], latitude: -37.7862 })).toEqual({
    act: 'edit',
    changes: { features: ['off-leash', 'shade'], latitude: -37.7862, longitude: FACTS.longitude },
    featuresBefore: FACTS.features,
  })
})

test('an edit of the leash hours says which rule was beside them', () => {
  const leashHours = 'Off-leash before 10am'
  expect(parkEdit(BEFORE, { ...FACTS, leashHours })).toEqual({
    act: 'edit',
    changes: { leashHours },
    accessBefore: FACTS.access,
  })
})

test('with a rule for certain times, the hours beside it in the form are sent as these times', () => {
  expect(parkEdit(BEFORE, { ...FACTS, access: 'off_leash_timed' }).changes).toEqual({
    access: 'off_leash_timed',
    features: FACTS.features,
    leashHours: FACTS.leashHours,
  })
  // Another rule may not allow them.
  expect(parkEdit(BEFORE, { ...FACTS, access: 'on_leash', features: ['on-leash'] }).changes).toEqual({
    access: 'on_leash',
    features: ['on-leash'],
  })
})
