import type { NamedPlace } from '../../data/geo/labels.ts'
import type { LatLng } from '../../data/model/point.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { fetchVectorTile as readVectorTile } from '../api/map-tiles.ts'
import { fetchParks } from '../api/parks.ts'
import type { ParkPoint } from '../search-worker/messages.ts'
import { useDataServices } from './context.ts'
import { ABSENT } from './device.ts'
import { DIRECTORY_KEY } from './query-client.ts'
import { readInOrder } from './sources.ts'
import type { ReadContext } from './sources.ts'

export { readVectorTile }
export type { ParkPoint }

/** Maximum number of parks fetched from the server for a map while the device has no directory. */
const MAX_FROM_SERVER = 400

const NO_POINTS: ParkPoint[] = []

/** The positions of all parks that match a request, on all pages. */
export function useResultPoints(request: SearchRequest): ParkPoint[] {
  const { device } = useDataServices()
  const { offset: _offset, limit: _limit, ...all } = request
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'points', all] as const,
    placeholderData: keepPreviousData,
    queryFn: (context: ReadContext) =>
      readInOrder<ParkPoint[]>(
        {
          deviceFirst: device.hasDirectory(),
          device: () => device.ask('points', { in: 'directory', request: all }, context.signal),
          server: async () =>
            (await fetchParks({ ...all, offset: 0, limit: MAX_FROM_SERVER }, context.signal)).parks.map(
              ({ id, name, locationAccuracy, latitude, longitude }) => ({
                id,
                name,
                accuracy: locationAccuracy,
                latitude: Number(latitude),
                longitude: Number(longitude),
              }),
            ),
          samples: () => device.ask('points', { in: 'samples', request: all }, context.signal),
        },
        context,
      ),
  })
  return query.data?.value ?? NO_POINTS
}

/** The suburbs and towns nearest to a place, nearest first; `undefined` while the device does not know them. */
export function useNamesAround(center: LatLng): NamedPlace[] | undefined {
  const { device } = useDataServices()
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'names', center] as const,
    retry: false,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => device.ask('names', { center }, signal),
  })
  return query.data === ABSENT ? undefined : query.data
}

/** Radius of a suburb if it is not known. Metres. */
const DEFAULT_RADIUS = 1_500

/** Radii of the localities around these places, in metres. */
export function useLocalityRadii(places: LatLng[]): number[] {
  const { device } = useDataServices()
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'areas', places] as const,
    enabled: places.length > 0,
    retry: false,
    gcTime: 60_000,
    queryFn: ({ signal }) => device.ask('areas', { places }, signal),
  })
  return query.data === undefined || query.data === ABSENT ? places.map(() => DEFAULT_RADIUS) : query.data
}
