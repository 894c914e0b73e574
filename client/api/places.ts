import * as z from 'zod/mini'
import { StateCode } from '../../data/model/state.ts'
import { read } from './request.ts'

/** `GET /api/states`: the codes. */
export const fetchStates = async (signal?: AbortSignal) => (await read('/api/states', z.array(StateCode), signal)).data

/** `GET /api/states/{state}/cities`: names of suburbs and towns. */
export const fetchCities = async (state: StateCode, signal?: AbortSignal) =>
  (await read(`/api/states/${state.toLowerCase()}/cities`, z.array(z.string()), signal)).data

/** `GET /api/states/{state}/cities/{city}/postcodes`. */
export const fetchPostcodes = async (state: StateCode, city: string, signal?: AbortSignal) =>
  (await read(`/api/states/${state.toLowerCase()}/cities/${encodeURIComponent(city)}/postcodes`, z.array(z.string()), signal)).data
