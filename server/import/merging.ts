import { FEATURE_IDS } from '../../data/model/feature.ts'
import { sameName } from '../../data/sources/merge.ts'
import type { ParkFacts } from './matching.ts'

const yearOf = (asOf: string | null) => Number(/\d{4}/.exec(asOf ?? '')?.[0] ?? 0)

/**
 * A park with what a row says of it. The row wins where it speaks, unless it is known to be older: then it only fills what was open. A position
 * that is only the suburb's never takes the place of an exact one. Merging the same row again changes nothing.
 */
export function mergeRow(
  park: ParkFacts,
  row: ParkFacts,
  { accessAssumed, sameNumber }: { accessAssumed: boolean; sameNumber: boolean },
): ParkFacts {
  const older = park.asOf !== null && row.asOf !== null && yearOf(row.asOf) < yearOf(park.asOf)
  const prefer = <T>(said: T | null, known: T | null) => (older ? (known ?? said) : (said ?? known))
  const text = (said: string, known: string) => prefer(said || null, known || null) ?? ''
  const places = older
    ? park.accuracy === 'suburb' && row.accuracy === 'exact'
    : row.accuracy === 'exact' || park.accuracy === 'suburb'
  const where = places ? row : park
  const lacks = older ? row.lacks.filter((id) => !park.features.includes(id)) : row.lacks
  const features = new Set([
    ...(older ? row.features.filter((id) => !park.lacks.includes(id)) : row.features),
    ...park.features.filter((id) => !lacks.includes(id)),
  ])
  const merged: ParkFacts = {
    ...park,
    // Another spelling of a name is no news; another name under the same number is.
    name: sameNumber && !older && !sameName(park.name, row.name) ? row.name : park.name,
    address: text(row.address, park.address),
    city: where.city,
    area: text(row.area, park.area),
    state: where.state,
    postcode: where.city === row.city ? text(row.postcode, park.postcode) : park.postcode,
    latitude: where.latitude,
    longitude: where.longitude,
    accuracy: where.accuracy,
    access: accessAssumed ? (park.access ?? row.access) : prefer(row.access, park.access),
    features: FEATURE_IDS.filter((id) => features.has(id)),
    lacks: FEATURE_IDS.filter((id) => !features.has(id) && (lacks.includes(id) || park.lacks.includes(id))),
    size: prefer(row.size, park.size),
    openingHours: prefer(row.openingHours, park.openingHours),
    leashHours: prefer(row.leashHours, park.leashHours),
    rating: prefer(row.rating, park.rating),
    phone: prefer(row.phone, park.phone),
    description: prefer(row.description, park.description),
    asOf: older ? park.asOf : (row.asOf ?? park.asOf),
  }
  const changed = differences(park, merged).length > 0
  return changed ? { ...merged, source: withSource(park.source, row.source) } : park
}

/** Characters of the sources that are named. A list that names another with each row of one park would make a text without end. */
const SOURCES_MAX_LENGTH = 2_000

/** Names a further source, once. */
export function withSource(known: string, further: string): string {
  if (known === '') return further
  if (known.length + further.length > SOURCES_MAX_LENGTH) return known
  return known.split('; ').includes(further) || known.includes(further) ? known : `${known}; ${further}`
}

/** What people see of a park, under the names they know it by. */
const SEEN: readonly (readonly [label: string, say: (park: ParkFacts) => string])[] = [
  ['Name', (park) => park.name],
  ['Address', (park) => park.address],
  ['Suburb', (park) => park.city],
  ['Area', (park) => park.area],
  ['State', (park) => park.state],
  ['Postcode', (park) => park.postcode],
  [
    'Position',
    (park) => `${park.latitude}, ${park.longitude}${park.accuracy === 'exact' ? '' : ' (approximate)'}`,
  ],
  ['Rule for dogs', (park) => park.access?.replaceAll('_', ' ') ?? 'unknown'],
  ['Features', (park) => park.features.join(', ')],
  ['Known to be missing', (park) => park.lacks.join(', ')],
  ['Size', (park) => park.size ?? ''],
  ['Opening hours', (park) => park.openingHours ?? ''],
  ['Leash hours', (park) => park.leashHours ?? ''],
  ['Rating', (park) => (park.rating === null ? '' : String(park.rating))],
  ['Phone', (park) => park.phone ?? ''],
  ['Description', (park) => park.description ?? ''],
  ['Source', (park) => park.source],
  ['Year of the facts', (park) => park.asOf ?? ''],
]

/** What is different between two states of a park, in words. */
export function differences(
  before: ParkFacts,
  after: ParkFacts,
): { field: string; before: string; after: string }[] {
  return SEEN.map(([field, say]) => ({ field, before: say(before), after: say(after) })).filter(
    (change) => change.before !== change.after,
  )
}
