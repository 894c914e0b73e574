import { estimate } from '../../data/geo/estimate.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import { parkAddressText } from '../../data/geo/map-links.ts'
import type { Directions, DirectionsEnd, DistanceUnit, TravelMode } from '../../data/model/directions.ts'
import type { Park } from '../../data/model/park.ts'
import { placeLabel } from '../../data/search/index.ts'
import { ApiError, isUnreachable } from '../api/error.ts'
import { fetchDirections } from '../api/maps.ts'
import { useDataSide } from './context.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'

/** Where a way starts: what was typed, or where the person is. */
export type Start = { text: string } | { position: LatLng; label: string }

/** A way, and why it is an estimate where the server could not be asked. */
export interface FoundWay {
  directions: Directions
  /** `offline`: no server answered. `engine`: it did, and its route service did not. */
  instead: 'offline' | 'engine' | null
}

export interface WayQuestion {
  park: Park
  start: Start
  mode: TravelMode
  unit: DistanceUnit
}

/** The park as the end of a way. */
const parkEnd = (park: Park): DirectionsEnd => ({
  label: parkAddressText({ name: park.name, city: park.city, state: park.state, postcode: park.postal_code }),
  latitude: Number(park.latitude),
  longitude: Number(park.longitude),
  approximate: park.locationAccuracy === 'suburb',
})

/** What the server is asked: words as they are, a position with a comma, to five decimals (a metre). */
export const originOf = (start: Start): string =>
  'text' in start
    ? start.text
    : `${start.position.latitude.toFixed(5)},${start.position.longitude.toFixed(5)}`

async function startOnDevice(device: Device, start: Start): Promise<DirectionsEnd | null> {
  if ('position' in start) return { label: start.label, ...start.position, approximate: false }
  const answer = await device.ask('search', { in: 'directory', request: { query: start.text, limit: 1 } })
  const place = answer === ABSENT ? null : answer.understood.place
  return (
    place && {
      label: placeLabel(place),
      latitude: place.latitude,
      longitude: place.longitude,
      approximate: true,
    }
  )
}

/**
 * The way to a park. Without the server, or with its route service away, it is the estimate of this device, which says so.
 * @throws ApiError, NoAnswerError when the start is not known or there is no way
 */
async function findWay(
  device: Device,
  { park, start, mode, unit }: WayQuestion,
  signal?: AbortSignal,
): Promise<FoundWay> {
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
    return { directions, instead: null }
  } catch (error) {
    signal?.throwIfAborted()
    const engine = error instanceof ApiError && (error.code === 'engine-unavailable' || error.code === 'busy')
    if (!engine && !isUnreachable(error)) throw error
    const origin = await startOnDevice(device, start).catch(() => null)
    if (origin === null) throw error
    return { directions: estimate(origin, parkEnd(park), mode, unit), instead: engine ? 'engine' : 'offline' }
  }
}

/** {@link findWay} with the directory of this device. */
export function useFindWay(): (question: WayQuestion, signal?: AbortSignal) => Promise<FoundWay> {
  const { device } = useDataSide()
  return (question, signal) => findWay(device, question, signal)
}
