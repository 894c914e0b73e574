import type { LatLngTuple } from 'leaflet'
import { useMemo } from 'react'
import { Polygon } from 'react-leaflet'
import type { Outline } from '../../data/model/outline.ts'

/** The outline of a park. */
export function OutlineShape({ outline: { geometry } }: { outline: Outline }) {
  const positions = useMemo(
    () =>
      geometry.coordinates.map((rings) =>
        rings.map((ring) => ring.map(([longitude, latitude]): LatLngTuple => [latitude, longitude])),
      ),
    [geometry],
  )
  return <Polygon positions={positions} interactive={false} className="map-outline" />
}
