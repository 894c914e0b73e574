import { lineString, simplify as simplifyFeature } from '@turf/turf'

/** A line of two points has nothing to remove. */
const SHORTEST = 6

/**
 * Reduces the points of a line x0, y0, x1, y1, … (Ramer–Douglas–Peucker): no removed point is farther than
 * `tolerance`, in the line's unit, from the result. The end points are kept.
 */
export function simplify(line: ArrayLike<number>, tolerance: number): number[] {
  if (line.length < SHORTEST) return Array.from(line)
  const points: [number, number][] = []
  for (let at = 0; at < line.length; at += 2) points.push([line[at]!, line[at + 1]!])
  return simplifyFeature(lineString(points), {
    tolerance,
    highQuality: true,
    mutate: true,
  }).geometry.coordinates.flat()
}
