import * as z from 'zod/mini'
import { OutlineOfPark } from '../../data/model/outline.ts'
import { read } from './request.ts'

/** `GET /api/outlines`: the outlines of those of the parks that have one, at most `OUTLINES_AT_ONCE`. */
export const fetchOutlines = async (ids: readonly number[], signal?: AbortSignal) =>
  (await read(`/api/outlines?ids=${ids.join()}`, z.array(OutlineOfPark), signal)).data
