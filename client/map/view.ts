import type { Map as LeafletMap } from 'leaflet'
import { useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Bounds } from '../../data/model/point.ts'

/** The view is this share larger than the visible map, so that marks are there when the map moves. */
const OVERSCAN = 0.15

export interface View {
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
