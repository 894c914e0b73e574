import { useRouter } from '@tanstack/react-router'
import { latLngBounds, type LatLngBoundsExpression } from 'leaflet'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { MAP_FIT_MAX_ZOOM, MAP_ZOOM } from '../../../data/model/constants.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { formatArea, type SearchArea } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { ALL_AUSTRALIA, FIT_PINS, type MapStart } from '../../map/frame.tsx'
import { roundedDegrees } from '../../queries/home-address.ts'

const boundsOf = (parks: readonly LatLng[]): LatLngBoundsExpression =>
  latLngBounds(parks.map(({ latitude, longitude }) => [latitude, longitude]))

/**
 * The initial view: the area that is searched; the results; all of Australia for a search without text and
 * position; else the search's position.
 */
export function startOf(
  parks: readonly LatLng[],
  { query, area }: SearchRequest,
  centre: LatLng | null,
): MapStart {
  if (area)
    return {
      bounds: [
        [area.south, area.west],
        // Leaflet takes the smaller of two longitudes as the west.
        [area.north, area.east < area.west ? area.east + 360 : area.east],
      ],
      boundsOptions: { maxZoom: MAP_FIT_MAX_ZOOM },
    }
  if (parks.length > 0 && (centre !== null || query !== undefined))
    return { bounds: boundsOf(parks), boundsOptions: FIT_PINS }
  return centre === null
    ? { bounds: ALL_AUSTRALIA, boundsOptions: { maxZoom: MAP_FIT_MAX_ZOOM, padding: [4, 4] } }
    : { center: [centre.latitude, centre.longitude], zoom: MAP_ZOOM }
}

/** How a map was left: what it showed, where it was, and whether the user had moved it there. */
export interface LeftMap {
  shown: string
  start: MapStart
  moved: boolean
}

/** By the key of their history entry, for the way back to it. */
const leftMaps = new Map<string | undefined, LeftMap>()

/** How the map of this history entry was left, if it showed the same. */
export function useLeftMap(shown: string): LeftMap | undefined {
  const { latestLocation } = useRouter()
  const [left] = useState(() => {
    const last = leftMaps.get(latestLocation.state.key)
    return last?.shown === shown ? last : undefined
  })
  return left
}

/** A longitude from -180 to 180: the map can be moved around the world. */
const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

interface FittedMapProps {
  request: SearchRequest
  /** The parks of the page. */
  numbered: readonly LatLng[]
  /** Position of the search, shown if there are no results. */
  centre: LatLng | null
  /** The parks of the page, or the place without parks. */
  shown: string
  /** How this map was left before the user came back to it. */
  left: LeftMap | undefined
  onFit(): void
}

/**
 * Moves the map to the results when others are shown, and remembers how it is left.
 * @returns whether the user has moved the map since; and a function that returns the area it shows, whose
 *   results will not move it
 */
export function useFittedMap({ request, numbered, centre, shown, left, onFit }: FittedMapProps) {
  const map = useMap()
  const router = useRouter()
  const [moved, setMoved] = useState(left?.moved ?? false)
  /** The area of the last 'Search this area': its results must not move the map. */
  const searchedArea = useRef('')
  /** Whether the map is being moved by code and not by the user. */
  const isAutoMove = useRef(false)

  const fit = useEffectEvent(() => {
    onFit()
    if (request.area && searchedArea.current === formatArea(request.area)) return
    // Going back to that area later moves the map to it.
    searchedArea.current = ''
    isAutoMove.current = true
    const target = startOf(numbered, request, centre)
    if ('bounds' in target) map.fitBounds(target.bounds, { ...target.boundsOptions, animate: false })
    else map.setView(target.center, target.zoom, { animate: false })
    isAutoMove.current = false
    setMoved(false)
  })
  const fitted = useRef(left?.shown)
  const entry = useRef<string>(undefined)
  useEffect(() => {
    entry.current = router.latestLocation.state.key
    if (fitted.current !== shown) fit()
    fitted.current = shown
  }, [shown, router])
  const leave = useEffectEvent(() =>
    leftMaps.set(entry.current, { shown, start: { center: map.getCenter(), zoom: map.getZoom() }, moved }),
  )
  // Not in an effect without layout: by then, the map has been removed.
  useLayoutEffect(() => () => void leave(), [])
  useMapEvents({
    dragend: () => setMoved(true),
    zoomend: () => {
      if (!isAutoMove.current) setMoved(true)
    },
    keydown: ({ originalEvent }) => {
      if (originalEvent.key.startsWith('Arrow')) setMoved(true)
    },
  })

  function takeArea(): SearchArea {
    const bounds = map.getBounds()
    const area = {
      south: roundedDegrees(bounds.getSouth()),
      west: roundedDegrees(wrapped(bounds.getWest())),
      north: roundedDegrees(bounds.getNorth()),
      east: roundedDegrees(wrapped(bounds.getEast())),
    }
    searchedArea.current = formatArea(area)
    setMoved(false)
    return area
  }
  return { moved, takeArea }
}
