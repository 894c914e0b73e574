import { Directions } from '../../data/model/directions.ts'
import type { TravelMode } from '../../data/model/directions.ts'
import type { ParkId } from '../../data/model/park.ts'
import { read } from './request.ts'

export interface DirectionsQuestion {
  parkId: ParkId
  latitude: string
  longitude: string
  mode: TravelMode
  /** An address, a suburb, a postcode, or "latitude,longitude". */
  origin: string
  units: 'miles' | 'km'
}

/**
 * The parameters of `GET /api/directions` (specification 17.28). `parkId` lets the server see whether the
 * position is approximate.
 */
export function directionsParams({
  parkId,
  latitude,
  longitude,
  mode,
  origin,
  units,
}: DirectionsQuestion): URLSearchParams {
  return new URLSearchParams({
    lat: latitude,
    lng: longitude,
    mode,
    parkId: String(parkId),
    ...(origin.trim() === '' ? {} : { origin: origin.trim() }),
    ...(units === 'km' ? { units } : {}),
  })
}

/** `GET /api/directions` as data. */
export const fetchDirections = async (question: DirectionsQuestion, signal?: AbortSignal) =>
  (await read(`/api/directions?${directionsParams(question)}`, Directions, signal)).data
