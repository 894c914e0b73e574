import { divIcon, type DivIcon, type LeafletEventHandlerFnMap, type Marker as LeafletMarker } from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Circle, Marker, useMap } from 'react-leaflet'
import type { LatLng } from '../../data/model/point.ts'
import { metresPerPixel } from '../../data/geo/mercator.ts'

/**
 * `pin`: a park with an exact position. `area`: one known only by its suburb or to within 500 m. `dot`: one on
 * another page of the list. `start`: the start of a route. `here`: the person's position.
 */
type PinShape = 'pin' | 'area' | 'dot' | 'start' | 'here'

/** Width and height of a pin, which are those of a touch target. */
export const TARGET_SIZE_PX = 44
const SVG = 'http://www.w3.org/2000/svg'
const DROP = 'M17 42C13 33 2 28 2 17a15 15 0 0 1 30 0c0 11-11 16-15 25Z'
const PAW =
  'M17 15.5c2.6 0 5 2.5 5 4.8 0 1.7-1.2 2.6-2.5 2.6-1 0-1.6-.5-2.5-.5s-1.5.5-2.5.5c-1.3 0-2.5-.9-2.5-2.6 0-2.3 2.4-4.8 5-4.8Z'
const TOES = [
  [11.3, 15.3, -24],
  [14.8, 11.5, -8],
  [19.2, 11.5, 8],
  [22.7, 15.3, 24],
] as const

function createSvg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}

function numeral(number: number, x: number, y: number): SVGTextElement {
  const text = createSvg('text', { x, y })
  text.textContent = String(number)
  return text
}

const RADII: Readonly<Record<Exclude<PinShape, 'pin'>, number>> = { area: 14, dot: 7, start: 7, here: 9 }

function drawPin(shape: PinShape, number: number | undefined): SVGSVGElement {
  if (shape === 'pin') {
    const svg = createSvg('svg', { viewBox: '0 0 34 44', width: 34, height: 44 })
    svg.append(createSvg('path', { d: DROP, class: 'drop' }))
    if (number !== undefined) svg.append(numeral(number, 17, 17.5))
    else {
      svg.append(createSvg('path', { d: PAW, class: 'paw' }))
      for (const [cx, cy, turn] of TOES)
        svg.append(
          createSvg('ellipse', {
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
  const svg = createSvg('svg', { viewBox: `0 0 ${size} ${size}`, width: size, height: size })
  svg.append(createSvg('circle', { cx: size / 2, cy: size / 2, r: radius, class: 'drop' }))
  if (number !== undefined) svg.append(numeral(number, size / 2, size / 2))
  return svg
}

export function pinIcon(shape: PinShape, number: number | undefined): DivIcon {
  const made = document.createElement('div')
  made.append(drawPin(shape, number))
  // A drop's tip marks the position; the other shapes are centred on it.
  return divIcon({
    className: 'map-pin',
    html: made.firstElementChild as unknown as HTMLElement,
    iconSize: [TARGET_SIZE_PX, TARGET_SIZE_PX],
    iconAnchor: [TARGET_SIZE_PX / 2, shape === 'pin' ? TARGET_SIZE_PX - 2 : TARGET_SIZE_PX / 2],
  })
}

interface PinProps {
  place: LatLng
  shape: PinShape
  /** Accessible name. */
  label: string
  number?: number
  active?: boolean
  onPick?(): void
  onHover?(over: boolean): void
}

/** A mark on the map. It is a button if it has `onPick`. */
export function Pin({ place, shape, label, number, active = false, onPick, onHover }: PinProps) {
  const marker = useRef<LeafletMarker>(null)
  const icon = useMemo(() => pinIcon(shape, number), [shape, number])
  const isButton = onPick !== undefined
  const handlers = useMemo<LeafletEventHandlerFnMap>(
    () => ({
      click: () => onPick?.(),
      mouseover: () => onHover?.(true),
      mouseout: () => onHover?.(false),
    }),
    [onPick, onHover],
  )
  // On every render, because Leaflet creates a new element whenever the icon changes.
  useEffect(() => {
    const node = marker.current?.getElement()
    if (!node) return
    node.dataset['shape'] = shape
    node.toggleAttribute('data-active', active)
    node.setAttribute('aria-label', label)
    if (!isButton) node.setAttribute('role', 'img')
    else if (active) node.setAttribute('aria-current', 'true')
    else node.removeAttribute('aria-current')
  })
  return (
    <Marker
      ref={marker}
      position={[place.latitude, place.longitude]}
      icon={icon}
      interactive={isButton}
      keyboard={isButton}
      eventHandlers={handlers}
      zIndexOffset={active ? 1000 : shape === 'dot' ? -500 : 0}
    />
  )
}

/** A cluster with the number of its parks. `label` is its accessible name. */
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
  const size = count < 10 ? TARGET_SIZE_PX : count < 100 ? TARGET_SIZE_PX + 6 : TARGET_SIZE_PX + 14
  const icon = useMemo(() => {
    const span = document.createElement('span')
    span.textContent = count.toLocaleString('en-AU')
    return divIcon({ className: 'map-cluster', html: span, iconSize: [size, size] })
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

/** Estimated width of a letter on a mark. */
const LETTER_WIDTH_PX = 8.5
const PADDING_PX = 24

/** A mark with the numbers of several parks of the list. */
export function GroupPin({
  place,
  text,
  label,
  active,
  onPick,
}: {
  place: LatLng
  text: string
  label: string
  active: boolean
  onPick(): void
}) {
  const marker = useRef<LeafletMarker>(null)
  const icon = useMemo(() => {
    const span = document.createElement('span')
    span.textContent = text
    return divIcon({
      className: 'map-group',
      html: span,
      iconSize: [Math.max(TARGET_SIZE_PX, text.length * LETTER_WIDTH_PX + PADDING_PX), TARGET_SIZE_PX],
    })
  }, [text])
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

/** Smallest radius of the circle, so that it is larger than its mark. */
const MIN_AREA_RADIUS_PX = 20

/** A circle as large as the suburb that the park is in. `radius` in metres. */
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
  const shown = Math.max(radius, MIN_AREA_RADIUS_PX * metresPerPixel(place.latitude, zoom))
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

/** Makes Space activate a mark, as on a button. Leaflet handles Enter only. */
export function useSpaceKey() {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    const onKeyDown = (event: KeyboardEvent) => {
      const target =
        event.target instanceof Element
          ? event.target.closest<HTMLElement>('.map-pin, .map-cluster, .map-group')
          : null
      if (event.key !== ' ' || target === null) return
      event.preventDefault()
      target.click()
    }
    container.addEventListener('keydown', onKeyDown)
    return () => container.removeEventListener('keydown', onKeyDown)
  }, [map])
}
