import { FEATURE_IDS } from '../../data/model/feature.ts'
import type { DirectoryPark, DogAccess } from '../../data/model/park.ts'
import { MEANING_OF_ACCESS } from '../../data/sources/features.ts'
import type { StoredPark } from '../repositories/directory.ts'

/** A park with a rule for dogs, and what that says of leash and fence. What is known of these already stays. */
export function withRule(park: StoredPark, access: DogAccess): DirectoryPark {
  const { features = [], lacks = [] } = MEANING_OF_ACCESS[access]
  const there = new Set([...park.features, ...features.filter((id) => !park.lacks.includes(id))])
  return {
    ...park,
    access,
    features: FEATURE_IDS.filter((id) => there.has(id)),
    lacks: FEATURE_IDS.filter((id) => !there.has(id) && (park.lacks.includes(id) || lacks.includes(id))),
  }
}
