import { distanceMetres } from '../../data/geo/earth.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import { inAustralia } from '../../data/geo/australia.ts'
import { MAX_METRES_FROM_SUBURB } from '../../data/sources/place.ts'

/** Degrees, minutes and seconds: 33°52'08.4"S, 151 12 33 E. */
const SEXAGESIMAL =
  /^([NSEW]?)\s*([+-]?\d{1,3})\s*(?:°|º|d|deg|\s)\s*(\d{1,2}(?:\.\d+)?)\s*(?:'|’|′|m|\s)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|”|″|''|s)?)?\s*([NSEW]?)$/i
const DECIMAL = /^([NSEW]?)\s*([+\-−]?\d{1,9}(?:[.,]\d+)?)\s*(?:°|º|deg)?\s*([NSEW]?)$/i

/** One coordinate as lists write it, in degrees; south and west are negative. `undefined` for what is none. */
export function readDegrees(text: string): number | undefined {
  const said = text.trim()
  const decimal = DECIMAL.exec(said)
  if (decimal) {
    const value = Number(decimal[2]!.replace('−', '-').replace(',', '.'))
    return turned(value, decimal[1]! || decimal[3]!)
  }
  const parts = SEXAGESIMAL.exec(said)
  if (!parts) return undefined
  const whole = Number(parts[2])
  const size = Math.abs(whole) + Number(parts[3]) / 60 + Number(parts[4] ?? 0) / 3600
  return turned(parts[2]!.startsWith('-') ? -size : size, parts[1]! || parts[5]!)
}

const turned = (value: number, side: string) => (/[sw]/i.test(side) ? -Math.abs(value) : value)

/** The two numbers of a cell that holds a whole position: '-33.8, 151.2', '(151.2 -33.8)', 'POINT (151.2 -33.8)', a GeoJSON point. */
export function twoNumbers(text: string): [number, number] | undefined {
  const said = text.trim()
  if (said.length > 200) return undefined
  const inner =
    /^\{.*"coordinates"\s*:\s*\[([^\][]*)\].*\}$/s.exec(said)?.[1] ??
    /^(?:SRID=\d+;\s*)?POINT\s*Z?\s*\(([^()]*)\)$/i.exec(said)?.[1] ??
    said.replace(/^[([]|[)\]]$/g, '')
  const parts = inner.includes(';')
    ? inner.split(';')
    : /,\s/.test(inner) || (inner.includes(',') && inner.includes('.'))
      ? inner.split(',')
      : inner.trim().split(/[\s,]+/)
  const numbers = parts.map(readDegrees)
  // A third one is a height.
  if (numbers.length < 2 || numbers.length > 3 || numbers[0] === undefined || numbers[1] === undefined)
    return undefined
  return [numbers[0], numbers[1]]
}

export type PositionReading =
  | { kind: 'none' }
  /** `notes`: what was put right. */
  | { kind: 'position'; position: LatLng; notes: string[] }
  | { kind: 'wrong'; reason: string }

const SWAPPED = 'Latitude and longitude were the wrong way round.'
const MINUS = 'The latitude had lost its minus.'

/**
 * The position two numbers mean, in whichever order they come: the one that is in Australia and, of several, fits the suburb best. Australia is
 * south of the equator, so a lost minus is put back.
 * @param suburb rows of the gazetteer that the list names; none where it names no suburb.
 */
export function readPosition(first: number, second: number, suburb: readonly LatLng[]): PositionReading {
  if (first === 0 && second === 0) return { kind: 'none' }
  const readings: { position: LatLng; notes: string[] }[] = [
    { position: { latitude: first, longitude: second }, notes: [] },
    { position: { latitude: second, longitude: first }, notes: [SWAPPED] },
    { position: { latitude: -first, longitude: second }, notes: [MINUS] },
    { position: { latitude: -second, longitude: first }, notes: [SWAPPED, MINUS] },
  ]
  const possible = readings.filter(({ position }) => inAustralia(position))
  if (possible.length === 0) {
    const isMetres = Math.abs(first) > 1_000 || Math.abs(second) > 1_000
    return {
      kind: 'wrong',
      reason: isMetres
        ? 'The coordinates are metres of a map grid, not degrees'
        : 'The coordinates are not in Australia',
    }
  }
  const away = ({ position }: { position: LatLng }) =>
    Math.min(...suburb.map((place) => distanceMetres(place, position)))
  const fitting = possible.find((reading) => away(reading) <= MAX_METRES_FROM_SUBURB)
  return { kind: 'position', ...(fitting ?? possible[0]!) }
}
