import type { SKRSContext2D } from '@napi-rs/canvas'
import { areApart } from '../../../data/geo/labels.ts'
import type { Box } from '../../../data/geo/labels.ts'
import { roundDistance, sayRound } from '../../../data/geo/rings.ts'
import { FONT, text } from './labels.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

/** Where on a ring its figure stands, radians clockwise from north: off the middle, where the name of the place itself goes. */
const FIGURES = (140 / 180) * Math.PI

/** Radii of the circles at round distances, in metres and in pixels. */
function* rings(view: View): Generator<{ metres: number; pixels: number }> {
  const step = roundDistance(Math.min(view.width, view.height) * 0.28 * view.metresPerPixel, view.unit)
  const reach = Math.hypot(view.width, view.height) / 2
  for (let metres = step; metres / view.metresPerPixel < reach; metres += step)
    yield { metres, pixels: metres / view.metresPerPixel }
}

/** Circles at round distances from the middle, as contours stand round a hill: they say how far things are. */
export function paintDistanceRings(context: SKRSContext2D, view: View, palette: Palette) {
  const { width, height } = view
  const reach = Math.hypot(width, height) / 2
  context.save()
  context.lineWidth = 1
  for (const { pixels } of [...rings(view)].reverse()) {
    context.beginPath()
    context.arc(width / 2, height / 2, pixels, 0, 2 * Math.PI)
    context.fillStyle = palette.near
    context.fill()
    context.globalAlpha = Math.max(0.4, 1 - pixels / reach)
    context.strokeStyle = palette.line
    context.stroke()
    context.globalAlpha = 1
  }
  context.restore()
}

/** The distances of the rings, where nothing else stands. */
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
  for (const { metres, pixels } of rings(view)) {
    const figure = {
      x: view.width / 2 + pixels * Math.sin(FIGURES),
      y: view.height / 2 - pixels * Math.cos(FIGURES),
      width: 34,
      height: 12,
    }
    if (figure.y > view.height - 24 || !taken.every((other) => areApart(figure, other, 2))) continue
    text(context, sayRound(metres, view.unit), figure.x, figure.y, palette.muted, palette.land)
  }
  context.restore()
}

/** A drop with a paw in it, its tip on the place. 30 by 40 pixels. */
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

/** A circle as large as the suburb: the park is somewhere in it. Returns a box that covers most of it. */
export function paintArea(context: SKRSContext2D, view: View, palette: Palette, radius: number): Box {
  const { width, height } = view
  const pixels = Math.max(14, radius / view.metresPerPixel)
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

/** Narrower pictures, in pixels, have no room for a scale beside the attribution. */
const SCALE_FROM_WIDTH = 150

/** Length on the ground, in the left lower corner. */
export function paintScale(context: SKRSContext2D, view: View, palette: Palette): Box {
  if (view.width < SCALE_FROM_WIDTH) return { x: 0, y: 0, width: 0, height: 0 }
  const metres = roundDistance(Math.min(90, view.width / 4) * view.metresPerPixel, view.unit)
  const long = metres / view.metresPerPixel
  const x = 10
  const y = view.height - 10
  context.save()
  for (const [colour, width] of [
    [palette.halo, 4],
    [palette.ink, 1.4],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(x, y - 5)
    context.lineTo(x, y)
    context.lineTo(x + long, y)
    context.lineTo(x + long, y - 5)
    context.stroke()
  }
  context.font = `600 10.5px "${FONT}"`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  text(context, sayRound(metres, view.unit), x + long / 2, y - 4, palette.ink, palette.halo)
  context.restore()
  return { x: x + long / 2, y: y - 8, width: long + 16, height: 24 }
}

/** Whose map it is, in the right lower corner; cut off with an ellipsis where the picture is too narrow. */
export function paintAttribution(context: SKRSContext2D, view: View, palette: Palette, words: string): Box {
  context.save()
  context.font = `400 9.5px "${FONT}"`
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  let shown = words
  const most = view.width - 24
  while (shown.length > 1 && context.measureText(shown).width > most)
    shown = `${shown.slice(0, -2).trimEnd()}…`
  const wide = context.measureText(shown).width + 12
  context.fillStyle = palette.plate
  context.beginPath()
  context.roundRect(view.width - wide - 4, view.height - 19, wide, 15, 7.5)
  context.fill()
  text(context, shown, view.width - 10, view.height - 11, palette.muted, null)
  context.restore()
  return { x: view.width - wide / 2 - 4, y: view.height - 11, width: wide, height: 18 }
}
