import type { TravelMode } from '../model/directions.ts'
import type { DirectoryPark } from '../model/park.ts'
import type { LatLng } from './earth.ts'

/** Where a way leads, as far as other programs need to know: a point, or words when the point is only a suburb's middle. */
export type HandOffPlace = LatLng | { words: string }

type PlacedPark = Pick<
  DirectoryPark,
  'name' | 'city' | 'state' | 'postcode' | 'latitude' | 'longitude' | 'accuracy'
>

/** 'Bark Park, Fitzroy VIC 3065, Australia': what one would tell a taxi driver. */
export const parkInWords = ({
  name,
  city,
  state,
  postcode,
}: Pick<PlacedPark, 'name' | 'city' | 'state' | 'postcode'>) =>
  `${name}, ${[city, state, postcode].filter(Boolean).join(' ')}, Australia`

export const parkPlace = (park: PlacedPark): HandOffPlace =>
  park.accuracy === 'exact'
    ? { latitude: park.latitude, longitude: park.longitude }
    : { words: parkInWords(park) }

const written = (place: HandOffPlace) =>
  'words' in place ? place.words : `${place.latitude},${place.longitude}`

/**
 * Address of Google Maps directions (https://developers.google.com/maps/documentation/urls/get-started#directions-action). Without an origin,
 * Google starts where the device is.
 */
export function googleMapsDirections(
  origin: string | undefined,
  destination: HandOffPlace,
  mode: TravelMode,
): string {
  const from = origin?.trim() ? `&origin=${encodeURIComponent(origin.trim())}` : ''
  return `https://www.google.com/maps/dir/?api=1${from}&destination=${encodeURIComponent(written(destination))}&travelmode=${mode}`
}

/** Hands a place to whatever map the phone has (RFC 5870; the query with a label is what Android reads). */
export function geoUri(place: HandOffPlace, label: string): string {
  if ('words' in place) return `geo:0,0?q=${encodeURIComponent(place.words)}`
  const point = `${place.latitude},${place.longitude}`
  return `geo:${point}?q=${point}(${encodeURIComponent(label.replace(/[()]/g, ' '))})`
}
