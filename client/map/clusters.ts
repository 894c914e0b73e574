import Supercluster from 'supercluster'
import { MAP_FIT_MAX_ZOOM } from '../../data/model/constants.ts'
import type { MapBounds, ParkPoint } from '../search-worker/messages.ts'

/** Parks nearer to each other than this, in pixels, are one mark: no two targets overlap. */
const RADIUS = 56

export type ClusterMark =
  | { kind: 'park'; park: ParkPoint }
  | { kind: 'cluster'; id: number; count: number; latitude: number; longitude: number }

export interface Clusters {
  /** The marks within a frame at a zoom. */
  within(bounds: MapBounds, zoom: number): ClusterMark[]
  /** The zoom at which a cluster comes apart; `null` when its parks are all at one place. */
  opensAt(id: number): number | null
  parksOf(id: number): ParkPoint[]
}

/** Puts many parks into an index from which a map takes what it has room for. */
export function clusterParks(points: readonly ParkPoint[]): Clusters {
  const index = new Supercluster<{ park: ParkPoint }>({
    radius: RADIUS,
    extent: 256,
    maxZoom: MAP_FIT_MAX_ZOOM,
  })
  index.load(
    points.map((park) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [park.longitude, park.latitude] },
      properties: { park },
    })),
  )
  return {
    within: ({ west, south, east, north }, zoom) =>
      // Between two zooms, the coarser: marks must stay apart.
      index.getClusters([west, south, east, north], Math.floor(zoom)).map(({ geometry, properties }) => {
        if (!('cluster' in properties)) return { kind: 'park', park: properties.park }
        const [longitude, latitude] = geometry.coordinates as [number, number]
        return {
          kind: 'cluster',
          id: properties.cluster_id,
          count: properties.point_count,
          latitude,
          longitude,
        }
      }),
    opensAt(id) {
      const zoom = index.getClusterExpansionZoom(id)
      return zoom > MAP_FIT_MAX_ZOOM ? null : zoom
    },
    parksOf: (id) => index.getLeaves(id, Infinity).map(({ properties }) => properties.park),
  }
}
