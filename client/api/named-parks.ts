import * as z from 'zod/mini'
import { NamedPark } from '../../data/model/placed-point.ts'
import { read } from './request.ts'

/** `GET /api/named-parks`: named parks near a suburb. */
export const fetchNamedParks = async (
  like: { name: string; suburb: string; state: string; postcode: string },
  signal?: AbortSignal,
) => (await read(`/api/named-parks?${new URLSearchParams(like)}`, z.array(NamedPark), signal)).data
