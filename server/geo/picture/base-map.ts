import type { SKRSContext2D } from '@napi-rs/canvas'
import { clipLine, clipRing } from '../../../data/geo/clip.ts'
import { graticuleIn, outlinesInFrame } from '../../../data/geo/outline.ts'
import type { Coastline } from '../../../data/sources/coastline.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

/** Accuracy of the coast in metres: it is generalised for 1:10 million. */
const COAST_ACCURACY_METRES = 500
/**
 * Highest zoom at which borders are drawn: they are generalised for 1:50 million and misleading beyond it.
 */
const MAX_BORDER_ZOOM = 9
/** Pixels drawn beyond the image, so that strokes and blurs have no visible edge. */
const MARGIN_PIXELS = 160

function trace(context: SKRSContext2D, points: ArrayLike<number>) {
  for (let at = 0; at < points.length; at += 2) {
    if (at === 0) context.moveTo(points[at]!, points[at + 1]!)
    else context.lineTo(points[at]!, points[at + 1]!)
  }
}

function landPath(context: SKRSContext2D, { land }: Coastline, view: View) {
  const box = {
    left: -MARGIN_PIXELS,
    top: -MARGIN_PIXELS,
    right: view.width + MARGIN_PIXELS,
    bottom: view.height + MARGIN_PIXELS,
  }
  context.beginPath()
  for (const shape of land) {
    for (const ring of outlinesInFrame(shape, view, MARGIN_PIXELS)) {
      const part = clipRing(ring, box)
      if (part.length < 6) continue
      trace(context, part)
      context.closePath()
    }
  }
}

/**
 * Draws sea and land. If the coast's inaccuracy is wider than a line, the coast is blurred instead of drawn
 * as a sharp edge.
 */
export function paintGround(context: SKRSContext2D, coastline: Coastline, view: View, palette: Palette) {
  const { width, height } = view
  context.fillStyle = palette.sea
  context.fillRect(0, 0, width, height)
  const accuracyPixels = COAST_ACCURACY_METRES / view.metresPerPixel
  context.lineJoin = 'round'
  if (accuracyPixels > 5) {
    context.save()
    const blur = Math.min(40, accuracyPixels / 2)
    context.filter = `blur(${blur}px)`
    landPath(context, coastline, view)
    context.fillStyle = palette.land
    context.fill('evenodd')
    context.restore()
    return
  }
  landPath(context, coastline, view)
  for (const [band, colour] of palette.shallows.entries()) {
    context.strokeStyle = colour
    context.lineWidth = (palette.shallows.length - band) * 7
    context.stroke()
  }
  context.fillStyle = palette.land
  context.fill('evenodd')
  context.strokeStyle = palette.coast
  context.lineWidth = 0.9
  context.stroke()
}

export function paintGraticule(context: SKRSContext2D, view: View, palette: Palette) {
  const { width, height } = view
  const { meridians, parallels } = graticuleIn(view)
  context.save()
  context.strokeStyle = palette.line
  context.globalAlpha = 0.55
  context.lineWidth = 0.6
  context.beginPath()
  for (const longitude of meridians) {
    const { x } = view.at({ latitude: 0, longitude })
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (const latitude of parallels) {
    const { y } = view.at({ latitude, longitude: 0 })
    context.moveTo(0, y)
    context.lineTo(width, y)
  }
  context.stroke()
  context.restore()
}

export function paintBorders(context: SKRSContext2D, { borders }: Coastline, view: View, palette: Palette) {
  if (view.zoom > MAX_BORDER_ZOOM) return
  const box = {
    left: -MARGIN_PIXELS,
    top: -MARGIN_PIXELS,
    right: view.width + MARGIN_PIXELS,
    bottom: view.height + MARGIN_PIXELS,
  }
  context.save()
  context.strokeStyle = palette.border
  context.lineWidth = 1
  context.setLineDash([5, 4])
  context.beginPath()
  for (const shape of borders)
    for (const line of outlinesInFrame(shape, view, MARGIN_PIXELS))
      for (const part of clipLine(line, box)) trace(context, part)
  context.stroke()
  context.restore()
}
