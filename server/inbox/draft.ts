import type { FeatureId } from '../../data/model/feature.ts'
import type { AlikePark, ParkDraft } from '../../data/model/inbox.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import type { ReceivedSubmission } from '../../data/model/submission.ts'
import { metresBetween } from '../../data/search/index.ts'
import type { Gazetteer } from '../../data/search/index.ts'
import { fold } from '../../data/search/text.ts'
import type { DirectoryCopy } from '../directory.ts'
import type { Geocoder } from '../geo/geocoder.ts'

/** A park this near the draft may be the same one, whatever it is called. Metres. */
const SAME_SPOT = 150
/** Words that say nothing of which park it is. */
const PLAIN_WORDS = new Set([
  'park',
  'reserve',
  'oval',
  'dog',
  'dogs',
  'off',
  'leash',
  'offleash',
  'area',
  'the',
  'exercise',
  'recreation',
  'playground',
])
const MOST_ALIKE = 5

type Filled = Pick<ParkDraft, 'city' | 'postcode' | 'latitude' | 'longitude' | 'accuracy'>

/** What the gazetteer knows of the suburb, and says where it knows better. */
function fromGazetteer(
  { suburb, state, postcode }: ReceivedSubmission,
  gazetteer: Gazetteer,
): Filled & { notes: string[] } {
  const named = gazetteer.localitiesOf(state, suburb.trim())
  const home = named.find((locality) => locality.postcode === postcode.trim()) ?? named[0]
  if (home === undefined) {
    return {
      city: suburb.trim(),
      postcode: postcode.trim(),
      latitude: null,
      longitude: null,
      accuracy: 'suburb',
      notes: [`The gazetteer knows no ${suburb.trim()} in ${state}.`],
    }
  }
  const notes = [`Position filled from ${home.name} ${state} ${home.postcode}, approximate.`]
  if (home.postcode !== postcode.trim())
    notes.unshift(`${home.name} has the postcode ${home.postcode}, not ${postcode.trim()}.`)
  return {
    city: home.name,
    postcode: home.postcode,
    latitude: home.latitude,
    longitude: home.longitude,
    accuracy: 'suburb',
    notes,
  }
}

/** The rule for dogs that the features say; `null` where they say none. */
function ruleIn(features: readonly FeatureId[]): ParkDraft['access'] {
  if (!features.includes('off-leash')) return null
  return features.includes('fenced') ? 'fenced_dog_park' : 'off_leash'
}

const tellingWords = (name: string) =>
  fold(name)
    .split(' ')
    .filter((word) => word !== '' && !PLAIN_WORDS.has(word))

/** Parks that may be the very one: at the same spot, or in the same suburb under a name that shares a word that tells. */
export function alikeParks(
  { name, city, state, latitude, longitude, accuracy }: ParkDraft,
  parks: readonly DirectoryPark[],
): AlikePark[] {
  const words = new Set(tellingWords(name))
  const at = latitude === null || longitude === null ? null : { latitude, longitude }
  return parks
    .filter((park) => park.state === state)
    .map((park) => ({ park, distance: at === null ? null : Math.round(metresBetween(at, park)) }))
    .filter(({ park, distance }) => {
      if (distance !== null && accuracy === 'exact' && park.accuracy === 'exact' && distance <= SAME_SPOT)
        return true
      return fold(park.city) === fold(city) && tellingWords(park.name).some((word) => words.has(word))
    })
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.park.id - b.park.id)
    .slice(0, MOST_ALIKE)
    .map(({ park: { id, name, city, state, postcode }, distance }) => ({
      id,
      name,
      place: [city, state, postcode].filter(Boolean).join(' '),
      distance,
    }))
}

/**
 * A submission as it could become a park: the person's words, with what the gazetteer knows of the suburb, and the position of the address
 * where a service that knows streets is configured.
 */
export async function draftOf(
  submission: ReceivedSubmission,
  { engine, gazetteer }: DirectoryCopy,
  geocoder: Geocoder,
): Promise<{ draft: ParkDraft; notes: string[]; alike: AlikePark[] }> {
  const { notes, ...filled } = fromGazetteer(submission, gazetteer)
  const address = submission.address.trim()
  // A service that is away costs the better position, not the draft.
  const found = await geocoder
    .find([address, filled.city, submission.state, filled.postcode].filter(Boolean).join(', '))
    .catch(() => [])
  const exact = found.find(({ approximate }) => !approximate)
  if (exact) {
    Object.assign(filled, {
      latitude: exact.latitude,
      longitude: exact.longitude,
      accuracy: 'exact',
    } satisfies Partial<Filled>)
    notes.splice(
      0,
      notes.length,
      ...notes.filter((note) => !note.startsWith('Position')),
      `Position found for ${exact.label}. Check it on the map.`,
    )
  }
  const access = ruleIn(submission.features)
  if (access === null) notes.push('The rule for dogs is not said.')
  const draft: ParkDraft = {
    name: submission.parkName.trim(),
    address,
    state: submission.state,
    ...filled,
    access,
    features: submission.features,
    size: null,
    openingHours: submission.openingHours?.trim() || null,
    leashHours: null,
    phone: null,
    description: [submission.description?.trim(), submission.website].filter(Boolean).join('\n\n') || null,
  }
  return { draft, notes, alike: alikeParks(draft, engine.all()) }
}
