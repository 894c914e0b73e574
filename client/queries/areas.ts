import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Circle } from '../../data/geo/area-tiles.ts'
import { BASE_LEVELS, cellsOfCircles, STREET_LEVELS } from '../../data/map/pack.ts'
import { MAX_PACK_CELLS } from '../../data/model/map.ts'
import type { MapOffer, MapPacks } from '../../data/model/map.ts'
import type { Park } from '../../data/model/park.ts'
import { fetchMapPacks } from '../api/map-tiles.ts'
import { fetchMapOffer } from '../api/maps.ts'
import { markAutomatic } from '../api/request.ts'
import type { CurrentMaps } from '../store/area-maps.ts'
import { useDataServices } from './context.ts'
import { parkQuery } from './search.ts'

const NO_PARKS: Park[] = []

/** The existing parks with these ids, in any order. `undefined` while loading. */
export function useParks(ids: readonly number[]): Park[] | undefined {
  const { device } = useDataServices()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: ['parks', ids] as const,
    enabled: ids.length > 0,
    retry: false,
    gcTime: 60_000,
    queryFn: async () => {
      const reads = await Promise.all(
        ids.map((id) => queryClient.fetchQuery(parkQuery(device, queryClient, id)).catch(() => null)),
      )
      return reads.flatMap((read) => (read?.value.park ? [read.value.park] : []))
    },
  })
  return ids.length === 0 ? NO_PARKS : query.data
}

/** The packs of the maps of an area. */
export interface AreaPacks {
  /** The packs of streets; empty if the server has no streets there. */
  streets: MapPacks['packs']
  /** Addresses of the packs of the built-in map. Those of regions of the sea are empty. */
  base: string[]
}

/** The packs that cover some circles, as the server has them now. @throws ApiError, NoAnswerError */
export const readAreaPacks = async (circles: readonly Circle[], signal: AbortSignal): Promise<AreaPacks> =>
  packsOf(await fetchMapOffer(signal), circles, signal)

/** The maps that the server has now, read without being asked by the user. @throws ApiError, NoAnswerError */
export async function readCurrentMaps(): Promise<CurrentMaps> {
  const { signal } = new AbortController()
  markAutomatic(signal)
  const offer = await fetchMapOffer(signal)
  return {
    name: [offer.base?.url, offer.streets?.url].join(' '),
    async packs(circles) {
      const { base, streets } = await packsOf(offer, circles, signal)
      return [
        ...base.map((path) => ({ path, bytes: null })),
        ...streets.map(({ url, bytes }) => ({ path: url, bytes })),
      ]
    },
  }
}

async function packsOf(offer: MapOffer, circles: readonly Circle[], signal: AbortSignal): Promise<AreaPacks> {
  const base = offer.base
    ? cellsOfCircles(circles, BASE_LEVELS).map(({ z, x, y }) =>
        offer
          .base!.url.replace('/base/', '/base-packs/')
          .replace('{z}', String(z))
          .replace('{x}', String(x))
          .replace('{y}', String(y)),
      )
    : []
  const streets: AreaPacks['streets'] = []
  const cells = offer.streets
    ? cellsOfCircles(circles, STREET_LEVELS).map(({ z, x, y }) => `${z}/${x}/${y}`)
    : []
  for (let start = 0; start < cells.length; start += MAX_PACK_CELLS)
    streets.push(...(await fetchMapPacks(cells.slice(start, start + MAX_PACK_CELLS), signal)))
  return { streets, base }
}

/**
 * The packs of the maps around these circles; `null` if the server did not answer, `undefined` while loading.
 */
export function useAreaPacks(circles: readonly Circle[], wanted: boolean): AreaPacks | null | undefined {
  const query = useQuery({
    queryKey: ['packs', circles] as const,
    enabled: wanted,
    retry: 1,
    gcTime: 60_000,
    queryFn: ({ signal }) => readAreaPacks(circles, signal),
  })
  return query.isError ? null : query.data
}

/**
 * A size in bytes from an asynchronous function, called once; `null` if it failed, `undefined` while loading.
 */
export function useBytes(
  key: readonly unknown[],
  wanted: boolean,
  work: () => Promise<number>,
): number | null | undefined {
  const query = useQuery({
    queryKey: ['bytes', ...key] as const,
    enabled: wanted,
    retry: 1,
    gcTime: 60_000,
    queryFn: work,
  })
  return query.isError ? null : query.data
}
