import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import type { Park, ParkId } from '../../data/model/park.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { Understood } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import type { Suggestion } from '../../data/search/index.ts'
import { ApiError } from '../api/error.ts'
import { fetchPark, fetchParks } from '../api/parks.ts'
import { useObservable } from '../platform/use-observable.ts'
import { useDataServices } from './context.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'
import { DIRECTORY_KEY } from './query-client.ts'
import { recordRetry, readInOrder } from './sources.ts'
import type { ReadContext, Served } from './sources.ts'
import type { ParkRead, ReadStatus, SearchRead } from './types.ts'

interface SearchPage {
  parks: Park[]
  total: number
  maybe: number
  understood: Understood | null
}

export const searchKey = (request: SearchRequest) => [DIRECTORY_KEY, 'search', request] as const

/** The query of a search request, answered by the sources in order. */
export const searchQuery = (device: Device, request: SearchRequest) => ({
  queryKey: searchKey(request),
  queryFn: (context: ReadContext<ReturnType<typeof searchKey>>) =>
    readInOrder<SearchPage>(
      {
        deviceFirst: device.hasDirectory(),
        device: () => device.ask('search', { in: 'directory', request }, context.signal),
        server: () => fetchParks(request, context.signal),
        samples: () => device.ask('search', { in: 'samples', request }, context.signal),
      },
      context,
    ),
})

/** A search without the page and the time, which changes every few minutes. */
const searchOf = ({ offset: _offset, limit: _limit, now: _now, ...search }: SearchRequest) =>
  JSON.stringify(search)

const statusOf = (query: Pick<UseQueryResult, 'data' | 'isError'>): ReadStatus =>
  query.data !== undefined ? 'ready' : query.isError ? 'error' : 'loading'

/** The common part of the results of all directory queries. */
export function readState(query: UseQueryResult<Served<unknown>>) {
  return {
    status: statusOf(query),
    source: query.data?.source ?? null,
    error: query.error,
    retry: () => {
      recordRetry()
      void query.refetch()
    },
  }
}

const NO_PARKS: Park[] = []

/** One page of the parks that match a request. */
export function useSearch(request: SearchRequest): SearchRead {
  const { device } = useDataServices()
  const query = useQuery({
    ...searchQuery(device, request),
    // The previous page stays until the next is loaded, and results until those for a later time are. Results
    // of another search stay only if the device answers, within milliseconds.
    placeholderData: (previous: Served<SearchPage> | undefined, previousQuery) =>
      previous !== undefined &&
      previousQuery !== undefined &&
      (searchOf(previousQuery.queryKey[2]) === searchOf(request) ||
        (previous.source === 'device' && device.hasDirectory()))
        ? previous
        : undefined,
  })
  const page = query.data?.value
  return {
    ...readState(query),
    parks: page?.parks ?? NO_PARKS,
    total: page?.total ?? 0,
    maybe: page?.maybe ?? 0,
    understood: page?.understood ?? null,
    isFetching: query.isFetching,
    isPrevious: query.isPlaceholderData,
  }
}

/**
 * How many parks match a request, on all pages; `null` while that is not known, or without a request. Counts
 * from the device, or from the server while the device has no directory.
 */
export function useSearchCount(request: SearchRequest | null): number | null {
  const { device } = useDataServices()
  const { offset: _offset, ...all } = request ?? {}
  const query = useQuery({
    ...searchQuery(device, { ...all, limit: 0 }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  })
  return request === null ? null : (query.data?.value.total ?? null)
}

/** A filter for this rating leaves out every park with a lower one. */
const HIGHEST_RATING = 5

/**
 * Whether no park has a rating that a filter could exclude. Only asked on a device with the directory;
 * otherwise `false`.
 */
export function useNothingRated(): boolean {
  const { device } = useDataServices()
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'nothing rated'] as const,
    enabled: device.hasDirectory(),
    retry: false,
    queryFn: async ({ signal }): Promise<Served<boolean>> => {
      const count = async (request: SearchRequest) => {
        const answer = await device.ask('search', { in: 'directory', request }, signal)
        return answer === ABSENT ? 0 : answer.total
      }
      const [all, rated] = [await count({ limit: 0 }), await count({ rating: HIGHEST_RATING, limit: 0 })]
      return { source: 'device', value: all > 0 && all === rated }
    },
  })
  return query.data?.value ?? false
}

