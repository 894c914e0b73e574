import { DomEvent } from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { metresPerPixel } from '../../data/geo/mercator.ts'
import { PARK_MAP_ZOOM } from '../../data/model/constants.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { Button } from '../ui/button.tsx'
import { ALL_AUSTRALIA, MapFrame, type MapStart } from './frame.tsx'
import { Pin } from './pins.tsx'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'

interface PointMapProps {
  /** The placed point. */
  point: LatLng | null
  /** Where the map starts; `null` for all of Australia. */
  around: LatLng | null
  /** @param accuracy metres */
  onPlace(point: LatLng, accuracy: number): void
}

const NO_PLACES: readonly LatLng[] = []
/** A finger is about this exact. */
const FINGER_PX = 10

function Placing({ onPlace }: Pick<PointMapProps, 'onPlace'>) {
  const map = useMap()
  const button = useRef<HTMLDivElement>(null)
  const place = ({ lat, lng }: { lat: number; lng: number }) =>
    onPlace(
      { latitude: roundCoordinate(lat), longitude: roundCoordinate(lng) },
      Math.max(1, Math.round(FINGER_PX * metresPerPixel(lat, map.getZoom()))),
    )
  useMapEvents({ click: ({ latlng }) => place(latlng) })
  useEffect(() => {
    // Otherwise the map takes a press of the button for one of the place below it.
    if (button.current) DomEvent.disableClickPropagation(button.current)
  }, [])
  return (
    <div ref={button} className="absolute inset-x-0 bottom-6 z-[1000] mx-auto w-fit">
      <Button look="outline" className="bg-surface" onClick={() => place(map.getCenter())}>
        {INTERACTIVE_MAP_TEXTS.placeHere}
      </Button>
    </div>
  )
}

/** A map on which a person places a point: by tapping, or in the middle with a button. */
export default function PointMap({ point, around, onPlace }: PointMapProps) {
  const start = useMemo((): MapStart => {
    const centre = point ?? around
    return centre
      ? { center: [centre.latitude, centre.longitude], zoom: PARK_MAP_ZOOM }
      : { bounds: ALL_AUSTRALIA, boundsOptions: { maxZoom: PARK_MAP_ZOOM, padding: [4, 4] } }
    // The map does not move when the point is placed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [around])
  return (
    <MapFrame
      key={`${around?.latitude} ${around?.longitude}`}
      label={INTERACTIVE_MAP_TEXTS.placePoint}
      start={start}
      avoid={NO_PLACES}
      isMain
    >
      <Placing onPlace={onPlace} />
      {point && <Pin place={point} shape="pin" label={INTERACTIVE_MAP_TEXTS.placed} />}
    </MapFrame>
  )
}
