import { Fragment, useMemo, useState } from 'react'
import { Circle, useMapEvents } from 'react-leaflet'
import { zoomToFit } from '../../data/geo/area.ts'
import { destinationPoint } from '../../data/geo/earth.ts'
import { outlineRadius } from '../../data/geo/outline.ts'
import type { LatLng } from '../../data/model/point.ts'
import { metresPerPixel } from '../../data/geo/mercator.ts'
import { roundDistance, formatRoundDistance } from '../../data/geo/rings.ts'
import { PARK_MAP_ZOOM } from '../../data/model/constants.ts'
import { NEAR_METRES } from '../../data/model/park.ts'
import type { Park } from '../../data/model/park.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { useLocalityRadii } from '../queries/map.ts'
import { useOutline } from '../queries/outlines.ts'
import { useUnit } from '../platform/settings-store.ts'
import { MapFrame } from './frame.tsx'
import { Caption } from './caption.tsx'
import { Area, Pin } from './pins.tsx'
import { OutlineShape } from './outline-layer.tsx'
import { useParkOutline } from './use-park-outline.ts'
import { hasStreetsAt } from './views.ts'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'

export interface ParkMapProps {
  park: Pick<Park, 'id' | 'name' | 'latitude' | 'longitude' | 'locationAccuracy'>
}

/** The suburb's circle, or the park's outline, has to fit into a square of this size. */
const AREA_SIZE_PX = 220

/** Bearing of the distance labels on the rings, in degrees clockwise from north. */
const LABEL_BEARING = 140
/** Largest distance between two rings. */
const RING_SPACING_PX = 90

/** Distance rings around the park, where there are no streets to judge distances by. */
function Rings({ place }: { place: LatLng }) {
  const map = useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const [zoom, setZoom] = useState(() => map.getZoom())
  const unit = useUnit()
  const step = roundDistance(RING_SPACING_PX * metresPerPixel(place.latitude, zoom), unit)
  return [1, 2, 3, 4].map((ring) => (
    <Fragment key={`${ring} ${step}`}>
      <Circle
        center={[place.latitude, place.longitude]}
        radius={ring * step}
        interactive={false}
        className="map-ring"
      />
      <Caption
        place={destinationPoint(place, LABEL_BEARING, ring * step)}
        text={formatRoundDistance(ring * step, unit)}
      />
    </Fragment>
  ))
}

/**
 * Map of one park: a pin, or a circle if the exact position is not known, as large as its suburb or 500 m around
 * a `near` position.
 */
export default function ParkMap({ park }: ParkMapProps) {
  const { latitude, longitude } = { latitude: Number(park.latitude), longitude: Number(park.longitude) }
  const place = useMemo(() => ({ latitude, longitude }), [latitude, longitude])
  const approximate = park.locationAccuracy !== 'exact'
  const places = useMemo(() => [place], [place])
  const [localityRadius] = useLocalityRadii(park.locationAccuracy === 'suburb' ? places : NO_PLACES)
  const radius = park.locationAccuracy === 'near' ? NEAR_METRES : (localityRadius ?? 0)
  const offer = useMapOffer()
  const outline = useOutline(park.id)
  // Streets have outlines of parks too, by their name, where the directory knows none.
  const streetsOutline = useParkOutline(approximate || outline ? undefined : place)
  const fit = approximate ? radius : outline ? outlineRadius(place, outline.geometry) : 0
  const zoom = zoomToFit(place, fit, AREA_SIZE_PX, PARK_MAP_ZOOM, 9)
  return (
    <MapFrame
      key={zoom}
      label={INTERACTIVE_MAP_TEXTS.park(park.name)}
      start={{ center: [latitude, longitude], zoom }}
      avoid={approximate ? NO_PLACES : places}
      outline={streetsOutline}
    >
      {outline && <OutlineShape outline={outline} />}
      {approximate ? (
        <Area place={place} radius={radius} zoom={zoom} />
      ) : (
        <>
          {offer && !hasStreetsAt(offer, place) && <Rings place={place} />}
          <Pin place={place} shape="pin" label={park.name} />
        </>
      )}
    </MapFrame>
  )
}

const NO_PLACES: LatLng[] = []
export { NearbyList as Below } from './nearby-list.tsx'
