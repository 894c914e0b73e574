import type { SKRSContext2D } from '@napi-rs/canvas'
import { areApart, contains } from '../../../data/geo/labels.ts'
import type { Box } from '../../../data/geo/labels.ts'
import { roundDistance, formatRoundDistance } from '../../../data/geo/rings.ts'
import type { Outline } from '../../../data/model/outline.ts'
import { FONT, drawText } from './labels.ts'
import type { Palette } from './palette.ts'
import { areaPixels, shownPart } from './view.ts'
import type { View } from './view.ts'

/**
 * Position of a distance label on its ring, radians clockwise from north: away from the centre line, where
 * the name of the place goes.
 */
const RING_LABEL_ANGLE = (110 / 180) * Math.PI

/** Radii of the distance rings, in metres and in pixels. */
function* rings(view: View): Generator<{ metres: number; pixels: number }> {
  const step = roundDistance(Math.min(view.width, view.height) * 0.28 * view.metresPerPixel, view.unit)
  const farthestPixels = Math.hypot(view.width, view.height) / 2
  for (let metres = step; metres / view.metresPerPixel < farthestPixels; metres += step)
    yield { metres, pixels: metres / view.metresPerPixel }
}

/** Draws circles at round distances from the centre. */
export function paintDistanceRings(context: SKRSContext2D, view: View, palette: Palette) {
  const { width, height } = view
  const farthestPixels = Math.hypot(width, height) / 2
  context.save()
  context.lineWidth = 1
  for (const { pixels } of [...rings(view)].reverse()) {
    context.beginPath()
    context.arc(width / 2, height / 2, pixels, 0, 2 * Math.PI)
    context.fillStyle = palette.near
    context.fill()
    context.globalAlpha = Math.max(0.4, 1 - pixels / farthestPixels)
    context.strokeStyle = palette.line
    context.stroke()
    context.globalAlpha = 1
  }
  context.restore()
}

/** Draws the distances of the rings where they cover nothing else. */
export function paintRingFigures(
  context: SKRSContext2D,
  view: View,
  palette: Palette,
  taken: readonly Box[],
) {
  context.save()
  context.font = `500 9.5px "${FONT}"`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const shown = shownPart(view)
  for (const { metres, pixels } of rings(view)) {
    const label = {
      x: view.width / 2 + pixels * Math.sin(RING_LABEL_ANGLE),
      y: view.height / 2 - pixels * Math.cos(RING_LABEL_ANGLE),
      width: 34,
      height: 12,
    }
    if (!contains(shown, label) || !taken.every((other) => areApart(label, other, 2))) continue
    drawText(context, formatRoundDistance(metres, view.unit), label.x, label.y, palette.muted, palette.halo)
  }
  context.restore()
}

/** Draws a 30 by 40 pixel pin with a paw, its tip at the place. */
export function paintPin(context: SKRSContext2D, view: View, palette: Palette): Box {
  const x = view.width / 2
  const y = view.height / 2
  context.save()
  context.translate(x, y)
  context.beginPath()
  context.ellipse(0, 0.5, 7, 2.6, 0, 0, 2 * Math.PI)
  context.fillStyle = '#00000038'
  context.fill()
  context.beginPath()
  context.moveTo(0, 0)
  context.bezierCurveTo(-4, -9, -15, -14, -15, -25)
  context.arc(0, -25, 15, Math.PI, 0)
  context.bezierCurveTo(15, -14, 4, -9, 0, 0)
  context.closePath()
  context.fillStyle = palette.pin
  context.fill()
  context.strokeStyle = palette.pinEdge
  context.lineWidth = 2
  context.stroke()
  context.fillStyle = palette.pinPaw
  for (const [px, py, rx, ry, turn] of [
    [-6, -26.5, 1.9, 2.5, -0.5],
    [-2.2, -30.6, 1.9, 2.7, -0.12],
    [2.2, -30.6, 1.9, 2.7, 0.12],
    [6, -26.5, 1.9, 2.5, 0.5],
  ] as const) {
    context.beginPath()
    context.ellipse(px, py, rx, ry, turn, 0, 2 * Math.PI)
    context.fill()
  }
  context.beginPath()
  context.moveTo(0, -26)
  context.bezierCurveTo(3, -26, 5.2, -22.6, 5.2, -20.6)
  context.bezierCurveTo(5.2, -18.4, 2.4, -18.4, 0, -19)
  context.bezierCurveTo(-2.4, -18.4, -5.2, -18.4, -5.2, -20.6)
  context.bezierCurveTo(-5.2, -22.6, -3, -26, 0, -26)
  context.fill()
  context.restore()
  return { x, y: y - 20, width: 40, height: 46 }
}

