import type { TravelMode } from '../model/directions.ts'
import type { DirectoryPark } from '../model/park.ts'
import type { LatLng } from '../model/point.ts'

/**
 * A destination for another app: a point, or an address text if the park's position is only the centre of its
 * suburb.
 */
export type HandOffPlace = LatLng | { words: string }

type PlacedPark = Pick<
  DirectoryPark,
  'name' | 'city' | 'state' | 'postcode' | 'latitude' | 'longitude' | 'accuracy'
>

/** The park as an address text, for example 'Bark Park, Fitzroy VIC 3065, Australia'. */
export const parkAddressText = ({
  name,
  city,
  state,
  postcode,
}: Pick<PlacedPark, 'name' | 'city' | 'state' | 'postcode'>) =>
  `${name}, ${[city, state, postcode].filter(Boolean).join(' ')}, Australia`

export const parkPlace = (park: PlacedPark): HandOffPlace =>
  park.accuracy === 'exact'
    ? { latitude: park.latitude, longitude: park.longitude }
    : { words: parkAddressText(park) }

const placeText = (place: HandOffPlace) =>
  'words' in place ? place.words : `${place.latitude},${place.longitude}`

/**
 * URL of Google Maps directions
 * (https://developers.google.com/maps/documentation/urls/get-started#directions-action). Without an origin,
 * Google starts at the device's position.
 */
export function googleMapsDirections(
  origin: string | undefined,
  destination: HandOffPlace,
  mode: TravelMode,
): string {
  const from = origin?.trim() ? `&origin=${encodeURIComponent(origin.trim())}` : ''
  return `https://www.google.com/maps/dir/?api=1${from}&destination=${encodeURIComponent(placeText(destination))}&travelmode=${mode}`
}

/**
 * URL of directions in Apple Maps, which an iPhone opens in its app
 * (https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks/MapLinks.html).
 */
export const appleMapsDirections = (destination: HandOffPlace): string =>
  `https://maps.apple.com/?daddr=${encodeURIComponent(placeText(destination))}`

/** A `geo:` URI (RFC 5870), which opens the phone's map app; Android reads the query with a label. */
export function geoUri(place: HandOffPlace, label: string): string {
  if ('words' in place) return `geo:0,0?q=${encodeURIComponent(place.words)}`
  const point = `${place.latitude},${place.longitude}`
  return `geo:${point}?q=${point}(${encodeURIComponent(label.replace(/[()]/g, ' '))})`
}