interface ParkPlace {
  park: Park | null
  successor: number | null
}

/** A park from a cached search result, used while the server cannot be reached. */
function parkFromCache(queryClient: QueryClient, id: ParkId): Park | undefined {
  for (const [, data] of queryClient.getQueriesData<Served<SearchPage>>({
    queryKey: [DIRECTORY_KEY, 'search'],
  })) {
    const park = data?.value.parks.find((candidate) => candidate.id === id)
    if (park !== undefined) return park
  }
  return undefined
}

export const parkKey = (id: ParkId) => [DIRECTORY_KEY, 'park', id] as const

export const parkQuery = (device: Device, queryClient: QueryClient, id: ParkId) => ({
  queryKey: parkKey(id),
  queryFn: (context: ReadContext<ReturnType<typeof parkKey>>) =>
    readInOrder<ParkPlace>(
      {
        deviceFirst: device.hasDirectory(),
        // A park that was never in this directory may be newer than it, so the server is asked before it
        // counts as missing.
        async device() {
          const answer = await device.ask('park', { in: 'directory', id }, context.signal)
          if (answer === ABSENT || (answer.park === null && !answer.gone)) return ABSENT
          return { park: answer.park, successor: answer.successor }
        },
        async server() {
          try {
            return { park: await fetchPark(id, context.signal), successor: null }
          } catch (error) {
            if (error instanceof ApiError && error.status === 404 && error.code !== null)
              return { park: null, successor: error.successor }
            throw error
          }
        },
        async samples() {
          const cached = parkFromCache(queryClient, id)
          if (cached !== undefined) return { park: cached, successor: null }
          const answer = await device.ask('park', { in: 'samples', id }, context.signal)
          return answer === ABSENT || answer.park === null ? ABSENT : { park: answer.park, successor: null }
        },
      },
      context,
    ),
})

/** One park. `missing`: the server answered 404, or the directory says that it was removed. */
export function usePark(id: ParkId): ParkRead {
  const { device } = useDataServices()
  const queryClient = useQueryClient()
  const query = useQuery(parkQuery(device, queryClient, id))
  const state = readState(query)
  const place = query.data?.value
  return {
    ...state,
    status: place !== undefined && place.park === null ? 'missing' : state.status,
    park: place?.park ?? null,
    successor: place?.successor ?? null,
  }
}

const MAX_SUGGESTIONS = 8
const NO_SUGGESTIONS: Suggestion[] = []

/** Where the person is, if that is known: it decides between places of the same name. */
export function useNear(): LatLng | null {
  const { positions } = useDataServices()
  const here = positions.recent()
  return here && { latitude: here.latitude, longitude: here.longitude }
}

/**
 * Suggested suburbs, postcodes and parks for a text. Only from the device; none without a directory.
 * @param at decides between places of the same name; by default where the person is
 */
export function useSuggestions(text: string, at?: LatLng): Suggestion[] {
  const { device } = useDataServices()
  const trimmed = text.trim()
  const here = useNear()
  const near = at ?? here
  // Text may have been typed before the directory was on the device.
  const hasDirectory = useObservable({ subscribe: device.subscribe, current: device.hasDirectory })
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'suggest', trimmed, near] as const,
    enabled: trimmed !== '' && hasDirectory,
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Served<Suggestion[]>> => {
      const value = await device.ask('suggest', { text: trimmed, near, limit: MAX_SUGGESTIONS }, signal)
      return { source: 'device', value: value === ABSENT ? NO_SUGGESTIONS : value }
    },
  })
  return trimmed === '' ? NO_SUGGESTIONS : (query.data?.value ?? NO_SUGGESTIONS)
}
