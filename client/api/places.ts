import * as z from 'zod/mini'
import type { LatLng } from '../../data/model/point.ts'
import { StateCode } from '../../data/model/state.ts'
import { ApiError } from './error.ts'
import { read } from './request.ts'

/** `GET /api/states`: the codes. */
export async function fetchStates(signal?: AbortSignal): Promise<StateCode[]> {
  try {
    return (await read('/api/states', z.array(StateCode), signal)).data
  } catch (error) {
    if (error instanceof ApiError) error.message = 'Failed to fetch states'
    throw error
  }
}

/** `GET /api/states/{state}/cities`: names of suburbs and towns. */
export const fetchCities = async (state: StateCode, signal?: AbortSignal) =>
  (await read(`/api/states/${state.toLowerCase()}/cities`, z.array(z.string()), signal)).data

/** `GET /api/states/{state}/cities/{city}/postcodes`. */
export const fetchPostcodes = async (state: StateCode, city: string, signal?: AbortSignal) =>
  (
    await read(
      `/api/states/${state.toLowerCase()}/cities/${encodeURIComponent(city)}/postcodes`,
      z.array(z.string()),
      signal,
    )
  ).data

const FoundPlaces = z.object({ results: z.array(z.object({ formatted_address: z.string() })) })

/**
 * `GET /api/reverse-geocode`: the address or suburb at a position, without the country; `null` if there is
 * none.
 */
export async function fetchAddressAt({ latitude, longitude }: LatLng): Promise<string | null> {
  const params = new URLSearchParams({ lat: latitude.toFixed(5), lng: longitude.toFixed(5) })
  const { results } = (await read(`/api/reverse-geocode?${params}`, FoundPlaces)).data
  return results[0]?.formatted_address.replace(/, Australia$/, '') ?? null
}

/** `GET /api/geocode`: the postcodes of an address. */
export const fetchPostcodesOfAddress = async (address: string) =>
  (
    await read(
      `/api/geocode?${new URLSearchParams({ address })}`,
      z.object({ postcodes: z.array(z.string()) }),
    )
  ).data.postcodes
