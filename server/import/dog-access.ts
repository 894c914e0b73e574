import { FEATURE_IDS } from '../../data/model/feature.ts'
import type { DirectoryPark, DogAccess } from '../../data/model/park.ts'
import { MEANING_OF_ACCESS } from '../../data/import/features.ts'
import type { StoredPark } from '../repositories/directory.ts'

/**
 * Sets a park's rule for dogs, with what it implies about leash and fence. Features that are already known
 * stay unchanged.
 */
export function withAccess(park: StoredPark, access: DogAccess): DirectoryPark {
  const { features = [], lacks = [] } = MEANING_OF_ACCESS[access]
  const present = new Set([...park.features, ...features.filter((id) => !park.lacks.includes(id))])
  return {
    ...park,
    access,
    features: FEATURE_IDS.filter((id) => present.has(id)),
    lacks: FEATURE_IDS.filter((id) => !present.has(id) && (park.lacks.includes(id) || lacks.includes(id))),
  }
}
