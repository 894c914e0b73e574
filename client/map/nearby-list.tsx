import { useQuery } from '@tanstack/react-query'
import { compassPoint } from '../../data/geo/earth.ts'
import { distanceText } from '../../data/geo/travel.ts'
import { nearestOfEachKind, thingsNear } from '../../data/map/nearby.ts'
import type { Park } from '../../data/model/park.ts'
import { useUnit } from '../platform/settings-store.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'
import { hasStreetsAt, viewsOf } from './views.ts'

/** Metres around the park's position. A large park is about as wide. */
const RADIUS = 400
/**
 * What the map of a park shows around it, in words: taps, toilets, gates, car parks and bins. Nothing where
 * there are no streets, and for a park known only by its suburb.
 */
export function NearbyList({ park }: { park: Pick<Park, 'latitude' | 'longitude' | 'locationAccuracy'> }) {
  const offer = useMapOffer()
  const unit = useUnit()
  const place = { latitude: Number(park.latitude), longitude: Number(park.longitude) }
  const streets =
    offer && park.locationAccuracy === 'exact' && hasStreetsAt(offer, place)
      ? viewsOf(offer).get('streets')
      : undefined
  const { data } = useQuery({
    queryKey: ['map-nearby', offer?.streets?.url, place.latitude, place.longitude] as const,
    enabled: streets !== undefined,
    retry: false,
    queryFn: () => thingsNear(streets!, place, RADIUS),
  })
  if (data === undefined || data.length === 0) return null
  return (
    <section data-map-nearby="" className="text-s">
      <h3 className="mb-1 font-semibold">{INTERACTIVE_MAP_TEXTS.nearby}</h3>
      <ul className="grid gap-1">
        {nearestOfEachKind(data).map(({ kind, things }) => (
          <li key={kind}>
            <span className="font-semibold">{INTERACTIVE_MAP_TEXTS.kinds[kind]}:</span>{' '}
            {things
              .map(({ name, metres, bearing }) =>
                INTERACTIVE_MAP_TEXTS.nearbyThing(name, distanceText(metres, unit), compassPoint(bearing)),
              )
              .join('; ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
