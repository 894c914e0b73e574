import type { FeatureId } from '../../data/model/feature.ts'
import type { SimilarPark, ParkDraft, ParkFacts } from '../../data/model/inbox.ts'
import type { DirectoryPark, LocationAccuracy } from '../../data/model/park.ts'
import { accuracyOfPoint } from '../../data/model/placed-point.ts'
import type { PlacedPoint } from '../../data/model/placed-point.ts'
import type { ReceivedSubmission } from '../../data/model/submission.ts'
import { roundCoordinate, wholeMetresBetween } from '../../data/model/point.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { suburbText } from '../../data/model/text.ts'
import type { Gazetteer } from '../../data/search/index.ts'
import { fold } from '../../data/places/text.ts'
import type { DirectoryCopy } from '../directory/directory.ts'
import type { AddressService, FoundAddress, Geocoder } from '../geo/geocoder.ts'
import { UpstreamError } from '../geo/upstream.ts'
import { answerFor, positionSourceOf } from '../import/locate.ts'

/** A park within this distance of the draft may be the same one, whatever its name. Metres. */
const SAME_POSITION_METRES = 150
/** Words that do not distinguish park names. */
const GENERIC_WORDS = new Set([
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
const MAX_ALIKE = 5

type PlaceFields = Pick<ParkDraft, 'city' | 'postcode' | 'latitude' | 'longitude' | 'accuracy'>

/** Fills in the place from the gazetteer, with notes on what differs from the submission. */
function fromGazetteer(
  { suburb, state, postcode }: ReceivedSubmission,
  gazetteer: Gazetteer,
): PlaceFields & { notes: string[] } {
  const named = gazetteer.localitiesOf(state, suburb.trim())
  const locality = named.find((locality) => locality.postcode === postcode.trim()) ?? named[0]
  if (locality === undefined) {
    return {
      city: suburb.trim(),
      postcode: postcode.trim(),
      latitude: null,
      longitude: null,
      accuracy: 'suburb',
      notes: [`The gazetteer has no ${suburb.trim()} in ${state}.`],
    }
  }
  const notes = [`Position filled from ${locality.name} ${state} ${locality.postcode}, approximate.`]
  if (locality.postcode !== postcode.trim())
    notes.unshift(`${locality.name} has the postcode ${locality.postcode}, not ${postcode.trim()}.`)
  return {
    city: locality.name,
    postcode: locality.postcode,
    latitude: locality.latitude,
    longitude: locality.longitude,
    accuracy: 'suburb',
    notes,
  }
}

const HOW = {
  map: () => 'placed on the map',
  device: () => 'where the sender was',
  'named-park': (name = 'a named park') => `that of ${name}`,
} as const satisfies Record<PlacedPoint['method'], (name?: string) => string>

/** Describes a placed point, and how far it is from the position that the draft would have without it. */
function placedNote(
  { method, name, accuracy }: PlacedPoint,
  distance: number | null,
  from: LocationAccuracy,
): string {
  const other = from === 'suburb' ? 'the centre of the suburb' : 'the address'
  const facts = [
    HOW[method](name),
    `accurate to about ${accuracy} m`,
    ...(distance === null ? [] : [`${distance} m from ${other}`]),
  ]
  return `The sender's position is used: ${facts.join(', ')}.`
}

/**
 * What the address service has for a submission, near the centre of its suburb; `undefined` if that is unknown.
 * @throws UpstreamError
 */
async function addressIn(
  { parkName, address, state }: ReceivedSubmission,
  { city, postcode, latitude, longitude }: PlaceFields,
  service: AddressService,
): Promise<FoundAddress | undefined> {
  if (latitude === null || longitude === null) return undefined
  const found = await service.find([address.trim(), city, state, postcode].filter(Boolean).join(', '))
  return answerFor({ name: parkName, address, latitude, longitude }, found)
}

/**
 * The source of the position with which a submission is accepted, if it is the one that its draft got from the
 * address service. If the service fails, that is unknown, and it is named: a position too many can be taken out
 * for its licence, one too few cannot be found.
 */
export async function addressSource(
  submission: ReceivedSubmission,
  { latitude, longitude, accuracy }: ParkFacts,
  { gazetteer }: DirectoryCopy,
  { streets }: Geocoder,
  at: Date,
): Promise<PositionSource | null> {
  const { point } = submission
  const isPlaced = point?.latitude === latitude && point.longitude === longitude
  if (streets === null || accuracy === 'suburb' || isPlaced) return null
  const source = positionSourceOf(streets.name, at.toISOString())
  try {
    const found = await addressIn(submission, fromGazetteer(submission, gazetteer), streets)
    const isFound =
      found !== undefined &&
      roundCoordinate(found.latitude) === latitude &&
      roundCoordinate(found.longitude) === longitude
    return isFound ? source : null
  } catch (error) {
    if (error instanceof UpstreamError) return source
    throw error
  }
}

/** The dog rule implied by the features; `null` if they imply none. */
function accessFromFeatures(features: readonly FeatureId[]): ParkDraft['access'] {
  if (!features.includes('off-leash')) return null
  return features.includes('fenced') ? 'fenced_dog_park' : 'off_leash'
}

const distinctiveWords = (name: string) =>
  fold(name)
    .split(' ')
    .filter((word) => word !== '' && !GENERIC_WORDS.has(word))

/**
 * Parks that may be the same: at the same position, or in the same suburb with a distinctive word of the name
 * in common.
 */
function alikeParks(
  { name, city, state, latitude, longitude, accuracy }: ParkDraft,
  parks: readonly DirectoryPark[],
): SimilarPark[] {
  const words = new Set(distinctiveWords(name))
  const at = latitude === null || longitude === null ? null : { latitude, longitude }
  return parks
    .filter((park) => park.state === state)
    .map((park) => ({ park, distance: at === null ? null : Math.round(wholeMetresBetween(at, park)) }))
    .filter(({ park, distance }) => {
      if (
        distance !== null &&
        accuracy === 'exact' &&
        park.accuracy === 'exact' &&
        distance <= SAME_POSITION_METRES
      )
        return true
      return fold(park.city) === fold(city) && distinctiveWords(park.name).some((word) => words.has(word))
    })
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.park.id - b.park.id)
    .slice(0, MAX_ALIKE)
    .map(({ park, distance }) => ({ id: park.id, name: park.name, place: suburbText(park), distance }))
}

/**
 * A draft park from a submission: the submitted facts, completed from the gazetteer, with the position of the
 * address if a service that knows streets is configured.
 */
export async function draftOf(
  submission: ReceivedSubmission,
  { engine, gazetteer }: DirectoryCopy,
  geocoder: Geocoder,
): Promise<{ draft: ParkDraft; notes: string[]; alike: SimilarPark[] }> {
  const { notes, ...place } = fromGazetteer(submission, gazetteer)
  // If the service fails, the draft keeps the approximate position.
  const exact = geocoder.streets && (await addressIn(submission, place, geocoder.streets).catch(() => null))
  if (exact) {
    Object.assign(place, {
      latitude: roundCoordinate(exact.latitude),
      longitude: roundCoordinate(exact.longitude),
      accuracy: 'exact',
    } satisfies Partial<PlaceFields>)
    notes.splice(
      0,
      notes.length,
      ...notes.filter((note) => !note.startsWith('Position')),
      `Position found for ${exact.label}. Check it on the map.`,
    )
  }
  const { point } = submission
  if (point) {
    const distance =
      place.latitude === null || place.longitude === null
        ? null
        : wholeMetresBetween(point, { latitude: place.latitude, longitude: place.longitude })
    notes.push(placedNote(point, distance, place.accuracy))
    const { latitude, longitude } = point
    Object.assign(place, {
      latitude,
      longitude,
      accuracy: accuracyOfPoint(point),
    } satisfies Partial<PlaceFields>)
  }
  const access = accessFromFeatures(submission.features)
  if (access === null) notes.push('No rule for dogs is given.')
  const draft: ParkDraft = {
    name: submission.parkName.trim(),
    address: submission.address.trim(),
    state: submission.state,
    ...place,
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
