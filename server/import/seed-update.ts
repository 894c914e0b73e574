import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { isSamePark, sameName } from '../../data/import/merge.ts'
import { councilOfSources } from '../../data/import/sources.ts'
import { compareAccuracy } from '../../data/model/park.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { formerFacts } from '../../data/sources/former-facts.ts'
import { FIRST_SEED_PARKS, SEED_VERSION } from '../../data/sources/parks.ts'
import { councilAreaAt } from '../geo/council-areas.ts'
import {
  publishChange,
  readSeedVersion,
  removedParks,
  storedParks,
  storedPublicParks,
  writeSeedVersion,
} from '../repositories/directory.ts'
import type { PublishedPark } from '../repositories/directory.ts'
import type { Tables } from '../database/tables.ts'

/** The seed that gave better positions and further parks. */
const SEED_WITH_POSITIONS = 2

/**
 * The park with the seed's corrections of the facts that it still has as an earlier seed said them. Facts that
 * belong together, such as a place and its position, are only corrected together.
 */
function withCorrections(park: DirectoryPark, seeded: DirectoryPark | undefined): DirectoryPark {
  if (seeded === undefined) return park
  let corrected = park
  for (const { id, was } of formerFacts) {
    if (id !== park.id) continue
    const fields = Object.keys(was) as (keyof DirectoryPark)[]
    if (fields.every((field) => isDeepStrictEqual(park[field], was[field])))
      corrected = { ...corrected, ...Object.fromEntries(fields.map((field) => [field, seeded[field]])) }
  }
  return corrected
}

/** The seed's better position, if the park is still the seed's and its own position is worse. */
function withSeedPosition(park: DirectoryPark, seeded: DirectoryPark | undefined): DirectoryPark {
  if (
    seeded === undefined ||
    park.position !== null ||
    park.state !== seeded.state ||
    park.city !== seeded.city ||
    !sameName(park.name, seeded.name) ||
    compareAccuracy(seeded.accuracy, park.accuracy) <= 0
  )
    return park
  const { latitude, longitude, accuracy, position } = seeded
  return { ...park, latitude, longitude, accuracy, position, council: seeded.council }
}

const withCouncil = (park: DirectoryPark): DirectoryPark =>
  park.council === null
    ? {
        ...park,
        council:
          (park.accuracy === 'suburb' ? councilOfSources(park.sources, park.state)?.code : undefined) ??
          councilAreaAt(park),
      }
    : park

/**
 * Gives a directory that began with an earlier seed what the present one adds, once: better positions for the
 * seed's parks, council areas, further parks and corrections. What people have changed since stays. Call
 * inside a write transaction.
 * @returns the number of parks added or changed
 */
export async function updateFromSeed(
  db: Kysely<Tables>,
  seed: readonly DirectoryPark[],
  at: Date,
): Promise<number> {
  const version = await readSeedVersion(db)
  if (version >= SEED_VERSION) return 0
  const hasPositions = version >= SEED_WITH_POSITIONS
  const seeded = new Map(seed.map((park) => [park.id, park]))
  const stored = await storedPublicParks(db)
  const changed = stored
    .map((park) => {
      const inSeed = seeded.get(park.id)
      const corrected = withCorrections(park, inSeed)
      return {
        park,
        updated: hasPositions ? corrected : withCouncil(withSeedPosition(corrected, inSeed)),
      }
    })
    .filter(({ park, updated }) => updated !== park && updated.council !== null)
    .map(({ updated }) => updated)
  // Also those that are not public, for example because dogs are not allowed, and those that were removed.
  const known = [...(await storedParks(db)), ...(await removedParks(db)).map(({ park }) => park)]
  const added = seed
    .filter(({ id }) => !hasPositions && id > FIRST_SEED_PARKS)
    .filter((park) => !known.some((other) => isSamePark(other, park)))
    .map(({ id: _id, ...park }): PublishedPark => park)
  const upserts = [...changed, ...added]
  await publishChange(db, { upserts }, at)
  await writeSeedVersion(db, SEED_VERSION)
  return upserts.length
}
