import type { SKRSContext2D } from '@napi-rs/canvas'
import { bearingDegrees } from '../../../data/geo/earth.ts'
import { areApart, isEverLabelled, thinLabels, formatWholeDistance } from '../../../data/geo/labels.ts'
import type { Box, LabelCandidate, NamedPlace } from '../../../data/geo/labels.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'
import { distanceMetres } from '../../../data/model/point.ts'

export const FONT = 'Atkinson Hyperlegible Next'

/** Weight and size in pixels of a label, by rank. */
const LABEL_STYLES = [
  [700, 15],
  [600, 13],
  [600, 12.5],
  [500, 12],
] as const
/**
 * From this zoom, a suburb is an area rather than a point: its name has no dot, and the postcode is below it.
 */
const AREA_ZOOM = 11
/** Area in square pixels per label. */
const PIXELS_PER_LABEL = 8_000

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

/** Draws the names of the suburbs and towns in the image. Returns the labels and their positions. */
export function paintPlaceNames(
  context: SKRSContext2D,
  places: readonly NamedPlace[],
  view: View,
  palette: Palette,
  taken: readonly Box[],
): LabelCandidate<NamedPlace>[] {
  const { width, height, zoom } = view
  const asAreas = zoom >= AREA_ZOOM
  const candidates: (LabelCandidate<NamedPlace> & { distanceFromCentre: number })[] = []
  for (const place of places) {
    if (!isEverLabelled(place.rank, zoom)) continue
    const dot = view.at(place)
    if (dot.x < 4 || dot.y < 4 || dot.x > width - 4 || dot.y > height - 4) continue
    const [weight, size] = LABEL_STYLES[place.rank]
    context.font = `${weight} ${size}px "${FONT}"`
    const labelWidth = context.measureText(place.name).width
    const besideDot = labelWidth / 2 + 7
    const distanceFromCentre = Math.hypot(dot.x - width / 2, dot.y - height / 2)
    // A suburb's name is centred on it, a town's is beside its dot; it is lower where the pin would cover it.
    const lower = distanceFromCentre < 30 ? [[0, asAreas ? 26 : 24]] : []
    const positions = asAreas ? [[0, 0], ...lower] : [[besideDot, 0], [-besideDot, 0], [0, 14], ...lower]
    for (const [right, down] of positions as [number, number][]) {
      const x = dot.x + right
      const y = dot.y + down
      const labelHeight = asAreas ? size + 14 : size + 3
      if (
        x - labelWidth / 2 < 2 ||
        x + labelWidth / 2 > width - 2 ||
        y - labelHeight / 2 < 2 ||
        y + labelHeight / 2 > height - 2
      )
        continue
      const point = asAreas ? {} : { dot: { ...dot, width: 6, height: 6 } }
      candidates.push({
        place,
        rank: place.rank,
        x,
        y,
        width: labelWidth,
        height: labelHeight,
        distanceFromCentre,
        ...point,
      })
    }
  }
  candidates.sort((one, other) => one.distanceFromCentre - other.distanceFromCentre)
  const chosen = thinLabels(candidates, {
    zoom,
    most: Math.max(4, Math.round((width * height) / PIXELS_PER_LABEL)),
    taken,
  })
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { place, x, y } of chosen) {
    const [weight, size] = LABEL_STYLES[place.rank]
    const colour = place.rank < 2 ? palette.ink : palette.muted
    context.font = `${weight} ${size}px "${FONT}"`
    if (asAreas) {
      drawText(context, place.name, x, y - 6, colour, palette.halo)
      context.font = `400 10px "${FONT}"`
      drawText(context, place.postcode, x, y + 8, palette.muted, palette.halo)
      continue
    }
    const dot = view.at(place)
    context.beginPath()
    context.arc(dot.x, dot.y, place.rank === 0 ? 3.4 : 2.4, 0, 2 * Math.PI)
    context.fillStyle = colour
    context.fill()
    context.strokeStyle = palette.halo
    context.lineWidth = 1.2
    context.stroke()
    drawText(context, place.name, x, y, colour, palette.halo)
  }
  return chosen
}

/**
 * Draws signposts at the edge of the image to the nearest suburb or town outside it in each direction, with
 * an arrow and the distance. Returns their boxes.
 */
export function paintSignposts(
  context: SKRSContext2D,
  places: readonly NamedPlace[],
  view: View,
  palette: Palette,
  named: ReadonlySet<NamedPlace>,
  taken: readonly Box[],
): Box[] {
  const { width, height, center } = view
  const outside = places
    .map((place) => ({ place, metres: distanceMetres(center, place) }))
    .filter(({ place }) => {
      const { x, y } = view.at(place)
      return !named.has(place) && (x < 0 || y < 0 || x > width || y > height)
    })
    .sort((one, other) => one.metres - other.metres)
  const signposts: Box[] = []
  const directions: number[] = []
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { place, metres } of outside.slice(0, 60)) {
    if (directions.length >= Math.max(3, Math.round((width + height) / 175))) break
    const bearing = bearingDegrees(center, place)
    if (directions.some((other) => Math.abs(((bearing - other + 540) % 360) - 180) < 40)) continue
    const label = `${place.name} ${formatWholeDistance(metres, view.unit)}`
    context.font = `500 11px "${FONT}"`
    const labelWidth = context.measureText(label).width + 30
    const angle = (bearing * Math.PI) / 180
    const dx = Math.sin(angle)
    const dy = -Math.cos(angle)
    const distanceToEdge = Math.min(
      (width / 2 - labelWidth / 2 - 6) / Math.abs(dx || 1e-9),
      (height / 2 - 18) / Math.abs(dy || 1e-9),
    )
    const box = {
      x: width / 2 + dx * distanceToEdge,
      y: height / 2 + dy * distanceToEdge,
      width: labelWidth,
      height: 20,
    }
    if (![...taken, ...signposts].every((other) => areApart(box, other, 4))) continue
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
