import 'leaflet/dist/leaflet.css'
import './map.css'
import type { LatLngBoundsExpression, LatLngExpression } from 'leaflet'
import { useEffect, useState, type ReactNode } from 'react'
import { MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet'
import type { LatLng } from '../../data/model/point.ts'
import { MAP_DEFAULT_CENTRE, MAP_ZOOM } from '../../data/model/constants.ts'
import type { Coastline } from '../../data/sources/coastline.ts'
import { useTiles } from '../queries/map.ts'
import { prefersReducedMotion, useUnit } from '../platform/settings-store.ts'
import { BuiltInMap } from './base-layer.tsx'
import { PlaceNames } from './names.tsx'
import { useSpaceKey } from './pins.tsx'
import { MAP_TEXTS } from './texts.ts'
import { Tiles } from './tiles.tsx'

/** From all of Australia to a park gate. */
const MIN_ZOOM = 3
const MAX_ZOOM = 18
/** Australia with its islands: south-west and north-east corner. */
const BOUNDS: LatLngBoundsExpression = [
  [-62, 84],
  [4, 182],
]

export type MapStart =
  | { center: LatLngExpression; zoom: number }
  | { bounds: LatLngBoundsExpression; maxZoom: number; padding: [pixelsX: number, pixelsY: number] }

/** The view of a map without a start position. No screen of ours uses it (specification 19.26). */
const DEFAULT_START: MapStart = {
  center: [MAP_DEFAULT_CENTRE.latitude, MAP_DEFAULT_CENTRE.longitude],
  zoom: MAP_ZOOM,
}

interface MapFrameProps {
  coastline: Coastline
  label: string
  start?: MapStart
  /** Positions of pins, which place names must not cover. */
  avoid: readonly LatLng[]
  /** Whether the map is the main content of its page. On other maps, a touch drag scrolls the page. */
  isMain?: boolean
  children?: ReactNode
}

const isTouchDevice = () => matchMedia('(pointer: coarse)').matches

/**
 * The base of every map: the built-in map, server tiles if available, place names, scale and zoom control.
 */
export function MapFrame({
  coastline,
  label,
  start = DEFAULT_START,
  avoid,
  isMain = false,
  children,
}: MapFrameProps) {
  const tiles = useTiles()
  const [tilesComplete, setTilesComplete] = useState(false)
  const showNames = tiles === null || !tilesComplete
  const view =
    'center' in start
      ? start
      : { bounds: start.bounds, boundsOptions: { maxZoom: start.maxZoom, padding: start.padding } }
  const reducedMotion = prefersReducedMotion()
  const unit = useUnit()
  return (
    <MapContainer
      {...view}
      className="size-full"
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      maxBounds={BOUNDS}
      maxBoundsViscosity={0.6}
      zoomSnap={0.5}
      zoomControl={false}
      scrollWheelZoom={false}
      dragging={isMain || !isTouchDevice()}
      fadeAnimation={!reducedMotion}
      zoomAnimation={!reducedMotion}
      markerZoomAnimation={!reducedMotion}
    >
      <MapBehaviour label={label} />
      <BuiltInMap coastline={coastline} />
      {tiles && <Tiles tiles={tiles} onComplete={setTilesComplete} />}
      {showNames && <PlaceNames avoid={avoid} />}
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

/**
 * Names the map for screen readers, follows its size, and zooms with the wheel only while the map is in use.
 */
function MapBehaviour({ label }: { label: string }) {
  const map = useMap()
  useSpaceKey()
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', label)
    // The back-to-top button floats in the lower right corner.
    map.attributionControl.setPrefix(false).setPosition('topright')
    const enableWheel = () => map.scrollWheelZoom.enable()
    const disableWheel = () => map.scrollWheelZoom.disable()
    container.addEventListener('pointerdown', enableWheel)
    container.addEventListener('focusin', enableWheel)
    container.addEventListener('pointerleave', disableWheel)
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    observer.observe(container)
    return () => {
      observer.disconnect()
      container.removeEventListener('pointerdown', enableWheel)
      container.removeEventListener('focusin', enableWheel)
      container.removeEventListener('pointerleave', disableWheel)
    }
  }, [map, label])
  return null
}
