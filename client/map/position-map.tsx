import type { Marker as LeafletMarker } from 'leaflet'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Marker, useMap } from 'react-leaflet'
import { PARK_MAP_ZOOM } from '../../data/model/constants.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { MapFrame } from './frame.tsx'
import { pinIcon, TARGET_SIZE_PX } from './pins.tsx'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'

export interface PositionMapProps {
  name: string
  place: LatLng
  /** Called with the new position when the pin was dragged. */
  onMove(place: LatLng): void
}

const NO_PLACES: readonly LatLng[] = []

/** Centres the map on a new position where it would not show the whole pin, such as one from a field. */
function KeepPinOnMap({ place: { latitude, longitude } }: Pick<PositionMapProps, 'place'>) {
  const map = useMap()
  useEffect(() => {
    const { x, y } = map.latLngToContainerPoint([latitude, longitude])
    const { x: width, y: height } = map.getSize()
    const side = TARGET_SIZE_PX / 2
    // The pin is above its position.
    const isShown = x >= side && x <= width - side && y >= TARGET_SIZE_PX && y <= height
    // Without an animation, during which the next position would be compared with a view that is soon over.
    if (!isShown) map.setView([latitude, longitude], undefined, { animate: false })
  }, [map, latitude, longitude])
  return null
}

/** Map with a pin that is dragged to correct a position. The form's fields do the same by keyboard. */
export default function PositionMap({ name, place, onMove }: PositionMapProps) {
  const marker = useRef<LeafletMarker>(null)
  const icon = useMemo(() => pinIcon('pin', undefined), [])
  // The map keeps its view while the pin is dragged.
  const [start] = useState(() => ({
    center: [place.latitude, place.longitude] as [number, number],
    zoom: PARK_MAP_ZOOM,
  }))
  const handlers = useMemo(
    () => ({
      dragend() {
        const moved = marker.current?.getLatLng()
        if (moved) onMove({ latitude: roundCoordinate(moved.lat), longitude: roundCoordinate(moved.lng) })
      },
    }),
    [onMove],
  )
  return (
    <MapFrame label={INTERACTIVE_MAP_TEXTS.park(name)} start={start} avoid={NO_PLACES}>
      <Marker
        ref={marker}
        draggable
        keyboard={false}
        autoPan
        alt={name}
        position={[place.latitude, place.longitude]}
        icon={icon}
        eventHandlers={handlers}
      />
      <KeepPinOnMap place={place} />
    </MapFrame>
  )
}
