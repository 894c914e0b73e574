import * as z from 'zod/mini'
import { Park } from '../../data/model/park.ts'
import type { ParkId } from '../../data/model/park.ts'
import { formatArea, Understood } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { rethrowAs } from './error.ts'
import { read } from './request.ts'

/** One page of parks from the server. */
export interface ParkPage {
  parks: Park[]
  /** Number of matching parks on all pages. */
  total: number
  /** Number of parks that would match if their unknown properties did. */
  maybe: number
  understood: Understood | null
}

/** The parameters of `GET /api/search`. Lists become repeated parameters; absent values are left out. */
export function searchParams(request: SearchRequest): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({
    ...request,
    area: request.area && formatArea(request.area),
  })) {
    if (value === undefined || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  return params
}

/** The parameters of `GET /api/parks`: the whole list in pages, parks known to be closed last. */
const LIST_PARAMS = new Set(['limit', 'offset', 'now', 'open'])

/**
 * `GET /api/parks` if there is no text and no filter, otherwise `GET /api/search` (specification 17.38). Without
 * `open`, `/api/parks` is sorted by id, not as on the device.
 */
export async function fetchParks(request: SearchRequest, signal?: AbortSignal): Promise<ParkPage> {
  const params = searchParams(request)
  const isSearch = request.open !== 'last' || [...params.keys()].some((name) => !LIST_PARAMS.has(name))
  const { data, headers } = await read(
    `${isSearch ? '/api/search' : '/api/parks'}?${params}`,
    z.array(Park),
    signal,
  ).catch(rethrowAs(isSearch ? 'Failed to search parks' : 'Failed to fetch parks'))
  return {
    parks: data,
    total: readCount(headers.get('x-total-count')) ?? (request.offset ?? 0) + data.length,
    maybe: readCount(headers.get('x-maybe-count')) ?? 0,
    understood: readUnderstood(headers.get('x-understood')),
  }
}

const readCount = (header: string | null) =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined

/**
 * `X-Understood`: how the query was interpreted, as percent-encoded JSON, because headers are limited to
 * ASCII.
 */
function readUnderstood(header: string | null): Understood | null {
  if (header === null) return null
  try {
    const parsed = Understood.safeParse(JSON.parse(decodeURIComponent(header)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** `GET /api/parks/{id}`. */
export const fetchPark = async (id: ParkId, signal?: AbortSignal) =>
  (await read(`/api/parks/${id}`, Park, signal).catch(rethrowAs('Failed to fetch park details'))).data
