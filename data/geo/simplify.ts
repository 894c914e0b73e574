/** A line as x0, y0, x1, y1, … in any unit. */
export type FlatLine = ArrayLike<number>

/** Square of the distance of a point from the segment a–b. */
function squaredDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2
}

/**
 * Reduces the points of a line (Ramer–Douglas–Peucker): no removed point is farther than `tolerance` (in the
 * line's unit) from the result. The end points are kept, so a ring remains a ring.
 */
export function simplify(line: FlatLine, tolerance: number): number[] {
  const count = line.length / 2
  const keep = new Uint8Array(count)
  if (count > 0) keep[0] = keep[count - 1] = 1
  const spans: [first: number, last: number][] = [[0, count - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    let farthest = -1
    let worst = tolerance * tolerance
    for (let at = first + 1; at < last; at++) {
      const off = squaredDistance(
        line[2 * at]!,
        line[2 * at + 1]!,
        line[2 * first]!,
        line[2 * first + 1]!,
        line[2 * last]!,
        line[2 * last + 1]!,
      )
      if (off > worst) {
        worst = off
        farthest = at
      }
    }
    if (farthest < 0) continue
    keep[farthest] = 1
    spans.push([first, farthest], [farthest, last])
  }
  const kept: number[] = []
  for (let at = 0; at < count; at++) if (keep[at]) kept.push(line[2 * at]!, line[2 * at + 1]!)
  return kept
}
