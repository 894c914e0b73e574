import type { DirectoryPark, LocationAccuracy } from '../model/park.ts'
import type { Locality } from '../model/locality.ts'
import type { StateCode } from '../model/state.ts'
import { roundCoordinate } from '../model/point.ts'
import { metresBetween } from './distance.ts'
import type { LatLng } from '../model/point.ts'
import { nameKey } from '../places/text.ts'
import type { LocalityLookup } from './locality-lookup.ts'

/** The location of a park as given in a list. Missing texts are ''. */
export interface ListedPlace {
  name: string
  address: string
  suburb: string
  /** City, town or council area. */
  city: string
  state: StateCode
  postcode: string
  position: (LatLng & { accuracy: LocationAccuracy }) | null
}

export type Place = Pick<DirectoryPark, 'city' | 'area' | 'postcode' | 'latitude' | 'longitude' | 'accuracy'>
export type Placing = { place: Place } | { leftOut: string }

/** A position in the park, or near it, farther than this from its suburb contradicts it. Metres. */
export const MAX_METRES_FROM_SUBURB = 15_000
/**
 * A locality read from a park's name is accepted if the list has another park of the same city within this
 * distance. Metres.
 */
const SAME_CITY_METRES = 10_000
/**
 * If the list has a park of a city farther than this from the town of that name, the city is a region.
 * Metres.
 */
const MAX_TOWN_RADIUS_METRES = 25_000

const distinct = (values: readonly string[]) => new Set(values).size

/** The postcode that all rows share, or '' if they differ. */
const postcodeOf = (rows: readonly Locality[]) =>
  distinct(rows.map((row) => row.postcode)) === 1 ? rows[0]!.postcode : ''

function placeAt(
  rows: readonly Locality[],
  listed: ListedPlace,
  position: (LatLng & { accuracy: LocationAccuracy }) | null,
): Placing {
  const [locality] = rows
  const where = position ?? { ...locality!, accuracy: 'suburb' as const }
  return {
    place: {
      city: locality!.name,
      area: nameKey(listed.city) === nameKey(locality!.name) ? '' : listed.city,
      postcode: rows.some((row) => row.postcode === listed.postcode) ? listed.postcode : postcodeOf(rows),
      latitude: roundCoordinate(where.latitude),
      longitude: roundCoordinate(where.longitude),
      accuracy: where.accuracy,
    },
  }
}

const nearest = (rows: readonly Locality[], point: LatLng) =>
  Math.min(...rows.map((row) => metresBetween(row, point)))

/**
 * Places a listed park with the help of the gazetteer. `others`: the listed parks that have a position. A
 * park without a position gets that of its suburb, or of the locality that its address ends with, that its
 * name begins with (if the list has another park of that city nearby), or that its city is (if it is a town,
 * not a region). A position in the park or near it that contradicts the suburb is replaced by the centre of the suburb, or of
 * the locality that the name begins with if that is nearer.
 */
export function placePark(
  listed: ListedPlace,
  known: LocalityLookup,
  others: readonly ListedPlace[],
): Placing {
  const suburb = known.named(listed.suburb, listed.state)
  if (listed.suburb !== '' && suburb.length === 0)
    return { leftOut: `the gazetteer has no ${listed.suburb} in ${listed.state}` }
  if (suburb.length > 0) return inSuburb(listed, suburb, known)
  if (listed.position) return { leftOut: 'a position without a suburb cannot be checked' }

  const lastOfAddress = known.named(listed.address.split(',').at(-1)!, listed.state)
  if (lastOfAddress.length > 0) return placeAt(lastOfAddress, listed, null)

  const sameCity = others.filter(
    (other) => other.position && other.state === listed.state && other.city === listed.city,
  )
  const town = known.named(listed.city, listed.state)
  const namedInPark = known
    .beginning(listed.name, listed.state)
    .filter(
      (row) =>
        nameKey(row.name) !== nameKey(listed.name) &&
        sameCity.some(({ position }) => metresBetween(row, position!) < SAME_CITY_METRES),
    )
  if (namedInPark.length > 0)
    return placeAt(
      namedInPark.filter((row) => row.name === namedInPark[0]!.name),
      listed,
      null,
    )

  const isRegion =
    town.length > 0 && sameCity.some(({ position }) => nearest(town, position!) > MAX_TOWN_RADIUS_METRES)
  if (town.length > 0 && !isRegion) return placeAt(town, listed, null)
  return {
    leftOut:
      listed.city === ''
        ? 'it has neither coordinates nor a suburb'
        : `no position, no suburb; ${listed.city} is a region, not a town`,
  }
}

function inSuburb(listed: ListedPlace, suburb: readonly Locality[], known: LocalityLookup): Placing {
  const withPostcode = suburb.filter((row) => row.postcode === listed.postcode)
  if (listed.postcode !== '' && withPostcode.length === 0) {
    const postcode = postcodeOf(suburb)
    if (postcode === '')
      return { leftOut: `${listed.suburb} has several postcodes, and ${listed.postcode} is none of them` }
  }
  const rows = withPostcode.length > 0 ? withPostcode : suburb
  const { position } = listed
  if (!position || position.accuracy === 'suburb' || nearest(rows, position) <= MAX_METRES_FROM_SUBURB)
    return placeAt(rows, listed, position)
  const candidates = [rows, known.beginning(listed.name, listed.state)].filter((found) => found.length > 0)
  const closest = candidates.toSorted((a, b) => nearest(a, position) - nearest(b, position))[0]!
  return placeAt(closest, listed, nearest(closest, position) <= MAX_METRES_FROM_SUBURB ? position : null)
}
