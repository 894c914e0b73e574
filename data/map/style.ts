/**
 * What a rule of the map's look consists of. The rules themselves are in paint-styles.ts and label-styles.ts.
 * Pure data, so that the browser and the server draw the same map (docs/decisions/024). Widths and sizes are
 * CSS pixels at a zoom of 256 pixel tiles, and are interpolated between the given zooms.
 */

import type * as z from 'zod/mini'
import type { MapColour } from './colours.ts'
import type { MAP_LAYERS } from './schema.ts'

/** Values at zooms, ascending; interpolated in between and constant outside. */
export type Stops = readonly (readonly [zoom: number, value: number])[]

/** The archive that a layer is read from: the built-in one, or the operator's streets. */
export type MapSource = 'base' | 'streets'

type MapLayer = keyof typeof MAP_LAYERS
type Kinds<Layer extends MapLayer> =
  z.infer<(typeof MAP_LAYERS)[Layer]> extends { kind: infer Kind } ? Kind : never
export type MapKind = { [Layer in MapLayer]: Kinds<Layer> }[MapLayer]

interface Selection {
  source: MapSource
  layer: MapLayer
  /** Kinds the rule is for; all kinds if it is left out. */
  kinds?: readonly MapKind[]
  /** Values of `dog` the rule is for; all features if it is left out. */
  dog?: readonly string[]
  /** Lowest zoom at which the rule is used. */
  from?: number
  /** Highest zoom at which the rule is used. */
  to?: number
}

export interface AreaStyle extends Selection {
  type: 'area'
  fill?: MapColour
  edge?: MapColour
  edgeWidth?: Stops
}

export interface LineStyle extends Selection {
  type: 'line'
  colour: MapColour
  width: Stops
  /** Lengths of dashes and gaps, as multiples of the width. */
  dash?: readonly number[]
  cap?: 'butt' | 'round'
  /** Only what is in a tunnel, or only what is not. */
  tunnel?: boolean
}

export type PaintStyle = AreaStyle | LineStyle

export interface TextLook {
  colour: MapColour
  halo: MapColour
  size: Stops
  weight: number
}

/** A name along a line. */
export interface LineNameStyle extends Selection, TextLook {
  type: 'line-name'
}
/** A name in the middle of an area that is large enough for it. */
export interface AreaNameStyle extends Selection, TextLook {
  type: 'area-name'
}
/** A name at a point; with a dot beside it up to the zoom `dotTo`. */
export interface PlaceNameStyle extends Selection, TextLook {
  type: 'place-name'
  dotTo?: number
  /** Free space around the name; by default 6 pixels. */
  space?: Stops
  uppercase?: boolean
}
/** A round mark with a symbol. */
export interface IconStyle extends Selection {
  type: 'icon'
  colour: MapColour
  radius: Stops
}

export type LabelStyle = LineNameStyle | AreaNameStyle | PlaceNameStyle | IconStyle

/** The value at a zoom; widths grow exponentially with the zoom, like distances on the map. */
export function valueAt(stops: Stops, zoom: number): number {
  const next = stops.findIndex(([at]) => at > zoom)
  if (next === 0) return stops[0]![1]
  if (next === -1) return stops.at(-1)![1]
  const [fromZoom, from] = stops[next - 1]!
  const [toZoom, to] = stops[next]!
  const share = (1.5 ** (zoom - fromZoom) - 1) / (1.5 ** (toZoom - fromZoom) - 1)
  return from + share * (to - from)
}

/** Where rules for roads and rails find them. */
export const ROAD = { source: 'streets', layer: 'road' } as const
