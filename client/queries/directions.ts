import { estimate } from '../../data/geo/estimate.ts'
import type { LatLng } from '../../data/model/point.ts'
import { parkAddressText } from '../../data/geo/map-links.ts'
import { doubtAbout } from '../../data/model/directions.ts'
import type { Place } from '../../data/model/search.ts'
import type { Directions, DirectionsEnd, DistanceUnit, TravelMode } from '../../data/model/directions.ts'
import type { Park } from '../../data/model/park.ts'
import { placeLabel } from '../../data/places/label.ts'
import { ApiError, isUnreachable } from '../api/error.ts'
import { fetchDirections } from '../api/directions.ts'
import { fetchAddressAt, fetchPostcodesOfAddress } from '../api/places.ts'
import { useDataServices } from './context.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'

/** The start of a route: a typed place or the user's position. */
export type Start = { text: string } | { position: LatLng; label: string }

/** A route, and why it is an estimate if the server could not calculate it. */
export interface FoundWay {
  directions: Directions
  /**
   * `offline`: there is no network. `server`: the server did not answer. `engine`: its route service did not.
   * `null`: not an estimate.
   */
  instead: 'offline' | 'server' | 'engine' | null
}

export interface RouteQuestion {
  park: Park
  start: Start
  mode: TravelMode
  unit: DistanceUnit
}

/** A park as the destination of a route. */
const parkDestination = (park: Park): DirectionsEnd => ({
  label: parkAddressText({ name: park.name, city: park.city, state: park.state, postcode: park.postal_code }),
  latitude: Number(park.latitude),
  longitude: Number(park.longitude),
  approximate: park.locationAccuracy === 'suburb',
})

/**
 * The `origin` parameter: typed text unchanged, or a position as "lat,lng" to five decimals (about a metre).
 */
export const originOf = (start: Start): string =>
  'text' in start
    ? start.text
    : `${start.position.latitude.toFixed(5)},${start.position.longitude.toFixed(5)}`

interface KnownStart {
  origin: DirectionsEnd
  others: DirectionsEnd[]
  guessed: boolean
}

const endOf = (place: Place): DirectionsEnd => ({
  label: placeLabel(place),
  latitude: place.latitude,
  longitude: place.longitude,
  approximate: true,
})

/** The start as this device reads it: of several places of the name, the one near the park. */
async function startOnDevice(device: Device, start: Start, near: DirectionsEnd): Promise<KnownStart | null> {
  if ('position' in start)
    return {
      origin: { label: start.label, ...start.position, approximate: false },
      others: [],
      guessed: false,
    }
  const answer = await device.ask('start', { text: start.text, near })
  // A state is no single point.
  if (answer === ABSENT || answer.place === null || answer.place.kind === 'state') return null
  return { origin: endOf(answer.place), others: answer.others.map(endOf), guessed: answer.guessed }
}

/** A walk in a downloaded area, calculated on this device; `undefined` if there is none. */
async function walkInArea(
  device: Device,
  { park, start, unit }: RouteQuestion,
): Promise<Directions | undefined> {
  const destination = parkDestination(park)
  const known = await startOnDevice(device, start, destination)
  if (known === null) return undefined
  // The router is only loaded for people who walk.
  const { walkOnDevice } = await import('./on-foot.ts')
  const walk = await walkOnDevice(known.origin, destination, unit)
  return walk && { ...walk, ...doubtAbout(known, destination) }
}

/**
 * Finds a route to a park. In a downloaded area, this device calculates walks itself, so that they need no
 * network. If the server or its route service is unavailable, this device estimates other routes.
 * @throws ApiError, NoAnswerError if the start is unknown or there is no route
 */
async function findRoute(device: Device, question: RouteQuestion, signal?: AbortSignal): Promise<FoundWay> {
  const { park, start, mode, unit } = question
  if (mode === 'walking') {
    const walk = await walkInArea(device, question).catch(() => undefined)
    if (walk) return { directions: walk, instead: null }
  }
  try {
    const directions = await fetchDirections(
      {
        parkId: park.id,
        latitude: park.latitude,
        longitude: park.longitude,
        mode,
        origin: originOf(start),
        units: unit,
      },
      signal,
    )
    // The server knows a position by its numbers only.
    const origin = { ...directions.origin, ...('position' in start && { label: start.label }) }
    return { directions: { ...directions, origin }, instead: null }
  } catch (error) {
    signal?.throwIfAborted()
    const isEngineTrouble =
      error instanceof ApiError && (error.code === 'engine-unavailable' || error.code === 'busy')
    if (!isEngineTrouble && !isUnreachable(error)) throw error
    const destination = parkDestination(park)
    const known = await startOnDevice(device, start, destination).catch(() => null)
    if (known === null) throw error
    return {
      directions: {
        ...estimate(known.origin, destination, mode, unit),
        ...doubtAbout(known, destination),
      },
      instead: isEngineTrouble ? 'engine' : navigator.onLine ? 'server' : 'offline',
    }
  }
}

/** {@link findRoute} with this device's directory. */
export function useFindRoute(): (question: RouteQuestion, signal?: AbortSignal) => Promise<FoundWay> {
  const { device } = useDataServices()
  return (question, signal) => findRoute(device, question, signal)
}

/** The address of a position, from the server; `null` if it does not answer or knows none. */
export const addressAt = (position: LatLng): Promise<string | null> =>
  fetchAddressAt(position).catch(() => null)

/** Logs the postcodes of a typed address (specification 17.40). */
export async function logPostcodes(address: string): Promise<void> {
  try {
    // oxlint-disable-next-line no-console -- the specification asks for a log entry
    console.debug('Postcodes of the address:', (await fetchPostcodesOfAddress(address)).join(', '))
  } catch {
    // Without a network there is nothing to log.
  }
}
