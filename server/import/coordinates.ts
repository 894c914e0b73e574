import { metresBetween } from '../../data/import/distance.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { LocationAccuracy } from '../../data/model/park.ts'
import { isInAustralia } from '../../data/model/australia.ts'
import { MAX_METRES_FROM_SUBURB } from '../../data/import/place.ts'

/** Degrees, minutes and seconds: 33°52'08.4"S, 151 12 33 E. */
const SEXAGESIMAL = new RegExp(
  [
    /^([NSEW]?)/,
    /([+-]?\d{1,3})\s*(?:°|º|d|deg|\s)/,
    /(\d{1,2}(?:\.\d+)?)\s*(?:'|’|′|m|\s)/,
    /(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|”|″|''|s)?)?/,
    /([NSEW]?)$/,
  ]
    .map(({ source }) => source)
    .join(String.raw`\s*`),
  'i',
)
const DECIMAL = /^([NSEW]?)\s*([+\-−]?\d{1,9}(?:[.,]\d+)?)\s*(?:°|º|deg)?\s*([NSEW]?)$/i

/**
 * Parses a coordinate in any notation used in lists, in degrees; south and west are negative. `undefined` if
 * it is not a coordinate.
 */
export function readDegrees(text: string): number | undefined {
  const trimmed = text.trim()
  const decimal = DECIMAL.exec(trimmed)
  if (decimal) {
    const value = Number(decimal[2]!.replace('−', '-').replace(',', '.'))
    return withSign(value, decimal[1]! || decimal[3]!)
  }
  const parts = SEXAGESIMAL.exec(trimmed)
  if (!parts) return undefined
  const whole = Number(parts[2])
  const size = Math.abs(whole) + Number(parts[3]) / 60 + Number(parts[4] ?? 0) / 3600
  return withSign(parts[2]!.startsWith('-') ? -size : size, parts[1]! || parts[5]!)
}

const withSign = (value: number, side: string) => (/[sw]/i.test(side) ? -Math.abs(value) : value)

/**
 * The two numbers of a cell with a whole position: '-33.8, 151.2', '(151.2 -33.8)', 'POINT (151.2 -33.8)', a
 * GeoJSON point. The last two have the longitude first, and are turned round.
 */
export function parseNumberPair(text: string): [number, number] | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 200) return undefined
  const geometry =
    /^\{.*"coordinates"\s*:\s*\[([^\][]*)\].*\}$/s.exec(trimmed)?.[1] ??
    /^(?:SRID=\d+;\s*)?POINT\s*Z?\s*\(([^()]*)\)$/i.exec(trimmed)?.[1]
  const inner = geometry ?? trimmed.replace(/^[([]|[)\]]$/g, '')
  const parts = inner.includes(';')
    ? inner.split(';')
    : /,\s/.test(inner) || (inner.includes(',') && inner.includes('.'))
      ? inner.split(',')
      : inner.trim().split(/[\s,]+/)
  const numbers = parts.map(readDegrees)
  // A third number is the height.
  if (numbers.length < 2 || numbers.length > 3 || numbers[0] === undefined || numbers[1] === undefined)
    return undefined
  return geometry === undefined ? [numbers[0], numbers[1]] : [numbers[1], numbers[0]]
}

export type PositionReading =
  | { kind: 'none' }
  /** `notes`: what was corrected. */
  | { kind: 'position'; position: LatLng; accuracy: Exclude<LocationAccuracy, 'suburb'>; notes: string[] }
  | { kind: 'wrong'; reason: string }

/** The number of decimals of a number in degrees. */
const decimalsOf = (degrees: number) => String(degrees).split('.')[1]?.length ?? 0

const SWAPPED = 'Latitude and longitude were the wrong way round.'
const MINUS = 'The minus sign of the latitude was missing.'

/**
 * The position meant by two numbers in either order: the one in Australia that, if there are several, fits
 * the suburb best. Spreadsheets may have rounded them. Australia is south of the equator, so a missing minus sign is restored.
 * @param suburb rows of the gazetteer for the listed suburb; empty if the list names none
 */
export function readPosition(first: number, second: number, suburb: readonly LatLng[]): PositionReading {
  if (first === 0 && second === 0) return { kind: 'none' }
  const readings: { position: LatLng; notes: string[] }[] = [
    { position: { latitude: first, longitude: second }, notes: [] },
    { position: { latitude: second, longitude: first }, notes: [SWAPPED] },
    { position: { latitude: -first, longitude: second }, notes: [MINUS] },
    { position: { latitude: -second, longitude: first }, notes: [SWAPPED, MINUS] },
  ]
  const possible = readings.filter(({ position }) => isInAustralia(position))
  if (possible.length === 0) {
    const isMetres = Math.abs(first) > 1_000 || Math.abs(second) > 1_000
    return {
      kind: 'wrong',
      reason: isMetres
        ? 'The coordinates are metres of a map grid, not degrees'
        : 'The coordinates are not in Australia',
    }
  }
  const decimals = Math.max(decimalsOf(first), decimalsOf(second))
  if (decimals < 2) return { kind: 'wrong', reason: 'The coordinates have fewer than two decimals' }
  // Half of a hundredth of a degree is about 500 m.
  const accuracy = decimals === 2 ? 'near' : 'exact'
  const distanceToSuburb = ({ position }: { position: LatLng }) =>
    Math.min(...suburb.map((place) => metresBetween(place, position)))
  const fitting = possible.find((reading) => distanceToSuburb(reading) <= MAX_METRES_FROM_SUBURB)
  return { kind: 'position', accuracy, ...(fitting ?? possible[0]!) }
}
