import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Circle } from '../../data/geo/area-tiles.ts'
import type { Tile } from '../../data/geo/mercator.ts'
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

interface ParksRead {
  /** `undefined` until they are known, and without ids. */
  parks: Park[] | undefined
  /** Whether one of them could not be read. */
  failed: boolean
  retry(): void
}

/** The existing parks with these ids, in any order. */
export function useParks(ids: readonly number[]): ParksRead {
  const { device } = useDataServices()
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: ['parks', ids] as const,
    enabled: ids.length > 0,
    retry: false,
    gcTime: 60_000,
    queryFn: async () => {
      const reads = await Promise.all(
        ids.map((id) => queryClient.fetchQuery(parkQuery(device, queryClient, id))),
      )
      return reads.flatMap(({ value: { park } }) => (park ? [park] : []))
    },
  })
  return { parks: data, failed: isError, retry: () => void refetch() }
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
      const base = baseCells(offer, circles)
      const listed = await listPacks([...base, ...streetCells(offer, circles)], signal)
      // A server of the version before lists none of the built-in map.
      const unlisted = basePaths(offer, base)
        .filter((path) => listed.every(({ url }) => url !== path))
        .map((url) => ({ url, bytes: 0 }))
      return [...listed, ...unlisted].map(({ url, ...pack }) => ({ hash: null, ...pack, path: url }))
    },
  }
}

const streetCells = ({ streets }: MapOffer, circles: readonly Circle[]) =>
  streets ? cellsOfCircles(circles, STREET_LEVELS) : []

const baseCells = ({ base }: MapOffer, circles: readonly Circle[]) =>
  base ? cellsOfCircles(circles, BASE_LEVELS) : []

/** Addresses of the packs of the built-in map. */
const basePaths = ({ base }: MapOffer, cells: readonly Tile[]): string[] =>
  cells.map(({ z, x, y }) =>
    base!.url
      .replace('/base/', '/base-packs/')
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y)),
  )

async function listPacks(cells: readonly Tile[], signal: AbortSignal): Promise<MapPacks['packs']> {
  const names = cells.map(({ z, x, y }) => `${z}/${x}/${y}`)
  const packs: MapPacks['packs'] = []
  for (let start = 0; start < names.length; start += MAX_PACK_CELLS)
    packs.push(...(await fetchMapPacks(names.slice(start, start + MAX_PACK_CELLS), signal)))
  return packs
}

const packsOf = async (
  offer: MapOffer,
  circles: readonly Circle[],
  signal: AbortSignal,
): Promise<AreaPacks> => ({
  streets: await listPacks(streetCells(offer, circles), signal),
  base: basePaths(offer, baseCells(offer, circles)),
})

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
