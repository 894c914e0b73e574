import { lineString, simplify } from '@turf/turf'

/**
 * Reduces the points of a line (Ramer–Douglas–Peucker): no removed point is farther than `tolerance` from the
 * result. The end points are kept.
 * @param line x0, y0, x1, y1, … of two points or more, in the unit of `tolerance`
 */
export function simplifyLine(line: ArrayLike<number>, tolerance: number): number[] {
  const points = Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at]!, line[2 * at + 1]!])
  return simplify(lineString(points), {
    tolerance,
    highQuality: true,
    mutate: true,
  }).geometry.coordinates.flat()
}