/** Draws a circle as large as the suburb that the park is in. Returns a box that covers most of it. */
export function paintArea(context: SKRSContext2D, view: View, palette: Palette, radius: number): Box {
  const { width, height } = view
  const pixels = areaPixels(radius, view)
  context.save()
  context.beginPath()
  context.arc(width / 2, height / 2, pixels, 0, 2 * Math.PI)
  context.fillStyle = palette.area
  context.fill()
  context.strokeStyle = palette.areaEdge
  context.lineWidth = 1.6
  context.setLineDash([6, 5])
  context.stroke()
  context.restore()
  return { x: width / 2, y: height / 2, width: 1.7 * pixels, height: 1.7 * pixels }
}

/** Strokes the current path, over a wider line in the colour of halos: it is visible on dark and on light ground. */
function strokeWithHalo(context: SKRSContext2D, { halo }: Palette, colour: string, width: number): void {
  for (const [strokeStyle, lineWidth] of [
    [halo, 4],
    [colour, width],
  ] as const) {
    context.strokeStyle = strokeStyle
    context.lineWidth = lineWidth
    context.stroke()
  }
}

/** Draws the outline of the park. */
export function paintOutline(
  context: SKRSContext2D,
  view: View,
  palette: Palette,
  { coordinates }: Outline['geometry'],
): void {
  context.save()
  context.beginPath()
  for (const ring of coordinates.flat()) {
    for (const [at, [longitude, latitude]] of ring.entries()) {
      const { x, y } = view.at({ latitude, longitude })
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.closePath()
  }
  context.fillStyle = palette.area
  context.fill('evenodd')
  context.lineJoin = 'round'
  strokeWithHalo(context, palette, palette.areaEdge, 2)
  context.restore()
}

/** Narrower images have no room for a scale bar beside the attribution. Pixels. */
const MIN_WIDTH_FOR_SCALE = 150

/** Draws a scale bar in the lower left corner. */
export function paintScale(context: SKRSContext2D, view: View, palette: Palette): Box {
  if (view.width < MIN_WIDTH_FOR_SCALE) return { x: 0, y: 0, width: 0, height: 0 }
  const metres = roundDistance(Math.min(90, view.width / 4) * view.metresPerPixel, view.unit)
  const barLength = metres / view.metresPerPixel
  const x = 10
  const y = view.height - 10
  context.save()
  context.beginPath()
  context.moveTo(x, y - 5)
  context.lineTo(x, y)
  context.lineTo(x + barLength, y)
  context.lineTo(x + barLength, y - 5)
  strokeWithHalo(context, palette, palette.ink, 1.4)
  context.font = `600 10.5px "${FONT}"`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  drawText(
    context,
    formatRoundDistance(metres, view.unit),
    x + barLength / 2,
    y - 4,
    palette.ink,
    palette.halo,
  )
  context.restore()
  return { x: x + barLength / 2, y: y - 8, width: barLength + 16, height: 24 }
}

/** Draws the attribution in the lower right corner, truncated with an ellipsis if the image is too narrow. */
export function paintAttribution(context: SKRSContext2D, view: View, palette: Palette, words: string): Box {
  context.save()
  context.font = `400 9.5px "${FONT}"`
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  let shown = words
  const maxWidth = view.width - 24
  while (shown.length > 1 && context.measureText(shown).width > maxWidth)
    shown = `${shown.slice(0, -2).trimEnd()}…`
  const plateWidth = context.measureText(shown).width + 12
  context.fillStyle = palette.plate
  context.beginPath()
  context.roundRect(view.width - plateWidth - 4, view.height - 19, plateWidth, 15, 7.5)
  context.fill()
  drawText(context, shown, view.width - 10, view.height - 11, palette.muted, null)
  context.restore()
  return { x: view.width - plateWidth / 2 - 4, y: view.height - 11, width: plateWidth, height: 18 }
}
