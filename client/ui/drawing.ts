/** A coordinate as text, with one decimal at most to keep paths short. */
export const coordinate = (value: number): string => String(Math.round(value * 10) / 10)

/** An ellipse as path data. Many ellipses in one path render faster than as elements of their own. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  const half = (dx: number) => `a${coordinate(rx)} ${coordinate(ry)} 0 1 0 ${coordinate(dx)} 0`
  return `M${coordinate(cx - rx)} ${coordinate(cy)}${half(2 * rx)}${half(-2 * rx)}z`
}
