import { useQuery } from '@tanstack/react-query'
import { parkAreaAt } from '../../data/map/nearby.ts'
import { area } from '../../data/map/shapes.ts'
import type { MapRules } from '../../data/map/rules.ts'
import { MAP_COLOURS, type MapTheme } from '../../data/map/colours.ts'
import type { LatLng } from '../../data/model/point.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { hasStreetsAt, MAP_FONT, viewsOf } from './views.ts'

/** The outline of the park at a place, if the streets' tiles have one; `undefined` while loading. */
export function useParkOutline(place: LatLng | undefined): ParkOutline | undefined {
  const offer = useMapOffer()
  const streets = offer && place && hasStreetsAt(offer, place) ? viewsOf(offer).get('streets') : undefined
  const { data } = useQuery({
    queryKey: ['map-outline', offer?.streets?.url, place?.latitude, place?.longitude] as const,
    enabled: streets !== undefined,
    retry: false,
    queryFn: async () => {
      const name = await parkAreaAt(streets!, place!)
      return name === undefined ? null : { name }
    },
  })
  return data ?? undefined
}

/** A park as an area of the streets' tiles: by its name, which is the same in all tiles. */
export interface ParkOutline {
  name: string
}

/** Rules that also draw a line around a park. */
export function withOutline(rules: MapRules, theme: MapTheme, outline: ParkOutline | undefined): MapRules {
  if (outline === undefined) return rules
  const symbolizer = area(
    {
      type: 'area',
      source: 'streets',
      layer: 'green',
      edge: 'dogParkEdge',
      edgeWidth: [
        [12, 1.5],
        [16, 3],
        [19, 4],
      ],
    },
    { colours: MAP_COLOURS[theme], font: MAP_FONT },
  )
  return {
    ...rules,
    paint: [
      ...rules.paint,
      {
        dataSource: 'streets',
        dataLayer: 'green',
        symbolizer,
        filter: (_zoom, { props }) => props['name'] === outline.name,
      },
    ],
  }
}
