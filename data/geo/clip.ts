/** A line as x0, y0, x1, y1, … in any unit. */
type FlatLine = ArrayLike<number>

/**
 * The rectangle that outlines are clipped to before drawing, in pixels. Far outside an image, coordinates at
 * street zooms reach millions of pixels, where the single precision of drawing libraries is coarser than a
 * pixel.
 */
interface ClipRectangle {
  left: number
  top: number
  right: number
  bottom: number
}

type Side = (x: number, y: number) => number

/** Signed distance from each side of the rectangle, positive inside. */
const sides = ({ left, top, right, bottom }: ClipRectangle): Side[] => [
  (x) => x - left,
  (x) => right - x,
  (_, y) => y - top,
  (_, y) => bottom - y,
]

/**
 * The part of a ring (x0, y0, x1, y1, …) inside the rectangle (Sutherland–Hodgman); empty if there is none.
 * Separate parts may be joined along the edge of the rectangle.
 */
export function clipRing(ring: FlatLine, rectangle: ClipRectangle): number[] {
  let points: FlatLine = ring
  for (const inside of sides(rectangle)) {
    const next: number[] = []
    const count = points.length / 2
    for (let at = 0; at < count; at++) {
      const before = (at + count - 1) % count
      const x = points[2 * at]!
      const y = points[2 * at + 1]!
      const previousX = points[2 * before]!
      const previousY = points[2 * before + 1]!
      const distance = inside(x, y)
      const distanceBefore = inside(previousX, previousY)
      if (distance >= 0 !== distanceBefore >= 0) {
        const t = distanceBefore / (distanceBefore - distance)
        next.push(previousX + t * (x - previousX), previousY + t * (y - previousY))
      }
      if (distance >= 0) next.push(x, y)
    }
    points = next
  }
  return points as number[]
}

/** The parts of a line inside the rectangle, in order. */
export function clipLine(line: FlatLine, rectangle: ClipRectangle): number[][] {
  const parts: number[][] = []
  let part: number[] = []
  for (let at = 0; at + 3 < line.length; at += 2) {
    const x1 = line[at]!
    const y1 = line[at + 1]!
    const x2 = line[at + 2]!
    const y2 = line[at + 3]!
    let from = 0
    let to = 1
    for (const inside of sides(rectangle)) {
      const a = inside(x1, y1)
      const b = inside(x2, y2)
      if (a < 0 && b < 0) to = -1
      else if (a < 0) from = Math.max(from, a / (a - b))
      else if (b < 0) to = Math.min(to, a / (a - b))
    }
    if (from > to) {
      if (part.length > 0) parts.push(part)
      part = []
      continue
    }
    if (part.length === 0 || from > 0) {
      if (part.length > 0) parts.push(part)
      part = [x1 + from * (x2 - x1), y1 + from * (y2 - y1)]
    }
    if (to === 1) {
      part.push(x2, y2)
    } else {
      part.push(x1 + to * (x2 - x1), y1 + to * (y2 - y1))
      parts.push(part)
      part = []
    }
  }
  if (part.length > 0) parts.push(part)
  return parts
}
