import { divIcon, type Map as LeafletMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { Marker, Pane, useMap, useMapEvents } from 'react-leaflet'
import { distanceMetres } from '../../data/geo/earth.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import { thinLabels } from '../../data/geo/labels.ts'
import type { Box, LabelCandidate, NamedPlace } from '../../data/geo/labels.ts'
import { useMapNames, type MapBounds } from '../queries/map.ts'
import { useUnit } from '../settings/store.ts'
import { signposts } from './signposts.ts'

/** From this zoom a suburb is an area rather than a point: its name stands alone, with the postcode under it. */
const AREA_ZOOM = 11
/** With fewer names than this a map says too little of where it is. */
const FEW_NAMES = 5
/** A map names one place for so many square pixels. */
const PIXELS_PER_NAME = 9_000
/** Share of the frame around it that is named as well, so that moving the map uncovers names instead of making them. */
const BEYOND = 0.15
/** Width of a letter by rank, pixels: a name is laid out by this before it is drawn. */
const LETTER = [8.2, 7.2, 6.5, 6.3] as const
const HEIGHT = 17
const HEIGHT_WITH_POSTCODE = 30

interface View {
  bounds: MapBounds
  zoom: number
  width: number
  height: number
}

/** Degrees to three decimals: the same frame, moved by less than is seen, asks the same question. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000

function viewOf(map: LeafletMap): View {
  const bounds = map.getBounds().pad(BEYOND)
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

/** What of the map is in sight, after each move. */
export function useView(): View {
  const map = useMap()
  const [view, setView] = useState(() => viewOf(map))
  useMapEvents({ moveend: () => setView(viewOf(map)), resize: () => setView(viewOf(map)) })
  return view
}

type Placed = LabelCandidate<NamedPlace> & { key: string; down: number; right: number }

/** Lays out names so that none covers another or a pin. */
function layOut(
  map: LeafletMap,
  view: View,
  places: readonly NamedPlace[],
  avoid: readonly LatLng[],
): Placed[] {
  const asAreas = view.zoom >= AREA_ZOOM
  const boxOf = (place: LatLng) => map.latLngToContainerPoint([place.latitude, place.longitude])
  const pins = avoid.map((place): Box => {
    const { x, y } = boxOf(place)
    return { x, y: y - 18, width: 34, height: 44 }
  })
  const candidates = places.flatMap((place): Placed[] => {
    const { x, y } = boxOf(place)
    const width = place.name.length * LETTER[place.rank]
    const height = asAreas ? HEIGHT_WITH_POSTCODE : HEIGHT
    const aside = width / 2 + 8
    const spots = asAreas
      ? [
          [0, 0],
          [0, 26],
        ]
      : [
          [aside, 0],
          [-aside, 0],
          [0, 14],
          [0, -14],
        ]
    return (spots as [number, number][]).map(([right, down]) => ({
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
  const most = Math.max(4, Math.round((view.width * view.height * (1 + 2 * BEYOND) ** 2) / PIXELS_PER_NAME))
  return thinLabels(candidates, { zoom: view.zoom, most, taken: pins }) as Placed[]
}

function nameIcon({ place, right, down }: Placed, asArea: boolean) {
  const words = document.createElement('span')
  words.append(place.name)
  words.style.left = `${right}px`
  words.style.top = `${down}px`
  const parts: Element[] = [words]
  if (asArea) {
    const postcode = document.createElement('small')
    postcode.textContent = place.postcode
    words.append(postcode)
  } else {
    parts.push(document.createElement('i'))
  }
  const box = document.createElement('div')
  box.className = 'map-name'
  box.dataset['rank'] = String(place.rank)
  box.append(...parts)
  return divIcon({ className: 'map-name-place', html: box, iconSize: [0, 0] })
}

/** Names of suburbs and towns, thinned by zoom, and at the edges which ones lie beyond. From the device alone. */
export function PlaceNames({ avoid }: { avoid: readonly LatLng[] }) {
  const map = useMap()
  const view = useView()
  const names = useMapNames(view.bounds, view.zoom)
  const placed = useMemo(
    () => (names === undefined ? [] : layOut(map, view, names.inside, avoid)),
    [map, view, names, avoid],
  )
  const inSight = placed.filter(({ x, y }) => x > 0 && y > 0 && x < view.width && y < view.height)
  const asAreas = view.zoom >= AREA_ZOOM
  return (
    <>
      <Pane name="names" style={{ zIndex: 450 }}>
        {placed.map((one) => (
          <Name key={`${one.key} ${one.right} ${one.down} ${asAreas}`} placed={one} asArea={asAreas} />
        ))}
      </Pane>
      {names && inSight.length < FEW_NAMES && (
        <Signposts view={view} around={names.around} named={inSight} avoid={avoid} />
      )}
    </>
  )
}

/** Small words on the map, with nothing to press. */
export function Caption({ place, words }: { place: LatLng; words: string }) {
  const [icon] = useState(() => {
    const text = document.createElement('span')
    text.textContent = words
    const box = document.createElement('div')
    box.className = 'map-name map-caption'
    box.append(text)
    return divIcon({ className: 'map-name-place', html: box, iconSize: [0, 0] })
  })
  return (
    <Marker position={[place.latitude, place.longitude]} icon={icon} interactive={false} keyboard={false} />
  )
}

function Name({ placed, asArea }: { placed: Placed; asArea: boolean }) {
  // The icon is made once: its parts depend on nothing that changes while it stands (its key has them).
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

/** The way to the nearest places beyond the edges, in whole miles or kilometres, since a suburb's position is good to about one. */
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
