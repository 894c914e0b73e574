/** A length of a drawing as text: a tenth of a unit is less than anybody sees. */
export const short = (value: number): string => String(Math.round(value * 10) / 10)

/** An ellipse as a part of a path: a picture of few elements is drawn in a fraction of the time of one of many. */
export const oval = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${short(cx - rx)} ${short(cy)}a${short(rx)} ${short(ry)} 0 1 0 ${short(2 * rx)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-2 * rx)} 0z`
