import { clipLine, clipRing } from '../../data/geo/clip.ts'
import { metresPerPixel, project, unproject } from '../../data/geo/mercator.ts'
import { graticuleIn, outlinesInFrame } from '../../data/geo/outline.ts'
import type { Frame } from '../../data/geo/outline.ts'
import type { Coastline } from '../../data/sources/coastline.ts'
import type { MapPalette } from './palette.ts'

type Pen = CanvasRenderingContext2D

/** How far the coast may lie from where it is drawn, metres: it is a generalisation for 1:10 million. */
const COAST_UNCERTAINTY = 500
/** Borders are a generalisation for 1:50 million: beyond this zoom they would mislead. */
const BORDERS_UP_TO_ZOOM = 9
/** Pixels of uncertainty from which the coast fades instead of having an edge. */
const EDGE_UP_TO = 5
/** Widest half of that fade in pixels, in how many steps it is drawn, and the strength of one: all of them together cover half. */
const FADE = { widest: 130, steps: 9, strength: 0.074 }
/** Pixels beyond the frame that are still traced, so that no stroke along the frame's own edge is seen. */
const MARGIN = 150

function trace(pen: Pen, points: ArrayLike<number>) {
  for (let at = 0; at < points.length; at += 2) {
    if (at === 0) pen.moveTo(points[at]!, points[at + 1]!)
    else pen.lineTo(points[at]!, points[at + 1]!)
  }
}

const around = ({ width, height }: Frame) => ({
  left: -MARGIN,
  top: -MARGIN,
  right: width + MARGIN,
  bottom: height + MARGIN,
})

function traceLand(pen: Pen, { land }: Coastline, frame: Frame) {
  pen.beginPath()
  for (const shape of land) {
    for (const ring of outlinesInFrame(shape, frame, MARGIN)) {
      const part = clipRing(ring, around(frame))
      if (part.length < 6) continue
      trace(pen, part)
      pen.closePath()
    }
  }
}

/** Strokes along the coast, each narrower than the one before: together they fade away from it. */
function fade(pen: Pen, colour: string, half: number) {
  pen.strokeStyle = colour
  pen.globalAlpha = FADE.strength
  for (let step = 0; step < FADE.steps; step++) {
    pen.lineWidth = (2 * half * (FADE.steps - step)) / FADE.steps
    pen.stroke()
  }
  pen.globalAlpha = 1
}

/** Sea and land. Where the coast's uncertainty is wider than a line, it fades instead of pretending to an edge. */
function paintGround(pen: Pen, coastline: Coastline, frame: Frame, palette: MapPalette) {
  pen.fillStyle = palette.sea
  pen.fillRect(0, 0, frame.width, frame.height)
  pen.lineJoin = 'round'
  const { latitude } = unproject(
    { x: frame.origin.x + frame.width / 2, y: frame.origin.y + frame.height / 2 },
    frame.zoom,
  )
  const uncertain = COAST_UNCERTAINTY / metresPerPixel(latitude, frame.zoom)
  traceLand(pen, coastline, frame)
  if (uncertain > EDGE_UP_TO) {
    const half = Math.min(FADE.widest, uncertain)
    fade(pen, palette.land, half)
    pen.fillStyle = palette.land
    pen.fill('evenodd')
    pen.save()
    pen.clip('evenodd')
    fade(pen, palette.sea, half)
    pen.restore()
    return
  }
  for (const [band, colour] of palette.shallows.entries()) {
    pen.strokeStyle = colour
    pen.lineWidth = (palette.shallows.length - band) * 7
    pen.stroke()
  }
  pen.fillStyle = palette.land
  pen.fill('evenodd')
  pen.strokeStyle = palette.coast
  pen.lineWidth = 0.9
  pen.stroke()
}

function paintGraticule(pen: Pen, frame: Frame, palette: MapPalette) {
  const { zoom, origin, width, height } = frame
  const { meridians, parallels } = graticuleIn(frame)
  pen.save()
  pen.strokeStyle = palette.line
  pen.globalAlpha = 0.45
  pen.lineWidth = 0.6
  pen.beginPath()
  for (const longitude of meridians) {
    const x = project({ latitude: 0, longitude }, zoom).x - origin.x
    pen.moveTo(x, 0)
    pen.lineTo(x, height)
  }
  for (const latitude of parallels) {
    const y = project({ latitude, longitude: 0 }, zoom).y - origin.y
    pen.moveTo(0, y)
    pen.lineTo(width, y)
  }
  pen.stroke()
  pen.restore()
}

function paintBorders(pen: Pen, { borders }: Coastline, frame: Frame, palette: MapPalette) {
  if (frame.zoom > BORDERS_UP_TO_ZOOM) return
  pen.save()
  pen.strokeStyle = palette.border
  pen.lineWidth = 1
  pen.setLineDash([5, 4])
  pen.beginPath()
  for (const shape of borders)
    for (const line of outlinesInFrame(shape, frame, MARGIN))
      for (const part of clipLine(line, around(frame))) trace(pen, part)
  pen.stroke()
  pen.restore()
}

/** Paints the built-in map into a canvas of the frame's size in CSS pixels, `density` pixels for each. */
export function paintBaseMap(
  canvas: HTMLCanvasElement,
  frame: Frame,
  coastline: Coastline,
  palette: MapPalette,
  density: number,
): void {
  canvas.width = Math.round(frame.width * density)
  canvas.height = Math.round(frame.height * density)
  const pen = canvas.getContext('2d')
  // A browser that has run out of canvas memory gives none: the map's own colour stays.
  if (pen === null) return
  pen.scale(density, density)
  paintGround(pen, coastline, frame, palette)
  paintGraticule(pen, frame, palette)
  paintBorders(pen, coastline, frame, palette)
}
