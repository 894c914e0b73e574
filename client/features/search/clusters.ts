import Supercluster from 'supercluster'
import { MAP_FIT_MAX_ZOOM } from '../../../data/model/constants.ts'
import type { Bounds } from '../../../data/model/point.ts'
import type { ParkPoint } from '../../search-worker/messages.ts'

/** Parks closer than this are one cluster, so that no two targets overlap. */
const CLUSTER_RADIUS_PX = 56

export type ClusterMark =
  | { kind: 'park'; park: ParkPoint }
  | { kind: 'cluster'; id: number; count: number; latitude: number; longitude: number }

export interface Clusters {
  /** The marks within the bounds at a zoom level. */
  within(bounds: Bounds, zoom: number): ClusterMark[]
  /** The zoom level at which a cluster splits; `null` if all of its parks share one position. */
  opensAt(id: number): number | null
  parksOf(id: number): ParkPoint[]
}

/** Builds a cluster index of the parks for a map. */
export function clusterParks(points: readonly ParkPoint[]): Clusters {
  const index = new Supercluster<{ park: ParkPoint }>({
    radius: CLUSTER_RADIUS_PX,
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
      // Rounded down, because the coarser level keeps the marks apart.
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
