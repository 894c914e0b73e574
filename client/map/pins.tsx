import { divIcon, type DivIcon, type LeafletEventHandlerFnMap, type Marker as LeafletMarker } from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Circle, Marker, useMap } from 'react-leaflet'
import type { LatLng } from '../../data/geo/earth.ts'
import { metresPerPixel } from '../../data/geo/mercator.ts'

/** `pin`: a park whose point is known. `area`: one known only by its suburb. `dot`: one that is not on this page of the list. */
export type PinShape = 'pin' | 'area' | 'dot' | 'start' | 'here'

/** The smallest target, pixels. */
const TARGET = 44
const SVG = 'http://www.w3.org/2000/svg'
const DROP = 'M17 42C13 33 2 28 2 17a15 15 0 0 1 30 0c0 11-11 16-15 25Z'
const PAW =
  'M17 15.500c2.600 0 5 2.500 5 4.800 0 1.700-1.200 2.600-2.500 2.600-1 0-1.600-.5-2.500-.5s-1.500.5-2.500.5c-1.300 0-2.500-.9-2.500-2.600 0-2.300 2.400-4.800 5-4.800Z'
const TOES = [
  [11.3, 15.3, -24],
  [14.8, 11.5, -8],
  [19.2, 11.5, 8],
  [22.7, 15.3, 24],
] as const

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}

function numeral(number: number, x: number, y: number): SVGTextElement {
  const text = element('text', { x, y })
  text.textContent = String(number)
  return text
}

const RADII: Readonly<Record<Exclude<PinShape, 'pin'>, number>> = { area: 14, dot: 7, start: 7, here: 9 }

function drawn(shape: PinShape, number: number | undefined): SVGSVGElement {
  if (shape === 'pin') {
    const svg = element('svg', { viewBox: '0 0 34 44', width: 34, height: 44 })
    svg.append(element('path', { d: DROP, class: 'drop' }))
    if (number !== undefined) svg.append(numeral(number, 17, 17.5))
    else {
      svg.append(element('path', { d: PAW, class: 'paw' }))
      for (const [cx, cy, turn] of TOES)
        svg.append(
          element('ellipse', {
            cx,
            cy,
            rx: 1.8,
            ry: 2.4,
            transform: `rotate(${turn} ${cx} ${cy})`,
            class: 'paw',
          }),
        )
    }
    return svg
  }
  const radius = RADII[shape]
  const size = 2 * radius + 6
  const svg = element('svg', { viewBox: `0 0 ${size} ${size}`, width: size, height: size })
  svg.append(element('circle', { cx: size / 2, cy: size / 2, r: radius, class: 'drop' }))
  if (number !== undefined) svg.append(numeral(number, size / 2, size / 2))
  return svg
}

function pinIcon(shape: PinShape, number: number | undefined): DivIcon {
  const made = document.createElement('div')
  made.append(drawn(shape, number))
  // The tip of a drop is the place; everything else lies on it.
  return divIcon({
    className: 'map-pin',
    html: made.firstElementChild as unknown as HTMLElement,
    iconSize: [TARGET, TARGET],
    iconAnchor: [TARGET / 2, shape === 'pin' ? TARGET - 2 : TARGET / 2],
  })
}

interface PinProps {
  place: LatLng
  shape: PinShape
  /** What a screen reader says of it. */
  label: string
  number?: number
  active?: boolean
  onPick?(): void
  onHover?(over: boolean): void
}

