import type { ParkCorrection, ParkEdit, ParkFacts, ReportDetails } from '../../../data/model/inbox.ts'

/**
 * What the form of a park's details changes. Latitude and longitude are always sent together. With a new rule for dogs,
 * the features are sent: one that followed from the old rule stays only if it is still ticked. So are the leash hours with
 * a rule for certain times, because those that are beside it in the form are these times. Other leash hours are sent with
 * the rule that they were beside.
 */
export function parkEdit(before: NonNullable<ReportDetails['park']>, after: ParkFacts): ParkEdit {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof ParkFacts]),
  )
  const changes = Object.fromEntries(changed) as ParkCorrection
  if ('access' in changes) changes.features = after.features
  if (changes.access === 'off_leash_timed') changes.leashHours = after.leashHours
  if ('latitude' in changes || 'longitude' in changes) {
    changes.latitude = after.latitude
    changes.longitude = after.longitude
  }
  return {
    act: 'edit',
    changes,
    ...(changes.features && { featuresBefore: before.features }),
    ...('leashHours' in changes && !('access' in changes) && { accessBefore: before.access }),
  }
}
