import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas'
import type { NamedPlace } from '../../../data/geo/labels.ts'
import type { Coastline } from '../../../data/sources/coastline.ts'
import { paintBorders, paintGraticule, paintGround } from './base-map.ts'
import { FONT, paintPlaceNames, paintSignposts } from './labels.ts'
import {
  paintArea,
  paintAttribution,
  paintDistanceRings,
  paintPin,
  paintRingFigures,
  paintScale,
} from './marks.ts'
import { PALETTES } from './palette.ts'
import { viewOf } from './view.ts'
import type { PictureRequest } from './view.ts'

/**
 * From this zoom, an image of the built-in map shows distances to nearby places rather than the position in
 * Australia.
 */
const MIN_DISTANCE_ZOOM = 12
/** With fewer labels than this, signposts are added to show where the place is. */
const MIN_LABELS = 3
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

export interface Ground {
  coastline: Coastline
  places: readonly NamedPlace[]
}

/** Tiles to draw instead of the built-in map, with their attribution. */
export interface TileGround {
  tiles: readonly PlacedTile[]
  attribution: string
}

/**
 * Draws a map with its pin or area.
 * @throws Error if a tile is not a readable image
 */
export async function paint(
  request: PictureRequest,
  ground: Ground,
  tiles: TileGround | null,
): Promise<Buffer> {
  const view = viewOf(request)
  const palette = PALETTES[request.theme]
  const canvas = createCanvas(request.width * request.scale, request.height * request.scale)
  const context = canvas.getContext('2d')
  context.scale(request.scale, request.scale)
  const paintMark = () =>
    request.areaRadius === null
      ? paintPin(context, view, palette)
      : paintArea(context, view, palette, request.areaRadius)
  if (tiles) {
    context.fillStyle = palette.land
    context.fillRect(0, 0, request.width, request.height)
    for (const { image, left, top, size } of tiles.tiles)
      context.drawImage(await loadImage(image), left, top, size, size)
    paintMark()
    paintScale(context, view, palette)
    paintAttribution(context, view, palette, tiles.attribution)
  } else {
    paintGround(context, ground.coastline, view, palette)
    const showsDistances = request.zoom >= MIN_DISTANCE_ZOOM
    const withRings = showsDistances && request.areaRadius === null
    if (withRings) paintDistanceRings(context, view, palette)
    else paintGraticule(context, view, palette)
    paintBorders(context, ground.coastline, view, palette)
    const area = request.areaRadius === null ? [] : [paintMark()]
    const taken = [
      paintScale(context, view, palette),
      paintAttribution(context, view, palette, `Coast: ${ground.coastline.attribution}`),
      ...(request.areaRadius === null
        ? [{ x: request.width / 2, y: request.height / 2 - 20, width: 40, height: 46 }]
        : []),
    ]
    const names = paintPlaceNames(context, ground.places, view, palette, taken)
    taken.push(...names)
    if (showsDistances || names.length < MIN_LABELS) {
      taken.push(
        ...paintSignposts(context, ground.places, view, palette, new Set(names.map(({ place }) => place)), [
          ...taken,
          ...area,
        ]),
      )
    }
    if (withRings) paintRingFigures(context, view, palette, taken)
    if (request.areaRadius === null) paintMark()
  }
  return request.format === 'png' ? canvas.encode('png') : canvas.encode('webp', WEBP_QUALITY)
}
