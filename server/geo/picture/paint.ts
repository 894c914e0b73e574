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

/** From here on, a picture of the built-in map is about what is how far, not about where in Australia. */
const NEAR_ZOOM = 12
/** With fewer names than this a picture says too little of where it is. */
const FEW_NAMES = 3
const WEBP_QUALITY = 88

const file = createRequire(import.meta.url).resolve(
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
)
GlobalFonts.registerFromPath(file, FONT)

/** A tile image and where its left upper corner belongs, CSS pixels of the picture; `size` is its width and height there. */
export interface PlacedTile {
  image: Uint8Array
  left: number
  top: number
  size: number
}

export interface Ground {
  coastline: Coastline
  places: readonly NamedPlace[]
}

/** Tiles to draw instead of the built-in map, and whose they are. */
export interface TileGround {
  tiles: readonly PlacedTile[]
  attribution: string
}

/**
 * Draws a map with its pin or area.
 * @throws Error when a tile is no image that can be read.
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
  const mark = () =>
    request.areaRadius === null
      ? paintPin(context, view, palette)
      : paintArea(context, view, palette, request.areaRadius)
  if (tiles) {
    context.fillStyle = palette.land
    context.fillRect(0, 0, request.width, request.height)
    for (const { image, left, top, size } of tiles.tiles)
      context.drawImage(await loadImage(image), left, top, size, size)
    mark()
    paintScale(context, view, palette)
    paintAttribution(context, view, palette, tiles.attribution)
  } else {
    paintGround(context, ground.coastline, view, palette)
    const near = request.zoom >= NEAR_ZOOM
    const withRings = near && request.areaRadius === null
    if (withRings) paintDistanceRings(context, view, palette)
    else paintGraticule(context, view, palette)
    paintBorders(context, ground.coastline, view, palette)
    const area = request.areaRadius === null ? [] : [mark()]
    const taken = [
      paintScale(context, view, palette),
      paintAttribution(context, view, palette, `Coast: ${ground.coastline.attribution}`),
      ...(request.areaRadius === null
        ? [{ x: request.width / 2, y: request.height / 2 - 20, width: 40, height: 46 }]
        : []),
    ]
    const names = paintPlaceNames(context, ground.places, view, palette, taken)
    taken.push(...names)
    if (near || names.length < FEW_NAMES) {
      taken.push(
        ...paintSignposts(context, ground.places, view, palette, new Set(names.map(({ place }) => place)), [
          ...taken,
          ...area,
        ]),
      )
    }
    if (withRings) paintRingFigures(context, view, palette, taken)
    if (request.areaRadius === null) mark()
  }
  return request.format === 'png' ? canvas.encode('png') : canvas.encode('webp', WEBP_QUALITY)
}
