import { area } from '../../data/map/shapes.ts'
import type { MapRules } from '../../data/map/rules.ts'
import { MAP_COLOURS, type MapTheme } from '../../data/map/colours.ts'
import { MAP_FONT } from './views.ts'

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
