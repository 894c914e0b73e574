import { divIcon } from 'leaflet'
import { useState } from 'react'
import { Marker } from 'react-leaflet'
import type { LatLng } from '../../data/model/point.ts'

/** A small, non-interactive text on the map. */
export function Caption({ place, text }: { place: LatLng; text: string }) {
  const [icon] = useState(() => {
    const label = document.createElement('span')
    label.textContent = text
    const box = document.createElement('div')
    box.className = 'map-caption'
    box.append(label)
    return divIcon({ className: 'map-caption-place', html: box, iconSize: [0, 0] })
  })
  return (
    <Marker position={[place.latitude, place.longitude]} icon={icon} interactive={false} keyboard={false} />
  )
}
