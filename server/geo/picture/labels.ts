import type { SKRSContext2D } from '@napi-rs/canvas'
import { bearingDegrees, distanceMetres } from '../../../data/geo/earth.ts'
import { areApart, isEverNamed, thinLabels, wholeDistance } from '../../../data/geo/labels.ts'
import type { Box, LabelCandidate, NamedPlace } from '../../../data/geo/labels.ts'
import type { Palette } from './palette.ts'
import type { View } from './view.ts'

export const FONT = 'Atkinson Hyperlegible Next'

/** Weight and size in pixels of a name, by rank. */
const STYLES = [
  [700, 15],
  [600, 13],
  [600, 12.5],
  [500, 12],
] as const
/** From this zoom a suburb is an area rather than a point: its name stands alone, with the postcode under it. */
const AREA_ZOOM = 11
/** A picture names one place for so many square pixels. */
const PIXELS_PER_LABEL = 8_000

export function text(
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

/** Names of the suburbs and towns in the picture. Returns where which stands. */
export function paintPlaceNames(
  context: SKRSContext2D,
  places: readonly NamedPlace[],
  view: View,
  palette: Palette,
  taken: readonly Box[],
): LabelCandidate<NamedPlace>[] {
  const { width, height, zoom } = view
  const asAreas = zoom >= AREA_ZOOM
  const candidates: (LabelCandidate<NamedPlace> & { off: number })[] = []
  for (const place of places) {
    if (!isEverNamed(place.rank, zoom)) continue
    const dot = view.at(place)
    if (dot.x < 4 || dot.y < 4 || dot.x > width - 4 || dot.y > height - 4) continue
    const [weight, size] = STYLES[place.rank]
    context.font = `${weight} ${size}px "${FONT}"`
    const wide = context.measureText(place.name).width
    const aside = wide / 2 + 7
    const off = Math.hypot(dot.x - width / 2, dot.y - height / 2)
    // A suburb's name stands on its middle, a town's beside its dot; lower where the pin is in the way.
    const lower = off < 30 ? [[0, asAreas ? 26 : 24]] : []
    const spots = asAreas ? [[0, 0], ...lower] : [[aside, 0], [-aside, 0], [0, 14], ...lower]
    for (const [right, down] of spots as [number, number][]) {
      const x = dot.x + right
      const y = dot.y + down
      const high = asAreas ? size + 14 : size + 3
      if (x - wide / 2 < 2 || x + wide / 2 > width - 2 || y - high / 2 < 2 || y + high / 2 > height - 2)
        continue
      const point = asAreas ? {} : { dot: { ...dot, width: 6, height: 6 } }
      candidates.push({ place, rank: place.rank, x, y, width: wide, height: high, off, ...point })
    }
  }
  candidates.sort((one, other) => one.off - other.off)
  const chosen = thinLabels(candidates, {
    zoom,
    most: Math.max(4, Math.round((width * height) / PIXELS_PER_LABEL)),
    taken,
  })
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { place, x, y } of chosen) {
    const [weight, size] = STYLES[place.rank]
    const colour = place.rank < 2 ? palette.ink : palette.muted
    context.font = `${weight} ${size}px "${FONT}"`
    if (asAreas) {
      text(context, place.name, x, y - 6, colour, palette.halo)
      context.font = `400 10px "${FONT}"`
      text(context, place.postcode, x, y + 8, palette.muted, palette.halo)
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
    text(context, place.name, x, y, colour, palette.halo)
  }
  return chosen
}

/** At the picture's edge, which suburbs or towns lie beyond it: the nearest in each direction, with an arrow and the distance. Returns their boxes. */
export function paintSignposts(
  context: SKRSContext2D,
  places: readonly NamedPlace[],
  view: View,
  palette: Palette,
  named: ReadonlySet<NamedPlace>,
  taken: readonly Box[],
): Box[] {
  const { width, height, center } = view
  const beyond = places
    .map((place) => ({ place, metres: distanceMetres(center, place) }))
    .filter(({ place }) => {
      const { x, y } = view.at(place)
      return !named.has(place) && (x < 0 || y < 0 || x > width || y > height)
    })
    .sort((one, other) => one.metres - other.metres)
  const posts: Box[] = []
  const directions: number[] = []
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { place, metres } of beyond.slice(0, 60)) {
    if (directions.length >= Math.max(3, Math.round((width + height) / 175))) break
    const bearing = bearingDegrees(center, place)
    if (directions.some((other) => Math.abs(((bearing - other + 540) % 360) - 180) < 40)) continue
    const label = `${place.name} ${wholeDistance(metres, view.unit)}`
    context.font = `500 11px "${FONT}"`
    const wide = context.measureText(label).width + 30
    const angle = (bearing * Math.PI) / 180
    const dx = Math.sin(angle)
    const dy = -Math.cos(angle)
    const reach = Math.min(
      (width / 2 - wide / 2 - 6) / Math.abs(dx || 1e-9),
      (height / 2 - 18) / Math.abs(dy || 1e-9),
    )
    const box = { x: width / 2 + dx * reach, y: height / 2 + dy * reach, width: wide, height: 20 }
    if (![...taken, ...posts].every((other) => areApart(box, other, 4))) continue
    posts.push(box)
    directions.push(bearing)
    context.fillStyle = palette.plate
    context.beginPath()
    context.roundRect(box.x - wide / 2, box.y - 10, wide, 20, 10)
    context.fill()
    context.strokeStyle = palette.line
    context.lineWidth = 0.8
    context.stroke()
    context.save()
    context.translate(box.x - wide / 2 + 12, box.y)
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
    text(context, label, box.x + 8, box.y + 0.5, palette.muted, null)
  }
  return posts
}
