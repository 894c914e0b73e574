import * as z from 'zod/mini'
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
