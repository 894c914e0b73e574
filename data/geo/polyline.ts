/**
 * Decodes an encoded polyline (Google's algorithm) into pairs of longitude and latitude in degrees.
 * `precision`: decimals of the encoding, 5 for Google and OSRM, 6 for Valhalla.
 * @throws RangeError if the text is cut off or not a polyline
 */
export function decodePolyline(text: string, precision: number): [longitude: number, latitude: number][] {
  const scale = 10 ** precision
  const line: [number, number][] = []
  let at = 0
  const next = (): number => {
    let value = 0
    let shift = 0
    let chunk: number
    do {
      chunk = text.charCodeAt(at++) - 63
      // Past the end, charCodeAt returns NaN, which fails both comparisons.
      if (!(chunk >= 0 && chunk < 64) || shift > 30) throw new RangeError(`polyline: no value at ${at - 1}`)
      value += (chunk & 31) * 2 ** shift
      shift += 5
    } while (chunk >= 32)
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }
  let latitude = 0
  let longitude = 0
  while (at < text.length) {
    latitude += next()
    longitude += next()
    line.push([longitude / scale, latitude / scale])
  }
  return line
}

/**
 * Encodes pairs of longitude and latitude in degrees: the inverse of {@link decodePolyline}, up to the precision.
 */
export function encodePolyline(
  line: readonly (readonly [longitude: number, latitude: number])[],
  precision: number,
): string {
  const scale = 10 ** precision
  let text = ''
  const put = (difference: number) => {
    let value = difference < 0 ? -2 * difference - 1 : 2 * difference
    for (; value >= 32; value = Math.floor(value / 32)) text += String.fromCharCode((value % 32) + 32 + 63)
    text += String.fromCharCode(value + 63)
  }
  let [latitude, longitude] = [0, 0]
  for (const [x, y] of line) {
    const [nextLatitude, nextLongitude] = [Math.round(y * scale), Math.round(x * scale)]
    put(nextLatitude - latitude)
    put(nextLongitude - longitude)
    latitude = nextLatitude
    longitude = nextLongitude
  }
  return text
}
