import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas'
import type { Box, NamedPlace } from '../../../data/geo/labels.ts'
import { drawFrame } from '../../../data/map/frame.ts'
import type { MapViews } from '../../../data/map/frame.ts'
import { mapRules } from '../../../data/map/rules.ts'
import { OPENSTREETMAP } from '../../../data/model/source.ts'
import type { PositionSource } from '../../../data/model/source.ts'
import { MAP_COLOURS } from '../../../data/map/colours.ts'
import { FONT, paintSignposts } from './labels.ts'
import {
  paintArea,
  paintAttribution,
  paintDistanceRings,
  paintOutline,
  paintPin,
  paintRingFigures,
  paintScale,
} from './marks.ts'
import { PALETTES } from './palette.ts'
import { shownPart, viewOf } from './view.ts'
import type { PictureRequest } from './view.ts'

/** From this zoom, an image without streets shows the distances to nearby places. */
const MIN_DISTANCE_ZOOM = 12
const WEBP_QUALITY = 88

const file = createRequire(import.meta.url).resolve(
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
)
GlobalFonts.registerFromPath(file, FONT)

/**
 * A tile image and the position of its top left corner in CSS pixels of the image; `size` is its width and
 * height.
 */
interface PlacedTile {
  image: Uint8Array
  left: number
  top: number
  size: number
}

/** The built-in map and the streets. */
export interface Ground {
  views: MapViews
  attribution: string
  /** Whether there are streets. */
  hasStreets: boolean
  /** Suburbs and towns, for signposts. */
  places: readonly NamedPlace[]
}

/** Raster tiles to draw instead, with their attribution. */
export interface TileGround {
  tiles: readonly PlacedTile[]
  attribution: string
}

/** Box of the scale bar and the attribution. */
const smallPrint = ({ width, height }: PictureRequest): Box => ({
  x: width / 2,
  y: height - 13,
  width,
  height: 26,
})

/** The attribution of the map with that of an outline, unless it names its publisher already. */
function withCredit(attribution: string, source: PositionSource | undefined): string {
  if (source === undefined || attribution.includes(source.publisher)) return attribution
  const credit = source.publisher === OPENSTREETMAP ? '© OpenStreetMap contributors' : source.publisher
  return [credit, attribution].filter(Boolean).join(', ')
}

/**
 * Draws a map with its pin or area.
 * @throws Error if a tile is not a readable image
 */
export async function paint(request: PictureRequest, ground: Ground | TileGround): Promise<Buffer> {
  const view = viewOf(request)
  const palette = PALETTES[request.theme]
  const canvas = createCanvas(request.width * request.scale, request.height * request.scale)
  const context = canvas.getContext('2d')
  context.scale(request.scale, request.scale)
  const paintMark = () =>
    request.areaRadius === null
      ? paintPin(context, view, palette)
      : paintArea(context, view, palette, request.areaRadius)
  const attribution = withCredit(ground.attribution, request.outline?.source)
  const paintShape = () => {
    if (request.outline) paintOutline(context, view, palette, request.outline.geometry)
  }
  if ('tiles' in ground) {
    context.fillStyle = MAP_COLOURS[request.theme].land
    context.fillRect(0, 0, request.width, request.height)
    for (const { image, left, top, size } of ground.tiles)
      context.drawImage(await loadImage(image), left, top, size, size)
    paintShape()
    paintMark()
    paintScale(context, view, palette)
    paintAttribution(context, view, palette, attribution)
  } else {
    const isPin = request.areaRadius === null
    const mark = isPin ? [{ x: request.width / 2, y: request.height / 2 - 20, width: 40, height: 46 }] : []
    const { names, labels } = await drawFrame(
      context,
      view,
      ground.views,
      mapRules(request.theme, FONT),
      [...mark, smallPrint(request)],
      shownPart(request),
    )
    const taken: Box[] = [...mark, ...labels.flat()]
    if (!ground.hasStreets && request.zoom >= MIN_DISTANCE_ZOOM) {
      if (isPin) paintDistanceRings(context, view, palette)
      else paintMark()
      paintShape()
      taken.push(paintAttribution(context, view, palette, attribution), paintScale(context, view, palette))
      taken.push(...paintSignposts(context, ground.places, view, palette, names, taken))
      if (isPin) paintRingFigures(context, view, palette, taken)
      if (isPin) paintMark()
    } else {
      paintShape()
      paintMark()
      paintScale(context, view, palette)
      paintAttribution(context, view, palette, attribution)
    }
  }
  return request.format === 'png' ? canvas.encode('png') : canvas.encode('webp', WEBP_QUALITY)
}
