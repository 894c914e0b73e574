import { estimate } from '../../data/geo/estimate.ts'
import { parkAddressText } from '../../data/geo/map-links.ts'
import { doubtAbout } from '../../data/model/directions.ts'
import type { Place } from '../../data/model/search.ts'
import type { Directions, DirectionsEnd, DistanceUnit, TravelMode } from '../../data/model/directions.ts'
import type { Park } from '../../data/model/park.ts'
import { placeLabel } from '../../data/places/label.ts'
import { ApiError, isUnreachable } from '../api/error.ts'
import { fetchDirections } from '../api/directions.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'
import { inTime } from './sources.ts'

/** The start of a route: typed text, or a place that is known, such as the user's position. */
export type Start = { text: string } | DirectionsEnd

/** A route, and why this device has estimated it, if it has. */
export interface FoundRoute {
  directions: Directions
  /**
   * `offline`: there is no network. `server`: the server did not answer. `engine`: its route service did not.
   * `null`: the server's answer, which may be an estimate too, or a walk that this device has calculated.
   */
  estimateReason: 'offline' | 'server' | 'engine' | null
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
  'text' in start ? start.text : `${start.latitude.toFixed(5)},${start.longitude.toFixed(5)}`

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
  if (!('text' in start)) return { origin: start, others: [], guessed: false }
  const answer = await inTime(device.ask('start', { text: start.text, near }))
  // A state is no single point.
  if (answer === ABSENT || answer.place === null || answer.place.kind === 'state') return null
  return { origin: endOf(answer.place), others: answer.others.map(endOf), guessed: answer.guessed }
}

/** A walk in a downloaded area, calculated on this device; `undefined` if there is none. */
async function walkBetween(origin: DirectionsEnd, destination: DirectionsEnd, unit: DistanceUnit) {
  // The router is only loaded for people who walk.
  const { walkOnDevice } = await import('./on-foot.ts')
  return walkOnDevice(origin, destination, unit)
}

/**
 * The walk that this device calculates; `undefined` if it has none or the route is for another mode.
 * @param origin the start as it is read, unless that is a position that this device has walked from already
 */
type WalkFrom = (origin: DirectionsEnd, isDoubtful?: boolean) => ReturnType<typeof walkBetween>

/**
 * Finds a route to a park. In a downloaded area, this device calculates walks itself: from a position without a
 * network, from a typed start after the server has read it, because it may know streets and houses. If the
 * server or its route service is unavailable, this device reads the start and estimates other routes.
 * @throws ApiError, NoAnswerError if the start is unknown or there is no route
 */
export async function findRoute(
  device: Device,
  question: RouteQuestion,
  signal?: AbortSignal,
): Promise<FoundRoute> {
  const { park, start, mode, unit } = question
  const destination = parkDestination(park)
  const walkFrom = async (origin: DirectionsEnd) =>
    mode === 'walking' ? walkBetween(origin, destination, unit).catch(() => undefined) : undefined
  const fromHere = 'text' in start ? undefined : await walkFrom(start)
  if (fromHere?.isWhole) return { directions: fromHere.directions, estimateReason: null }
  const walk: WalkFrom = async (origin, isDoubtful) => fromHere ?? (isDoubtful ? undefined : walkFrom(origin))
  try {
    return { directions: await routeByServer(question, walk, signal), estimateReason: null }
  } catch (error) {
    signal?.throwIfAborted()
    const code = error instanceof ApiError ? error.code : null
    const isEngineTrouble = code === 'engine-unavailable' || code === 'busy'
    if (!isEngineTrouble && code !== 'no-route' && !isUnreachable(error)) throw error
    const known = await startOnDevice(device, start, destination).catch(() => null)
    if (known === null) throw error
    const doubt = doubtAbout(known, destination)
    const walked = await walk(known.origin)
    if (walked) return { directions: { ...walked.directions, ...doubt }, estimateReason: null }
    if (code === 'no-route') throw error
    return {
      directions: { ...estimate(known.origin, destination, mode, unit), ...doubt },
      estimateReason: isEngineTrouble ? 'engine' : navigator.onLine ? 'server' : 'offline',
    }
  }
}

/** The server's route, or a walk on this device from the start as the server reads it. */
async function routeByServer(
  { park, start, mode, unit }: RouteQuestion,
  walkFrom: WalkFrom,
  signal: AbortSignal | undefined,
): Promise<Directions> {
  const { id: parkId, latitude, longitude } = park
  const directions = await fetchDirections(
    { parkId, latitude, longitude, mode, origin: originOf(start), units: unit },
    signal,
  )
  const { otherOrigins, doubtful } = directions
  // The server knows a position by its numbers only.
  const origin = {
    ...directions.origin,
    ...(!('text' in start) && { label: start.label, approximate: start.approximate }),
  }
  const walk = await walkFrom(origin, doubtful)
  // A part of the streets may lead far around.
  return walk && (walk.isWhole || directions.source === 'estimate')
    ? { ...walk.directions, otherOrigins, doubtful }
    : { ...directions, origin }
}
