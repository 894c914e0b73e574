import { useQuery } from '@tanstack/react-query'
import { parkAreaAt } from '../../data/map/nearby.ts'
import type { LatLng } from '../../data/model/point.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import type { ParkOutline } from './park-outline.ts'
import { hasStreetsAt, viewsOf } from './views.ts'

/** The outline of the park at a place, if the streets' tiles have one; `undefined` while loading. */
export function useParkOutline(place: LatLng | undefined): ParkOutline | undefined {
  const offer = useMapOffer()
  const streets = offer && place && hasStreetsAt(offer, place) ? viewsOf(offer).get('streets') : undefined
  const { data } = useQuery({
    queryKey: ['map-outline', offer?.streets?.url, place?.latitude, place?.longitude] as const,
    enabled: streets !== undefined,
    retry: false,
    queryFn: async () => {
      const name = await parkAreaAt(streets!, place!)
      return name === undefined ? null : { name }
    },
  })
  return data ?? undefined
}
