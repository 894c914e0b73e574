import { latLngBounds } from 'leaflet'
import { useMemo } from 'react'
import { Circle } from 'react-leaflet'
import { destinationPoint } from '../../../data/geo/earth.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { MAP_FIT_MAX_ZOOM } from '../../../data/model/constants.ts'
import type { AreaRow } from '../../store/database.ts'
import { MapFrame } from '../../map/frame.tsx'
import { AREA_TEXTS } from './texts.ts'

const NO_PLACES: readonly LatLng[] = []

/** Map with the downloaded areas shaded. At least one of them must have a circle. */
export default function CoverageMap({
  areas,
}: {
  areas: readonly Pick<AreaRow, 'id' | 'circles' | 'state'>[]
}) {
  const circles = useMemo(
    () =>
      areas.flatMap(({ id, circles, state }) =>
        circles.map((circle, index) => ({ ...circle, key: `${id} ${index}`, state })),
      ),
    [areas],
  )
  const bounds = useMemo(
    () =>
      latLngBounds(
        circles.flatMap((circle) =>
          [0, 90, 180, 270].map((bearing): [number, number] => {
            const { latitude, longitude } = destinationPoint(circle, bearing, circle.radius)
            return [latitude, longitude]
          }),
        ),
      ),
    [circles],
  )
  return (
    <MapFrame
      key={bounds.toBBoxString()}
      label={AREA_TEXTS.map}
      start={{ bounds, boundsOptions: { maxZoom: MAP_FIT_MAX_ZOOM, padding: [24, 24] } }}
      avoid={NO_PLACES}
    >
      {circles.map(({ key, latitude, longitude, radius, state }) => (
        <Circle
          key={`${key} ${state}`}
          center={[latitude, longitude]}
          radius={radius}
          interactive={false}
          className={state === 'ready' ? 'map-area' : 'map-area map-area-active'}
        />
      ))}
    </MapFrame>
  )
}
