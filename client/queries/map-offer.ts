import { useQuery } from '@tanstack/react-query'
import type { MapOffer } from '../../data/model/map.ts'
import { fetchMapOffer } from '../api/maps.ts'

const NO_TILES: MapOffer['tiles'] = null

export const MAPS_KEY = ['maps'] as const

/** The maps that the server offers; `undefined` while loading, and if they cannot be read. */
export function useMapOffer(wanted = true): MapOffer | undefined {
  const query = useQuery({
    queryKey: MAPS_KEY,
    enabled: wanted,
    retry: false,
    queryFn: ({ signal }) => fetchMapOffer(signal),
  })
  return query.data
}

/** The server's raster tiles; `null` while loading, if it has none, and if it cannot be reached. */
export const useTiles = (): MapOffer['tiles'] => useMapOffer()?.tiles ?? NO_TILES
