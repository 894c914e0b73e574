import type { Feature, Label, LabelSymbolizer, Layout } from 'protomaps-leaflet'
import type { Lines, Look, Pen, Point } from './shapes.ts'
import { valueAt } from './style.ts'
import type { AreaNameStyle, LineNameStyle, PlaceNameStyle } from './style.ts'

/** Width of the outline of text, of which half is visible. */
const HALO_PIXELS = 3.2
/** Measured widths that are kept. */
const MAX_WIDTHS = 4000
const widths = new Map<string, number>()

/** Measuring is slow, and the same names are placed again at each zoom and in each tile. */
function measure(scratch: Pen, font: string, text: string): number {
  const key = `${font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  scratch.font = font
  const { width } = scratch.measureText(text)
  if (widths.size >= MAX_WIDTHS) widths.clear()
  widths.set(key, width)
  return width
}

/** Height of a line of text, as a multiple of its size. */
const LINE_HEIGHT = 1.1
/** Distance of the baseline from the middle of a line, as a share of the text's size. */
export const BASELINE = 0.35
/** Free space around a name. */
const PADDING_PIXELS = 3
/** The same name is not repeated within this distance. */
const REPEAT_PIXELS = 320

const nameOf = ({ props }: Feature) => (typeof props['name'] === 'string' ? props['name'] : undefined)

const fontOf = (weight: number, size: number, { font }: Look) =>
  `${weight} ${Math.round(size * 2) / 2}px "${font}"`

interface TextBlock {
  lines: string[]
  width: number
  height: number
  /** Draws the text with its middle at the pen's origin. */
  draw(pen: Pen): void
}

/** Splits a name into at most two lines of similar length if it is longer than `maxLength` letters. */
export function breakName(name: string, maxLength: number): string[] {
  if (name.length <= maxLength) return [name]
  const middle = name.length / 2
  const breaks = [...name.matchAll(/ /g)].map(({ index }) => index)
  const best = breaks.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
  return best === undefined ? [name] : [name.slice(0, best), name.slice(best + 1)]
}

function textBlock(
  scratch: Pen,
  lines: string[],
  look: Look,
  { colour, halo, size, weight }: { colour: string; halo: string; size: number; weight: number },
): TextBlock {
  const font = fontOf(weight, size, look)
  const width = Math.max(...lines.map((text) => measure(scratch, font, text)))
  const lineHeight = size * LINE_HEIGHT
  return {
    lines,
    width,
    height: lines.length * lineHeight,
    draw(pen) {
      pen.globalAlpha = 1
      pen.font = font
      pen.textAlign = 'center'
      pen.textBaseline = 'alphabetic'
      pen.lineJoin = 'round'
      pen.setLineDash([])
      pen.lineWidth = HALO_PIXELS
      pen.strokeStyle = halo
      pen.fillStyle = colour
      for (const [row, text] of lines.entries()) {
        const y = (row - (lines.length - 1) / 2) * lineHeight + size * BASELINE
        pen.strokeText(text, 0, y)
        pen.fillText(text, 0, y)
      }
    },
  }
}

export const boxAround = (x: number, y: number, width: number, height: number, padding: number) => ({
  minX: x - width / 2 - padding,
  minY: y - height / 2 - padding,
  maxX: x + width / 2 + padding,
  maxY: y + height / 2 + padding,
})

/** A straight part of a line: its middle, direction in radians, and how far it is along the line. */
interface Stretch {
  x: number
  y: number
  angle: number
}

/** Largest distance of a line from the straight text on it, as a share of the text's size. */
const MAX_BEND = 0.3

/**
 * Straight stretches of a line, `length` pixels long and at least `margin` from its ends, those in the middle
 * of the line first. The line may leave a stretch by `tolerance` pixels.
 */
export function straightStretches(
  points: readonly Pick<Point, 'x' | 'y'>[],
  length: number,
  margin: number,
  tolerance: number,
): Stretch[] {
  const distances = [0]
  for (let at = 1; at < points.length; at++) {
    const from = points[at - 1]!
    const to = points[at]!
    distances.push(distances[at - 1]! + Math.hypot(to.x - from.x, to.y - from.y))
  }
  const free = distances.at(-1)! - length - 2 * margin
  if (!(free >= 0)) return []
  const pointAt = (distance: number) => {
    let at = 1
    while (at < points.length - 1 && distances[at]! < distance) at++
    const from = points[at - 1]!
    const to = points[at]!
    const share = (distance - distances[at - 1]!) / (distances[at]! - distances[at - 1]! || 1)
    return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
  }
  const steps = Math.min(64, Math.ceil(free / Math.max(12, length / 3)))
  const starts = Array.from(
    { length: steps + 1 },
    (_, step) => margin + (steps === 0 ? 0 : (free * step) / steps),
  )
  const middle = margin + free / 2
  starts.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
  const found: Stretch[] = []
  for (const start of starts) {
    const from = pointAt(start)
    const to = pointAt(start + length)
    const dx = (to.x - from.x) / length
    const dy = (to.y - from.y) / length
    const isStraight =
      Math.hypot(dx, dy) > 0.97 &&
      points.every(
        ({ x, y }, at) =>
          distances[at]! <= start ||
          distances[at]! >= start + length ||
          Math.abs((x - from.x) * dy - (y - from.y) * dx) <= tolerance,
      )
    if (isStraight) found.push({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, angle: Math.atan2(dy, dx) })
  }
  return found
}

/**
 * Squares along a text at an angle. The first one is in its middle, so that it contains the label's anchor.
 */
function squaresAlong({ x, y, angle }: Stretch, width: number, side: number) {
  const count = Math.max(0, Math.ceil((width / 2 - side / 2) / side))
  const offsets = [0]
  for (let at = 1; at <= count; at++) {
    const offset = Math.min(at * side, width / 2 - side / 2)
    offsets.push(offset, -offset)
  }
  return offsets.map((offset) =>
    boxAround(x + Math.cos(angle) * offset, y + Math.sin(angle) * offset, side, side, 0),
  )
}

/** Names along roads and rivers, where they are straight enough. */
export function lineName(style: LineNameStyle, look: Look): LabelSymbolizer {
  return {
    place({ zoom, scratch, index }: Layout, lines: Lines, feature: Feature): Label[] | undefined {
      const name = nameOf(feature)
      if (name === undefined) return undefined
      const size = valueAt(style.size, zoom)
      const text = textBlock(scratch, [name], look, {
        colour: look.colours[style.colour],
        halo: look.colours[style.halo],
        size,
        weight: style.weight,
      })
      const labels: Label[] = []
      for (const points of lines)
        for (const stretch of straightStretches(points, text.width, size * 0.6, size * MAX_BEND)) {
          const label: Label = {
            anchor: anchorAt(lines, stretch),
            bboxes: squaresAlong(stretch, text.width + 2 * PADDING_PIXELS, size * 1.3),
            draw(pen) {
              // Never upside down.
              const upright = Math.abs(stretch.angle) > Math.PI / 2 ? stretch.angle + Math.PI : stretch.angle
              pen.rotate(upright)
              text.draw(pen)
            },
            deduplicationKey: name,
            deduplicationDistance: REPEAT_PIXELS,
          }
          const isNear = labels.some(({ anchor }) => anchor.dist(label.anchor) < REPEAT_PIXELS)
          if (!isNear && !index.labelCollides(label, Infinity)) labels.push(label)
        }
      return labels
    },
  }
}

/** Number of horizontal lines that are tried for the name of an area. */
const SCAN_LINES = 7
/** An area smaller than this has no name. */
const MIN_AREA_PIXELS = 14
/** How much wider than its area a name may be: a name of two words on a pocket park is still clear. */
const MAX_OVERHANG = 2.4

/**
 * The middle of the widest horizontal line inside an area, and its length. Lines closer to the middle of the
 * area are preferred a little. `undefined` for an area without extent.
 */
export function middleOfArea(rings: readonly (readonly Pick<Point, 'x' | 'y'>[])[]) {
  let top = Infinity
  let bottom = -Infinity
  for (const ring of rings)
    for (const { y } of ring) {
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  let best: { x: number; y: number; width: number } | undefined
  for (let scan = 0; scan < SCAN_LINES; scan++) {
    const share = (scan + 1) / (SCAN_LINES + 1)
    const y = top + (bottom - top) * share
    const crossings: number[] = []
    for (const ring of rings)
      for (let at = 1; at < ring.length; at++) {
        const from = ring[at - 1]!
        const to = ring[at]!
        if (from.y > y !== to.y > y)
          crossings.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
      }
    crossings.sort((one, other) => one - other)
    const weight = 1 - 0.3 * Math.abs(share - 0.5)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const width = crossings[at + 1]! - crossings[at]!
      if (width * weight > (best ? best.width : 0))
        best = { x: (crossings[at]! + crossings[at + 1]!) / 2, y, width: width * weight }
    }
  }
  return best
}

/** Names in parks and lakes. */
export function areaName(style: AreaNameStyle, look: Look): LabelSymbolizer {
  return {
    place({ zoom, scratch }: Layout, rings: Lines, feature: Feature): Label[] | undefined {
      const name = nameOf(feature)
      if (name === undefined) return undefined
      const middle = middleOfArea(rings)
      if (middle === undefined || middle.width < MIN_AREA_PIXELS) return undefined
      const size = valueAt(style.size, zoom)
      const text = textBlock(scratch, breakName(name, 14), look, {
        colour: look.colours[style.colour],
        halo: look.colours[style.halo],
        size,
        weight: style.weight,
      })
      if (text.width > middle.width * MAX_OVERHANG) return undefined
      return [
        {
          anchor: anchorAt(rings, middle),
          bboxes: [boxAround(middle.x, middle.y, text.width, text.height, PADDING_PIXELS)],
          draw: text.draw,
          deduplicationKey: name,
          deduplicationDistance: REPEAT_PIXELS,
        },
      ]
    },
  }
}

/** A point of the class that protomaps-leaflet calculates with. */
function anchorAt(lines: Lines, { x, y }: { x: number; y: number }): Point {
  const point = lines[0]![0]!.clone()
  point.x = x
  point.y = y
  return point
}

const DOT_RADIUS = 2.6

/** Names of suburbs and towns: beside a dot, or in the middle where a suburb is an area. */
export function placeName(style: PlaceNameStyle, look: Look): LabelSymbolizer {
  return {
    place({ zoom, scratch, index, order }: Layout, points: Lines, feature: Feature): Label[] | undefined {
      const name = nameOf(feature)
      const point = points[0]?.[0]
      if (name === undefined || point === undefined) return undefined
      const size = valueAt(style.size, zoom)
      const hasDot = style.dotTo !== undefined && zoom <= style.dotTo
      const written = style.uppercase && !hasDot ? name.toUpperCase() : name
      const text = textBlock(scratch, hasDot ? [written] : breakName(written, 16), look, {
        colour: look.colours[style.colour],
        halo: look.colours[style.halo],
        size,
        weight: style.weight,
      })
      const space = style.space ? valueAt(style.space, zoom) : PADDING_PIXELS * 2
      const beside = text.width / 2 + DOT_RADIUS + 4
      const offsets = hasDot
        ? [
            [beside, 0],
            [-beside, 0],
            [0, size],
            [0, -size],
          ]
        : [
            [0, 0],
            [0, size * 1.6],
            [0, -size * 1.6],
          ]
      for (const [right, down] of offsets as [number, number][]) {
        const box = boxAround(point.x + right, point.y + down, text.width, text.height, space)
        if (index.bboxCollides(box, order)) continue
        const dotBox = boxAround(point.x, point.y, 2 * DOT_RADIUS, 2 * DOT_RADIUS, 1)
        return [
          {
            anchor: point,
            bboxes: hasDot ? [box, dotBox] : [box],
            draw(pen) {
              if (hasDot) {
                pen.beginPath()
                pen.arc(0, 0, DOT_RADIUS, 0, 2 * Math.PI)
                pen.fillStyle = look.colours[style.colour]
                pen.strokeStyle = look.colours[style.halo]
                pen.lineWidth = 1.2
                pen.setLineDash([])
                pen.fill()
                pen.stroke()
              }
              pen.translate(right, down)
              text.draw(pen)
            },
            deduplicationKey: name,
            deduplicationDistance: REPEAT_PIXELS,
          },
        ]
      }
      return undefined
    },
  }
}
