import { useMemo } from 'react'
import { distanceMetres } from '../../../data/model/point.ts'
import type { LatLng } from '../../../data/model/point.ts'
import type { LocationAccuracy } from '../../../data/model/park.ts'
import { accuracyOfPoint } from '../../../data/model/placed-point.ts'
import type { PlacedPoint } from '../../../data/model/placed-point.ts'
import { MapPlace } from '../../map/map-place.tsx'
import { Button } from '../../ui/button.tsx'
import { Block } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem

const loadMap = () => import('../../map/park-map.tsx')

/** A point that the sender placed, with its distance from the park's current position. */
export function PlacedPointBlock({
  point,
  current,
}: {
  point: PlacedPoint
  current: (LatLng & { accuracy: LocationAccuracy }) | null
}) {
  const props = useMemo(
    () => ({
      park: {
        id: 0,
        name: T.placed.title,
        latitude: String(point.latitude),
        longitude: String(point.longitude),
        locationAccuracy: accuracyOfPoint(point),
      },
    }),
    [point],
  )
  return (
    <Block title={T.placed.title}>
      <p>
        {T.placed.how(point.method, point.name)}, {T.placed.accuracy(point.accuracy)}
      </p>
      {current && (
        <p>
          {T.placed.distance(Math.round(distanceMetres(point, current)), T.placed.current[current.accuracy])}
        </p>
      )}
      <MapPlace load={loadMap} props={props} className="h-64 rounded-control border border-line" />
    </Block>
  )
}

/** Fills the placed point into the form of the park's details. */
export function UsePoint({
  point,
  set,
}: {
  point: PlacedPoint
  set(field: 'latitude' | 'longitude' | 'accuracy', value: string): void
}) {
  return (
    <Button
      look="outline"
      className="justify-self-start"
      onClick={() => {
        set('latitude', String(point.latitude))
        set('longitude', String(point.longitude))
        set('accuracy', accuracyOfPoint(point))
      }}
    >
      {T.placed.use}
    </Button>
  )
}
