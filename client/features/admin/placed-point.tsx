import { distanceMetres } from '../../../data/model/point.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { NEAR_METRES } from '../../../data/model/park.ts'
import type { LocationAccuracy } from '../../../data/model/park.ts'
import type { PlacedPoint } from '../../../data/model/placed-point.ts'
import { Button } from '../../ui/button.tsx'
import { DraftMap } from './inbox-item-parts.tsx'
import { Block } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.inboxItem

/** A point that the sender placed, with its distance from the park's current position. */
export function PlacedPointBlock({
  point,
  current,
}: {
  point: PlacedPoint
  current: (LatLng & { accuracy: LocationAccuracy }) | null
}) {
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
      <DraftMap draft={{ ...point, name: T.placed.title, accuracy: accuracyOf(point) }} />
    </Block>
  )
}

/** Beyond this, a point may be outside the park. Metres. */
const EXACT_WITHIN_METRES = 300

const accuracyOf = ({ accuracy }: PlacedPoint): LocationAccuracy =>
  accuracy <= EXACT_WITHIN_METRES ? 'exact' : accuracy <= 2 * NEAR_METRES ? 'near' : 'suburb'

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
        set('accuracy', accuracyOf(point))
      }}
    >
      {T.placed.use}
    </Button>
  )
}
