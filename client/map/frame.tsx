import 'leaflet/dist/leaflet.css'
import './map.css'
import type { LatLngBoundsExpression, LatLngExpression } from 'leaflet'
import { useEffect, useState, type ReactNode } from 'react'
import { MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet'
import type { LatLng } from '../../data/geo/earth.ts'
import { MAP_DEFAULT_CENTRE, MAP_ZOOM } from '../../data/model/constants.ts'
import type { Coastline } from '../../data/sources/coastline.ts'
import { useTiles } from '../queries/map.ts'
import { prefersReducedMotion, useUnit } from '../settings/store.ts'
import { BuiltInMap } from './base-layer.tsx'
import { PlaceNames } from './names.tsx'
import { useSpaceKey } from './pins.tsx'
import { MAP_TEXTS } from './texts.ts'
import { Tiles } from './tiles.tsx'

/** What can be shown: from all of Australia to a gate. */
const LOWEST_ZOOM = 3
const HIGHEST_ZOOM = 18
/** Beyond Australia and its islands there is nothing to find. */
const BOUNDS: LatLngBoundsExpression = [
  [-62, 84],
  [4, 182],
]

export type MapStart =
  | { center: LatLngExpression; zoom: number }
  | { bounds: LatLngBoundsExpression; maxZoom: number; padding: [pixelsX: number, pixelsY: number] }

/** Where a map stands that is given nothing to show. No screen of ours has one (specification, section 9). */
const NOWHERE: MapStart = {
  center: [MAP_DEFAULT_CENTRE.latitude, MAP_DEFAULT_CENTRE.longitude],
  zoom: MAP_ZOOM,
}

interface MapFrameProps {
  coastline: Coastline
  label: string
  start?: MapStart
  /** Places that no name is to cover: the pins. */
  avoid: readonly LatLng[]
  /** Whether the map is what its page is about. Others let a finger that passes over them move the page. */
  foremost?: boolean
  children?: ReactNode
}

/** Whether the finger is the pointer. */
const coarse = () => matchMedia('(pointer: coarse)').matches

/** A map of the product: the built-in one, the server's tiles upon it where there are any, names, scale, and what it is given. */
export function MapFrame({
  coastline,
  label,
  start = NOWHERE,
  avoid,
  foremost = false,
  children,
}: MapFrameProps) {
  const tiles = useTiles()
  const [whole, setWhole] = useState(false)
  const named = tiles === null || !whole
  const view =
    'center' in start
      ? start
      : { bounds: start.bounds, boundsOptions: { maxZoom: start.maxZoom, padding: start.padding } }
  const still = prefersReducedMotion()
  const unit = useUnit()
  return (
    <MapContainer
      {...view}
      className="size-full"
      minZoom={LOWEST_ZOOM}
      maxZoom={HIGHEST_ZOOM}
      maxBounds={BOUNDS}
      maxBoundsViscosity={0.6}
      zoomSnap={0.5}
      zoomControl={false}
      scrollWheelZoom={false}
      dragging={foremost || !coarse()}
      fadeAnimation={!still}
      zoomAnimation={!still}
      markerZoomAnimation={!still}
    >
      <Manners label={label} />
      <BuiltInMap coastline={coastline} />
      {tiles && <Tiles tiles={tiles} onWhole={setWhole} />}
      {named && <PlaceNames avoid={avoid} />}
      <ScaleControl
        key={unit}
        position="bottomleft"
        maxWidth={110}
        metric={unit === 'km'}
        imperial={unit === 'miles'}
      />
      <ZoomControl position="topleft" zoomInTitle={MAP_TEXTS.zoomIn} zoomOutTitle={MAP_TEXTS.zoomOut} />
      {children}
    </MapContainer>
  )
}

/** How a map behaves on a page: it has a name, keeps its size, and the wheel is the page's until the map is used. */
function Manners({ label }: { label: string }) {
  const map = useMap()
  useSpaceKey()
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', label)
    // The lower right corner is where the page's own button floats.
    map.attributionControl.setPrefix(false).setPosition('topright')
    const used = () => map.scrollWheelZoom.enable()
    const left = () => map.scrollWheelZoom.disable()
    container.addEventListener('pointerdown', used)
    container.addEventListener('focusin', used)
    container.addEventListener('pointerleave', left)
    const size = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    size.observe(container)
    return () => {
      size.disconnect()
      container.removeEventListener('pointerdown', used)
      container.removeEventListener('focusin', used)
      container.removeEventListener('pointerleave', left)
    }
  }, [map, label])
  return null
}
