import type { Feature, LabelRule, LabelSymbolizer, PaintRule, PaintSymbolizer } from 'protomaps-leaflet'
import { MAP_COLOURS } from './colours.ts'
import { PAINT } from './paint-styles.ts'
import { LABELS } from './label-styles.ts'
import type { MapTheme } from './colours.ts'
import type { LabelStyle, PaintStyle } from './style.ts'
import { icon } from './icons.ts'
import { areaName, lineName, placeName } from './names.ts'
import { area, line } from './shapes.ts'
import type { Look } from './shapes.ts'

/** The style of one theme, as rules for protomaps-leaflet. */
export interface MapRules {
  /** Colour of the sea, which is where there is no land. */
  background: string
  paint: PaintRule[]
  labels: LabelRule[]
}

function paintSymbol(style: PaintStyle, look: Look): PaintSymbolizer {
  return style.type === 'area' ? area(style, look) : line(style, look)
}

function labelSymbol(style: LabelStyle, look: Look): LabelSymbolizer {
  switch (style.type) {
    case 'line-name':
      return lineName(style, look)
    case 'area-name':
      return areaName(style, look)
    case 'place-name':
      return placeName(style, look)
    case 'icon':
      return icon(style, look)
  }
}

/** Whether a feature is one that the style is for. */
export function isSelected(style: PaintStyle | LabelStyle, { props }: Pick<Feature, 'props'>): boolean {
  if (style.kinds && !(style.kinds as readonly unknown[]).includes(props['kind'])) return false
  if (style.dog && !(style.dog as readonly unknown[]).includes(props['dog'])) return false
  return !('tunnel' in style) || style.tunnel === (props['tunnel'] === true)
}

const selection = (style: PaintStyle | LabelStyle) => ({
  dataSource: style.source,
  dataLayer: style.layer,
  ...(style.from === undefined ? {} : { minzoom: style.from }),
  ...(style.to === undefined ? {} : { maxzoom: style.to }),
  filter: (_zoom: number, feature: Feature) => isSelected(style, feature),
})

/** @param font name of the typeface, which has to be loaded before names are placed */
export function mapRules(theme: MapTheme, font: string): MapRules {
  const look: Look = { colours: MAP_COLOURS[theme], font }
  return {
    background: look.colours.sea,
    paint: PAINT.map((style) => ({ ...selection(style), symbolizer: paintSymbol(style, look) })),
    labels: LABELS.map((style) => ({ ...selection(style), symbolizer: labelSymbol(style, look) })),
  }
}
