import { clipLine, clipRing } from '../../data/geo/clip.ts'
import { metresPerPixel, project, unproject } from '../../data/geo/mercator.ts'
import { graticuleIn, outlinesInFrame } from '../../data/geo/outline.ts'
import type { Frame } from '../../data/geo/outline.ts'
import type { Coastline } from '../../data/sources/coastline.ts'
import type { MapPalette } from './palette.ts'

type Pen = CanvasRenderingContext2D

/** Accuracy of the coastline, which is generalised for a scale of 1:10 million. */
const COAST_UNCERTAINTY_M = 500
/** Borders are generalised for 1:50 million, which is misleading at higher zoom levels. */
const BORDERS_MAX_ZOOM = 9
/** With more uncertainty than this, the coast fades instead of having a sharp edge. */
const SHARP_EDGE_MAX_PX = 5
/**
 * Largest half width of the fade in pixels, number of strokes, and opacity of each: together they cover about
 * half.
 */
const FADE = { widest: 130, steps: 9, strength: 0.074 }
/** Pixels traced beyond the frame, so that strokes along its own edge are not visible. */
const MARGIN = 150

function trace(pen: Pen, points: ArrayLike<number>) {
  for (let at = 0; at < points.length; at += 2) {
    if (at === 0) pen.moveTo(points[at]!, points[at + 1]!)
    else pen.lineTo(points[at]!, points[at + 1]!)
  }
}

const withMargin = ({ width, height }: Frame) => ({
  left: -MARGIN,
  top: -MARGIN,
  right: width + MARGIN,
  bottom: height + MARGIN,
})

function traceLand(pen: Pen, { land }: Coastline, frame: Frame) {
  pen.beginPath()
  for (const shape of land) {
    for (const ring of outlinesInFrame(shape, frame, MARGIN)) {
      const part = clipRing(ring, withMargin(frame))
      if (part.length < 6) continue
      trace(pen, part)
      pen.closePath()
    }
  }
}

/** Strokes the current path several times, each time narrower, which adds up to a fade. */
function fade(pen: Pen, colour: string, half: number) {
  pen.strokeStyle = colour
  pen.globalAlpha = FADE.strength
  for (let step = 0; step < FADE.steps; step++) {
    pen.lineWidth = (2 * half * (FADE.steps - step)) / FADE.steps
    pen.stroke()
  }
  pen.globalAlpha = 1
}

/** Paints sea and land. The coast fades if its uncertainty is wider than a line. */
function paintGround(pen: Pen, coastline: Coastline, frame: Frame, palette: MapPalette) {
  pen.fillStyle = palette.sea
  pen.fillRect(0, 0, frame.width, frame.height)
  pen.lineJoin = 'round'
  const { latitude } = unproject(
    { x: frame.origin.x + frame.width / 2, y: frame.origin.y + frame.height / 2 },
    frame.zoom,
  )
  const uncertaintyPx = COAST_UNCERTAINTY_M / metresPerPixel(latitude, frame.zoom)
  traceLand(pen, coastline, frame)
  if (uncertaintyPx > SHARP_EDGE_MAX_PX) {
    const half = Math.min(FADE.widest, uncertaintyPx)
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
  if (frame.zoom > BORDERS_MAX_ZOOM) return
  pen.save()
  pen.strokeStyle = palette.border
  pen.lineWidth = 1
  pen.setLineDash([5, 4])
  pen.beginPath()
  for (const shape of borders)
    for (const line of outlinesInFrame(shape, frame, MARGIN))
      for (const part of clipLine(line, withMargin(frame))) trace(pen, part)
  pen.stroke()
  pen.restore()
}

/**
 * Paints the built-in map. The frame is in CSS pixels, and the canvas has `density` pixels for each of them.
 */
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
  // `null` if the browser is out of canvas memory: then only the map's background colour is visible.
  if (pen === null) return
  pen.scale(density, density)
  paintGround(pen, coastline, frame, palette)
  paintGraticule(pen, frame, palette)
  paintBorders(pen, coastline, frame, palette)
}
