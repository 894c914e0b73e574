import type { SKRSContext2D } from '@napi-rs/canvas'
import { bearingDegrees } from '../../../data/geo/earth.ts'
import { areApart, formatWholeDistance } from '../../../data/geo/labels.ts'
import type { Box, NamedPlace } from '../../../data/geo/labels.ts'
import type { Palette } from './palette.ts'
import { areaPixels, shownPart } from './view.ts'
import type { View } from './view.ts'
import { distanceMetres } from '../../../data/model/point.ts'

export const FONT = 'Atkinson Hyperlegible Next'

export function drawText(
  context: SKRSContext2D,
  words: string,
  x: number,
  y: number,
  colour: string,
  halo: string | null,
) {
  if (halo) {
    context.strokeStyle = halo
    context.lineWidth = 3.5
    context.lineJoin = 'round'
    context.strokeText(words, x, y)
  }
  context.fillStyle = colour
  context.fillText(words, x, y)
}

/** Whether a box reaches into the circle in the middle of a picture, if it has one. */
function touchesArea({ x, y, width, height }: Box, view: View): boolean {
  if (view.areaRadius === null) return false
  const across = Math.max(0, Math.abs(x - view.width / 2) - width / 2)
  const along = Math.max(0, Math.abs(y - view.height / 2) - height / 2)
  return Math.hypot(across, along) < areaPixels(view.areaRadius, view) + GAP
}

/** Free space around a signpost, in pixels. */
const GAP = 4

/**
 * Draws signposts at the edge of the part that is shown, to the nearest suburb or town outside the image in each
 * direction, with an arrow and the distance. They cover nothing in `taken`, and not the circle of an approximate
 * place, which fills the middle of a card's picture. Returns their boxes.
 */
export function paintSignposts(
  context: SKRSContext2D,
  places: readonly NamedPlace[],
  view: View,
  palette: Palette,
  named: ReadonlySet<string>,
  taken: readonly Box[],
): Box[] {
  const { center } = view
  const shown = shownPart(view)
  const outside = places
    .map((place) => ({ place, metres: distanceMetres(center, place) }))
    .filter(({ place }) => {
      const { x, y } = view.at(place)
      return !named.has(place.name) && (x < 0 || y < 0 || x > view.width || y > view.height)
    })
    .sort((one, other) => one.metres - other.metres)
  const signposts: Box[] = []
  const directions: number[] = []
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { place, metres } of outside.slice(0, 60)) {
    if (directions.length >= Math.max(3, Math.round((shown.width + shown.height) / 175))) break
    const bearing = bearingDegrees(center, place)
    if (directions.some((other) => Math.abs(((bearing - other + 540) % 360) - 180) < 40)) continue
    const label = `${place.name} ${formatWholeDistance(metres, view.unit)}`
    context.font = `500 11px "${FONT}"`
    const labelWidth = context.measureText(label).width + 30
    const angle = (bearing * Math.PI) / 180
    const dx = Math.sin(angle)
    const dy = -Math.cos(angle)
    const distanceToEdge = Math.min(
      (shown.width / 2 - labelWidth / 2 - 6) / Math.abs(dx || 1e-9),
      (shown.height / 2 - 12) / Math.abs(dy || 1e-9),
    )
    if (distanceToEdge < 0) continue
    const box = {
      x: shown.x + dx * distanceToEdge,
      y: shown.y + dy * distanceToEdge,
      width: labelWidth,
      height: 20,
    }
    if (touchesArea(box, view)) continue
    if (![...taken, ...signposts].every((other) => areApart(box, other, GAP))) continue
    signposts.push(box)
    directions.push(bearing)
    context.fillStyle = palette.plate
    context.beginPath()
    context.roundRect(box.x - labelWidth / 2, box.y - 10, labelWidth, 20, 10)
    context.fill()
    context.strokeStyle = palette.line
    context.lineWidth = 0.8
    context.stroke()
    context.save()
    context.translate(box.x - labelWidth / 2 + 12, box.y)
    context.rotate(angle)
    context.beginPath()
    context.moveTo(0, -5.5)
    context.lineTo(4, 4.5)
    context.lineTo(0, 2.2)
    context.lineTo(-4, 4.5)
    context.closePath()
    context.fillStyle = palette.pin
    context.fill()
    context.restore()
    drawText(context, label, box.x + 8, box.y + 0.5, palette.muted, null)
  }
  return signposts
}
