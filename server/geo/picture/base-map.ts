import type { SKRSContext2D } from '@napi-rs/canvas'
import { clipLine, clipRing } from '../../../data/geo/clip.ts'
import { project, unproject, worldSize } from '../../../data/geo/mercator.ts'
import type { Coastline, Shape } from '../../../data/sources/coastline.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

/** How far the coast may lie from where it is drawn, metres: it is a generalisation for 1:10 million. */
const COAST_UNCERTAINTY = 500
/** Borders are a generalisation for 1:50 million: beyond this zoom they would mislead. */
const BORDERS_UP_TO_ZOOM = 9
/** Points nearer to the one before than this, in pixels, are not seen. */
const FINEST = 0.4
/** Pixels beyond the picture that are still drawn, so that strokes and blurs have no edge. */
const MARGIN = 160

/** The shape in pixels of the picture, once for each copy of the world that reaches into it. */
function inPicture({ line, west, east, south, north }: Shape, view: View): number[][] {
  const { zoom, origin, width, height } = view
  const size = worldSize(zoom)
  const topLeft = project({ latitude: north, longitude: west }, zoom)
  const bottomRight = project({ latitude: south, longitude: east }, zoom)
  const copies: number[][] = []
  for (const shift of [-size, 0, size]) {
    const left = origin.x - shift - MARGIN
    const top = origin.y - MARGIN
    if (topLeft.x > left + width + 2 * MARGIN || bottomRight.x < left || topLeft.y > top + height + 2 * MARGIN || bottomRight.y < top) continue
    const pixels: number[] = []
    let before = { x: Infinity, y: Infinity }
    for (let at = 0; at < line.length; at += 2) {
      const pixel = project({ longitude: line[at]!, latitude: line[at + 1]! }, zoom)
      const last = at === line.length - 2
      if (!last && Math.abs(pixel.x - before.x) < FINEST && Math.abs(pixel.y - before.y) < FINEST) continue
      pixels.push(pixel.x - origin.x + shift, pixel.y - origin.y)
      before = pixel
    }
    copies.push(pixels)
  }
  return copies
}

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
    for (const ring of inPicture(shape, view)) {
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

/** Degrees between the lines of the graticule, by zoom: about 100 to 250 pixels. */
function graticuleStep(zoom: number): number {
  const wanted = 150 / (worldSize(zoom) / 360)
  return [20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001].find((step) => step <= wanted) ?? 0.001
}

export function paintGraticule(context: SKRSContext2D, view: View, palette: Palette) {
  const { width, height, zoom, origin } = view
  const step = graticuleStep(zoom)
  const northWest = unproject(origin, zoom)
  const southEast = unproject({ x: origin.x + width, y: origin.y + height }, zoom)
  context.save()
  context.strokeStyle = palette.line
  context.globalAlpha = 0.55
  context.lineWidth = 0.6
  context.beginPath()
  for (let line = Math.ceil(northWest.longitude / step); line * step <= southEast.longitude; line++) {
    const { x } = view.at({ latitude: 0, longitude: line * step })
    context.moveTo(x, 0)
    context.lineTo(x, height)
  }
  for (let line = Math.ceil(southEast.latitude / step); line * step <= northWest.latitude; line++) {
    const { y } = view.at({ latitude: line * step, longitude: 0 })
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
  for (const shape of borders) for (const line of inPicture(shape, view)) for (const part of clipLine(line, box)) trace(context, part)
  context.stroke()
  context.restore()
}
