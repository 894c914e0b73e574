import type { PaintSymbolizer } from 'protomaps-leaflet'
import type { MapColours } from './colours.ts'
import { valueAt } from './style.ts'
import type { AreaStyle, LineStyle } from './style.ts'

/** A canvas context, of a browser or of `@napi-rs/canvas`. */
export type Pen = Parameters<PaintSymbolizer['draw']>[0]
export type Lines = Parameters<PaintSymbolizer['draw']>[1]
export type Point = Lines[number][number]

export interface Look {
  colours: MapColours
  /** Name of the typeface. */
  font: string
}

function trace(pen: Pen, lines: Lines) {
  pen.beginPath()
  for (const line of lines)
    for (const [at, { x, y }] of line.entries()) {
      if (at === 0) pen.moveTo(x, y)
      else pen.lineTo(x, y)
    }
}

export function area({ fill, edge, edgeWidth }: AreaStyle, { colours }: Look): PaintSymbolizer {
  return {
    before(pen, zoom) {
      pen.globalAlpha = 1
      pen.lineJoin = 'round'
      if (fill) pen.fillStyle = colours[fill]
      if (edge) pen.strokeStyle = colours[edge]
      if (edgeWidth) pen.lineWidth = valueAt(edgeWidth, zoom)
    },
    draw(pen, lines) {
      trace(pen, lines)
      if (fill) pen.fill()
      if (edge) pen.stroke()
    },
  }
}

export function line({ colour, width, dash, cap = 'butt' }: LineStyle, { colours }: Look): PaintSymbolizer {
  return {
    before(pen, zoom) {
      const pixels = valueAt(width, zoom)
      pen.globalAlpha = 1
      pen.strokeStyle = colours[colour]
      pen.lineWidth = pixels
      pen.lineJoin = 'round'
      pen.lineCap = cap
      pen.setLineDash(dash?.map((share) => share * pixels) ?? [])
    },
    draw(pen, lines) {
      trace(pen, lines)
      pen.stroke()
    },
  }
}
