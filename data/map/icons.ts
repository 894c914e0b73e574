import type { Feature, Label, LabelSymbolizer, Layout } from 'protomaps-leaflet'
import { BASELINE, boxAround } from './names.ts'
import type { Lines, Look, Pen } from './shapes.ts'
import { valueAt } from './style.ts'
import type { IconStyle } from './style.ts'

/** Draws a symbol inside a circle of radius 1. */
type Glyph = (pen: Pen, look: Look) => void

function letters(text: string, size: number): Glyph {
  return (pen, { font }) => {
    // Browsers round the widths of letters in a very small font.
    pen.scale(size / 20, size / 20)
    pen.font = `700 20px "${font}"`
    pen.textAlign = 'center'
    pen.textBaseline = 'alphabetic'
    pen.fillText(text, 0, 20 * BASELINE)
  }
}

const bar = (x: number, y: number, width: number, height: number): Glyph => {
  return (pen) => pen.fillRect(x, y, width, height)
}

const together =
  (...glyphs: Glyph[]): Glyph =>
  (pen, look) =>
    glyphs.forEach((glyph) => glyph(pen, look))

/** A tap's drop. */
const drop: Glyph = (pen) => {
  pen.beginPath()
  pen.moveTo(0, -0.66)
  pen.bezierCurveTo(0.14, -0.3, 0.46, -0.08, 0.46, 0.22)
  pen.bezierCurveTo(0.46, 0.78, -0.46, 0.78, -0.46, 0.22)
  pen.bezierCurveTo(-0.46, -0.08, -0.14, -0.3, 0, -0.66)
  pen.fill()
}

const GLYPHS: Readonly<Record<string, Glyph>> = {
  water: drop,
  toilets: letters('WC', 0.86),
  parking: letters('P', 1.35),
  vet: together(bar(-0.19, -0.58, 0.38, 1.16), bar(-0.58, -0.19, 1.16, 0.38)),
  bin: together(bar(-0.42, -0.5, 0.84, 0.18), bar(-0.34, -0.24, 0.68, 0.76)),
  bags: together(bar(-0.34, -0.2, 0.68, 0.7), bar(-0.1, -0.5, 0.2, 0.3)),
  bench: together(
    bar(-0.55, -0.3, 1.1, 0.18),
    bar(-0.55, 0, 1.1, 0.18),
    bar(-0.45, 0.18, 0.16, 0.34),
    bar(0.29, 0.18, 0.16, 0.34),
  ),
  gate: together(
    bar(-0.56, -0.45, 0.16, 0.95),
    bar(0.4, -0.45, 0.16, 0.95),
    bar(-0.4, -0.25, 0.8, 0.16),
    bar(-0.4, 0.12, 0.8, 0.16),
  ),
  station: together(
    bar(-0.44, -0.52, 0.88, 0.3),
    bar(-0.44, -0.1, 0.88, 0.36),
    bar(-0.44, -0.52, 0.14, 0.7),
    bar(0.3, -0.52, 0.14, 0.7),
    bar(-0.4, 0.4, 0.22, 0.16),
    bar(0.18, 0.4, 0.22, 0.16),
  ),
}

/** A round mark with a symbol for its kind. */
export function icon(style: IconStyle, look: Look): LabelSymbolizer {
  return {
    place({ zoom }: Layout, points: Lines, { props }: Feature): Label[] | undefined {
      const point = points[0]?.[0]
      const glyph = GLYPHS[String(props['kind'])]
      if (point === undefined || glyph === undefined) return undefined
      const radius = valueAt(style.radius, zoom)
      return [
        {
          anchor: point,
          bboxes: [boxAround(point.x, point.y, 2 * radius, 2 * radius, 2)],
          draw(pen) {
            pen.globalAlpha = 1
            pen.setLineDash([])
            pen.beginPath()
            pen.arc(0, 0, radius, 0, 2 * Math.PI)
            pen.fillStyle = look.colours[style.colour]
            pen.strokeStyle = look.colours.halo
            pen.lineWidth = 2
            pen.stroke()
            pen.fill()
            pen.scale(radius, radius)
            pen.fillStyle = look.colours.iconInk
            glyph(pen, look)
          },
        },
      ]
    },
  }
}
