import type { Map as LeafletMap } from 'leaflet'
import { useMap } from 'react-leaflet'
import type { Box } from '../../data/geo/labels.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { distanceMetres } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { useUnit } from '../platform/settings-store.ts'
import { useNamesAround } from '../queries/map.ts'
import { hasStreetsAt } from './views.ts'
import { labelBoxes, signposts } from './signposts.ts'
import type { MapLabels } from './vector-layer.ts'
import { useView } from './view.ts'

/** Below this zoom, the names on the map show where it is. */
const MIN_ZOOM = 13

interface SignpostsProps {
  offer: MapOffer
  avoid: readonly LatLng[]
  /** What is written on the map, which no signpost may cover. */
  labels: MapLabels
}

/**
 * Directions to the nearest places beyond the edges, on a map without streets. In whole miles or km, the
 * accuracy of a suburb's position.
 */
export function Signposts({ offer, avoid, labels }: SignpostsProps) {
  const map = useMap()
  const { zoom } = useView()
  const { lat, lng } = map.getCenter()
  return zoom < MIN_ZOOM || hasStreetsAt(offer, { latitude: lat, longitude: lng }) ? null : (
    <Posts avoid={avoid} labels={labels} />
  )
}

function Posts({ avoid, labels }: Omit<SignpostsProps, 'offer'>) {
  const map = useMap()
  const unit = useUnit()
  const view = useView()
  const { south, west, north, east } = view.bounds
  const center = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const beyond = (useNamesAround(center) ?? []).map((place) => {
    const { x, y } = map.latLngToContainerPoint([place.latitude, place.longitude])
    return { place, x, y, metres: distanceMetres(center, place) }
  })
  const pins = avoid.map((place): Box => {
    const { x, y } = map.latLngToContainerPoint([place.latitude, place.longitude])
    return { x, y: y - 8, width: 44, height: 66 }
  })
  const taken = [
    ...pins,
    ...labelBoxes(labels, map.getZoom(), map.getPixelBounds().min!),
    ...attributionBox(map),
  ]
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {signposts(beyond, view, taken, unit).map(({ label, x, y, angle }) => (
        <Signpost key={label} label={label} x={x} y={y} angle={angle} />
      ))}
    </div>
  )
}

/** The attribution in the map's top right corner. Its width depends on the sources of the map. */
function attributionBox(map: LeafletMap): Box[] {
  const { offsetWidth: width = 0, offsetHeight: height = 0 } = map.attributionControl.getContainer() ?? {}
  return width === 0 ? [] : [{ x: map.getSize().x - width / 2, y: height / 2, width, height }]
}

function Signpost({ label, x, y, angle }: { label: string; x: number; y: number; angle: number }) {
  return (
    <span className="map-signpost" style={{ left: x, top: y }}>
      <svg viewBox="0 0 12 12" width={12} height={12} style={{ transform: `rotate(${angle}deg)` }}>
        <path d="M6 .5 10.5 11 6 8.5 1.5 11Z" fill="currentColor" />
      </svg>
      {label}
    </span>
  )
}