/** A mark on the map. With `onPick` it is a button; without, it is no target. */
export function Pin({ place, shape, label, number, active = false, onPick, onHover }: PinProps) {
  const marker = useRef<LeafletMarker>(null)
  const icon = useMemo(() => pinIcon(shape, number), [shape, number])
  const picks = onPick !== undefined
  const handlers = useMemo<LeafletEventHandlerFnMap>(
    () => ({
      click: () => onPick?.(),
      mouseover: () => onHover?.(true),
      mouseout: () => onHover?.(false),
    }),
    [onPick, onHover],
  )
  // Leaflet makes the element anew whenever the icon changes.
  useEffect(() => {
    const node = marker.current?.getElement()
    if (!node) return
    node.dataset['shape'] = shape
    node.toggleAttribute('data-active', active)
    node.setAttribute('aria-label', label)
    if (!picks) node.setAttribute('role', 'img')
    else if (active) node.setAttribute('aria-current', 'true')
    else node.removeAttribute('aria-current')
  })
  return (
    <Marker
      ref={marker}
      position={[place.latitude, place.longitude]}
      icon={icon}
      interactive={picks}
      keyboard={picks}
      eventHandlers={handlers}
      zIndexOffset={active ? 1000 : shape === 'dot' ? -500 : 0}
    />
  )
}

/** A cluster of parks with their number; `label` says what it does. */
export function ClusterPin({
  place,
  count,
  label,
  onPick,
}: {
  place: LatLng
  count: number
  label: string
  onPick(): void
}) {
  const marker = useRef<LeafletMarker>(null)
  const size = count < 10 ? TARGET : count < 100 ? TARGET + 6 : TARGET + 14
  const icon = useMemo(() => {
    const words = document.createElement('span')
    words.textContent = count.toLocaleString('en-AU')
    return divIcon({ className: 'map-cluster', html: words, iconSize: [size, size] })
  }, [count, size])
  const handlers = useMemo<LeafletEventHandlerFnMap>(() => ({ click: onPick }), [onPick])
  useEffect(() => marker.current?.getElement()?.setAttribute('aria-label', label))
  return (
    <Marker
      ref={marker}
      position={[place.latitude, place.longitude]}
      icon={icon}
      eventHandlers={handlers}
      zIndexOffset={-300}
    />
  )
}

/** Width of a letter on a mark, and what is around its words, pixels. */
const LETTER = 8.5
const AROUND = 24

/** Parks of the list that share a mark: their numbers. */
export function GroupPin({
  place,
  words,
  label,
  active,
  onPick,
}: {
  place: LatLng
  words: string
  label: string
  active: boolean
  onPick(): void
}) {
  const marker = useRef<LeafletMarker>(null)
  const icon = useMemo(() => {
    const text = document.createElement('span')
    text.textContent = words
    return divIcon({
      className: 'map-group',
      html: text,
      iconSize: [Math.max(TARGET, words.length * LETTER + AROUND), TARGET],
    })
  }, [words])
  const handlers = useMemo<LeafletEventHandlerFnMap>(() => ({ click: onPick }), [onPick])
  useEffect(() => {
    const node = marker.current?.getElement()
    node?.setAttribute('aria-label', label)
    node?.toggleAttribute('data-active', active)
  })
  return (
    <Marker
      ref={marker}
      position={[place.latitude, place.longitude]}
      icon={icon}
      eventHandlers={handlers}
      zIndexOffset={active ? 1000 : 100}
    />
  )
}

/** No circle is drawn smaller than its own mark, pixels. */
const SMALLEST_AREA = 20

/** A circle as large as the suburb: the park is somewhere in it. `radius` in metres. */
export function Area({
  place,
  radius,
  zoom,
  active = false,
}: {
  place: LatLng
  radius: number
  zoom: number
  active?: boolean
}) {
  const shown = Math.max(radius, SMALLEST_AREA * metresPerPixel(place.latitude, zoom))
  return (
    <Circle
      key={String(active)}
      center={[place.latitude, place.longitude]}
      radius={shown}
      interactive={false}
      className={active ? 'map-area map-area-active' : 'map-area'}
    />
  )
}

/** Enter and Space pick a mark as they do a button; Leaflet knows Enter alone. */
export function useSpaceKey() {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const press = (event: KeyboardEvent) => {
      const target =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>('.map-pin, .map-cluster, .map-group')
          : null
      if (event.key !== ' ' || target === null) return
      event.preventDefault()
      target.click()
    }
    container.addEventListener('keydown', press)
    return () => container.removeEventListener('keydown', press)
  }, [map])
}
