import * as z from 'zod/mini'
import { ID_MAX } from './numbers.ts'
import { FEATURE_IDS, FeatureId, readFeatures } from './feature.ts'
import { METRES_PER_MILE } from './constants.ts'
import { CouncilCode } from './council.ts'
import { PositionSource, Source } from './source.ts'
import { StateCode } from './state.ts'

export const ParkId = z.int().check(z.positive(), z.lte(ID_MAX))
export type ParkId = z.infer<typeof ParkId>

export const SIZES = ['Medium', 'Large', 'Extra Large'] as const
export const Size = z.enum(SIZES)
export type Size = z.infer<typeof Size>

/**
 * `exact`: a point in the park. `near`: a point at or beside a large park or a beach, at most
 * {@link NEAR_METRES} or a little more from the entrance. `suburb`: only the centre of its suburb or town is
 * known.
 */
export const LocationAccuracy = z.enum(['exact', 'near', 'suburb'])
export type LocationAccuracy = z.infer<typeof LocationAccuracy>

/** Radius in metres of the area that is drawn for a `near` position. */
export const NEAR_METRES = 500

const RANKS: Readonly<Record<LocationAccuracy, number>> = { exact: 2, near: 1, suburb: 0 }
/** Positive if the first accuracy is better, 0 if they are the same, otherwise negative. */
export const compareAccuracy = (a: LocationAccuracy, b: LocationAccuracy) => RANKS[a] - RANKS[b]

/**
 * The dog rule of the source. `dogs_allowed`: dogs are allowed, but whether on or off the leash is unknown.
 */
export const DogAccess = z.enum([
  'off_leash',
  'off_leash_timed',
  'fenced_dog_park',
  'dog_park',
  'dogs_allowed',
  'on_leash',
])
export type DogAccess = z.infer<typeof DogAccess>

/**
 * A park in the directory: the same row on the server, on the device and in the search engine. Coordinates
 * are degrees (WGS 84 / GDA2020), rounded to 5 decimals (about a metre). Unknown values are `null`, or '' for
 * the parts of the address.
 */
export const DirectoryPark = z.strictObject({
  id: ParkId,
  name: z.string().check(z.minLength(1)),
  address: z.string(),
  /** Suburb or town: the locality under which `/state/{state}/{city-slug}` lists the park. */
  city: z.string(),
  /** Council area or greater city, as the source names it; '' if it is the same as `city`. */
  area: z.string(),
  state: StateCode,
  postcode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  accuracy: LocationAccuracy,
  /** Where the position comes from; `null` if from the park's own sources, or from the gazetteer. */
  position: z.nullable(PositionSource),
  /** The council area that the position is in; `null` if it is in none. */
  council: z.nullable(CouncilCode),
  access: DogAccess,
  /** Features that the park is known to have. */
  features: z.array(FeatureId),
  /** Features that the park is known to lack. Features in neither list are unknown. */
  lacks: z.array(FeatureId),
  size: z.nullable(Size),
  /** When the park is open, in the words of the source. */
  openingHours: z.nullable(z.string()),
  /** When dogs may be off the leash, or in the park at all, in the words of the source. */
  leashHours: z.nullable(z.string()),
  /** 0 to 5. */
  rating: z.nullable(z.number()),
  imageUrl: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Plain text, or JSON (specification 13.16). */
  description: z.nullable(z.string()),
  /** Who published the facts. */
  sources: z.array(Source),
  /**
   * Year of the newest fact, 'c.2016' if approximate, or the day on which it was last checked
   * ('2026-11-22'); `null` if the sources have no date.
   */
  asOf: z.nullable(z.string()),
  /** When the row was created, an ISO 8601 instant. */
  createdAt: z.string(),
})
export type DirectoryPark = z.infer<typeof DirectoryPark>

/**
 * A park in the API and on screens (specification 13.1): coordinates and rating as text, features as ids
 * separated by commas, distance in miles from the point of the search. The fields after `createdAt` are
 * additions of this product.
 */
export const Park = z.object({
  id: ParkId,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: StateCode,
  postal_code: z.string(),
  country: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  rating: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  distance: z.nullable(z.number()),
  size: z.nullable(Size),
  phone: z.nullable(z.string()),
  openingHours: z.nullable(z.string()),
  features: z.nullable(z.string()),
  description: z.nullable(z.string()),
  createdAt: z.string(),
  area: z.string(),
  locationAccuracy: LocationAccuracy,
  dogAccess: DogAccess,
  absentFeatures: z.nullable(z.string()),
  leashHours: z.nullable(z.string()),
  /** The publishers of `sources`, separated by '; '. */
  source: z.string(),
  sources: z.array(Source),
  asOf: z.nullable(z.string()),
  position: z.nullable(PositionSource),
  /** Code of the council area: see `GET /api/councils`. */
  council: z.nullable(CouncilCode),
})
export type Park = z.infer<typeof Park>

/**
 * When the facts were checked as a number that sorts by time: the year, or the day, of 'c.2016' or
 * '2026-11-22'.
 */
export function checkedOrder(asOf: string | null): number {
  const [, year = 0, month = 0, day = 0] = /(\d{4})(?:-(\d\d)-(\d\d))?/.exec(asOf ?? '') ?? []
  return Number(year) * 10_000 + Number(month) * 100 + Number(day)
}

/** The later of two dates of facts; the second one if neither is later. */
export const laterDate = (one: string | null, other: string): string =>
  one !== null && checkedOrder(one) > checkedOrder(other) ? one : other

/** Converts metres to miles, rounded to hundredths. */
export const milesOf = (metres: number) => Math.round((metres / METRES_PER_MILE) * 100) / 100

/**
 * The tags of a park in catalogue order: its features and three derived ones (specification 13.19 to 13.21).
 * Park 1 has Water Source, every park has Dog Friendly, and a name with 'off-leash', 'off leash' or
 * 'unleashed' adds Off-leash Area.
 */
export function featureTags(park: Pick<Park, 'id' | 'name' | 'features'>): FeatureId[] {
  const tags = new Set<FeatureId>(readFeatures(park.features))
  if (park.id === 1) tags.add('water')
  if (/off[- ]leash|unleashed/i.test(park.name)) tags.add('off-leash')
  tags.add('dog-friendly')
  return FEATURE_IDS.filter((id) => tags.has(id))
}

/**
 * The URL of a picture if it is on our own origin, otherwise `null`: pictures of other sites are never loaded
 * (docs/security.md).
 */
export const ownPicture = (imageUrl: string | null): string | null =>
  imageUrl !== null && /^\/(?!\/)/.test(imageUrl) ? imageUrl : null
