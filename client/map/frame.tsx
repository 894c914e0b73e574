import 'leaflet/dist/leaflet.css'
import './map.css'
import type { FitBoundsOptions, LatLngBoundsExpression, LatLngExpression } from 'leaflet'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { MapContainer, ScaleControl, useMap, ZoomControl } from 'react-leaflet'
import type { LatLng } from '../../data/model/point.ts'
import {
  MAP_DEFAULT_LATITUDE,
  MAP_DEFAULT_LONGITUDE,
  MAP_FIT_MAX_ZOOM,
  MAP_ZOOM,
} from '../../data/model/constants.ts'
import type { MapSource } from '../../data/map/style.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { prefersReducedMotion, useUnit } from '../platform/settings-store.ts'
import { BaseLayer } from './base-layer.tsx'
import { LocateControl } from './locate-control.tsx'
import type { ParkOutline } from './park-outline.ts'
import { useSpaceKey } from './pins.tsx'
import { Signposts } from './signpost-layer.tsx'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'
import { Tiles } from './tiles.tsx'
import { NO_LABELS, type MapLabels } from './vector-layer.ts'
import { MAX_ZOOM, MIN_ZOOM } from './zoom.ts'

/** Australia with its islands: south-west and north-east corner. */
const BOUNDS: LatLngBoundsExpression = [
  [-62, 84],
  [4, 182],
]

/** The mainland and Tasmania. */
export const ALL_AUSTRALIA: LatLngBoundsExpression = [
  [-43.7, 113],
  [-10.6, 153.7],
]

/**
 * Fits pins into a map. At the left are the buttons and at the top the attribution, which takes two lines on a phone, and
 * a pin is 44 high.
 */
export const FIT_PINS: FitBoundsOptions = {
  maxZoom: MAP_FIT_MAX_ZOOM,
  paddingTopLeft: [84, 84],
  paddingBottomRight: [44, 44],
}

export type MapStart =
  | { center: LatLngExpression; zoom: number }
  | { bounds: LatLngBoundsExpression; boundsOptions: FitBoundsOptions }

/** The view of a map without a start position. No screen of ours uses it (specification 19.26). */
const DEFAULT_START: MapStart = {
  center: [MAP_DEFAULT_LATITUDE, MAP_DEFAULT_LONGITUDE],
  zoom: MAP_ZOOM,
}

interface MapFrameProps {
  label: string
  start?: MapStart
  /** Positions of pins, which names must not cover. */
  avoid: readonly LatLng[]
  /** The park whose outline is emphasised. */
  outline?: ParkOutline | undefined
  /** Whether the map is the main content of its page. On other maps, a touch drag scrolls the page. */
  isMain?: boolean
  children?: ReactNode
}

const isTouchDevice = () => matchMedia('(pointer: coarse)').matches

const NO_SOURCES: ReadonlySet<MapSource> = new Set()

/**
 * The base of every map: the built-in map with streets, the operator's raster tiles if there are any, scale,
 * zoom control, and a button that shows the user's position.
 */
export function MapFrame({
  label,
  start = DEFAULT_START,
  avoid,
  outline,
  isMain = false,
  children,
}: MapFrameProps) {
  const offer = useMapOffer()
  const [tilesComplete, setTilesComplete] = useState(false)
  /** Whether some of the vector map is not covered by raster tiles. */
  const isVisible = !offer?.tiles || !tilesComplete
  const [failed, setFailed] = useState(NO_SOURCES)
  const [labels, setLabels] = useState(NO_LABELS)
  const showLabels = (next: MapLabels) => setLabels((before) => (isSame(before, next) ? before : next))
  const reducedMotion = prefersReducedMotion()
  const unit = useUnit()
  return (
    <MapContainer
      {...start}
      className="size-full"
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      maxBounds={BOUNDS}
      maxBoundsViscosity={0.6}
      zoomSnap={0.5}
      zoomControl={false}
      scrollWheelZoom={false}
      dragging={isMain || !isTouchDevice()}
      inertia={!reducedMotion}
      fadeAnimation={!reducedMotion}
      zoomAnimation={!reducedMotion}
      markerZoomAnimation={!reducedMotion}
    >
      <MapBehaviour label={label} />
      {offer && (
        <BaseLayer offer={offer} pins={avoid} outline={outline} onFailed={setFailed} onLabels={showLabels} />
      )}
      {offer?.tiles && <Tiles tiles={offer.tiles} onComplete={setTilesComplete} />}
      {offer && isVisible && <Signposts offer={offer} avoid={avoid} labels={labels} />}
      {isVisible && <Names names={labels.names} />}
      {failed.has('streets') && isVisible && <Notice text={INTERACTIVE_MAP_TEXTS.noStreets} />}
      <ScaleControl
        key={unit}
        position="bottomleft"
        maxWidth={110}
        metric={unit === 'km'}
        imperial={unit === 'miles'}
      />
      <ZoomControl
        position="topleft"
        zoomInTitle={INTERACTIVE_MAP_TEXTS.zoomIn}
        zoomOutTitle={INTERACTIVE_MAP_TEXTS.zoomOut}
      />
      <LocateControl />
      {children}
    </MapContainer>
  )
}

/** Whether two maps have the same writing at the same places. */
const isSame = (one: MapLabels, other: MapLabels) =>
  one.zoom === other.zoom &&
  one.names.join() === other.names.join() &&
  one.boxes.length === other.boxes.length &&
  one.boxes.every(({ minX, minY }, at) => minX === other.boxes[at]!.minX && minY === other.boxes[at]!.minY)

/** Most names in the list. */
const MAX_NAMES = 30

/** The names on the map, for those who do not see it. */
function Names({ names }: { names: readonly string[] }) {
  const map = useMap()
  return createPortal(
    <ul className="sr-only" aria-label={INTERACTIVE_MAP_TEXTS.names} data-map-names="">
      {names.slice(0, MAX_NAMES).map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>,
    map.getContainer().parentElement!,
  )
}

/** A line of text over the map, outside its element, so that it is not a part of what is dragged. */
function Notice({ text }: { text: string }) {
  const map = useMap()
  return createPortal(
    <p role="status" className="map-notice">
      {text}
    </p>,
    map.getContainer().parentElement!,
  )
}

/**
 * Names the map for screen readers, follows its size, and zooms with the wheel only while the map is in use.
 */
function MapBehaviour({ label }: { label: string }) {
  const map = useMap()
  useSpaceKey()
  useEffect(() => {
    // Leaflet ends an animated zoom by a timer, and fails if the map has been removed by then
    // (https://github.com/Leaflet/Leaflet/issues/9575). Without this mark the timer does nothing.
    map.once('unload', () => Object.assign(map, { _animatingZoom: false }))
  }, [map])
  useEffect(() => {
    if (!prefersReducedMotion()) return
    // Leaflet slides the map for the arrow keys and has no setting for it.
    const slide = map.panBy
    const panBy: typeof slide = (offset, options) => slide.call(map, offset, { ...options, animate: false })
    Object.assign(map, { panBy })
  }, [map])
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', label)
    // The scale and the cards of selected parks are at the bottom.
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
