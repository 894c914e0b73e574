import { divIcon, type Map as LeafletMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { Marker, Pane, useMap, useMapEvents } from 'react-leaflet'
import { distanceMetres } from '../../data/model/point.ts'
import type { Bounds, LatLng } from '../../data/model/point.ts'
import { thinLabels } from '../../data/geo/labels.ts'
import type { Box, LabelCandidate, NamedPlace } from '../../data/geo/labels.ts'
import { useMapNames } from '../queries/map.ts'
import { useUnit } from '../platform/settings-store.ts'
import { signposts } from './signposts.ts'

/**
 * From this zoom level a suburb is an area rather than a point: its name has no dot, and the postcode below
 * it.
 */
const AREA_ZOOM = 11
/** With fewer visible names than this, signposts are added at the edges. */
const FEW_NAMES = 5
/** Area in square pixels per place name. */
const PIXELS_PER_NAME = 9_000
/**
 * Names are laid out beyond the visible map by this share of its size, so that they are there when it moves.
 */
const OVERSCAN = 0.15
/** Estimated width of a letter in pixels, by rank of the place. */
const LETTER_WIDTH = [8.2, 7.2, 6.5, 6.3] as const
const HEIGHT = 17
const HEIGHT_WITH_POSTCODE = 30

interface View {
  bounds: Bounds
  zoom: number
  width: number
  height: number
}

/** Degrees to three decimals, so that tiny movements of the map do not cause a new request. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000

function viewOf(map: LeafletMap): View {
  const bounds = map.getBounds().pad(OVERSCAN)
  const { x: width, y: height } = map.getSize()
  return {
    bounds: {
      south: rounded(bounds.getSouth()),
      west: rounded(bounds.getWest()),
      north: rounded(bounds.getNorth()),
      east: rounded(bounds.getEast()),
    },
    zoom: map.getZoom(),
    width,
    height,
  }
}

/** The visible part of the map. Updates after each move. */
export function useView(): View {
  const map = useMap()
  const [view, setView] = useState(() => viewOf(map))
  useMapEvents({ moveend: () => setView(viewOf(map)), resize: () => setView(viewOf(map)) })
  return view
}

type Placed = LabelCandidate<NamedPlace> & { key: string; down: number; right: number }

/** Lays out names so that none covers another name or a pin. */
function layOut(
  map: LeafletMap,
  view: View,
  places: readonly NamedPlace[],
  avoid: readonly LatLng[],
): Placed[] {
  const asAreas = view.zoom >= AREA_ZOOM
  const pointOf = (place: LatLng) => map.latLngToContainerPoint([place.latitude, place.longitude])
  const pins = avoid.map((place): Box => {
    const { x, y } = pointOf(place)
    return { x, y: y - 18, width: 34, height: 44 }
  })
  const candidates = places.flatMap((place): Placed[] => {
    const { x, y } = pointOf(place)
    const width = place.name.length * LETTER_WIDTH[place.rank]
    const height = asAreas ? HEIGHT_WITH_POSTCODE : HEIGHT
    const sideways = width / 2 + 8
    const positions = asAreas
      ? [
          [0, 0],
          [0, 26],
        ]
      : [
          [sideways, 0],
          [-sideways, 0],
          [0, 14],
          [0, -14],
        ]
    return (positions as [number, number][]).map(([right, down]) => ({
      place,
      rank: place.rank,
      key: `${place.name} ${place.state} ${place.postcode}`,
      right,
      down,
      x: x + right,
      y: y + down,
      width,
      height,
      ...(asAreas ? {} : { dot: { x, y, width: 6, height: 6 } }),
    }))
  })
  const most = Math.max(4, Math.round((view.width * view.height * (1 + 2 * OVERSCAN) ** 2) / PIXELS_PER_NAME))
  return thinLabels(candidates, { zoom: view.zoom, most, taken: pins }) as Placed[]
}

function nameIcon({ place, right, down }: Placed, asArea: boolean) {
  const label = document.createElement('span')
  label.append(place.name)
  label.style.left = `${right}px`
  label.style.top = `${down}px`
  const parts: Element[] = [label]
  if (asArea) {
    const postcode = document.createElement('small')
    postcode.textContent = place.postcode
    label.append(postcode)
  } else {
    parts.push(document.createElement('i'))
  }
  const box = document.createElement('div')
  box.className = 'map-name'
  box.dataset['rank'] = String(place.rank)
  box.append(...parts)
  return divIcon({ className: 'map-name-place', html: box, iconSize: [0, 0] })
}

/**
 * Names of suburbs and towns from the data on the device. If few are visible, signposts at the edges name
 * others.
 */
export function PlaceNames({ avoid }: { avoid: readonly LatLng[] }) {
  const map = useMap()
  const view = useView()
  const names = useMapNames(view.bounds, view.zoom)
  const placed = useMemo(
    () => (names === undefined ? [] : layOut(map, view, names.inside, avoid)),
    [map, view, names, avoid],
  )
  const visible = placed.filter(({ x, y }) => x > 0 && y > 0 && x < view.width && y < view.height)
  const asAreas = view.zoom >= AREA_ZOOM
  return (
    <>
      <Pane name="names" style={{ zIndex: 450 }}>
        {placed.map((one) => (
          <Name key={`${one.key} ${one.right} ${one.down} ${asAreas}`} placed={one} asArea={asAreas} />
        ))}
      </Pane>
      {names && visible.length < FEW_NAMES && (
        <Signposts view={view} around={names.around} named={visible} avoid={avoid} />
      )}
    </>
  )
}

/** A small, non-interactive text on the map. */
export function Caption({ place, text }: { place: LatLng; text: string }) {
  const [icon] = useState(() => {
    const label = document.createElement('span')
    label.textContent = text
    const box = document.createElement('div')
    box.className = 'map-name map-caption'
    box.append(label)
    return divIcon({ className: 'map-name-place', html: box, iconSize: [0, 0] })
  })
  return (
    <Marker position={[place.latitude, place.longitude]} icon={icon} interactive={false} keyboard={false} />
  )
}

function Name({ placed, asArea }: { placed: Placed; asArea: boolean }) {
  // Created once: everything it depends on is part of the component's key.
  const [icon] = useState(() => nameIcon(placed, asArea))
  return (
    <Marker
      position={[placed.place.latitude, placed.place.longitude]}
      icon={icon}
      interactive={false}
      keyboard={false}
      pane="names"
    />
  )
}

interface SignpostsProps {
  view: View
  around: readonly NamedPlace[]
  named: readonly Placed[]
  avoid: readonly LatLng[]
}

/**
 * Directions to the nearest places beyond the edges. In whole miles or km, the accuracy of a suburb's
 * position.
 */
function Signposts({ view, around, named, avoid }: SignpostsProps) {
  const map = useMap()
  const unit = useUnit()
  const center = map.getCenter()
  const middle = { latitude: center.lat, longitude: center.lng }
  const known = new Set(named.map(({ place }) => place.name))
  const beyond = around
    .filter((place) => !known.has(place.name))
    .map((place) => {
      const { x, y } = map.latLngToContainerPoint([place.latitude, place.longitude])
      return { place, x, y, metres: distanceMetres(middle, place) }
    })
  const pins = avoid.map((place): Box => {
    const { x, y } = map.latLngToContainerPoint([place.latitude, place.longitude])
    return { x, y: y - 8, width: 44, height: 66 }
  })
  const posts = signposts(beyond, view, [...named, ...pins], unit)
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {posts.map(({ label, x, y, angle }) => (
        <Signpost key={label} label={label} x={x} y={y} angle={angle} />
      ))}
    </div>
  )
}

function Signpost({ label, x, y, angle }: { label: string; x: number; y: number; angle: number }) {
  return (
    <span className="map-signpost" style={{ left: x, top: y }}>
      <svg viewBox="0 0 12 12" width={12} height={12} style={{ transform: `rotate(${angle}deg)` }}>
        <path d="M6 .5 10.500 11 6 8.500 1.500 11Z" fill="currentColor" />
      </svg>
      {label}
    </span>
  )
}
