import * as z from 'zod/mini'
import { Council } from '../../data/model/council.ts'
import { read } from './request.ts'

/** `GET /api/councils`: every council area. */
export const fetchCouncils = async (signal?: AbortSignal) =>
  (await read('/api/councils', z.array(Council), signal)).data
