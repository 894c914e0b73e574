import type { SKRSContext2D } from '@napi-rs/canvas'
import { clipLine, clipRing } from '../../../data/geo/clip.ts'
import { graticuleIn, outlinesInFrame } from '../../../data/geo/outline.ts'
import type { Coastline } from '../../../data/sources/coastline.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

/** How far the coast may lie from where it is drawn, metres: it is a generalisation for 1:10 million. */
const COAST_UNCERTAINTY = 500
/** Borders are a generalisation for 1:50 million: beyond this zoom they would mislead. */
const BORDERS_UP_TO_ZOOM = 9
/** Pixels beyond the picture that are still drawn, so that strokes and blurs have no edge. */
const MARGIN = 160

function trace(context: SKRSContext2D, points: ArrayLike<number>) {
  for (let at = 0; at < points.length; at += 2) {
    if (at === 0) context.moveTo(points[at]!, points[at + 1]!)
    else context.lineTo(points[at]!, points[at + 1]!)
  }
}

function landPath(context: SKRSContext2D, { land }: Coastline, view: View) {
  const box = { left: -MARGIN, top: -MARGIN, right: view.width + MARGIN, bottom: view.height + MARGIN }
  context.beginPath()
  for (const shape of land) {
    for (const ring of outlinesInFrame(shape, view, MARGIN)) {
      const part = clipRing(ring, box)
      if (part.length < 6) continue
      trace(context, part)
      context.closePath()
    }
  }
}

/** Sea and land. Where the coast's uncertainty is wider than a line, it fades instead of pretending to an edge. */
export function paintGround(context: SKRSContext2D, coastline: Coastline, view: View, palette: Palette) {
  const { width, height } = view
  context.fillStyle = palette.sea
  context.fillRect(0, 0, width, height)
  const uncertain = COAST_UNCERTAINTY / view.metresPerPixel
  context.lineJoin = 'round'
  if (uncertain > 5) {
    context.save()
    const blur = Math.min(40, uncertain / 2)
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
  if (view.zoom > BORDERS_UP_TO_ZOOM) return
  const box = { left: -MARGIN, top: -MARGIN, right: view.width + MARGIN, bottom: view.height + MARGIN }
  context.save()
  context.strokeStyle = palette.border
  context.lineWidth = 1
  context.setLineDash([5, 4])
  context.beginPath()
  for (const shape of borders)
    for (const line of outlinesInFrame(shape, view, MARGIN))
      for (const part of clipLine(line, box)) trace(context, part)
  context.stroke()
  context.restore()
}
